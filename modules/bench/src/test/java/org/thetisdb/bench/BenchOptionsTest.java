package org.thetisdb.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.bench.snb.Scale;

class BenchOptionsTest {
    @Test
    void parse_everyOption_isRead() {
        BenchOptions options = BenchOptions.parse(
                List.of("--scale", "sf1", "--queries", "ic-*", "--memory", "512m", "--peers", "neo4j,duckdb"));
        assertThat(options.scale()).isEqualTo(Scale.SF1);
        assertThat(options.queryGlob()).isEqualTo("ic-*");
        assertThat(options.memoryBytes()).isEqualTo(512L << 20);
        assertThat(options.peers()).containsExactly("neo4j", "duckdb");
    }

    @Test
    void parse_unknownOptionOrScale_namesIt() {
        assertThatThrownBy(() -> BenchOptions.parse(List.of("--sclae", "sf1"))).hasMessageContaining("--sclae");
        assertThatThrownBy(() -> BenchOptions.parse(List.of("--scale", "sf9"))).hasMessageContaining("sf9");
        assertThatThrownBy(() -> BenchOptions.parse(List.of("--rounds"))).hasMessageContaining("--rounds");
    }
}
