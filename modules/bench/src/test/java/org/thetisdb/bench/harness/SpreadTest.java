package org.thetisdb.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpreadTest {
    @Test
    void of_anyOrder_medianLeastAndGreatest() {
        assertThat(Spread.of(3, 1, 2)).isEqualTo(new Spread(2, 1, 3)).hasToString("2.00 [1.00..3.00]");
        assertThat(Spread.of(4, 1, 2, 3).median()).isEqualTo(2.5);
        assertThat(Spread.of(7)).isEqualTo(new Spread(7, 7, 7));
        assertThat(Spread.of(1234.4, 5678).rounded()).isEqualTo("3,456 [1,234..5,678]");
    }

    @Test
    void percentile_betweenValues_isInterpolated() {
        assertThat(Spread.percentile(new double[] {0, 10}, 99)).isEqualTo(9.9);
    }
}
