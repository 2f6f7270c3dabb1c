package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.io.simulated.OpenFiles;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.options.CheckDepth;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.storage.options.Retention;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.report.CheckReport;
import org.thetisdb.storage.report.History.Version;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Goal: whoever checks, backs up or reads the past is not disturbed by checkpoints that drop roots, files and
 * segments of the log meanwhile, and holds nothing afterwards. Method: a thread commits and makes checkpoints with a
 * retention of a few revisions, until the other is done.
 */
final class CheckWhileWritingTest {
    private static final int ROUNDS = 20;

    /** A check has fewer parts. */
    private static final int PARTS_MAX = 16;

    @TempDir
    private Path temporary;

    private Path directory;
    private StoreOptions options;
    private GraphStore store;

    private void run(Runnable reading) {
        directory = temporary.resolve("db").toAbsolutePath();
        options = options();
        try (GraphStore opened = CountedStore.create(directory, options)) {
            store = opened;
            AtomicBoolean done = new AtomicBoolean();
            AtomicReference<Throwable> problem = new AtomicReference<>();
            Thread writer = Thread.ofPlatform().start(() -> write(done, problem));
            try {
                for (int round = 0; round < ROUNDS && problem.get() == null; round++) {
                    reading.run();
                }
            } finally {
                done.set(true);
                join(writer);
            }
            assertThat(problem.get()).isNull();
            CountedStore.commit(store);
            store.checkpoint();
            assertThat(OpenFiles.deletedBelow(directory)).isZero();
        }
    }

    private static StoreOptions options() {
        return CountedStore.options()
                .withDurability(Durability.OFF)
                .withRetention(Retention.ofRevisions(12))
                .withRootDistanceBytes(0)
                .withLogSegmentBytes(4 << 10);
    }

    private void write(AtomicBoolean done, AtomicReference<Throwable> problem) {
        try {
            while (!done.get()) {
                for (int commit = 0; commit < 4; commit++) {
                    CountedStore.commit(store);
                }
                store.checkpoint();
            }
        } catch (RuntimeException | Error e) {
            problem.set(e);
        }
    }

    private static void join(Thread writer) {
        try {
            writer.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void checks_findNothing() {
        run(() -> {
            assertThat(store.check((phase, items) -> {}).findings()).isEmpty();
            assertThat(store.check(CheckDepth.ALL_ROOTS, (phase, items) -> {}).findings())
                    .isEmpty();
        });
    }

    /** At the begin of every part of the check: what the rest of it needs may be gone. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void check_whileCheckpointsLetGoOfAllThatWas_findsNothing(boolean readOnly) {
        createWithPast();
        try (GraphStore written = store;
                GraphStore other = readOnly ? GraphStore.open(directory, options.asReadOnly()) : store) {
            for (int part = 0; part < PARTS_MAX; part++) {
                int chosen = part;
                Set<String> parts = new LinkedHashSet<>();
                CheckReport report = other.check(CheckDepth.ALL_ROOTS, (phase, items) -> {
                    if (parts.add(phase) && parts.size() - 1 == chosen) {
                        moveOn(written);
                    }
                });
                assertThat(report.findings()).as("part %d of %s", part, parts).isEmpty();
            }
            moveOn(written);
            other.snapshot().release();
            assertThat(other.check(CheckDepth.NEWEST, (phase, items) -> {}).findings())
                    .isEmpty();
            assertThat(OpenFiles.deletedBelow(directory)).isZero();
        }
    }

    /** A file that the newest root needs, too, is missed although a checkpoint has come meanwhile. */
    @Test
    void check_whileACheckpointComes_missesAFileOfTheNewestRoot() {
        createWithPast();
        try (GraphStore written = store) {
            Set<String> parts = new HashSet<>();
            CheckReport report = written.check(CheckDepth.NEWEST, (phase, items) -> {
                if (parts.add(phase) && phase.equals("log")) {
                    CountedStore.commit(written);
                    written.checkpoint();
                    deleteLog();
                }
            });
            assertThat(report.findings()).isNotEmpty();
        }
    }

    private void deleteLog() {
        try (Stream<Path> segments = Files.list(directory.resolve("log"))) {
            for (Path segment : segments.toList()) {
                Files.delete(segment);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void createWithPast() {
        directory = temporary.resolve("db").toAbsolutePath();
        options = options();
        store = CountedStore.create(directory, options);
        moveOn(store);
    }

    private static void moveOn(GraphStore written) {
        for (int checkpoint = 0; checkpoint < 5; checkpoint++) {
            for (int commit = 0; commit < 6; commit++) {
                CountedStore.commit(written);
            }
            written.checkpoint();
        }
    }

    @Test
    void checksOfAnotherThatReads_findNothing() {
        run(() -> {
            try (GraphStore reading = GraphStore.open(directory, options.asReadOnly())) {
                assertThat(reading.check(CheckDepth.ALL_ROOTS, (phase, items) -> {})
                                .findings())
                        .isEmpty();
            }
        });
    }

    @Test
    void backups_areWhole() {
        run(() -> {
            Path target = temporary.resolve("backup");
            long revision = store.backup(target, true, (phase, items) -> {}).revision();
            try (GraphStore copy = GraphStore.open(target, options.asReadOnly())) {
                assertThat(copy.revision()).isEqualTo(revision);
                assertThat(copy.check(CheckDepth.ALL_ROOTS, (phase, items) -> {})
                                .findings())
                        .isEmpty();
            }
        });
    }

    @Test
    void thePast_isRead() {
        run(() -> {
            long counter = NodeIdLayout.id(0, 0);
            long newest = store.revision();
            List<Version> versions = store.history().nodeVersions(counter, true);
            assertThat(versions.getLast().revision()).isGreaterThanOrEqualTo(newest);
            assertThat(store.history().nodeValues(counter, "count")).isNotEmpty();
            readFrom(newest - 1);
            readFrom(store.revision());
            assertThat(store.describe()).isNotNull();
        });
    }

    /** The writer may be so fast that the revision is dropped before it is asked for; nothing else may happen. */
    private void readFrom(long revision) {
        Snapshot past;
        try {
            past = store.snapshot(revision);
        } catch (ThetisException problem) {
            assertThat(problem.code()).isEqualTo(ErrorCode.REVISION_NOT_FOUND);
            return;
        }
        assertThat(past.statistics().nodeCount()).isEqualTo(revision - 1);
        past.release();
    }
}
