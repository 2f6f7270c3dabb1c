package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** What is made of a database, or beside it, is not put into its directory, which may be replaced or deleted whole. */
final class TargetsInDatabasesTest {
    @TempDir
    private java.nio.file.Path folder;

    @Test
    void nothingIsWrittenIntoDirectoriesOfDatabasesAndBackups() throws IOException {
        java.nio.file.Path directory = folder.resolve("graph");
        java.nio.file.Path backup = folder.resolve("backup");
        try (Database database = Database.create(directory)) {
            database.backup(backup);
            java.nio.file.Path link = Files.createSymbolicLink(folder.resolve("link"), directory);
            List<java.nio.file.Path> before = files();
            for (java.nio.file.Path place : List.of(directory, link, backup, directory.resolve("log"))) {
                java.nio.file.Path inside = place.resolve("sub");
                requireRefused(() -> Database.create(inside));
                requireRefused(() -> database.dumpCypher(inside));
                requireRefused(() -> database.dumpCsv(inside));
                requireRefused(() -> database.backup(inside));
                requireRefused(() -> Database.restore(backup, inside, false));
            }
            assertThat(files()).isEqualTo(before);
            assertThat(database.dumpCypher(folder.resolve("dump.cypher")).nodeCount())
                    .isZero();
        }
    }

    @Test
    void aDatabaseMayHaveTheNameOfADatabasesFile() {
        Database.create(folder.resolve("graph.thetis")).close();
        Database.create(folder.resolve("other")).close();
        Database.create(folder.resolve("more").resolve("graph.thetis")).close();
    }

    private List<java.nio.file.Path> files() throws IOException {
        try (Stream<java.nio.file.Path> all = Files.walk(folder)) {
            return all.sorted().toList();
        }
    }

    private static void requireRefused(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ThetisException.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining("for its own files alone");
    }

    @Test
    void controlCharactersThatPartNoWords_areNoBlanks() {
        try (Database database = Database.create(folder.resolve("text"));
                Session session = database.session()) {
            for (String text : List.of("RETURN 1 AS x\0", "RETURN\u00011 AS x", "RETURN 1\u007F AS x", "\bRETURN 1")) {
                assertThatThrownBy(() -> session.run(text))
                        .isInstanceOfSatisfying(
                                ThetisException.class,
                                error -> assertThat(error.code()).isEqualTo(ErrorCode.SYNTAX));
            }
            assertThat(session.run("\tRETURN\u000B1\f AS\r\nx\u001F").single().getLong("x"))
                    .isOne();
        }
    }
}
