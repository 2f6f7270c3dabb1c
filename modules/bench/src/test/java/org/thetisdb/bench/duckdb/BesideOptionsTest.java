package org.thetisdb.bench.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.bench.records.RecordWorkload;
import org.thetisdb.bench.spill.SpillWorkload;

class BesideOptionsTest {
    private static BesideOptions spill(String... arguments) {
        return BesideOptions.parse(new SpillWorkload(), List.of(arguments));
    }

    @Test
    void parse_readsRowsAndTasks() {
        BesideOptions options = spill("--rows", "1m,2500", "--tasks", "join,sort", "--times", "5");
        assertThat(options.rowCounts()).containsExactly(1_000_000L, 2500L);
        assertThat(options.questions()).extracting(Question::label).containsExactly("join", "sort");
        assertThat(options.limits().times()).isEqualTo(5);
    }

    @Test
    void parse_nothingSaid_isWholeWorkload() {
        BesideOptions options = BesideOptions.parse(new RecordWorkload(), List.of());
        assertThat(options.rowCounts()).containsExactly(1_000_000L);
        assertThat(options.questions()).hasSize(9);
    }

    @Test
    void parse_namesWhatIsWrong() {
        assertThatThrownBy(() -> spill("--rows", "many")).hasMessageContaining("--rows=many");
        assertThatThrownBy(() -> spill("--tasks", "merge")).hasMessageContaining("--tasks=merge");
    }
}
