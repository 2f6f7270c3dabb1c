package org.thetisdb.engine.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.hash.TagDirectory;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

class DenseEntriesTest {
    private static final int BATCHES = 24;

    private static Vector column(VectorKind kind, long[] keys) {
        Vector column = new Vector();
        column.reset(kind, keys.length);
        System.arraycopy(keys, 0, column.longs(), 0, keys.length);
        return column;
    }

    /** Keys of a batch: close together, mostly; now and then some that lie apart, at the ends of what a long can be. */
    private static long[] keys(Random random, long base, int width) {
        long[] keys = random.longs(random.nextInt(1, 1_500), base, base + width).toArray();
        switch (random.nextInt(12)) {
            case 0 -> keys[0] = base - random.nextInt(2_000);
            case 1 -> keys[0] = base + width + random.nextInt(2_000);
            case 2 -> keys[0] = random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE;
            case 3 -> keys[0] = random.nextLong();
            default -> {}
        }
        return keys;
    }

    private static void assertEntries(Map<Object, Integer> expected, Vector column, int[] entries, long seed) {
        for (int row = 0; row < column.count(); row++) {
            Object key = column.isNull(row) ? "null" : column.valueAt(row);
            Integer known = expected.putIfAbsent(key, expected.size());
            assertThat(entries[row])
                    .as("seed=%d, row=%d, key=%s", seed, row, key)
                    .isEqualTo(known == null ? expected.size() - 1 : known);
        }
    }

    private static void assertFound(KeyTable table, Map<Object, Integer> expected, Vector column, long seed) {
        int[] entries = new int[column.count()];
        table.find(new Vector[] {column}, column.count(), entries);
        for (int row = 0; row < column.count(); row++) {
            assertThat(entries[row])
                    .as("seed=%d, row=%d, key=%s", seed, row, column.valueAt(row))
                    .isEqualTo(expected.getOrDefault(column.valueAt(row), TagDirectory.NONE));
        }
    }

    @Test
    void findOrAdd_keysCloseTogetherAndOthers_numbersThemAsAMapDoes() {
        VectorKind[] kinds = {VectorKind.INTEGER, VectorKind.NODE, VectorKind.DATE};
        for (long seed = 1; seed <= 120; seed++) {
            Random random = new Random(seed);
            VectorKind kind = kinds[random.nextInt(kinds.length)];
            long base = kind == VectorKind.INTEGER ? random.nextInt(-50_000, 50_000) : 100_000;
            int width = random.nextInt(500, 60_000);
            boolean isClose = kind != VectorKind.INTEGER || random.nextBoolean();
            KeyTable table = new KeyTable(1);
            Map<Object, Integer> expected = new HashMap<>();
            for (int batch = 0; batch < BATCHES; batch++) {
                long[] keys = isClose
                        ? random.longs(1_000, base, base + width).toArray()
                        : keys(random, base + batch * 700L, width);
                Vector column = column(kind, keys);
                if (random.nextInt(20) == 0) {
                    column.setNull(random.nextInt(column.count()));
                }
                int[] entries = new int[column.count()];
                table.findOrAdd(new Vector[] {column}, column.count(), entries);
                assertEntries(expected, column, entries, seed);
                assertFound(table, expected, column(kind, new long[] {base - 1, base + width, base + 1}), seed);
                assertThat(table.count()).isEqualTo(expected.size());
                assertThat(table.bytes()).isLessThanOrEqualTo(table.bytesWith(0));
                if (random.nextInt(12) == 0) {
                    expected.clear();
                    if (random.nextBoolean()) {
                        table.rewind();
                    } else {
                        table.clear();
                    }
                }
            }
        }
    }

    private record Pair(Object first, Object second) {}

    @Test
    void findOrAdd_twoKeysCloseTogetherAndOthers_numbersThemAsAMapDoes() {
        for (long seed = 1; seed <= 120; seed++) {
            Random random = new Random(seed);
            int firstWidth = random.nextInt(1, 60);
            int secondWidth = random.nextInt(1, 3_000);
            long far = random.nextBoolean() ? 1L << 39 : Long.MIN_VALUE;
            KeyTable table = new KeyTable(2);
            Map<Object, Integer> expected = new HashMap<>();
            for (int batch = 0; batch < BATCHES; batch++) {
                int rowCount = random.nextInt(1, 1_500);
                long[] first = random.longs(rowCount, -20, firstWidth).toArray();
                long[] second =
                        random.longs(rowCount, 262_144, 262_145 + secondWidth).toArray();
                if (random.nextInt(10) == 0) {
                    (random.nextBoolean() ? first : second)[random.nextInt(rowCount)] = far;
                }
                Vector[] columns = {column(VectorKind.INTEGER, first), column(VectorKind.NODE, second)};
                int[] entries = new int[rowCount];
                table.findOrAdd(columns, rowCount, entries);
                int[] found = new int[rowCount];
                table.find(columns, rowCount, found);
                assertThat(found).as("seed=%d", seed).isEqualTo(entries);
                for (int row = 0; row < rowCount; row++) {
                    Integer known = expected.putIfAbsent(new Pair(first[row], second[row]), expected.size());
                    int wanted = known == null ? expected.size() - 1 : known;
                    if (entries[row] != wanted) {
                        throw new AssertionError("seed=" + seed + ", row=" + row + ": expected " + wanted);
                    }
                }
                assertThat(table.bytes()).isLessThanOrEqualTo(table.bytesWith(0));
                if (random.nextInt(12) == 0) {
                    expected.clear();
                    table.rewind();
                }
            }
        }
    }

    /** Whole numbers are as integers, wherever they are looked up. */
    @Test
    void findOrAdd_anotherKindAfterwards_findsWhatIsTheSame() {
        KeyTable table = new KeyTable(1);
        Vector integers =
                column(VectorKind.INTEGER, new Random(1).longs(5_000, 0, 6_000).toArray());
        int[] entries = new int[5_000];
        table.findOrAdd(new Vector[] {integers}, 5_000, entries);
        table.findOrAdd(new Vector[] {integers}, 5_000, entries);
        Vector floats = new Vector();
        floats.reset(VectorKind.FLOAT, 5_000);
        for (int row = 0; row < 5_000; row++) {
            floats.doubles()[row] = integers.longs()[row];
        }
        int count = table.count();
        int[] again = new int[5_000];
        table.findOrAdd(new Vector[] {floats}, 5_000, again);
        assertThat(again).isEqualTo(entries);
        assertThat(table.count()).isEqualTo(count);
    }

    @Test
    void findOrAdd_keysCloseTogether_takesNoDirectory() {
        KeyTable table = new KeyTable(1);
        int[] entries = new int[1_000];
        for (int from = 0; from < 1_000_000; from += 1_000) {
            long[] keys = new long[1_000];
            int first = from;
            Arrays.setAll(keys, row -> 262_144L + first + row);
            table.findOrAdd(new Vector[] {column(VectorKind.NODE, keys)}, 1_000, entries);
        }
        long keyBytes = table.keys()[0].bytesReserved();
        assertThat(table.bytes() - keyBytes).isLessThan(TagDirectory.bytes(1_000_000) / 2);
    }

    @Test
    void find_joinOfNodes_givesTheFirstOfEach() {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            int width = random.nextInt(1_000, 40_000);
            long[] nodes = random.longs(3_000, 500, 500 + width).toArray();
            Vector[] keys = {column(VectorKind.NODE, nodes)};
            JoinTable table = new JoinTable(keys, nodes.length, KeyHashing.USUAL, false, bytes -> {});
            JoinTable byHash = new JoinTable(keys, nodes.length, KeyHashing.COLLIDING, false, bytes -> {});
            Vector mixed = new Vector();
            mixed.reset(VectorKind.OBJECT, 300);
            Vector plain =
                    column(VectorKind.NODE, random.longs(300, 0, 1_000 + width).toArray());
            for (int row = 0; row < 300; row++) {
                mixed.objects()[row] = row % 3 == 0 ? "text" : new NodeReference(plain.longs()[row]);
                if (row % 7 == 0) {
                    plain.setNull(row);
                }
            }
            for (Vector probes : new Vector[] {plain, mixed, column(VectorKind.INTEGER, nodes)}) {
                int[] heads = new int[300];
                int[] expected = new int[300];
                table.find(JoinTable.finder(KeyHashing.USUAL), new Vector[] {probes}, 300, heads);
                byHash.find(JoinTable.finder(KeyHashing.COLLIDING), new Vector[] {probes}, 300, expected);
                assertThat(heads).as("seed=%d, kind=%s", seed, probes.kind()).isEqualTo(expected);
            }
            assertThat(table.isUnique()).isEqualTo(byHash.isUnique());
        }
    }
}
