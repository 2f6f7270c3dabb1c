package org.thetisdb.engine.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Goal: each group's list has its values in the order in which they came, in whichever form they wait or are kept.
 * Method: random batches, few and many groups, kinds by turns, beside plain lists.
 */
class ValueCollectorTest {
    private static final int GROUPS = 3_000;

    private final List<List<Object>> expected = IntStream.range(0, GROUPS)
            .mapToObj(_ -> (List<Object>) new ArrayList<>())
            .toList();

    private static Object value(Random random, int kind) {
        return switch (kind) {
            case 0 -> random.nextLong(1_000);
            case 1 -> random.nextInt(100) / 8.0;
            case 2 -> "text " + random.nextInt(50);
            default -> random.nextBoolean();
        };
    }

    private static Vector values(Random random, int kind, int count) {
        Vector values = new Vector();
        values.reset(VectorKind.NULL, count);
        for (int row = 0; row < count; row++) {
            values.setValue(row, value(random, kind));
        }
        return values;
    }

    private void addBatch(ValueCollector collector, Random random, int kind) {
        int count = random.nextInt(1, 3_000);
        int groups = random.nextInt(4) == 0 ? 1 + random.nextInt(5) : GROUPS;
        int[] groupsOfRows = random.ints(count, 0, groups).toArray();
        Vector values = values(random, kind, count);
        collector.addEach(groupsOfRows, values, count);
        for (int row = 0; row < count; row++) {
            expected.get(groupsOfRows[row]).add(values.valueAt(row));
        }
    }

    private void addOne(ValueCollector collector, Random random) {
        int group = random.nextInt(GROUPS);
        Vector values = values(random, random.nextInt(4), 3);
        switch (random.nextInt(3)) {
            case 0 -> {
                collector.add(group, values, 1, 2);
                expected.get(group).addAll(List.of(values.valueAt(1), values.valueAt(1)));
            }
            case 1 -> {
                collector.addRun(group, values, 1, 2);
                expected.get(group).addAll(List.of(values.valueAt(1), values.valueAt(2)));
            }
            default -> {
                collector.addAll(group, List.of("some", 7L));
                expected.get(group).addAll(List.of("some", 7L));
            }
        }
    }

    private void check(ValueCollector collector, String description) {
        int[] all = IntStream.range(0, GROUPS).toArray();
        Vector lists = collector.lists(all, GROUPS);
        Object[] same = new Object[GROUPS];
        collector.lists(0, GROUPS, same);
        for (int group = 0; group < GROUPS; group++) {
            assertThat(collector.size(group))
                    .as(description)
                    .isEqualTo(expected.get(group).size());
            assertThat(lists.isNull(group))
                    .as(description)
                    .isEqualTo(expected.get(group).isEmpty());
            assertThat(same[group]).as("%s, group=%d", description, group).isEqualTo(expected.get(group));
        }
        assertThat(collector.bytes()).isPositive();
        assertThat(collector.bytesWith(4_000)).isGreaterThanOrEqualTo(collector.bytes());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void lists_haveTheValuesOfTheirGroups_inOrder(int seed) {
        Random random = new Random(seed);
        String description = "seed=" + seed;
        ValueCollector collector = new ValueCollector();
        collector.reserve(GROUPS);
        int kinds = seed % 2 == 0 ? 1 : 4;
        for (int batch = 0; batch < 60; batch++) {
            addBatch(collector, random, random.nextInt(kinds));
            if (random.nextInt(20) == 0) {
                addOne(collector, random);
            }
            if (random.nextInt(20) == 0) {
                check(collector, description);
            }
        }
        check(collector, description);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void merge_ofSomeGroups_addsTheirValuesBehind(int seed) {
        Random random = new Random(seed);
        ValueCollector first = new ValueCollector();
        ValueCollector second = new ValueCollector();
        first.reserve(GROUPS);
        second.reserve(GROUPS);
        for (int batch = 0; batch < 8; batch++) {
            addBatch(first, random, 0);
        }
        if (seed % 3 == 0) {
            addOne(first, random);
        }
        for (int batch = 0; batch < 8; batch++) {
            addBatch(second, random, seed % 2);
        }
        if (seed % 3 == 1) {
            addOne(second, random);
        }
        first.arrange();
        second.arrange();
        // By two parts, and under other numbers.
        ValueCollector merged = new ValueCollector();
        merged.reserve(GROUPS);
        for (int part = 0; part < 2; part++) {
            int rest = part;
            int[] groups = IntStream.range(0, GROUPS)
                    .filter(group -> group % 2 == rest)
                    .toArray();
            int[] into = IntStream.of(groups).map(group -> GROUPS - 1 - group).toArray();
            merged.merge(first, groups, into, groups.length);
            merged.merge(second, groups, into, groups.length);
        }
        for (int group = 0; group < GROUPS; group++) {
            assertThat(merged.list(GROUPS - 1 - group))
                    .as("seed=%d, group=%d", seed, group)
                    .isEqualTo(expected.get(group));
        }
    }
}
