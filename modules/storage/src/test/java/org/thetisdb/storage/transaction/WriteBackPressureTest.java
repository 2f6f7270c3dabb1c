package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Real threads that write more than the changes' share of a small budget. */
class WriteBackPressureTest {
    private static final int WRITERS = 4;

    @TempDir
    Path folder;

    private static StoreOptions small() {
        return StoreOptions.byDefault().withDurability(Durability.OFF).withMemory(MemoryBudget.ofBytes(16L << 20));
    }

    @Test
    void manyWriters_moreThanTheShare_goOnWithoutError_andWithinIt() throws Exception {
        AtomicLong changedBytesMax = new AtomicLong();
        int commits = 1_500;
        try (GraphStore store = GraphStore.create(folder.resolve("store"), small());
                ExecutorService threads = Executors.newFixedThreadPool(WRITERS)) {
            List<Future<?>> all = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                all.add(threads.submit(() -> {
                    for (int number = 0; number < commits; number++) {
                        write(store, 10, "x".repeat(300));
                        changedBytesMax.accumulateAndGet(store.changedBytes(), Math::max);
                    }
                }));
            }
            for (Future<?> each : all) {
                each.get(5, TimeUnit.MINUTES);
            }
            assertThat(changedBytesMax.get()).isLessThan(8L << 20);
            assertThat(store.revision()).isGreaterThan((long) WRITERS * commits);
        }
        try (GraphStore store = GraphStore.open(folder.resolve("store"), small())) {
            assertThat(nodeCount(store)).isEqualTo(10L * WRITERS * commits);
        }
    }

    /** What no checkpoint can take away as long as it is not committed goes on in the era that it began in. */
    @Test
    void oneTransaction_largerThanTheShare_commits() {
        try (GraphStore store = GraphStore.create(folder.resolve("store"), small())) {
            write(store, 60_000, "y".repeat(300));
            assertThat(nodeCount(store)).isEqualTo(60_000);
        }
    }

    /** A checkpoint has a chunk's column in memory as a whole, however long its texts are. */
    @Test
    void longTexts_areSpreadOverChunks_andNoCheckpointHasAllOfThemAtOnce() {
        int nodes = 40;
        try (GraphStore store = GraphStore.create(folder.resolve("store"), small())) {
            for (int node = 0; node < nodes; node++) {
                write(store, 1, "z".repeat(1 << 20));
            }
            store.checkpoint();
            assertThat(chunkCount(store)).isGreaterThan(nodes / 10);
            int before = chunkCount(store);
            write(store, 100, "short");
            assertThat(chunkCount(store)).isLessThanOrEqualTo(before + 1);
        }
        try (GraphStore store = GraphStore.open(folder.resolve("store"), small())) {
            assertThat(nodeCount(store)).isEqualTo(nodes + 100);
        }
    }

    private static int chunkCount(GraphStore store) {
        Snapshot snapshot = store.snapshot();
        int count = snapshot.chunkCount();
        snapshot.release();
        return count;
    }

    @Test
    void checkpointsFail_writersGetTheReason_readersGoOn_andAllGoesOnAfterwards() {
        try (FaultyStore faulty = new FaultyStore()) {
            faulty.options = faulty.options.withCheckpointBytes(StoreOptions.CHECKPOINT_BYTES_AUTO);
            faulty.reopen();
            faulty.fileSystem.beforeForce(file -> {
                if (FaultyStore.isNewData(file)) {
                    throw new ThetisException(ErrorCode.DISK_FULL, "injected: no space left");
                }
            });
            String text = faulty.large(100_000);
            assertThatThrownBy(() -> {
                        for (int number = 0; number < 1_000; number++) {
                            faulty.commit(text + number);
                        }
                    })
                    .isInstanceOfSatisfying(
                            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.WRITE_STALLED))
                    .hasMessageContaining("injected: no space left");
            assertThat(nodeCount(faulty.store)).isBetween(30L, 60L);
            faulty.fileSystem.beforeForce(file -> {});
            faulty.store.checkpoint();
            faulty.commit("after");
            faulty.assertSound();
        }
    }

    private static void write(GraphStore store, int nodes, String text) {
        try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
            int labels = transaction.labelSet(transaction.label("N"));
            int key = transaction.propertyKey("text");
            for (int node = 0; node < nodes; node++) {
                transaction.createNode(labels, new int[] {key}, new Object[] {text});
            }
            transaction.commit(Optional.empty());
        }
    }

    private static long nodeCount(GraphStore store) {
        Snapshot snapshot = store.snapshot();
        try (GraphReader reader = snapshot.reader()) {
            long count = 0;
            for (int chunk = 0; chunk < snapshot.chunkCount(); chunk++) {
                for (int row = 0; row < snapshot.rowCount(chunk); row++) {
                    count += reader.nodeExists(org.thetisdb.storage.NodeIdLayout.id(chunk, row)) ? 1 : 0;
                }
                reader.refresh();
            }
            return count;
        } finally {
            snapshot.release();
        }
    }
}
