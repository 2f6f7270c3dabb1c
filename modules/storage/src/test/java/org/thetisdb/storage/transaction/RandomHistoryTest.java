package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;

/** One transaction after the other, with checkpoints and restarts between: every revision reads as it was. */
final class RandomHistoryTest {
    private static final int TRANSACTIONS = 60;

    @TempDir
    Path directory;

    private GraphStore store;
    private GraphModel model = new GraphModel();
    private List<String> described = List.of();
    private final Map<Long, List<String>> revisions = new TreeMap<>();

    private static final long SEEDS_IN_MEMORY = 8;

    /** Some of them come when there is no memory left even for a small transaction's lists. */
    private static final int LARGE_CHANGES = 6_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 9, 10})
    void everyRevisionReadsAsItWas(long seed) {
        run(seed);
    }

    @ParameterizedTest
    @Tag("long")
    @ValueSource(longs = {5, 6, 7, 8, 11, 12, 13, 14, 15, 16})
    void everyRevisionOfMoreSeedsReadsAsItWas(long seed) {
        run(seed);
    }

    private void run(long seed) {
        Random random = new Random(seed);
        Path database = directory.resolve("db");
        // Every other seed has a root for each checkpoint, or one for several.
        StoreOptions options = StoreOptions.byDefault().withRootDistanceBytes(seed % 2 * 40_000);
        boolean inMemory = seed <= SEEDS_IN_MEMORY;
        if (!inMemory) {
            options = options.withMemory(MemoryBudget.ofBytes(MemoryBudget.BYTES_MIN))
                    .withCheckpointBytes(Long.MAX_VALUE);
        }
        store = GraphStore.create(database, options);
        try {
            if (!inMemory) {
                FaultyStore.takeMemory(store);
                transact(random, LARGE_CHANGES);
            }
            for (int round = 0; round < TRANSACTIONS; round++) {
                transact(random, 20);
                if (random.nextInt(8) == 0) {
                    store.checkpoint();
                }
                if (random.nextInt(12) == 0) {
                    store.close();
                    store = GraphStore.open(database, options);
                    if (!inMemory) {
                        FaultyStore.takeMemory(store);
                        transact(random, LARGE_CHANGES);
                    }
                }
                assertThat(GraphModel.describe(store.snapshot()))
                        .as("seed=%d, round=%d, revision=%d", seed, round, store.revision())
                        .isEqualTo(described);
            }
            revisions.forEach((revision, expected) -> assertThat(GraphModel.describe(store.snapshot(revision)))
                    .as("seed=%d, revision=%d", seed, revision)
                    .isEqualTo(expected));
            assertThat(store.check((done, total) -> {}).findings()).isEmpty();
        } finally {
            store.close();
        }
    }

    private void transact(Random random, int changes) {
        GraphModel next = model.copy();
        try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
            RandomWorkload.change(transaction, next, random, changes);
            if (random.nextInt(5) > 0) {
                long revision = transaction.commit(Optional.empty());
                model = next;
                described = model.describe();
                revisions.put(revision, described);
            }
        }
    }
}
