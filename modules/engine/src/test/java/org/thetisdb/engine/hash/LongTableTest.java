package org.thetisdb.engine.hash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LongTableTest {
    @Test
    void add_randomNodesOverManyClears_agreesWithAMap() {
        for (long seed = 1; seed <= 30; seed++) {
            Random random = new Random(seed);
            LongTable set = new LongTable();
            for (int round = 0; round < 20; round++) {
                Map<Long, Integer> expected = new LinkedHashMap<>();
                int count = random.nextInt(round % 5 == 0 ? 3000 : 40);
                for (int index = 0; index < count; index++) {
                    long node = random.nextInt(1 << random.nextInt(1, 30));
                    Integer known = expected.putIfAbsent(node, expected.size());
                    int added = set.add(node);
                    assertThat(added).as("seed=%d", seed).isEqualTo(known == null ? expected.size() - 1 : ~known);
                }
                assertThat(set.count()).isEqualTo(expected.size());
                expected.forEach((node, number) -> assertThat(set.find(node)).isEqualTo(number));
                assertThat(set.find(1L << 40)).isEqualTo(-1);
                if (round % 7 == 6) {
                    set.release();
                } else {
                    set.clear();
                }
                expected.keySet().forEach(node -> assertThat(set.find(node)).isEqualTo(-1));
            }
        }
    }

    @Test
    void bytesWith_isNeverLessThanWhatIsTaken() {
        LongTable set = new LongTable();
        Random random = new Random(1);
        for (int round = 0; round < 300; round++) {
            int more = random.nextInt(1, 1_000);
            long before = set.bytes();
            long told = set.bytesWith(more);
            for (int index = 0; index < more; index++) {
                set.add(random.nextLong());
            }
            boolean hasGrown = set.bytes() > before;
            assertThat(told).isGreaterThanOrEqualTo(hasGrown ? before + set.bytes() : before);
        }
    }
}
