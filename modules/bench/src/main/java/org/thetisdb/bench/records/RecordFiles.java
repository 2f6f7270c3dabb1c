package org.thetisdb.bench.records;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.thetisdb.bench.harness.StoreDirectory;

/**
 * The records as files that both an import and a comparison take.
 *
 * @param folder holds {@code records.csv} and {@code mapping.json}
 */
public record RecordFiles(Path folder) {
    /** As many records as the numbers that SirixDB publishes are about. */
    public static final int ROW_COUNT = 1_000_000;

    private static final String MAPPING = """
            {"format": {"separator": ",", "quote": "\\"", "listSeparator": ";", "extensions": [".csv"]},
             "nodes": [
              {"file": "records", "labels": ["Record"], "id": "id", "idSpace": "Record",
               "properties": [{"column": "id", "type": "INTEGER"}, {"column": "age", "type": "INTEGER"},
                              {"column": "dept"}, {"column": "city"}, {"column": "active", "type": "BOOLEAN"}]}],
             "relationships": [],
             "indexes": []}
            """;

    /** The files in a folder that is kept; they are made if they are not there. */
    public static RecordFiles of(Path folder, long rowCount, PrintStream out) throws IOException {
        RecordFiles files = new RecordFiles(folder);
        if (!StoreDirectory.isComplete(folder)) {
            out.println("making " + rowCount + " records in " + folder);
            StoreDirectory.recreate(folder);
            files.write(rowCount);
            StoreDirectory.markComplete(folder, rowCount + " records");
        }
        return files;
    }

    /** How the columns become properties. */
    public Path mapping() {
        return folder.resolve("mapping.json");
    }

    /** The records, with the names of their columns in the first line. */
    public Path rows() {
        return folder.resolve("records.csv");
    }

    private void write(long rowCount) throws IOException {
        Files.writeString(mapping(), MAPPING);
        RecordGenerator generator = new RecordGenerator();
        try (BufferedWriter rows = Files.newBufferedWriter(rows(), StandardCharsets.US_ASCII)) {
            rows.write("id,age,dept,city,active\n");
            for (long row = 0; row < rowCount; row++) {
                RecordGenerator.Row next = generator.next();
                rows.write(next.id() + "," + next.age() + "," + next.dept() + "," + next.city() + "," + next.active());
                rows.write('\n');
            }
        }
    }
}
