package org.thetisdb.shell.prompt;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.thetisdb.Database;
import org.thetisdb.shell.command.DumpCommand;
import org.thetisdb.shell.output.Output;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** {@code .dump}: the graph as statements, in a file or where results go, or as CSV files in a folder. */
final class PromptDump {
    private final Database database;
    private final Surroundings surroundings;

    PromptDump(Database database, Surroundings surroundings) {
        this.database = database;
        this.surroundings = surroundings;
    }

    /** @param results what gets the statements if no file is named */
    void run(String text, Output results) {
        if (text.isEmpty()) {
            show(results);
            return;
        }
        DotWords words = DotWords.of(text);
        boolean csv = words.first().equals("csv") && !words.rest().isEmpty();
        Path target = surroundings.files().named(DotWords.whole(csv ? words.rest() : text));
        new DumpCommand(surroundings.screen()).run(database, csv ? "csv" : "cypher", target);
    }

    private void show(Output results) {
        try {
            Path file = Files.createTempFile("thetis-", ".cypher");
            try {
                database.dumpCypher(file);
                copy(file, results);
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (IOException failure) {
            throw new ThetisException(
                    ErrorCode.IO_FAILED, "the dump cannot be shown: reason=" + failure.getMessage(), failure);
        }
    }

    private static void copy(Path file, Output results) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                results.println(line).checkpoint();
            }
        }
        results.flush();
    }
}
