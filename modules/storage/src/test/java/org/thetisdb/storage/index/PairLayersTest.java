package org.thetisdb.storage.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.io.memory.MemoryAccount;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.io.memory.MemoryGovernor;
import org.thetisdb.io.memory.MemoryUse;
import org.thetisdb.storage.arena.RecordArena;
import org.thetisdb.storage.options.FaultPoints;
import org.thetisdb.storage.spill.TemporarySpace;

/**
 * Goal: what was added is found, once, whatever layers it is in. Method: a sorted set beside it, with memory for so few
 * pairs that lists are closed and runs merged all the time.
 */
class PairLayersTest {
    private static final int BLOCK_BYTES = 1 << 10;

    @TempDir
    Path folder;

    private record Pair(IndexKey key, long node) implements Comparable<Pair> {
        @Override
        public int compareTo(Pair other) {
            int byKey = key.compareTo(other.key);
            return byKey != 0 ? byKey : Long.compare(node, other.node);
        }
    }

    private final long seed = new Random().nextLong();
    private final MemoryAccount account =
            MemoryGovernor.of(MemoryBudget.ofBytes(64 << 10)).account(MemoryUse.CHANGES);
    private Optional<RecordArena> arena = Optional.empty();
    private long takenBytes;

    /** Layers in an arena for which there is no memory. */
    private PairLayers layers() {
        while (account.tryTake(BLOCK_BYTES)) {
            takenBytes += BLOCK_BYTES;
        }
        arena = Optional.of(new RecordArena(
                account, Optional.of(TemporarySpace.ofReader(new LocalFileSystem(), folder)), FaultPoints.NONE));
        return new PairLayers(arena.get(), 1 << 16, 1 << 6);
    }

    @AfterEach
    void close() {
        arena.ifPresent(each -> each.closing().run());
        account.release(takenBytes);
        assertThat(account.usedBytes()).as("seed=%d", seed).isZero();
        assertThat(folder).isEmptyDirectory();
    }

    /** Numbers, strings with common beginnings, some of them long, and lists. */
    private static IndexKey key(Random random) {
        Object value = switch (random.nextInt(4)) {
            case 0 -> (long) random.nextInt(20_000);
            case 1 -> random.nextInt(20_000) / 7.0;
            case 2 -> "a common beginning ".repeat(random.nextInt(12)) + random.nextInt(10_000);
            default -> List.of((long) random.nextInt(300), "x" + random.nextInt(50));
        };
        return IndexKey.of(value).orElseThrow();
    }

    private static TreeSet<Pair> found(List<PairSource> walks) {
        TreeSet<Pair> found = new TreeSet<>();
        for (PairSource walk : walks) {
            List<Pair> ofWalk = new ArrayList<>();
            while (walk.next()) {
                ofWalk.add(new Pair(walk.key(), walk.node()));
            }
            assertThat(ofWalk).isSorted().doesNotHaveDuplicates();
            found.addAll(ofWalk);
        }
        return found;
    }

    @Test
    void randomPairs_areFoundWhateverLayersTheyAreIn() {
        Random random = new Random(seed);
        PairLayers layers = layers();
        TreeSet<Pair> model = new TreeSet<>();
        for (int step = 0; step < 60_000; step++) {
            Pair pair = new Pair(key(random), random.nextInt(20));
            boolean isNew = model.add(pair);
            boolean added = layers.add(pair.key(), pair.node());
            assertThat(added || !isNew)
                    .as("seed=%d: what is new is added", seed)
                    .isTrue();
        }
        assertThat(Arrays.stream(layers.runLevels()).max().orElse(-1))
                .as("seed=%d", seed)
                .isPositive();
        assertThat(found(layers.all())).as("seed=%d", seed).isEqualTo(model);
        assertThat(layers.count()).as("seed=%d", seed).isGreaterThanOrEqualTo(model.size());
        for (int step = 0; step < 50; step++) {
            Pair from = new Pair(key(random), random.nextInt(22) - 1);
            assertThat(found(layers.from(from.key(), from.node())))
                    .as("seed=%d, from=%s", seed, from)
                    .isEqualTo(model.tailSet(from, true));
        }
    }

    /** Who has added a pair finds it, although another thread may be closing the list that it went into. */
    @Test
    void manyThreads_findWhatTheyHaveAdded() throws Exception {
        PairLayers layers = layers();
        int threads = 4;
        try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            List<Future<TreeSet<Pair>>> running = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                Random random = new Random(seed + thread);
                running.add(executor.submit(() -> addAll(layers, random)));
            }
            TreeSet<Pair> all = new TreeSet<>();
            for (Future<TreeSet<Pair>> each : running) {
                all.addAll(each.get());
            }
            assertThat(found(layers.all())).as("seed=%d", seed).isEqualTo(all);
        }
    }

    private TreeSet<Pair> addAll(PairLayers layers, Random random) {
        TreeSet<Pair> added = new TreeSet<>();
        for (int step = 0; step < 15_000; step++) {
            Pair pair = new Pair(key(random), random.nextInt(3));
            layers.add(pair.key(), pair.node());
            added.add(pair);
            if (step % 8 == 0) {
                boolean isThere = layers.from(pair.key(), pair.node()).stream()
                        .anyMatch(walk -> walk.next() && walk.compare(pair.key(), pair.node()) == 0);
                assertThat(isThere).as("seed=%d, pair=%s", seed, pair).isTrue();
            }
        }
        return added;
    }
}
