package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.io.memory.MemoryUse;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.file.StoreFiles;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;

/**
 * Goal: a store with several threads writes what one with one thread does, and they are threads of its own. Method: the
 * same random graph, large enough for more than one thread, and changes of it, in two stores whose files get the same
 * names; data files are compared byte for byte. How many threads come is up to the
 * processors that are idle.
 */
@Timeout(120)
final class EncodingThreadsTest {
    private static final Path DIRECTORY = Path.of("/simulated/db");
    private static final int NODES = 40_000;
    private static final int ROUNDS = 3;

    /** The share of checkpoints pays for four workbenches. */
    private static final long MEMORY_BYTES = 2L << 30;

    private static final class Writer implements AutoCloseable {
        private final SimulatedFileSystem fileSystem = new SimulatedFileSystem();
        private final Random random = new Random(11);
        private final long[] nodes = new long[NODES * ROUNDS];
        private final GraphStore store;
        private int count;

        Writer(int threads) {
            fileSystem.createDirectories(DIRECTORY.getParent());
            store = GraphStore.create(
                    DIRECTORY,
                    StoreOptions.byDefault()
                            .withFileSystem(fileSystem)
                            .withMemory(MemoryBudget.ofBytes(MEMORY_BYTES))
                            .withCheckpointBytes(Long.MAX_VALUE)
                            .withClock(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC))
                            .withRandom(new Random(12))
                            .withEncodingThreads(threads));
        }

        void write() {
            try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
                int[] sets = {
                    transaction.labelSet(transaction.label("A")),
                    transaction.labelSet(transaction.label("A"), transaction.label("B"))
                };
                int[] keys = {
                    transaction.propertyKey("number"), transaction.propertyKey("text"), transaction.propertyKey("real")
                };
                for (int made = 0; made < NODES; made++) {
                    Object[] values = {random.nextLong(1_000_000), "text " + random.nextInt(900), random.nextDouble()};
                    nodes[count++] = transaction.createNode(sets[random.nextInt(sets.length)], keys, values);
                }
                for (int made = 0; made < NODES / 2; made++) {
                    long start = nodes[random.nextInt(count)];
                    transaction.createRelationship(
                            start, transaction.type("T" + made % 2), nodes[random.nextInt(count)], keys, new Object[] {
                                (long) made, "of " + made % 50, random.nextDouble()
                            });
                    transaction.setNodeProperties(start, new int[] {keys[made % 3]}, new Object[] {(long) made});
                }
                transaction.commit(Optional.empty());
            }
        }

        @Override
        public void close() {
            store.close();
        }
    }

    @Test
    void theFilesAreThoseOfOneThread() {
        try (Writer one = new Writer(1);
                Writer several = new Writer(4)) {
            long stolen = ForkJoinPool.commonPool().getStealCount();
            for (int round = 0; round < ROUNDS; round++) {
                one.write();
                several.write();
                one.store.checkpoint();
                several.store.checkpoint();
            }
            assertThat(several.fileSystem.list(DIRECTORY)).isEqualTo(one.fileSystem.list(DIRECTORY));
            one.fileSystem.list(DIRECTORY).stream()
                    .filter(file -> StoreFiles.dataFileNumber(file).isPresent())
                    .forEach(file -> assertThat(several.fileSystem.readAll(file))
                            .as("%s", file)
                            .isEqualTo(one.fileSystem.readAll(file)));
            assertThat(ForkJoinPool.commonPool().getStealCount()).isEqualTo(stolen);
            assertThat(several.store.memory().account(MemoryUse.CHECKPOINT).usedBytes())
                    .isZero();
            assertThat(several.store.check((_, _) -> {}).findings()).isEmpty();
        }
    }
}
