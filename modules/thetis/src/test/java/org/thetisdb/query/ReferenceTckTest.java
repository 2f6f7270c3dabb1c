package org.thetisdb.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The reference interpreter under the openCypher TCK and the feature files of our own: what judges the engine is judged
 * by what others have written down. Nothing is known to fail.
 */
class ReferenceTckTest {
    private final ReferenceRunner runner = new ReferenceRunner();

    @TestFactory
    Stream<DynamicContainer> tck() {
        List<Scenario> scenarios = FeatureFiles.read("features");
        assertThat(scenarios).hasSizeGreaterThan(3_800);
        return byFile(scenarios);
    }

    @TestFactory
    Stream<DynamicContainer> features() {
        return byFile(FeatureFiles.read("org/thetisdb/query/features"));
    }

    private Stream<DynamicContainer> byFile(List<Scenario> scenarios) {
        Map<String, List<DynamicTest>> byFile = new LinkedHashMap<>();
        for (Scenario scenario : scenarios) {
            byFile.computeIfAbsent(scenario.file(), file -> new ArrayList<>())
                    .add(DynamicTest.dynamicTest(scenario.name(), () -> check(scenario)));
        }
        return byFile.entrySet().stream()
                .map(each -> DynamicContainer.dynamicContainer(each.getKey(), each.getValue()));
    }

    private void check(Scenario scenario) {
        ScenarioRunner.Outcome outcome = runner.run(scenario);
        if (outcome instanceof ScenarioRunner.Outcome.Skipped skipped) {
            abort(skipped.reason());
        }
        assertThat(outcome)
                .as("%s%n%s", scenario.key(), scenario.query())
                .isEqualTo(new ScenarioRunner.Outcome.Passed());
    }
}
