package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The curve along which writers are slowed down. */
class WriteDelayTest {
    private static final long SECOND = 1_000_000_000;
    private static final WriteDelay DELAY = new WriteDelay(1_000, 2_000, SECOND, 0.8);

    @Test
    void delayNanos_lessThanThereMayBe_isNone() {
        assertThat(DELAY.delayNanos(1_000, 0)).isZero();
        assertThat(DELAY.delayNanos(500, 0)).isZero();
        assertThat(DELAY.delayNanos(1_400, SECOND / 2)).isZero();
        assertThat(DELAY.delayNanos(1_800, SECOND)).isZero();
    }

    @Test
    void delayNanos_untilFourFifths_spendsTheRoomEvenly() {
        assertThat(DELAY.delayNanos(1_200, 0)).isCloseTo(SECOND / 4, within(10L));
        assertThat(DELAY.delayNanos(1_400, 0)).isCloseTo(SECOND / 2, within(10L));
        assertThat(DELAY.delayNanos(1_400, SECOND / 4)).isCloseTo(SECOND / 4, within(10L));
        assertThat(DELAY.delayNanos(1_800, 0)).isCloseTo(SECOND, within(10L));
    }

    /** A checkpoint that takes longer than expected slows writers ever more, and never stops them before the limit. */
    @Test
    void delayNanos_beyond_growsSmoothly() {
        long before = DELAY.delayNanos(1_799, 0);
        long step = DELAY.delayNanos(1_800, 0) - before;
        for (int used = 1_800; used < 1_999; used++) {
            long next = DELAY.delayNanos(used, 0);
            assertThat(next - before).as("used=%s", used).isGreaterThanOrEqualTo(step - 10);
            assertThat(next).isLessThan(WriteDelay.STOPPED);
            step = next - before;
            before = next;
        }
        // A quarter longer than expected: a third of the rate, more or less.
        long atQuarter = DELAY.delayNanos(1_927, 0) - DELAY.delayNanos(1_926, 0);
        assertThat((double) atQuarter / (DELAY.delayNanos(1_002, 0) - DELAY.delayNanos(1_001, 0)))
                .isBetween(2.0, 3.5);
    }

    @Test
    void delayNanos_halfIsEven_leavesTheOtherHalfForLater() {
        WriteDelay half = new WriteDelay(1_000, 2_000, SECOND, 0.5);
        assertThat(half.delayNanos(1_500, 0)).isCloseTo(SECOND, within(10L));
        assertThat(half.delayNanos(1_250, 0)).isCloseTo(SECOND / 2, within(10L));
        // Twice as long as expected: a third of the rate, more or less.
        assertThat(half.delayNanos(1_816, 0)).isBetween(19 * SECOND / 10, 21 * SECOND / 10);
    }

    @Test
    void delayNanos_atTheLimit_stops() {
        assertThat(DELAY.delayNanos(2_000, 100 * SECOND)).isEqualTo(WriteDelay.STOPPED);
        assertThat(DELAY.delayNanos(Long.MAX_VALUE, 0)).isEqualTo(WriteDelay.STOPPED);
    }
}
