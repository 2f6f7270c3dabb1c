package org.thetisdb.bench.pressure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class PressureTimesTest {
    private static final PressureTimes WHOLE =
            new PressureTimes(List.of("is-1\tabc\t1.0 3.0 2.0", "is-2\tdef\t1.0", "is-3\ttook too long"));

    @Test
    void millis_ofRounds_areTheirMedian() {
        assertThat(WHOLE.queries()).containsExactly("is-1", "is-2", "is-3");
        assertThat(WHOLE.millis("is-1").orElseThrow().median()).isEqualTo(2.0);
        assertThat(WHOLE.millis("is-3")).isEmpty();
        assertThat(WHOLE.points()).isEmpty();
    }

    @Test
    void complaint_otherAnswerOrNone_isTold() {
        PressureTimes part = new PressureTimes(
                List.of("is-1\tabc\t9.0", "is-2\txyz\t1.0", "is-3\t123\t5.0", "points\t8\t1000\t5\t70\t300\t4.5"));
        assertThat(part.complaint("is-1", WHOLE)).isEmpty();
        assertThat(part.complaint("is-2", WHOLE))
                .hasValueSatisfying(words -> assertThat(words).startsWith("wrong"));
        // Nobody knows the right answer.
        assertThat(part.complaint("is-3", WHOLE)).isEmpty();
        assertThat(WHOLE.complaint("is-3", part)).hasValue("took too long");
        assertThat(new PressureTimes(List.of()).complaint("is-1", WHOLE)).hasValue("was not asked");
        assertThat(part.points().orElseThrow().answersPerSecond()).isEqualTo(1000);
    }

    @Test
    void options_wrongDivisor_isNamed() {
        assertThat(PressureOptions.parse(List.of("--divisors", "2,8")).divisors())
                .containsExactly(2, 8);
        assertThatThrownBy(() -> PressureOptions.parse(List.of("--divisors", "4,none")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--divisors=none");
        assertThatThrownBy(() -> PressureOptions.parse(List.of("--divisors", "0")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--divisors=0");
    }
}
