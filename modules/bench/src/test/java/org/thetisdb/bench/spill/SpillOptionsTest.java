package org.thetisdb.bench.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpillOptionsTest {
    @Test
    void parse_readsRowsAndTasks() {
        SpillOptions options = SpillOptions.parse(List.of("--rows", "1m,2500", "--tasks", "join,sort", "--times", "5"));
        assertThat(options.rowCounts()).containsExactly(1_000_000L, 2500L);
        assertThat(options.tasks()).containsExactly(SpillTask.JOIN, SpillTask.SORT);
        assertThat(options.times()).isEqualTo(5);
    }

    @Test
    void parse_namesWhatIsWrong() {
        assertThatThrownBy(() -> SpillOptions.parse(List.of("--rows", "many"))).hasMessageContaining("--rows=many");
        assertThatThrownBy(() -> SpillOptions.parse(List.of("--tasks", "merge")))
                .hasMessageContaining("--tasks=merge");
    }
}
