package org.thetisdb.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CompareOptionsTest {
    @Test
    void parse_flagBetweenOptions_isTaken() {
        CompareOptions options =
                CompareOptions.parse(List.of("HEAD~1", "--data", "demo", "--record", "--queries", "{point-*,import}"));
        assertThat(options.commit()).isEqualTo("HEAD~1");
        assertThat(options.data()).isEqualTo("demo");
        assertThat(options.isRecorded()).isTrue();
        assertThat(options.names().hold("point-literal")).isTrue();
        assertThat(options.names().hold("import")).isTrue();
        assertThat(options.names().hold("is-1")).isFalse();
        assertThat(options.names().only(Set.of("import")).hold("point-literal")).isFalse();
    }

    @Test
    void parse_noCommitOrUnknownOption_saysSo() {
        assertThatThrownBy(() -> CompareOptions.parse(List.of())).hasMessageContaining("lacks the commit");
        assertThatThrownBy(() -> CompareOptions.parse(List.of("--data", "demo")))
                .hasMessageContaining("HEAD~1");
        assertThatThrownBy(() -> CompareOptions.parse(List.of("HEAD", "--dta", "demo")))
                .hasMessageContaining("--dta");
    }
}
