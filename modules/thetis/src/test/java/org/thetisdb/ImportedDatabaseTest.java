package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.importer.ImportArguments;
import org.thetisdb.importer.ImportProgress;
import org.thetisdb.importer.ImportResult;

/** What an import has found is what queries see. */
class ImportedDatabaseTest {
    @TempDir
    Path data;

    @Test
    void types_areThoseOfAllFilesOfATable_andIdsJoinAsText() throws IOException {
        Path header = Files.writeString(data.resolve("h.csv"), ":ID(P),code,age,note:string\n");
        Path first = Files.writeString(data.resolve("1.csv"), "07,1,41,5\n");
        Path second = Files.writeString(data.resolve("2.csv"), "7,002,42,6\n");
        Path knows = Files.writeString(data.resolve("k.csv"), ":START_ID(P),:END_ID(P),since\n07,7,2020-01-01\n");
        Path database = data.resolve("joined");
        ImportResult result = ImportArguments.parse(
                        database.toString(),
                        "--nodes",
                        "P=" + header + "," + first + "," + second,
                        "--relationships",
                        "KNOWS=" + knows)
                .run(ImportProgress.NONE);
        assertThat(result.inferredColumns().stream()
                        .map(column -> column.column() + " " + column.type() + " " + column.reason()))
                .containsExactly("code STRING '002' (2.csv, line 1) begins with a zero", "age INTEGER ", "since DATE ");
        try (Database opened = Database.open(database);
                Session session = opened.session()) {
            assertThat(session.run("MATCH (a:P)-[k:KNOWS]->(b:P) RETURN a.code AS a, b.code AS b, b.age AS age,"
                                    + " a.note AS note, k.since AS since")
                            .single()
                            .values())
                    .containsExactly("1", "002", 42L, "5", LocalDate.of(2020, 1, 1));
        }
    }
}
