package org.thetisdb.storage.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.io.memory.JvmHeap;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.io.memory.MemoryGovernor;
import org.thetisdb.io.memory.MemoryUse;
import org.thetisdb.storage.arena.RecordArena;

class IndexPairsTest {
    private record Pair(IndexKey key, long node) implements Comparable<Pair> {
        @Override
        public int compareTo(Pair other) {
            int byKey = key.compareTo(other.key);
            return byKey != 0 ? byKey : Long.compare(node, other.node);
        }
    }

    private final MemoryGovernor memory = new MemoryGovernor(MemoryBudget.ofBytes(256L << 20), JvmHeap.detect());
    private final RecordArena arena = new RecordArena(memory.account(MemoryUse.CHANGES));
    private final IndexPairs pairs = new IndexPairs(arena, arena);

    @AfterEach
    void close() {
        arena.closing().run();
    }

    @Test
    void randomPairs_areFoundInTheOrderOfASortedSet() {
        long seed = 42;
        Random random = new Random(seed);
        TreeSet<Pair> model = new TreeSet<>();
        for (int step = 0; step < 20_000; step++) {
            Pair pair = new Pair(key(random), random.nextInt(20));
            assertThat(pairs.add(pair.key(), pair.node())).as("seed=%s", seed).isEqualTo(model.add(pair));
        }
        assertThat(all()).isEqualTo(new ArrayList<>(model));
        assertThat(pairs.count()).isEqualTo(model.size());
        for (int step = 0; step < 2_000; step++) {
            Pair from = new Pair(key(random), random.nextInt(22) - 1);
            int found = pairs.from(from.key(), from.node());
            Pair right = model.ceiling(from);
            if (right == null) {
                assertThat(found).isEqualTo(IndexPairs.NONE);
            } else {
                assertThat(pair(found)).as("seed=%s, from=%s", seed, from).isEqualTo(right);
                assertThat(Integer.signum(pairs.compare(found, from.key(), from.node())))
                        .isEqualTo(Integer.signum(right.compareTo(from)));
            }
        }
    }

    /** Numbers that are near, strings with common beginnings, some of them long, and lists. */
    private static IndexKey key(Random random) {
        Object value = switch (random.nextInt(5)) {
            case 0 -> (long) random.nextInt(500);
            case 1 -> (1L << 53) + random.nextInt(50);
            case 2 -> random.nextInt(100) / 7.0;
            case 3 -> "a common beginning".repeat(random.nextInt(3)) + random.nextInt(30);
            default -> List.of((long) random.nextInt(5), "x" + random.nextInt(5));
        };
        return IndexKey.of(value).orElseThrow();
    }

    private Pair pair(int pair) {
        return new Pair(pairs.key(pair), pairs.node(pair));
    }

    private List<Pair> all() {
        List<Pair> found = new ArrayList<>();
        for (int pair = pairs.first(); pair != IndexPairs.NONE; pair = pairs.next(pair)) {
            found.add(pair(pair));
        }
        return found;
    }

    /** Whatever the threads do, each pair is added by exactly one of them, and all stay in their order. */
    @Test
    void manyThreads_addTheSamePairs_eachIsAddedOnce() throws Exception {
        int threads = 4;
        int keys = 3_000;
        try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            List<Future<Integer>> running = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                int seed = thread;
                running.add(executor.submit(() -> addAll(new Random(seed), keys)));
            }
            int added = 0;
            for (Future<Integer> each : running) {
                added += each.get();
            }
            assertThat(added).isEqualTo(pairs.count());
        }
        List<Pair> found = all();
        assertThat(found).hasSize(pairs.count()).isSorted().doesNotHaveDuplicates();
    }

    private int addAll(Random random, int keys) {
        int added = 0;
        for (int step = 0; step < 20_000; step++) {
            IndexKey key = IndexKey.of((long) random.nextInt(keys)).orElseThrow();
            long node = random.nextInt(3);
            added += pairs.add(key, node) ? 1 : 0;
            assertThat(pairs.compare(pairs.from(key, node), key, node)).isZero();
        }
        return added;
    }

    @Test
    void numbers_takeAThirdOfWhatObjectsTook() {
        for (long number = 0; number < 10_000; number++) {
            pairs.add(IndexKey.of(number).orElseThrow(), number);
        }
        assertThat(arena.usedBytes() / 10_000.0).isLessThan(36);
    }
}
