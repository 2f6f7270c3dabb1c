package org.thetisdb.bench.snb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DatasetTest {
    private static final int QUERY_COUNT = 47;

    private static Dataset find(Scale scale) {
        Path project = Path.of(System.getProperty("thetis.project", "."));
        Optional<Dataset> dataset = Dataset.find(project, scale);
        assumeTrue(dataset.isPresent(), "no data of scale " + scale.label() + " beside the project");
        return dataset.orElseThrow();
    }

    @Test
    void cases_smallScale_everyQueryHasItsExpectedAnswer() {
        Map<String, List<QueryCase>> cases = find(Scale.SF0_1).cases("*");
        assertThat(cases).hasSize(QUERY_COUNT);
        assertThat(cases.keySet().stream().toList()).startsWith("is-1").endsWith("lsqb-9");
        assertThat(cases.values())
                .allSatisfy(list -> assertThat(list)
                        .allSatisfy(entry -> assertThat(entry.expected()).isPresent()));
        assertThat(cases.get("ic-2").getFirst().parameters().get("maxDate")).isInstanceOf(ZonedDateTime.class);
    }

    @Test
    void cases_largeScale_sameQueriesWithParametersOfTheSameNames() {
        Map<String, List<QueryCase>> small = find(Scale.SF0_1).cases("*");
        Map<String, List<QueryCase>> large = find(Scale.SF1).cases("*");
        assertThat(large.keySet()).isEqualTo(small.keySet());
        large.forEach((query, cases) -> assertThat(cases.getFirst().parameters().keySet())
                .isEqualTo(small.get(query).getFirst().parameters().keySet()));
    }

    @Test
    void cases_glob_selects() {
        assertThat(find(Scale.SF0_1).cases("{is-1,bi-1?}").keySet())
                .contains("is-1", "bi-10")
                .doesNotContain("bi-1", "ic-1");
    }
}
