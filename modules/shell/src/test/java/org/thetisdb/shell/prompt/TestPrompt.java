package org.thetisdb.shell.prompt;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.shell.argument.TextFile;
import org.thetisdb.shell.output.Output;
import org.thetisdb.shell.statement.Waiting;

/** Prompts over a database that stays open, and what they print. */
final class TestPrompt {
    /** A user without any. */
    static final UserFiles NO_FILES = new UserFiles(Path.of("target", "no home"), Map.of());

    private TestPrompt() {}

    /** A session as of a pipe, with the screen that the output has. */
    static PromptSession session(Database database, Output output, String format) {
        Surroundings surroundings = new Surroundings(output, output, false, Waiting.SILENT, NO_FILES);
        return new PromptSession(
                new OpenDatabase(database, Path.of("test"), false, () -> {}),
                DatabaseOptions.byDefault().withMemory("64MiB"),
                surroundings,
                format);
    }

    /** Runs a text as if it came through a pipe. */
    static void executeAll(PromptSession session, String text) {
        session.executeAll(TextFile.lines(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))));
    }

    /** What those lines print on a screen of so many columns; 0 for none. */
    static String run(Database database, String format, int columns, String... lines) {
        ByteArrayOutputStream screen = new ByteArrayOutputStream();
        Output output = new Output(screen, () -> columns);
        try (PromptSession session = session(database, output, format)) {
            executeAll(session, String.join("\n", lines));
        }
        output.flush();
        return screen.toString(StandardCharsets.UTF_8);
    }
}
