package org.thetisdb.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Goal: who refuses again and again is asked less and less, but never given up, and at once after having accepted. */
class RefusalsTest {
    @Test
    void pauses_growWithRefusalsInARow_andEndWithTheFirstThatIsNone() {
        Refusals refusals = new Refusals();
        assertThat(askedOf(refusals, 2)).as("the first refusals mean nothing").isEqualTo(2);
        assertThat(askedOf(refusals, 1_000)).isBetween(10, 30);
        while (!refusals.isTime()) {
            // Its time comes.
        }
        assertThat(refusals.note(true)).isTrue();
        assertThat(askedOf(refusals, 3)).isEqualTo(3);
    }

    /** How often of so many times it is asked, when it always refuses. */
    private static int askedOf(Refusals refusals, int times) {
        int asked = 0;
        for (int time = 0; time < times; time++) {
            if (refusals.isTime()) {
                asked++;
                refusals.note(false);
            }
        }
        return asked;
    }
}
