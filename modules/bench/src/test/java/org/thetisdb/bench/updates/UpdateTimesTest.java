package org.thetisdb.bench.updates;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UpdateTimesTest {
    @Test
    void kind_manyStatements_summedUp() {
        UpdateTimes times = new UpdateTimes();
        for (int index = 1; index <= 3_001; index++) {
            times.add("iu-2", index * 1_000L, index != 5);
        }
        times.endDay(2_000_000_000L, 3_001);
        assertThat(times.kind("iu-2")).isEqualTo(new UpdateTimes.Kind(3_001, 1_501, 1_501, 2_971));
        assertThat(times.withoutEffect()).isEqualTo(1);
        assertThat(times.count()).isEqualTo(3_001);
        assertThat(times.dayRates()).containsExactly(1_500.5);
    }
}
