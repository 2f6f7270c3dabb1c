package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.options.Retention;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

@Timeout(120)
final class FollowerTest {
    @TempDir
    Path temporary;

    private static void awaitRevision(GraphStore reader, long revision) throws InterruptedException {
        while (reader.revision() < revision) {
            Thread.sleep(1);
        }
    }

    private static void assertCode(Runnable action, ErrorCode code) {
        assertThatThrownBy(action::run)
                .isInstanceOfSatisfying(
                        ThetisException.class,
                        problem -> assertThat(problem.code()).isEqualTo(code));
    }

    @Test
    void reader_sees_commits_checkpoints_and_restarts_of_the_writer() throws InterruptedException {
        Path directory = temporary.resolve("db");
        GraphStore.create(directory, CountedStore.options()).close();
        try (GraphStore reader =
                GraphStore.open(directory, CountedStore.options().asReadOnly())) {
            Snapshot empty = reader.snapshot();
            GraphStore writer = GraphStore.open(directory, CountedStore.options());
            try {
                for (int round = 0; round < 60; round++) {
                    long revision = CountedStore.commit(writer);
                    if (round % 7 == 3) {
                        writer.checkpoint();
                    }
                    if (round % 20 == 19) {
                        writer.close();
                        writer = GraphStore.open(directory, CountedStore.options());
                    }
                    if (round % 3 == 0) {
                        awaitRevision(reader, revision);
                        CountedStore.verify(reader.snapshot());
                    }
                }
                awaitRevision(reader, writer.revision());
            } finally {
                writer.close();
            }
            for (long revision = 2; revision <= 61; revision++) {
                CountedStore.verify(reader.snapshot(revision));
            }
            assertThat(reader.history().revisions(1, Long.MAX_VALUE)).hasSize(61);
            assertThat(GraphModel.describe(empty)).isEmpty();
        }
    }

    @Test
    void reader_finds_its_way_where_files_vanish() throws InterruptedException {
        Path directory = temporary.resolve("db");
        StoreOptions options =
                CountedStore.options().withRetention(Retention.ofRevisions(0)).withDurability(Durability.OFF);
        GraphStore writer = CountedStore.create(directory, options);
        AtomicBoolean done = new AtomicBoolean();
        Thread checkpoints = new Thread(() -> {
            while (!done.get()) {
                writer.checkpoint();
            }
        });
        try (GraphStore first = GraphStore.open(directory, options.asReadOnly())) {
            checkpoints.start();
            for (int round = 0; round < 40; round++) {
                for (int count = 0; count < 5; count++) {
                    CountedStore.commit(writer);
                }
                try (GraphStore reader = GraphStore.open(directory, options.asReadOnly())) {
                    CountedStore.verify(reader.snapshot());
                }
                CountedStore.verify(first.snapshot());
            }
        } finally {
            done.set(true);
            checkpoints.join();
            writer.close();
        }
    }

    @Test
    void reader_refuses_to_write() {
        Path directory = temporary.resolve("db");
        CountedStore.create(directory, CountedStore.options()).close();
        try (GraphStore reader =
                GraphStore.open(directory, CountedStore.options().asReadOnly())) {
            assertCode(() -> reader.begin(Isolation.SNAPSHOT), ErrorCode.STORE_READ_ONLY);
            assertCode(
                    () -> reader.schema().createIndex(Optional.empty(), "Item", List.of("count"), false),
                    ErrorCode.STORE_READ_ONLY);
            assertCode(reader::checkpoint, ErrorCode.STORE_READ_ONLY);
            assertCode(() -> reader.snapshot(99), ErrorCode.REVISION_NOT_FOUND);
            assertThat(reader.check((phase, items) -> {}).findings()).isEmpty();
        }
    }

    @Test
    void reader_tells_when_another_database_took_the_place() throws Exception {
        Path directory = temporary.resolve("db");
        CountedStore.create(directory, CountedStore.options()).close();
        Path other = temporary.resolve("other");
        CountedStore.create(other, CountedStore.options()).close();
        try (GraphStore reader =
                GraphStore.open(directory, CountedStore.options().asReadOnly())) {
            reader.snapshot();
            Files.move(directory, temporary.resolve("former"));
            Files.move(other, directory);
            Thread.sleep(10);
            assertCode(reader::snapshot, ErrorCode.CLOSED);
        }
    }

    /** Writes in a process of its own, a commit for each line that it reads. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] arguments) throws Exception {
            PrintStream output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
            try (GraphStore store = GraphStore.open(Path.of(arguments[0]), CountedStore.options());
                    BufferedReader input =
                            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
                output.println(store.revision());
                for (String line = input.readLine(); line != null; line = input.readLine()) {
                    output.println(CountedStore.commit(store));
                    if (line.equals("checkpoint")) {
                        store.checkpoint();
                    }
                }
            }
        }
    }

    @Test
    void reader_beside_another_process_sees_what_that_commits_and_a_second_writer_is_told_of_it() throws Exception {
        Path directory = temporary.resolve("db");
        CountedStore.create(directory, CountedStore.options()).close();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-ea",
                        "-Xmx300m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Writer.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output = process.inputReader();
                PrintStream input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8)) {
            assertThat(output.readLine()).isEqualTo("2");
            assertThatThrownBy(() -> GraphStore.open(directory, CountedStore.options()))
                    .isInstanceOfSatisfying(ThetisException.class, problem -> {
                        assertThat(problem.code()).isEqualTo(ErrorCode.DATABASE_LOCKED);
                        assertThat(problem).hasMessageContaining("pid=" + process.pid());
                    });
            try (GraphStore reader =
                    GraphStore.open(directory, CountedStore.options().asReadOnly())) {
                for (int round = 0; round < 30; round++) {
                    input.println(round % 10 == 5 ? "checkpoint" : "commit");
                    awaitRevision(reader, Long.parseLong(output.readLine()));
                    CountedStore.verify(reader.snapshot());
                }
                process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
                CountedStore.verify(reader.snapshot());
                try (GraphStore next = GraphStore.open(directory, CountedStore.options())) {
                    assertThat(CountedStore.commit(next)).isEqualTo(33);
                    awaitRevision(reader, 33);
                    CountedStore.verify(reader.snapshot());
                }
            }
        } finally {
            process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
    }
}
