package org.thetisdb.engine.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a bounded cache keeps, and what it gives up. */
class SieveCacheTest {
    private final List<String> dropped = new ArrayList<>();

    private SieveCache<String, String> cache(int capacity) {
        return new SieveCache<>(capacity, key -> key.length(), dropped::add);
    }

    @Test
    void put_streamOfNewKeys_leavesWhatIsAskedFor() {
        SieveCache<String, String> cache = cache(8);
        for (String key : List.of("a", "b", "c")) {
            cache.put(key, key);
        }
        for (int round = 0; round < 1000; round++) {
            for (String key : List.of("a", "b", "c")) {
                assertThat(cache.get(key)).as("round=%d", round).contains(key);
            }
            String passing = Character.toString(0x4e00 + round);
            cache.put(passing, passing);
        }
        assertThat(dropped).hasSize(1000 + 3 - 8).doesNotContain("a", "b", "c");
    }

    @Test
    void put_sameKeyAgain_dropsTheFormerValue() {
        SieveCache<String, String> cache = cache(8);
        cache.put("a", "first");
        cache.put("a", "second");
        assertThat(cache.get("a")).contains("second");
        assertThat(dropped).containsExactly("first");
        assertThat(cache.weight()).isEqualTo(1);
    }

    @Test
    void put_heavyKeys_takeTheRoomOfSeveral() {
        SieveCache<String, String> cache = cache(8);
        for (String key : List.of("a", "b", "c", "d", "e", "f", "g", "h", "xy")) {
            cache.put(key, key);
        }
        assertThat(dropped).containsExactly("a", "b");
        assertThat(cache.weight()).isEqualTo(8);
        cache.put("xyz", "too heavy");
        assertThat(cache.get("xyz")).isEmpty();
        assertThat(dropped).containsExactly("a", "b", "too heavy");
    }

    @Test
    void put_capacityOfOne_keepsTheLast() {
        SieveCache<String, String> cache = cache(1);
        for (String key : List.of("a", "b", "c")) {
            cache.put(key, key);
            assertThat(cache.get(key)).contains(key);
        }
        assertThat(dropped).containsExactly("a", "b");
    }

    /** Whatever happens, what is in the cache is what was put last, and everything else was dropped once. */
    @Test
    void random_putsAndGets_agreeWithAMap() {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            Map<Integer, Integer> last = new HashMap<>();
            AtomicInteger drops = new AtomicInteger();
            int puts = 0;
            SieveCache<Integer, Integer> cache =
                    new SieveCache<>(16, key -> 1 + key % 3, value -> drops.incrementAndGet());
            for (int step = 0; step < 2000; step++) {
                int key = random.nextInt(40);
                if (random.nextInt(3) > 0) {
                    int expected = last.getOrDefault(key, -1);
                    assertThat(cache.get(key).orElse(expected))
                            .as("seed=%d, step=%d", seed, step)
                            .isEqualTo(expected);
                } else {
                    cache.put(key, step);
                    last.put(key, step);
                    puts++;
                }
                assertThat(cache.weight()).as("seed=%d, step=%d", seed, step).isLessThanOrEqualTo(16);
            }
            AtomicInteger left = new AtomicInteger();
            cache.forEach(value -> left.incrementAndGet());
            assertThat(drops.get() + left.get()).as("seed=%d", seed).isEqualTo(puts);
        }
    }

    @Test
    void manyThreads_putAndGet_keepTheBound() throws InterruptedException {
        SieveCache<Integer, Integer> cache = new SieveCache<>(64, key -> 1, value -> {});
        List<Thread> threads = new ArrayList<>();
        List<Throwable> failures = java.util.Collections.synchronizedList(new ArrayList<>());
        for (int thread = 0; thread < 4; thread++) {
            Random random = new Random(thread);
            Thread started = new Thread(() -> {
                for (int step = 0; step < 20_000; step++) {
                    int key = random.nextInt(200);
                    if (cache.get(key).filter(value -> value != key * 7).isPresent()) {
                        throw new AssertionError("key=" + key);
                    }
                    cache.put(key, key * 7);
                }
            });
            started.setUncaughtExceptionHandler((_, failure) -> failures.add(failure));
            started.start();
            threads.add(started);
        }
        for (Thread each : threads) {
            each.join();
        }
        assertThat(failures).isEmpty();
        assertThat(cache.weight()).isBetween(1L, 64L);
    }
}
