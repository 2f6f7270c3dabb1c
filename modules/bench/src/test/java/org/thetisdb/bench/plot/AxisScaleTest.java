package org.thetisdb.bench.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Axes. */
class AxisScaleTest {
    private static final double EXACT = 1e-9;

    @Test
    void aLinearAxis_beginsAtZero_andEndsAtARoundNumber() {
        AxisScale scale = AxisScale.of(new double[] {3, 87}, false);
        assertThat(scale).isEqualTo(new AxisScale(0, 100, false));
        assertThat(scale.place(25)).isCloseTo(0.25, within(EXACT));
        assertThat(scale.ticks()).containsExactly(0.0, 20.0, 40.0, 60.0, 80.0, 100.0);
    }

    @Test
    void aLogarithmicAxis_goesFromPowerToPower() {
        AxisScale scale = AxisScale.of(new double[] {0.02, 0, 70, Double.NaN}, true);
        assertThat(scale.ticks()).hasSize(5);
        assertThat(scale.place(1)).isCloseTo(0.5, within(EXACT));
        assertThat(scale.holds(0)).isFalse();
        assertThat(scale.holds(Double.NaN)).isFalse();
    }

    @Test
    void anAxis_ofNoValues_isThere() {
        assertThat(AxisScale.of(new double[0], true).ticks()).containsExactly(1.0, 10.0);
        assertThat(AxisScale.of(new double[] {0}, false).ticks())
                .startsWith(0.0)
                .endsWith(1.0);
    }

    @Test
    void labels_areShort() {
        assertThat(AxisScale.label(0)).isEqualTo("0");
        assertThat(AxisScale.label(0.01)).isEqualTo("0.01");
        assertThat(AxisScale.label(2000)).isEqualTo("2000");
        assertThat(AxisScale.label(2.5)).isEqualTo("2.5");
        assertThat(AxisScale.label(1e-5)).isEqualTo("1e-05");
    }
}
