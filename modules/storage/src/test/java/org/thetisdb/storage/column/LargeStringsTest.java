package org.thetisdb.storage.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Goal: reading large strings copies each once, however many rows have it, and none for rows without one. */
final class LargeStringsTest {
    private static final int ROWS = 1_024;
    private static final String LARGE = "l".repeat(50_000);
    private static final String OTHER = "o".repeat(50_000);

    @Test
    void readRows_fewLargeAmongNulls_copiesEachOnce() {
        assertCopied(row -> row % 100 == 0 ? LARGE : row % 100 == 50 ? OTHER : null, Encoding.STRING_DICTIONARY, 2);
    }

    @Test
    void readRows_largeRepeated_copiesEachOnce() {
        assertCopied(row -> row % 3 == 0 ? LARGE : row % 3 == 1 ? OTHER : "s", Encoding.STRING_DICTIONARY, 2);
    }

    @Test
    void readRows_oneLargeAmongNulls_copiesItOnce() {
        assertCopied(row -> row == 7 ? LARGE : row % 2 == 0 ? "s" + row : null, Encoding.STRINGS, 1);
    }

    @Test
    void readRows_ofOneRow_copiesItOnce() {
        ColumnSegment segment = segment(row -> row == 7 ? LARGE : row == 8 ? OTHER : null);
        long[] ids = new long[ROWS];
        Arrays.fill(ids, 7);
        Vector into = vector(VectorKind.STRING);
        segment.readRows(ids, null, 0, ROWS, into, 0);
        assertThat(into.stringBytes()).isLessThan(2 * LARGE.length());
        assertThat(into.valueAt(ROWS - 1)).isEqualTo(LARGE);
        Vector objects = vector(VectorKind.OBJECT);
        segment.readRows(ids, null, 0, ROWS, objects, 0);
        assertThat(objects.valueAt(ROWS - 1)).isSameAs(objects.valueAt(0)).isEqualTo(LARGE);
    }

    private static void assertCopied(IntFunction<String> values, Encoding encoding, int largeCount) {
        ColumnSegment segment = segment(values);
        assertThat(segment.encoding()).isEqualTo(encoding);
        long[] ids = new long[ROWS];
        boolean[] nulls = new boolean[ROWS];
        for (int index = 0; index < ROWS; index++) {
            // All rows, in no order.
            ids[index] = index * 37L % ROWS;
            nulls[index] = index % 5 == 0;
        }
        assertRead(segment, values, ids, null, largeCount);
        assertRead(segment, values, ids, nulls, largeCount);
        Vector run = vector(VectorKind.STRING);
        segment.readRun(0, ROWS, run, 0);
        assertThat(run.stringBytes()).isLessThan((largeCount + 1) * LARGE.length());
    }

    private static void assertRead(
            ColumnSegment segment, IntFunction<String> values, long[] ids, boolean[] nulls, int largeCount) {
        Vector into = vector(VectorKind.STRING);
        segment.readRows(ids, nulls, 0, ROWS, into, 0);
        assertThat(into.stringBytes()).isLessThan((largeCount + 1) * LARGE.length());
        for (int index = 0; index < ROWS; index++) {
            String expected = nulls != null && nulls[index] ? null : values.apply((int) ids[index]);
            assertThat(into.valueAt(index)).isEqualTo(expected);
        }
    }

    private static Vector vector(VectorKind kind) {
        Vector vector = new Vector();
        vector.reset(kind, ROWS);
        return vector;
    }

    private static ColumnSegment segment(IntFunction<String> values) {
        List<Object> all = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            all.add(values.apply(row));
        }
        Vector vector = new Vector();
        vector.reset(VectorKind.NULL, ROWS);
        for (int row = 0; row < ROWS; row++) {
            vector.setValue(row, all.get(row));
        }
        ColumnSegment segment = ColumnRoundTripTest.open(new ColumnEncoder().encode(vector));
        // So that it is resident as a whole.
        segment.announce(Integer.MAX_VALUE);
        return segment;
    }
}
