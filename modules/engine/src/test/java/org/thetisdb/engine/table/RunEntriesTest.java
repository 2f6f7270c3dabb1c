package org.thetisdb.engine.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

class RunEntriesTest {
    private static final int BATCHES = 40;

    private record Pair(long leading, long other) {}

    /** Rows of two keys, of which one comes in runs of about so many. */
    private static final class Rows {
        private final Random random;
        private final int leadingCount;
        private final int width;
        private final boolean isSecondLeading;
        private final VectorKind kind;
        private long leading;

        Rows(Random random) {
            this.random = random;
            leadingCount = random.nextInt(1, 400);
            width = random.nextInt(1, 40_000);
            isSecondLeading = random.nextBoolean();
            kind = random.nextBoolean() ? VectorKind.NODE : VectorKind.INTEGER;
        }

        Vector[] batch(int runRows, long farOther) {
            int count = random.nextInt(1, 1_500);
            long[] leadings = new long[count];
            long[] others = new long[count];
            for (int row = 0; row < count; row++) {
                leading = random.nextInt(runRows) == 0 ? random.nextInt(leadingCount) * 7_919L : leading;
                leadings[row] = leading;
                others[row] = 300_000L + random.nextInt(width);
            }
            if (farOther != 0) {
                others[random.nextInt(count)] = farOther;
            }
            Vector[] columns = {column(kind, leadings), column(kind, others)};
            return isSecondLeading ? new Vector[] {columns[1], columns[0]} : columns;
        }
    }

    private static Vector column(VectorKind kind, long[] keys) {
        Vector column = new Vector();
        column.reset(kind, keys.length);
        System.arraycopy(keys, 0, column.longs(), 0, keys.length);
        return column;
    }

    private static void assertEntries(Map<Pair, Integer> expected, Vector[] columns, int[] entries, long seed) {
        for (int row = 0; row < columns[0].count(); row++) {
            Pair pair = new Pair(
                    columns[0].isNull(row) ? Long.MIN_VALUE : columns[0].longs()[row],
                    columns[1].longs()[row]);
            Integer known = expected.putIfAbsent(pair, expected.size());
            int wanted = known == null ? expected.size() - 1 : known;
            if (entries[row] != wanted) {
                throw new AssertionError("seed=" + seed + ", row=" + row + ", pair=" + pair + ": expected " + wanted
                        + ", was " + entries[row]);
            }
        }
    }

    @Test
    void findOrAdd_oneKeyInRunsAndOthers_numbersThemAsAMapDoes() {
        int usedCount = 0;
        for (long seed = 1; seed <= 150; seed++) {
            Random random = new Random(seed);
            Rows rows = new Rows(random);
            KeyTable table = new KeyTable(2);
            Map<Pair, Integer> expected = new HashMap<>();
            for (int batch = 0; batch < BATCHES; batch++) {
                boolean isOdd = random.nextInt(15) == 0;
                long farOther = isOdd && random.nextBoolean() ? random.nextLong() : 0;
                Vector[] columns = rows.batch(isOdd ? random.nextInt(1, 6) : 60, farOther);
                if (random.nextInt(40) == 0) {
                    columns[0].setNull(random.nextInt(columns[0].count()));
                }
                int[] entries = new int[columns[0].count()];
                table.findOrAdd(columns, entries.length, entries);
                assertEntries(expected, columns, entries, seed);
                assertThat(table.count()).isEqualTo(expected.size());
                assertThat(table.bytes()).isLessThanOrEqualTo(table.bytesWith(0));
                usedCount += table.isByRuns() ? 1 : 0;
                if (random.nextInt(20) == 0) {
                    expected.clear();
                    if (random.nextBoolean()) {
                        table.rewind();
                    } else {
                        table.clear();
                    }
                }
            }
        }
        assertThat(usedCount).as("batches after which there were runs").isGreaterThan(1_000);
    }

    @Test
    void find_afterRuns_findsAllAndAddsNothing() {
        Rows rows = new Rows(new Random(7));
        KeyTable table = new KeyTable(2);
        Map<Pair, Integer> expected = new HashMap<>();
        Vector[] columns = {};
        for (int batch = 0; batch < BATCHES; batch++) {
            columns = rows.batch(100, 0);
            int[] entries = new int[columns[0].count()];
            table.findOrAdd(columns, entries.length, entries);
            assertEntries(expected, columns, entries, 7);
        }
        assertThat(table.isByRuns()).isTrue();
        int[] found = new int[columns[0].count()];
        table.find(columns, found.length, found);
        assertEntries(expected, columns, found, 7);
        assertThat(table.count()).isEqualTo(expected.size());
        table.findOrAdd(columns, found.length, found);
        assertEntries(expected, columns, found, 7);
    }

    /** Turns of keys with many entries would take longer than looking up each row. */
    @Test
    void reach_shortTurnsOfKeysWithManyEntries_isFar() {
        long[] leadings = new long[20_000];
        long[] others = new long[20_000];
        for (int entry = 0; entry < leadings.length; entry++) {
            leadings[entry] = entry / 10_000;
            others[entry] = entry % 10_000;
        }
        RunEntries entries = new RunEntries();
        assertThat(entries.take(
                        new Vector[] {column(VectorKind.INTEGER, leadings), column(VectorKind.INTEGER, others)},
                        leadings.length))
                .isTrue();
        long[] turns = new long[1_000];
        for (int row = 0; row < turns.length; row++) {
            turns[row] = row / 10 % 2;
        }
        Vector[] batch = {column(VectorKind.INTEGER, turns), column(VectorKind.INTEGER, new long[1_000])};
        assertThat(entries.reach(batch, 1_000, 20_000)).isEqualTo(DirectEntries.Reach.FAR);
    }

    @Test
    void take_noRunsOrOthersApart_isRefused() {
        Random random = new Random(3);
        long[] mixed = random.longs(5_000, 0, 1_000).toArray();
        long[] apart = random.longs(5_000).toArray();
        long[] same = new long[5_000];
        RunEntries entries = new RunEntries();
        assertThat(entries.take(
                        new Vector[] {column(VectorKind.NODE, mixed), column(VectorKind.NODE, mixed.clone())}, 5_000))
                .isFalse();
        assertThat(entries.take(
                        new Vector[] {column(VectorKind.INTEGER, same), column(VectorKind.INTEGER, apart)}, 5_000))
                .isFalse();
        assertThat(entries.isUsed()).isFalse();
        assertThat(entries.bytes()).isZero();
    }
}
