package org.thetisdb.value.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.RelationshipReference;
import org.thetisdb.value.ThetisException;

final class VectorTest {
    private static Vector of(Object... values) {
        Vector vector = new Vector();
        vector.reset(VectorKind.NULL, values.length);
        for (int index = 0; index < values.length; index++) {
            vector.setValue(index, values[index]);
        }
        return vector;
    }

    private static List<Object> values(Vector vector) {
        List<Object> values = new ArrayList<>();
        for (int index = 0; index < vector.count(); index++) {
            values.add(vector.valueAt(index));
        }
        return values;
    }

    @Test
    void append_nullsOfAnotherKind_keepsTheKind() {
        Vector nulls = new Vector();
        nulls.reset(VectorKind.STRING, 2);
        nulls.setAllNull();
        Vector numbers = of(1L);
        numbers.append(nulls, 2);
        assertThat(numbers.kind()).isEqualTo(VectorKind.INTEGER);
        assertThat(values(numbers)).containsExactly(1L, null, null);
    }

    @Test
    void append_valuesToNulls_adoptsTheKind() {
        Vector vector = new Vector();
        vector.padWithNulls(2);
        vector.append(of("a", null, "b", "c"), 1, 2);
        assertThat(vector.kind()).isEqualTo(VectorKind.STRING);
        assertThat(values(vector)).containsExactly(null, null, null, "b");
    }

    @Test
    void append_toAnEmptyVectorOfAnotherKind_adoptsTheKind() {
        Vector vector = of(1L, 2L);
        vector.reset(VectorKind.INTEGER, 0);
        vector.append(of("a"), 1);
        assertThat(vector.kind()).isEqualTo(VectorKind.STRING);
        assertThat(values(vector)).containsExactly("a");
    }

    @Test
    void padWithNulls_ofAllKinds_leavesEarlierValues() {
        Vector vector = of(1.5);
        vector.padWithNulls(3);
        vector.padWithNulls(2);
        assertThat(values(vector)).containsExactly(1.5, null, null);
    }

    @Test
    void resize_ofAVectorOfNulls_thatTakesValuesAndNulls_keepsTheValues() {
        Vector vector = new Vector();
        Object[] wanted = {1L, null, 0L};
        for (int index = 0; index < wanted.length; index++) {
            vector.resize(index + 1);
            vector.setValue(index, wanted[index]);
        }
        assertThat(values(vector)).containsExactly(wanted);
    }

    @Test
    void append_randomRuns_givesWhatListsGive() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            Vector vector = new Vector();
            List<Object> expected = new ArrayList<>();
            boolean mixed = random.nextInt(3) == 0;
            int shape = random.nextInt(6);
            for (int run = random.nextInt(6); run > 0; run--) {
                Object[] more = new Object[random.nextInt(20)];
                for (int index = 0; index < more.length; index++) {
                    more[index] = value(random, mixed ? random.nextInt(6) : shape);
                }
                int from = random.nextInt(more.length + 1);
                int count = random.nextInt(more.length - from + 1);
                vector.append(of(more), from, count);
                expected.addAll(Arrays.asList(more).subList(from, from + count));
                if (random.nextInt(4) == 0) {
                    int padding = random.nextInt(3);
                    vector.padWithNulls(vector.count() + padding);
                    for (int index = 0; index < padding; index++) {
                        expected.add(null);
                    }
                }
            }
            assertThat(values(vector)).as("seed=%d round=%d", seed, round).isEqualTo(expected);
        }
    }

    private static Object value(Random random, int shape) {
        if (random.nextInt(4) == 0) {
            return null;
        }
        return switch (shape) {
            case 0 -> random.nextLong();
            case 1 -> random.nextDouble();
            case 2 -> "text " + random.nextInt(100);
            case 3 -> LocalDateTime.of(2020, 1, 1 + random.nextInt(28), 12, 0, 0, random.nextInt(1000));
            case 4 -> new RelationshipReference(random.nextInt(9), random.nextInt(9), random.nextInt(9));
            default -> List.of((long) random.nextInt(5));
        };
    }

    private static int grownBytes(int length, long needed) {
        return ArrayGrowth.grownBytes(length, needed, ArrayGrowth.NO_LIMIT);
    }

    /** Twice a gigabyte is a negative number, and all strings together may be longer than any array. */
    @Test
    void grownBytes_atTheEndOfArrays_growsNoFurther() {
        assertThat(grownBytes(0, 1)).isEqualTo(64);
        assertThat(grownBytes(100, 101)).isEqualTo(200);
        assertThat(grownBytes(100, 1_000)).isEqualTo(1_000);
        assertThat(grownBytes(1 << 30, (1L << 30) + 1)).isEqualTo(3 << 29);
        assertThat(grownBytes(1 << 30, Integer.MAX_VALUE - 8)).isEqualTo(Integer.MAX_VALUE - 8);
        assertThatThrownBy(() -> grownBytes(1 << 30, Integer.MAX_VALUE - 7L))
                .isInstanceOfSatisfying(
                        ThetisException.class,
                        thrown -> assertThat(thrown.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED));
        assertThatThrownBy(() -> grownBytes(1 << 30, 1L << 32)).isInstanceOf(ThetisException.class);
    }

    @Test
    void reserveBytes_overTheLimit_refusedAndNothingTaken() {
        Vector vector = new Vector();
        vector.reset(VectorKind.STRING, 2);
        vector.limitStringBytes(1_000);
        vector.setString(0, new byte[900], 0, 900);
        assertThatThrownBy(() -> vector.reserveBytes(2_000)).isInstanceOf(VectorFullException.class);
        assertThat(vector.stringBytes()).isEqualTo(900);
        vector.limitStringBytes(Integer.MAX_VALUE);
        assertThat(vector.reserveBytes(2_000)).isEqualTo(900);
    }

    @Test
    void appendLongs_ofOneKindWithoutNulls_appendsThoseRows() {
        Vector numbers = new Vector();
        numbers.reset(VectorKind.INTEGER, 4);
        for (int index = 0; index < 4; index++) {
            numbers.longs()[index] = 10L + index;
        }
        Vector target = new Vector();
        assertThat(VectorAppends.longs(target, numbers, new int[] {3}, 0, 1))
                .as("of another kind")
                .isFalse();
        target.append(numbers, 1);
        assertThat(VectorAppends.longs(target, numbers, new int[] {0, 3, 1, 2}, 1, 2))
                .isTrue();
        assertThat(target.count()).isEqualTo(3);
        assertThat(target.longs()).startsWith(10, 13, 11);
        assertThat(VectorAppends.longs(target, numbers, new int[] {0, -1}, 0, 2))
                .as("a row of -1")
                .isFalse();
        numbers.setNull(2);
        assertThat(VectorAppends.longs(target, numbers, new int[] {0}, 0, 1))
                .as("of nulls")
                .isFalse();
        assertThat(target.count()).isEqualTo(3);
    }

    private static Vector range(long first, int count) {
        Vector nodes = new Vector();
        nodes.resetToRange(VectorKind.NODE, first, count);
        return nodes;
    }

    @Test
    void range_isWrittenWhenItIsAskedFor() {
        Vector nodes = range(40, 3);
        assertThat(nodes.isOfRange()).isTrue();
        assertThat(nodes.range().isWhole()).isTrue();
        assertThat(nodes.range().first()).isEqualTo(40);
        assertThat(nodes.range().length()).isEqualTo(3);
        assertThat(nodes.longs()).startsWith(40, 41, 42);
        nodes.setNull(1);
        assertThat(nodes.isOfRange()).isFalse();
        assertThat(nodes.valueAt(2)).isEqualTo(new NodeReference(42));
        assertThat(range(0, 0).isOfRange()).isFalse();
        // There is no memory for so many nulls and ids, so none is taken.
        assertThat(range(0, Integer.MAX_VALUE).isOfRange()).isTrue();
    }

    @Test
    void range_thatIsChanged_isNone_andKeepsItsOtherIds() {
        Vector longer = range(40, 2);
        longer.resize(200);
        assertThat(longer.isOfRange()).isFalse();
        assertThat(longer.longs()).startsWith(40, 41);
        Vector shorter = range(40, 3);
        shorter.resize(2);
        assertThat(shorter.isOfRange()).isFalse();
        assertThat(values(shorter)).containsExactly(new NodeReference(40), new NodeReference(41));
        Vector changed = range(40, 3);
        changed.setValue(1, new NodeReference(7));
        assertThat(changed.isOfRange()).isFalse();
        assertThat(changed.longs()).startsWith(40, 7, 42);
        Vector copied = range(40, 3);
        copied.copyEntry(0, range(9, 1), 0);
        assertThat(copied.isOfRange()).isFalse();
        assertThat(copied.longs()).startsWith(9, 41, 42);
        Vector appended = range(40, 1);
        appended.append(range(50, 2), 2);
        assertThat(values(appended))
                .containsExactly(new NodeReference(40), new NodeReference(50), new NodeReference(51));
        Vector again = range(40, 2);
        again.reset(VectorKind.INTEGER, 2);
        again.longs()[0] = 1;
        assertThat(again.isOfRange()).isFalse();
        assertThat(again.longs()[0]).isEqualTo(1);
    }

    @Test
    void choose_ofARange_isOfTheSameRange() {
        int[] rows = {1, 2, 2, 0};
        Vector chosen = new Vector();
        chosen.choose(range(40, 3), rows, 3);
        assertThat(chosen.isOfRange()).isTrue();
        assertThat(chosen.range().isWhole()).isFalse();
        assertThat(chosen.range().rows()).isSameAs(rows);
        assertThat(chosen.range().length()).isEqualTo(3);
        Vector twice = new Vector();
        twice.choose(chosen, new int[] {2, 0}, 2);
        assertThat(twice.isOfRange()).isFalse();
        assertThat(values(twice)).containsExactly(new NodeReference(42), new NodeReference(41));
        assertThat(values(chosen)).containsExactly(new NodeReference(41), new NodeReference(42), new NodeReference(42));
        assertThat(chosen.count()).isEqualTo(3);
    }

    @Test
    void choose_ofOtherVectors_isAsGather() {
        for (Vector source : List.of(of(1L, null, 3L), of(1.5, 2.5, null), of("a", "b", "c"), of(1L, "b", null))) {
            int[] rows = {2, 0, 1, 1};
            Vector gathered = new Vector();
            gathered.gather(source, rows, 4);
            Vector chosen = new Vector();
            chosen.choose(source, rows, 4);
            assertThat(values(chosen)).isEqualTo(values(gathered));
        }
    }

    @Test
    void spoil_ofARange_leavesNoIds() {
        Vector nodes = range(40, 3);
        VectorCheck.spoil(nodes);
        assertThat(nodes.count()).isEqualTo(3);
        assertThat(nodes.isOfRange()).isFalse();
        assertThat(nodes.longs()).containsOnly(Long.MIN_VALUE);
    }
}
