package org.thetisdb.value.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.value.HeapSize;
import org.thetisdb.value.NodeReference;

/** Compared with plain lists of the same values. */
final class FlatListTest {
    private static final List<VectorKind> KINDS =
            Arrays.stream(VectorKind.values()).filter(FlatList::holds).toList();

    private static Object value(VectorKind kind, Random random) {
        int number = random.nextInt(86_000);
        return switch (kind) {
            case INTEGER -> random.nextLong();
            case FLOAT -> random.nextInt(5) == 0 ? Double.NaN : random.nextGaussian();
            case DATE -> LocalDate.ofEpochDay(number);
            case LOCAL_TIME -> LocalTime.ofSecondOfDay(number);
            case TIME -> LocalTime.ofSecondOfDay(number).atOffset(ZoneOffset.ofHours(number % 19));
            case LOCAL_DATETIME -> LocalDateTime.ofEpochSecond(random.nextInt(), number, ZoneOffset.UTC);
            case ZONED_DATETIME ->
                ZonedDateTime.of(
                        LocalDateTime.ofEpochSecond(random.nextInt(), number, ZoneOffset.UTC),
                        ZoneOffset.ofHours(number % 19));
            case NODE -> new NodeReference(number);
            default -> throw new IllegalArgumentException("kind=" + kind);
        };
    }

    private static Vector vector(VectorKind kind, int count, Random random) {
        Vector vector = new Vector();
        vector.reset(kind, count);
        for (int index = 0; index < count; index++) {
            vector.setValue(index, value(kind, random));
        }
        return vector;
    }

    private static List<Object> boxed(Vector vector) {
        List<Object> values = new ArrayList<>();
        for (int index = 0; index < vector.count(); index++) {
            values.add(vector.valueAt(index));
        }
        return values;
    }

    private static FlatList flat(Vector vector) {
        FlatListBuilder builder = new FlatListBuilder(vector.kind());
        int half = vector.count() / 2;
        builder.addAll(vector, 0, half);
        for (int row = half; row < vector.count(); row++) {
            builder.add(vector, row);
        }
        return builder.list();
    }

    @Test
    void aListOfEachKind_isAsTheValuesThatWereAdded() {
        Random random = new Random(11);
        for (VectorKind kind : KINDS) {
            for (int count : new int[] {0, 1, 2, 7, 300}) {
                Vector values = vector(kind, count, random);
                FlatList list = flat(values);
                assertThat(list).as("kind=%s, count=%s", kind, count).isEqualTo(boxed(values));
                assertThat(list.kind()).isEqualTo(kind);
            }
        }
    }

    @Test
    void elements_areCopiedIntoVectorsOfAnyKind() {
        Random random = new Random(12);
        for (VectorKind kind : KINDS) {
            FlatList list = flat(vector(kind, 20, random));
            for (VectorKind other : KINDS) {
                Vector into = vector(other, 3, random);
                List<Object> expected = boxed(into);
                list.appendTo(into, 5, 10);
                expected.addAll(list.subList(5, 15));
                list.copyTo(19, into, 1);
                expected.set(1, list.get(19));
                assertThat(boxed(into)).as("kind=%s, into=%s", kind, other).isEqualTo(expected);
            }
            Vector empty = new Vector();
            empty.reset(VectorKind.NULL, 2);
            list.copyTo(0, empty, 1);
            assertThat(boxed(empty)).isEqualTo(Arrays.asList(null, list.get(0)));
        }
    }

    @Test
    void evenTwoElements_takeLessThanObjects() {
        FlatList list = flat(vector(VectorKind.INTEGER, 2, new Random(13)));
        assertThat(list.heapBytes()).isLessThanOrEqualTo(HeapSize.of(new ArrayList<>(list)));
    }
}
