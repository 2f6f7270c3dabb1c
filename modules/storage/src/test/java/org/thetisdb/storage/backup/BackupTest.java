package org.thetisdb.storage.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.storage.options.Retention;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.report.BackupResult;
import org.thetisdb.storage.report.CheckProgress;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.storage.transaction.CountedStore;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

@Timeout(120)
final class BackupTest {
    private static final CheckProgress QUIET = (phase, items) -> {};

    @TempDir
    Path temporary;

    private static void assertCode(Runnable action, ErrorCode code) {
        assertThatThrownBy(action::run)
                .isInstanceOfSatisfying(
                        ThetisException.class,
                        problem -> assertThat(problem.code())
                                .as(problem.getMessage())
                                .isEqualTo(code));
    }

    private static void commit(GraphStore store, int count) {
        for (int i = 0; i < count; i++) {
            CountedStore.commit(store);
        }
    }

    /** That a copy can be opened to read, is sound and what its revision says; gives that revision. */
    private static long verify(Path copy, StoreOptions options) {
        try (GraphStore opened = GraphStore.open(copy, options.asReadOnly())) {
            assertThat(opened.check(QUIET).findings()).isEmpty();
            CountedStore.verify(opened.snapshot());
            return opened.revision();
        }
    }

    @Test
    void backup_beside_writers_and_checkpoints_is_the_graph_of_its_revision() throws InterruptedException {
        Path database = temporary.resolve("db");
        StoreOptions options =
                CountedStore.options().withDurability(Durability.OFF).withRetention(Retention.ofRevisions(3));
        AtomicBoolean done = new AtomicBoolean();
        try (GraphStore store = CountedStore.create(database, options)) {
            List<Thread> threads = new ArrayList<>();
            threads.add(new Thread(() -> {
                for (int count = 0; count < 300 && !done.get(); count++) {
                    CountedStore.commit(store);
                }
            }));
            threads.add(new Thread(() -> {
                while (!done.get()) {
                    store.checkpoint();
                }
            }));
            threads.forEach(Thread::start);
            for (int round = 0; round < 15; round++) {
                Path target = temporary.resolve("backup" + round % 2);
                long before = store.revision();
                BackupResult result = store.backup(target, round % 5 == 0, QUIET);
                assertThat(result.revision()).isGreaterThanOrEqualTo(before);
                assertThat(verify(target, options)).isEqualTo(result.revision());
            }
            done.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    @Test
    void second_backup_copies_only_what_is_new_and_restores_with_its_history() throws IOException {
        Path database = temporary.resolve("db");
        Path target = temporary.resolve("backup");
        StoreOptions options = CountedStore.options();
        try (GraphStore store = CountedStore.create(database, options)) {
            commit(store, 50);
            store.checkpoint();
            commit(store, 50);
            BackupResult first = store.backup(target, false, QUIET);
            assertThat(first.copiedBytes()).isPositive();
            assertThat(first.verifiedPages()).isPositive();
            var modified = Files.getLastModifiedTime(target.resolve("data-00000000.thetis"));
            BackupResult same = store.backup(target, false, QUIET);
            assertThat(same.copiedBytes()).isZero();
            commit(store, 10);
            BackupResult second = store.backup(target, false, QUIET);
            assertThat(second.copiedFiles()).isEqualTo(1);
            assertThat(second.copiedBytes()).isLessThan(first.copiedBytes() / 5);
            assertThat(second.revision()).isEqualTo(112);
            store.checkpoint();
            BackupResult third = store.backup(target, true, QUIET);
            assertThat(third.copiedFiles()).isEqualTo(1);
            assertThat(Files.getLastModifiedTime(target.resolve("data-00000000.thetis")))
                    .isEqualTo(modified);
        }
        Path restored = temporary.resolve("restored");
        GraphStore.restore(target, restored, false, options, QUIET);
        assertCode(() -> GraphStore.restore(target, restored, false, options, QUIET), ErrorCode.IMPORT_TARGET_EXISTS);
        GraphStore.restore(target, restored, true, options, QUIET);
        try (GraphStore store = GraphStore.open(restored, options)) {
            assertThat(store.check(QUIET).findings()).isEmpty();
            for (long revision = 2; revision <= 112; revision += 5) {
                CountedStore.verify(store.snapshot(revision));
            }
            assertThat(CountedStore.commit(store)).isEqualTo(113);
            CountedStore.verify(store.snapshot());
        }
        assertThat(temporary.resolve("restored.replaced")).doesNotExist();
    }

    @Test
    void backup_from_a_reader_of_what_another_writes() {
        Path database = temporary.resolve("db");
        Path target = temporary.resolve("backup");
        StoreOptions options = CountedStore.options();
        try (GraphStore store = CountedStore.create(database, options);
                GraphStore reader = GraphStore.open(database, options.asReadOnly())) {
            commit(store, 20);
            assertThat(reader.backup(target, true, QUIET).revision()).isEqualTo(22);
            assertThat(verify(target, options)).isEqualTo(22);
        }
    }

    @Test
    void backup_refuses_targets_that_are_none() throws IOException {
        Path database = temporary.resolve("db");
        Path target = temporary.resolve("backup");
        StoreOptions options = CountedStore.options();
        Path other = temporary.resolve("other");
        CountedStore.create(other, options).close();
        try (GraphStore store = CountedStore.create(database, options)) {
            commit(store, 5);
            store.backup(target, false, QUIET);
            assertCode(() -> store.backup(database, false, QUIET), ErrorCode.IMPORT_TARGET_EXISTS);
            assertCode(() -> store.backup(other, false, QUIET), ErrorCode.IMPORT_TARGET_EXISTS);
            assertCode(() -> GraphStore.open(target, options), ErrorCode.NOT_A_DATABASE);
        }
        try (GraphStore store = GraphStore.open(other, options)) {
            assertCode(() -> store.backup(target, false, QUIET), ErrorCode.BACKUP_DIFFERS);
        }
        // Another course: the copy goes on differently from the database.
        Path copy = temporary.resolve("copy");
        GraphStore.restore(target, copy, false, options, QUIET);
        try (GraphStore store = GraphStore.open(copy, options)) {
            commit(store, 2);
        }
        try (GraphStore store = GraphStore.open(database, options)) {
            commit(store, 1);
            store.backup(target, false, QUIET);
        }
        try (GraphStore store = GraphStore.open(copy, options)) {
            assertCode(() -> store.backup(target, false, QUIET), ErrorCode.BACKUP_DIFFERS);
        }
        assertThat(verify(target, options)).isEqualTo(8);
        assertCode(
                () -> GraphStore.restore(database, temporary.resolve("x"), false, options, QUIET),
                ErrorCode.NOT_A_DATABASE);
    }

    @Test
    void damaged_backup_is_found_by_restore() throws IOException {
        Path target = temporary.resolve("backup");
        StoreOptions options = CountedStore.options();
        try (GraphStore store = CountedStore.create(temporary.resolve("db"), options)) {
            commit(store, 5);
            store.checkpoint();
            store.backup(target, false, QUIET);
        }
        Path data = target.resolve("data-00000001.thetis");
        byte[] bytes = Files.readAllBytes(data);
        bytes[100] ^= 1;
        Files.write(data, bytes);
        Path restored = temporary.resolve("restored");
        assertCode(() -> GraphStore.restore(target, restored, false, options, QUIET), ErrorCode.CHECKSUM_MISMATCH);
        assertThat(restored).doesNotExist();
    }

    @Test
    void backup_that_is_killed_leaves_the_former_one() {
        SimulatedFileSystem fileSystem = new SimulatedFileSystem();
        StoreOptions options = CountedStore.options().withFileSystem(fileSystem);
        Path database = temporary.resolve("db");
        Path target = temporary.resolve("backup");
        fileSystem.createDirectories(temporary);
        int[] acknowledged = new int[1];
        try (GraphStore store = CountedStore.create(database, options)) {
            commit(store, 5);
            store.backup(target, false, QUIET);
            commit(store, 5);
            store.checkpoint();
            commit(store, 5);
            fileSystem.startRecording();
            store.backup(target, false, QUIET);
            acknowledged[0] = fileSystem.eventCount();
        }
        int[] found = new int[2];
        fileSystem.forEachCrashImage(20261121, 6, image -> {
            StoreOptions crashed = options.withFileSystem(image.fileSystem());
            long revision = verify(target, crashed);
            boolean isNew = revision == 17;
            assertThat(revision).as(image.toString()).isIn(7L, 17L);
            assertThat(isNew || image.eventCount() < acknowledged[0])
                    .as(image.toString())
                    .isTrue();
            found[isNew ? 1 : 0]++;
        });
        assertThat(found[0]).isPositive();
        assertThat(found[1]).isPositive();
    }

    @Test
    void backup_that_fails_can_be_made_again() {
        SimulatedFileSystem fileSystem = new SimulatedFileSystem();
        StoreOptions options = CountedStore.options().withFileSystem(fileSystem);
        Path target = temporary.resolve("backup");
        fileSystem.createDirectories(temporary);
        try (GraphStore store = CountedStore.create(temporary.resolve("db"), options)) {
            commit(store, 5);
            store.backup(target, false, QUIET);
            commit(store, 5);
            store.checkpoint();
            fileSystem.fullAfterBytes(5_000);
            assertCode(() -> store.backup(target, false, QUIET), ErrorCode.DISK_FULL);
            assertThat(verify(target, options)).isEqualTo(7);
            fileSystem.fullAfterBytes(Long.MAX_VALUE);
            assertThat(store.backup(target, false, QUIET).revision()).isEqualTo(12);
            assertThat(verify(target, options)).isEqualTo(12);
        }
    }
}
