package org.thetisdb.engine.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.vector.PackedListBuilder;
import org.thetisdb.value.vector.TypedList;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Both answers to {@code IN}, by an index and by passes over the list, beside going through it for each value. */
final class ListIndexTest {
    private static final ListIndex.Room ENOUGH = bytes -> true;

    private static TypedList packed(List<?> values) {
        VectorKind kind = VectorKind.of(values.getFirst());
        PackedListBuilder builder = new PackedListBuilder(kind);
        values.forEach(builder::add);
        return builder.list();
    }

    private static Vector vector(List<?> values) {
        Vector vector = new Vector();
        vector.reset(VectorKind.NULL, values.size());
        for (int row = 0; row < values.size(); row++) {
            vector.setValue(row, values.get(row));
        }
        return vector;
    }

    /** Values as they come from a few, so that lists have some of them twice. */
    private static Object value(VectorKind kind, Random random, int variety) {
        int number = random.nextInt(variety);
        return switch (kind) {
            case INTEGER -> (long) number * 1_000_003;
            case FLOAT -> number % 50 == 0 ? Double.NaN : number / 4.0;
            case STRING -> "text " + number;
            case NODE -> new NodeReference(NodeIdLayout.id(number % 7, number / 7));
            default -> throw new IllegalArgumentException("no values of the kind: kind=" + kind);
        };
    }

    private static void assertAnswers(List<?> list, List<?> asked) {
        Vector values = vector(asked);
        List<Integer> expected =
                asked.stream().map(value -> ListIndex.scan(list, value)).toList();
        ListIndex index = ListIndex.of(list, ENOUGH).orElseThrow();
        assertThat(IntStream.range(0, asked.size()).mapToObj(row -> index.contains(values, row)))
                .as("by an index")
                .isEqualTo(expected);
        VectorKind kind = ListIndex.kindOfElements(list);
        if (list.isEmpty() || kind == VectorKind.NULL || kind == VectorKind.OBJECT) {
            return;
        }
        Vector answers = new Vector();
        answers.reset(VectorKind.BOOLEAN, asked.size());
        int middle = asked.size() / 3;
        ListPass pass = new ListPass(list);
        pass.answer(values, 0, middle, () -> {}, answers);
        pass.answer(values, middle, asked.size(), () -> {}, answers);
        assertThat(IntStream.range(0, asked.size()).mapToObj(row -> Vectors.truth(answers, row)))
                .as("by passes")
                .isEqualTo(expected);
    }

    @RepeatedTest(40)
    void answersAsAScanDoes(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        VectorKind[] kinds = {VectorKind.INTEGER, VectorKind.FLOAT, VectorKind.STRING, VectorKind.NODE};
        VectorKind kind = kinds[repetition.getCurrentRepetition() % kinds.length];
        int variety = 1 << random.nextInt(1, 16);
        List<Object> elements = new ArrayList<>();
        for (int count = random.nextInt(1, 1 << random.nextInt(1, 14)); count > 0; count--) {
            elements.add(value(kind, random, variety));
        }
        List<Object> asked = new ArrayList<>();
        for (int count = random.nextInt(1, 200); count > 0; count--) {
            asked.add(random.nextInt(10) == 0 ? null : value(kind, random, variety));
        }
        assertAnswers(elements, asked);
        assertAnswers(packed(elements), asked);
        elements.add(null);
        Collections.shuffle(elements, random);
        assertAnswers(elements, asked);
    }

    @Test
    void valuesOfAnotherKindAreCompared_too() {
        assertAnswers(packed(List.of(1L, 2L, 3L)), List.of(2.0, 2.5, 3.0));
        assertAnswers(List.of(1L, 2.0, "x", List.of(1L)), List.of(2L, 1.0, 7L));
        assertAnswers(Collections.singletonList(null), List.of(1L, 2L));
        assertAnswers(List.of(), List.of(1L));
    }

    @Test
    void nodesThatLieFarFromEachOther_areNoBits() {
        List<Object> far = new ArrayList<>();
        List<Object> near = new ArrayList<>();
        for (int number = 0; number < 1000; number++) {
            far.add(new NodeReference(NodeIdLayout.id(number, 5)));
            near.add(new NodeReference(NodeIdLayout.id(number / 500, number % 500)));
        }
        assertThat(ListIndex.areNear(packed(far))).isFalse();
        assertThat(ListIndex.areNear(packed(near))).isTrue();
        assertAnswers(packed(far), near);
        assertAnswers(packed(near), far);
    }

    @Test
    void anIndexWithoutRoom_isNone() {
        List<Object> texts = new ArrayList<>();
        for (int number = 0; number < 50_000; number++) {
            texts.add("text " + number);
        }
        long[] asked = {0};
        assertThat(ListIndex.of(packed(texts), bytes -> {
                    asked[0] = bytes;
                    return bytes < 500_000;
                }))
                .isEmpty();
        assertThat(asked[0]).isBetween(500_000L, 2_000_000L);
    }
}
