package org.thetisdb.shell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.thetisdb.importer.ImportArguments;
import org.thetisdb.importer.ImportProgress;

/** Two persons who know each other, for tests of what is printed. */
public final class TinyDatabase {
    private TinyDatabase() {}

    public static Path create(Path folder) {
        try {
            Files.writeString(
                    folder.resolve("persons.csv"),
                    ":ID,id:long,name,seen:datetime\n1,1,Ada,2012-11-29T02:52:48.123Z\n2,2,\"O'Hara, \"\"Bob\"\"\",\n");
            Files.writeString(folder.resolve("knows.csv"), ":START_ID,:END_ID,since:date\n1,2,2001-02-03\n");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        Path database = folder.resolve("tiny");
        ImportArguments.parse(
                        database.toString(),
                        "--nodes",
                        "Person=" + folder.resolve("persons.csv"),
                        "--relationships",
                        "KNOWS=" + folder.resolve("knows.csv"),
                        "--threads",
                        "1")
                .run(ImportProgress.NONE);
        return database;
    }
}
