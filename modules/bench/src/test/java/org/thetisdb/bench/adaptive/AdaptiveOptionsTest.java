package org.thetisdb.bench.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The command line. */
class AdaptiveOptionsTest {
    @Test
    void withoutOptions_allPartsRunOverTheRecords() {
        AdaptiveOptions options = AdaptiveOptions.parse(List.of());
        assertThat(options.data()).isEqualTo("records");
        assertThat(options.parts()).containsExactly(Part.values());
        assertThat(options.threadCounts()).containsExactly(1, 2);
        assertThat(options.isQueryAlone()).isFalse();
    }

    @Test
    void options_areRead() {
        AdaptiveOptions options = AdaptiveOptions.parse(
                List.of("--parts", "short,first-seconds", "--threads", "4", "--processes", "query", "--seconds", "9"));
        assertThat(options.parts()).containsExactly(Part.SHORT, Part.FIRST_SECONDS);
        assertThat(options.threadCounts()).containsExactly(4);
        assertThat(options.isQueryAlone()).isTrue();
        assertThat(options.limits().secondsPerQuery()).isEqualTo(9);
    }

    @Test
    void whatIsWrong_isNamed() {
        assertThatThrownBy(() -> AdaptiveOptions.parse(List.of("--parts", "long")))
                .hasMessage("no such part: --parts=long");
        assertThatThrownBy(() -> AdaptiveOptions.parse(List.of("--threads", "1,0")))
                .hasMessage("not a number of threads: --threads=0");
        assertThatThrownBy(() -> AdaptiveOptions.parse(List.of("--processes", "all")))
                .hasMessageEndingWith("--processes=all");
    }
}
