package org.thetisdb.value.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.value.HeapSize;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.RelationshipReference;

final class PackedListTest {
    private static Object value(VectorKind kind, Random random) {
        return switch (kind) {
            case FLOAT -> random.nextGaussian();
            case STRING -> "é".repeat(random.nextInt(40)) + random.nextInt(3);
            case NODE -> new NodeReference(random.nextInt(1 << 30));
            case RELATIONSHIP ->
                new RelationshipReference(random.nextLong() >>> 1, random.nextInt(1 << 30), random.nextInt(1 << 30));
            default -> random.nextLong();
        };
    }

    private static List<Object> values(VectorKind kind, int count, Random random) {
        List<Object> values = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            values.add(value(kind, random));
        }
        return values;
    }

    private static PackedList packed(VectorKind kind, List<Object> values) {
        PackedListBuilder builder = new PackedListBuilder(kind);
        values.forEach(builder::add);
        return builder.list();
    }

    @Test
    void aListOfEachKind_isAsTheValuesThatWereAdded() {
        Random random = new Random(7);
        VectorKind[] kinds = {
            VectorKind.INTEGER, VectorKind.FLOAT, VectorKind.STRING, VectorKind.NODE, VectorKind.RELATIONSHIP
        };
        for (VectorKind kind : kinds) {
            for (int count : new int[] {1, 2, 4095, 4096, 4097, 9000}) {
                List<Object> values = values(kind, count, random);
                PackedList list = packed(kind, values);
                assertThat(list).as("kind=%s, count=%s", kind, count).isEqualTo(values);
                assertThat(new ArrayList<>(list)).isEqualTo(values);
                assertThat(list.get(count / 2)).isEqualTo(values.get(count / 2));
            }
        }
    }

    @Test
    void longListsOfNumbersAlone_arePacked_andEqualWhatTheyWere() {
        Random random = new Random(8);
        for (VectorKind kind : new VectorKind[] {VectorKind.INTEGER, VectorKind.FLOAT, VectorKind.STRING}) {
            for (int count : new int[] {0, 1, PackedListBuilder.NUMBERS_MIN - 1, PackedListBuilder.NUMBERS_MIN, 5000}) {
                List<Object> values = values(kind, count, random);
                List<Object> list = PackedListBuilder.packedIfNumbers(values);
                assertThat(list).as("kind=%s, count=%s", kind, count).isEqualTo(values);
                assertThat(list instanceof PackedList)
                        .isEqualTo(kind != VectorKind.STRING && count >= PackedListBuilder.NUMBERS_MIN);
            }
        }
        for (Object other : new Object[] {0.5, "1", List.of()}) {
            List<Object> mixed = values(VectorKind.INTEGER, 1000, random);
            mixed.set(999, other);
            assertThat(PackedListBuilder.packedIfNumbers(mixed))
                    .isEqualTo(mixed)
                    .isNotInstanceOf(PackedList.class);
        }
        List<Object> withNull = values(VectorKind.FLOAT, 1000, random);
        withNull.set(500, null);
        assertThat(PackedListBuilder.packedIfNumbers(withNull)).isEqualTo(withNull);
    }

    @Test
    void runsAndParts_areThoseOfTheValues() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (VectorKind kind : new VectorKind[] {VectorKind.INTEGER, VectorKind.STRING, VectorKind.RELATIONSHIP}) {
            List<Object> values = values(kind, 10_000, random);
            PackedList list = packed(kind, values);
            for (int round = 0; round < 50; round++) {
                int from = random.nextInt(values.size());
                int count = random.nextInt(values.size() - from + 1);
                Vector into = new Vector();
                list.appendTo(into, from, count);
                List<Object> found = new ArrayList<>();
                for (int index = 0; index < into.count(); index++) {
                    found.add(into.valueAt(index));
                }
                List<Object> expected = values.subList(from, from + count);
                assertThat(found)
                        .as("seed=%s, from=%s, count=%s", seed, from, count)
                        .isEqualTo(expected);
                assertThat(PackedList.part(list, from, count))
                        .as("seed=%s", seed)
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void integersAndStrings_takeWhatTheirArraysTake() {
        Random random = new Random(7);
        assertThat(packed(VectorKind.INTEGER, values(VectorKind.INTEGER, 440_611, random))
                        .heapBytes())
                .isBetween(440_611L * 9, 440_611L * 9 * 101 / 100);
        List<Object> strings = values(VectorKind.STRING, 100_000, random);
        long boxedBytes = HeapSize.of(strings);
        assertThat(HeapSize.of(packed(VectorKind.STRING, strings))).isLessThan(boxedBytes * 4 / 5);
    }

    /** An expansion multiplies rows; a string of a megabyte must not be. */
    @Test
    void equalStringsOneAfterAnother_areKeptOnce() {
        String text = "x".repeat(1 << 20);
        PackedListBuilder builder = new PackedListBuilder(VectorKind.STRING);
        Vector source = new Vector();
        source.reset(VectorKind.STRING, 1);
        source.setValue(0, text);
        for (int times = 0; times < 100; times++) {
            builder.add(source, 0);
        }
        PackedList list = builder.list();
        assertThat(list.heapBytes()).isLessThan(3L << 20);
        assertThat(list).hasSize(100).containsOnly(text);
    }

    @Test
    void whatIsNotInTheList_isAnError() {
        PackedList list = packed(VectorKind.INTEGER, List.of(1L, 2L));
        assertThatThrownBy(() -> list.get(2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> list.appendTo(new Vector(), 1, 2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> list.add(3L)).isInstanceOf(UnsupportedOperationException.class);
    }
}
