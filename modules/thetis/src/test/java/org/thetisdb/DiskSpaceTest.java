package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.io.simulated.OpenFiles;

/**
 * Goal: the space of deleted files comes back when the last one who reads them leaves, without help from the collector,
 * and the log does not grow beyond what is retained. Method: the files that this process has open are counted.
 */
final class DiskSpaceTest {
    private static final int LARGE_BYTES = 1_000_000;

    @TempDir
    private Path folder;

    private Path directory;
    private Database database;
    private Session session;

    @BeforeEach
    void create() {
        directory = folder.resolve("space").toAbsolutePath();
        database = Database.create(directory, options());
        session = database.session();
        session.run("UNWIND range(1, 1000) AS i CREATE (:N {i: i})-[:R]->(:M {i: i})");
        database.checkpoint();
        change();
        database.checkpoint();
    }

    private static DatabaseOptions options() {
        return DatabaseOptions.byDefault().withDurability(Durability.OFF).withRetention(Retention.ofRevisions(5));
    }

    @AfterEach
    void close() {
        database.close();
    }

    private void change() {
        session.run("MATCH (n:N) SET n.i = n.i + 1");
    }

    @Test
    void deletedFiles_whenNobodyReads_areClosedWithTheCheckpoint() {
        for (int number = 0; number < 8; number++) {
            session.run("MATCH (n:N {i: 5}) RETURN n").list();
            session.run("MATCH (n:N)-->(m) RETURN n, m").list();
            session.run("MATCH (n:N) RETURN n.i AS i ORDER BY i").consume();
            change();
            database.checkpoint();
            assertThat(OpenFiles.deletedBelow(directory)).isZero();
        }
    }

    @Test
    void deletedFiles_areClosedWhenTheLastReaderLeaves() {
        Result result = session.run("MATCH (n:N) RETURN n");
        result.next();
        try (Session other = database.session();
                Session past = database.session().at(database.revision())) {
            Transaction transaction =
                    other.beginTransaction(TransactionOptions.byDefault().withReadOnly(true));
            transaction.run("MATCH (n:N) RETURN count(n)").single();
            Transaction writing = session.beginTransaction();
            writing.run("CREATE (:Late)");
            moveOn();
            assertThat(OpenFiles.deletedBelow(directory)).isPositive();
            assertThat(result.list()).hasSize(999);
            transaction.commit();
            assertThat(OpenFiles.deletedBelow(directory)).isPositive();
            assertThat(past.run("MATCH (n:N) RETURN min(n.i) AS i").single().getLong("i"))
                    .isEqualTo(2);
            past.close();
            assertThat(OpenFiles.deletedBelow(directory)).isPositive();
            writing.commit();
            assertThat(OpenFiles.deletedBelow(directory)).isZero();
        }
        assertThat(session.run("MATCH (n:Late) RETURN count(n) AS c").single().getLong("c"))
                .isEqualTo(1);
    }

    /** From an era to the next but one, so that a transaction is put into the one between, too. */
    private void moveOn() {
        try (Session other = database.session()) {
            for (int number = 0; number < 8; number++) {
                other.run("MATCH (n:N) SET n.i = n.i + 1");
                database.checkpoint();
            }
        }
    }

    @Test
    void follower_closesDeletedFilesWhenItHasMovedOn() {
        try (Database follower = Database.open(directory, options().asReadOnly());
                Session reading = follower.session()) {
            for (int number = 0; number < 8; number++) {
                change();
                database.checkpoint();
                awaitRevision(reading, database.revision());
                reading.run("MATCH (n:N) RETURN n").list();
                assertThat(OpenFiles.deletedBelow(directory)).isZero();
            }
        }
    }

    private static void awaitRevision(Session reading, long revision) {
        long seen = 0;
        while (seen < revision) {
            try (Transaction transaction =
                    reading.beginTransaction(TransactionOptions.byDefault().withReadOnly(true))) {
                seen = transaction.revision();
            }
        }
    }

    @Test
    void log_withBoundedRetention_shrinks() throws IOException {
        for (int number = 0; number < 120; number++) {
            session.run("MERGE (n:Large) SET n.text = $text", Map.of("text", number + "x".repeat(LARGE_BYTES)));
            if (number % 10 == 9) {
                database.checkpoint();
            }
        }
        assertThat(bytes(directory)).isLessThan(60L * LARGE_BYTES);
        long revision = database.revision();
        database.close();
        database = Database.open(directory, options());
        session = database.session();
        assertThat(database.revision()).isEqualTo(revision);
        assertThat(session.run("USE revision($r) MATCH (n:Large) RETURN n.text AS t", Map.of("r", revision - 4))
                        .single()
                        .getString("t"))
                .startsWith("115x");
    }

    private static long bytes(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }
}
