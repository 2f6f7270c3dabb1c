package org.thetisdb.bench.h2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the processes write down is read, compared and reported. */
class H2TimesTest {
    @Test
    void firstShotsAndLaterOnes_areToldApart_andDifferentAnswersAreNamed() {
        H2Times times = new H2Times();
        times.add(Task.MIXED, Contender.H2, List.of("0 100.0 a", "1 300.0 b", "2 500.0 b"));
        times.add(Task.MIXED, Contender.PAGED, List.of("0 200.0 a", "1 800.0 b", "2 800.0 c"));
        assertThat(times.spread(Task.MIXED, Contender.H2, true).median()).isEqualTo(100);
        assertThat(times.spread(Task.MIXED, Contender.H2, false).median()).isEqualTo(400);
        assertThat(times.has(Task.MIXED, Contender.THETIS)).isFalse();
        assertThat(times.different()).containsExactly("mixed by paged");
        H2Options options = new H2Options(
                0.1,
                List.of(Task.MIXED),
                List.of(Contender.values()),
                1,
                3,
                1,
                64 << 20,
                Optional.empty(),
                Path.of("."));
        assertThat(H2Report.text(options, true, times))
                .contains("DIFFERENT: [mixed by paged]")
                .contains("| mixed | ops/s | 100 [100..100] | 200 [200..200] ×2.00 | – |")
                .contains("| mixed | ops/s | 400 [300..500] | 800 [800..800] ×2.00 | – |");
    }

    @Test
    void options_areRead_andWrongOnesNamed() {
        H2Options options =
                H2Options.parse(List.of("--factor", "0.5", "--names", "mixed", "--contenders", "h2,thetis"));
        assertThat(options.factor()).isEqualTo(0.5);
        assertThat(options.tasks()).containsExactly(Task.MIXED);
        assertThat(options.contenders()).containsExactly(Contender.H2, Contender.THETIS);
        assertThat(H2Options.parse(List.of()).tasks()).hasSize(15);
        assertThatThrownBy(() -> H2Options.parse(List.of("--factor", "many"))).hasMessageContaining("--factor=many");
        assertThatThrownBy(() -> H2Options.parse(List.of("--names", "none"))).hasMessageContaining("name=none");
        assertThatThrownBy(() -> H2Options.parse(List.of("--contenders", "none")))
                .hasMessageContaining("name=none");
        assertThatThrownBy(() -> H2Options.parse(List.of("--memory", "1m"))).hasMessageContaining("--memory");
    }
}
