package org.thetisdb.storage.column;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.value.vector.Dictionary;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorCheck;
import org.thetisdb.value.vector.VectorFullException;
import org.thetisdb.value.vector.VectorKind;

/** Goal: whole batches of dictionary segments are codes, and what these say. Method: seeds; plain values beside. */
final class DictionaryRunTest {
    private static final long SEED = Long.getLong("thetis.seed", 11L);
    private static final int ROWS = 3_000;

    private final Random random = new Random(SEED);

    private List<Object> values(int words, int nullPercent) {
        List<Object> values = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            values.add(
                    random.nextInt(100) < nullPercent
                            ? null
                            : "Straße".substring(random.nextInt(6)) + random.nextInt(words));
        }
        return values;
    }

    private static ColumnSegment segment(List<Object> values) {
        Vector vector = new Vector();
        vector.reset(VectorKind.STRING, values.size());
        for (int row = 0; row < values.size(); row++) {
            vector.setValue(row, values.get(row));
        }
        ColumnSegment segment = ColumnRoundTripTest.open(new ColumnEncoder().encode(vector));
        assertThat(segment.encoding()).isEqualTo(Encoding.STRING_DICTIONARY);
        return segment;
    }

    @Test
    void runsAndGathers_ofSeveralDictionaries_areCodesAndEqualTheValues() {
        List<List<Object>> columns = List.of(values(3, 0), values(2, 30), values(40, 5), values(1, 97));
        List<ColumnSegment> segments =
                columns.stream().map(DictionaryRunTest::segment).toList();
        Vector into = new Vector();
        for (int round = 0; round < 2_000; round++) {
            int chosen = random.nextInt(columns.size());
            int length = random.nextInt(1, 1_025);
            int first = random.nextInt(ROWS - length + 1);
            long[] ids = new long[length];
            boolean[] nulls = random.nextInt(3) == 0 ? new boolean[length] : null;
            int way = random.nextInt(3);
            for (int index = 0; index < length; index++) {
                ids[index] = way == 2 ? random.nextInt(ROWS) : first + index;
                if (nulls != null) {
                    nulls[index] = random.nextInt(5) == 0;
                }
            }
            into.reset(VectorKind.STRING, length);
            if (way == 0) {
                segments.get(chosen).readRun(first, length, into, 0);
            } else {
                segments.get(chosen).readRows(ids, nulls, 0, length, into, 0);
            }
            String description = "seed=%d, round=%d, column=%d, way=%d".formatted(SEED, round, chosen, way);
            if (chosen < 2 && length >= 64) {
                assertThat(into.isCoded()).as(description).isTrue();
            }
            assertThat(VectorCheck.defect(into, length)).as(description).isEmpty();
            patch(into, round);
            for (int index = 0; index < length; index++) {
                boolean isNull = way > 0 && nulls != null && nulls[index];
                Object expected = isNull ? null : columns.get(chosen).get((int) ids[index]);
                assertThat(into.valueAt(index)).as(description).isEqualTo(index == round ? "changed" : expected);
            }
        }
    }

    /** As the delta does for rows that were changed, in some batches. */
    private static void patch(Vector into, int round) {
        if (round < into.count()) {
            into.setValue(round, "changed");
            assertThat(into.isCoded()).isFalse();
        }
    }

    @Test
    void parts_ofSeveralSegmentsInOneVector_areNoCodes() {
        List<Object> first = values(3, 10);
        List<Object> second = values(2, 0);
        Vector into = new Vector();
        into.reset(VectorKind.STRING, 200);
        segment(first).readRun(0, 100, into, 0);
        segment(second).readRun(50, 100, into, 100);
        assertThat(into.isCoded()).isFalse();
        for (int index = 0; index < 100; index++) {
            assertThat(into.valueAt(index)).as("seed=%d", SEED).isEqualTo(first.get(index));
            assertThat(into.valueAt(100 + index)).as("seed=%d", SEED).isEqualTo(second.get(50 + index));
        }
    }

    @Test
    void batches_ofOneSegment_haveOneDictionaryAndThoseOfAnotherAnother() {
        ColumnSegment one = segment(values(3, 0));
        ColumnSegment other = segment(values(3, 0));
        Vector into = new Vector();
        into.reset(VectorKind.STRING, 100);
        one.readRun(0, 100, into, 0);
        Dictionary dictionary = into.dictionary();
        into.reset(VectorKind.STRING, 400);
        one.readRun(7, 400, into, 0);
        assertThat(into.dictionary()).isSameAs(dictionary);
        into.reset(VectorKind.STRING, 400);
        other.readRun(7, 400, into, 0);
        assertThat(into.dictionary()).isNotSameAs(dictionary);
    }

    @Test
    void differentStrings_gatheredAgainAndAgain_areCodesOfAllOfThem() {
        List<Object> values = new ArrayList<>();
        Vector plain = new Vector();
        plain.reset(VectorKind.STRING, 900);
        for (int row = 0; row < 900; row++) {
            values.add(row % 9 == 4 ? null : "Straße " + row / 2 * row);
            plain.setValue(row, values.get(row));
        }
        ColumnSegment segment = ColumnRoundTripTest.open(new ColumnEncoder().encode(plain));
        assertThat(segment.encoding()).isEqualTo(Encoding.STRINGS);
        Vector into = new Vector();
        for (int round = 0; round < 30; round++) {
            int length = random.nextInt(250, 1_000);
            long[] ids = random.ints(length, 0, 900).asLongStream().toArray();
            into.reset(VectorKind.STRING, length);
            segment.readRows(ids, null, 0, length, into, 0);
            String description = "seed=%d, round=%d".formatted(SEED, round);
            assertThat(VectorCheck.defect(into, length)).as(description).isEmpty();
            if (round == 0 || round > 15) {
                assertThat(into.isCoded()).as(description).isEqualTo(round > 0);
            }
            for (int index = 0; index < length; index++) {
                assertThat(into.valueAt(index)).as(description).isEqualTo(values.get((int) ids[index]));
            }
        }
    }

    @Test
    void run_whoseDictionaryIsOverTheLimit_isRefused() {
        ColumnSegment segment = segment(values(3, 0));
        Vector into = new Vector();
        into.limitStringBytes(3);
        into.reset(VectorKind.STRING, 100);
        assertThatThrownBy(() -> segment.readRun(0, 100, into, 0)).isInstanceOf(VectorFullException.class);
    }
}
