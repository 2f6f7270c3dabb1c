package org.thetisdb.bench.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class LuceneTimesTest {
    @Test
    void answers_ofTheSameQuestionAndRound_areCompared() {
        LuceneTimes times = new LuceneTimes();
        times.add(Situation.RESIDENT, DirectoryKind.THETIS, List.of("term 0 10.5 aa", "term 1 12.5 bb"));
        times.add(Situation.RESIDENT, DirectoryKind.MMAP, List.of("term 0 11 aa"));
        assertThat(times.agree()).isTrue();
        assertThat(times.micros(Situation.RESIDENT, DirectoryKind.THETIS, Question.TERM)
                        .median())
                .isEqualTo(11.5);
        times.add(Situation.COLD, DirectoryKind.MMAP, List.of("term 1 11 aa"));
        assertThat(times.agree()).isFalse();
    }

    @Test
    void options_nameWhatIsWrong() {
        LuceneOptions options = LuceneOptions.parse(List.of("--directories", "mmap,thetis", "--documents", "5000"));
        assertThat(options.directories()).containsExactly(DirectoryKind.MMAP, DirectoryKind.THETIS);
        assertThat(options.situations()).containsExactly(Situation.values());
        assertThatThrownBy(() -> LuceneOptions.parse(List.of("--situations", "hot")))
                .hasMessageContaining("hot");
        assertThatThrownBy(() -> LuceneOptions.parse(List.of("--vector-module", "x")))
                .hasMessageContaining("x");
    }
}
