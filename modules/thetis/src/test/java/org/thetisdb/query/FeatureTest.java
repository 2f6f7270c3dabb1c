package org.thetisdb.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The feature files of our own, each scenario under every configuration. */
class FeatureTest {
    @TempDir
    static Path folder;

    private static TestDatabases databases;

    @BeforeAll
    static void open() {
        databases = new TestDatabases(folder);
    }

    @AfterAll
    static void close() {
        databases.close();
    }

    @TestFactory
    Stream<DynamicContainer> features() {
        return features(TestConfiguration.ALL);
    }

    @Tag("long")
    @TestFactory
    Stream<DynamicContainer> featuresWithManyRandomPlans() {
        return features(TestConfiguration.randomPlans(4, 200));
    }

    private static Stream<DynamicContainer> features(List<TestConfiguration> configurations) {
        ScenarioRunner runner = new ScenarioRunner(databases);
        List<Scenario> scenarios = FeatureFiles.read("org/thetisdb/query/features");
        List<DynamicContainer> containers = new ArrayList<>();
        for (TestConfiguration configuration : configurations) {
            containers.add(DynamicContainer.dynamicContainer(
                    configuration.name(),
                    scenarios.stream()
                            .filter(scenario -> isWanted(scenario, configuration))
                            .map(scenario -> DynamicTest.dynamicTest(
                                    scenario.key(), () -> check(runner, scenario, configuration)))));
        }
        return containers.stream();
    }

    /** The examples of the manual are no hard cases: each runs in the usual ways and in one of the others. */
    private static boolean isWanted(Scenario scenario, TestConfiguration configuration) {
        int place = TestConfiguration.ALL.indexOf(configuration);
        return !scenario.file().startsWith("manual/")
                || TestConfiguration.USUAL.contains(configuration)
                || TestConfiguration.isInShare(scenario.key(), place, TestConfiguration.ALL.size(), 0);
    }

    private static void check(ScenarioRunner runner, Scenario scenario, TestConfiguration configuration) {
        ScenarioRunner.Outcome outcome = runner.run(scenario, configuration);
        if (outcome instanceof ScenarioRunner.Outcome.Skipped skipped
                && !configuration.equals(TestConfiguration.DEFAULT)) {
            abort(skipped.reason());
        }
        assertThat(outcome)
                .as("%s, %s", configuration.name(), scenario.query())
                .isEqualTo(new ScenarioRunner.Outcome.Passed());
    }
}
