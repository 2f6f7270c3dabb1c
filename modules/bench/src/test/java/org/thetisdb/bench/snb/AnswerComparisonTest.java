package org.thetisdb.bench.snb;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswerComparisonTest {
    private static Answer answer(Object... values) {
        return Answer.canonical(
                List.of("x"),
                Arrays.stream(values).map(value -> new Object[] {value}).toList());
    }

    @Test
    void difference_sameRows_none() {
        assertThat(AnswerComparison.difference(answer(1L, "a", null), answer(1, "a", null), true))
                .isEmpty();
    }

    @Test
    void difference_otherOrder_onlyIfOrdered() {
        assertThat(AnswerComparison.difference(answer(1L, 2L), answer(2L, 1L), true))
                .isPresent();
        assertThat(AnswerComparison.difference(answer(1L, 2L), answer(2L, 1L), false))
                .isEmpty();
    }

    @Test
    void difference_bagWithRepeatedRow_countsMatter() {
        assertThat(AnswerComparison.difference(answer(1L, 1L, 2L), answer(1L, 2L, 2L), false))
                .isPresent();
    }

    @Test
    void difference_integerForFloat_isOne() {
        assertThat(AnswerComparison.difference(answer(1.0), answer(1L), true)).isPresent();
        assertThat(AnswerComparison.difference(answer(1L), answer(1.0), true)).isPresent();
    }

    @Test
    void difference_floatWithinTolerance_none() {
        assertThat(AnswerComparison.difference(answer(0.1 + 0.2), answer(0.3), true))
                .isEmpty();
        assertThat(AnswerComparison.difference(answer(0.3), answer(0.300001), true))
                .isPresent();
    }

    @Test
    void difference_nestedLists_exact() {
        Object first = List.of(List.of("a", 2L), Collections.singletonList("b"));
        Object second = List.of(List.of("a", 3L), Collections.singletonList("b"));
        assertThat(AnswerComparison.difference(answer(first), answer(first), true))
                .isEmpty();
        assertThat(AnswerComparison.difference(answer(first), answer(second), true))
                .isPresent();
    }

    @Test
    void canonical_temporalValues_asTheExpectedFilesWriteThem() {
        assertThat(Answer.canonicalValue(ZonedDateTime.parse("2012-11-29T04:52:48.1+02:00")))
                .isEqualTo("2012-11-29T02:52:48.100+00:00");
        assertThat(Answer.canonicalValue(LocalDate.of(1984, 3, 11))).isEqualTo("1984-03-11");
    }
}
