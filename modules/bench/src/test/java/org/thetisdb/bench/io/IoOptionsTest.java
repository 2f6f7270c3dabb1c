package org.thetisdb.bench.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class IoOptionsTest {
    @Test
    void withoutOptions_allIsMeasured() {
        IoOptions options = IoOptions.parse(List.of());
        assertThat(options.parts()).containsExactly(IoPart.values());
        assertThat(options.ways()).containsExactly(Way.values());
        assertThat(options.threadCounts()).containsExactly(1, 2, 4, 8, 16);
        assertThat(options.groupBytes(0.5)).isEqualTo(2L << 30);
    }

    @Test
    void ways_areChosenByTheirLabels() {
        assertThat(IoOptions.parse(List.of("--ways", "*RANDOM + WILLNEED")).ways())
                .containsExactly(Way.MAPPED_AHEAD);
        assertThat(IoOptions.parse(List.of("--ways", "cache over direct")).ways())
                .containsExactly(Way.CACHE_DIRECT);
    }

    @Test
    void wrongOptions_areNamed() {
        assertWrong("--parts", "none");
        assertWrong("--ways", "telepathy");
        assertWrong("--ratios", "0");
        assertWrong("--threads", "0");
        assertWrong("--file-bytes", "1m");
    }

    private static void assertWrong(String option, String value) {
        assertThatThrownBy(() -> IoOptions.parse(List.of(option, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(option);
    }
}
