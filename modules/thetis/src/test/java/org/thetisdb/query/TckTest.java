package org.thetisdb.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The scenarios of the openCypher TCK, as its jar holds them. What is known to fail is in the resource
 * {@code tck-known-failures.txt}, one scenario's key a line, each below a comment with the reason; a scenario of that
 * list that passes is an error too, so that the list never grows stale.
 */
class TckTest {
    private static final String KNOWN_FAILURES = "tck-known-failures.txt";

    /** Chooses which share of the scenarios each further configuration gets: 0 unless given, any number. */
    private static final int SHIFT = Integer.getInteger("thetis.tck.shift", 0);

    @TempDir
    static Path folder;

    private static TestDatabases databases;
    private static final Map<String, int[]> COUNTS = new TreeMap<>();

    @BeforeAll
    static void open() {
        databases = new TestDatabases(folder);
    }

    @AfterAll
    static void closeAndReport() {
        System.out.println(report());
        System.out.println("queries that had too little memory and said so: " + databases.exhaustedCount());
        databases.close();
    }

    /** All scenarios by default and with batches cut where they are not usually cut. */
    @TestFactory
    Stream<DynamicContainer> tck() throws IOException {
        return tests(TestConfiguration.USUAL, (scenario, configuration) -> true);
    }

    /** Each scenario under some of the further configurations; others with another {@link #SHIFT}. */
    @TestFactory
    Stream<DynamicContainer> tckInShares() throws IOException {
        List<TestConfiguration> further = further();
        return tests(
                further,
                (scenario, configuration) -> TestConfiguration.isInShare(
                        scenario.key(), further.indexOf(configuration), further.size(), SHIFT));
    }

    @Tag("long")
    @TestFactory
    Stream<DynamicContainer> tckUnderEveryConfiguration() throws IOException {
        return tests(further(), (scenario, configuration) -> true);
    }

    @Tag("long")
    @TestFactory
    Stream<DynamicContainer> tckWithManyRandomPlans() throws IOException {
        return tests(TestConfiguration.randomPlans(4, 20), (scenario, configuration) -> true);
    }

    private static List<TestConfiguration> further() {
        return TestConfiguration.ALL.stream()
                .filter(each -> !TestConfiguration.USUAL.contains(each))
                .toList();
    }

    private static Stream<DynamicContainer> tests(
            List<TestConfiguration> configurations, BiPredicate<Scenario, TestConfiguration> wanted)
            throws IOException {
        Map<String, String> known = knownFailures();
        ScenarioRunner runner = new ScenarioRunner(databases);
        Map<String, List<DynamicTest>> byFile = new LinkedHashMap<>();
        List<Scenario> scenarios = FeatureFiles.read("features");
        assertThat(scenarios).hasSizeGreaterThan(3_800);
        for (TestConfiguration configuration : configurations) {
            for (Scenario scenario : scenarios) {
                if (!wanted.test(scenario, configuration)) {
                    continue;
                }
                byFile.computeIfAbsent(configuration.name() + ": " + scenario.file(), file -> new ArrayList<>())
                        .add(DynamicTest.dynamicTest(
                                scenario.name(), () -> check(runner, scenario, configuration, known)));
            }
        }
        return byFile.entrySet().stream()
                .map(each -> DynamicContainer.dynamicContainer(each.getKey(), each.getValue()));
    }

    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private static void check(
            ScenarioRunner runner, Scenario scenario, TestConfiguration configuration, Map<String, String> known) {
        int[] counts = configuration == TestConfiguration.DEFAULT
                ? COUNTS.computeIfAbsent(folderOf(scenario), each -> new int[3])
                : new int[3];
        ScenarioRunner.Outcome outcome = runner.run(scenario, configuration);
        boolean expectedToFail = known.containsKey(scenario.key());
        switch (outcome) {
            case ScenarioRunner.Outcome.Skipped skipped -> {
                counts[2]++;
                abort(skipped.reason());
            }
            case ScenarioRunner.Outcome.Passed passed -> {
                counts[0]++;
                assertThat(expectedToFail)
                        .as("it passes, so take it off %s: %s", KNOWN_FAILURES, scenario.key())
                        .isFalse();
            }
            case ScenarioRunner.Outcome.Failed failed -> {
                counts[1]++;
                assertThat(expectedToFail)
                        .as("%s%n%s%n%s", scenario.key(), scenario.query(), failed.reason())
                        .isTrue();
            }
        }
    }

    private static String folderOf(Scenario scenario) {
        return scenario.file().substring(0, scenario.file().lastIndexOf('/'));
    }

    private static String report() {
        StringBuilder text = new StringBuilder("openCypher TCK: passed / run, skipped\n");
        int[] sum = new int[3];
        COUNTS.forEach((name, counts) -> {
            line(text, name, counts);
            for (int index = 0; index < sum.length; index++) {
                sum[index] += counts[index];
            }
        });
        line(text, "all", sum);
        return text.toString();
    }

    private static void line(StringBuilder text, String name, int[] counts) {
        text.append(
                String.format("  %-45s %5d / %5d, %5d skipped%n", name, counts[0], counts[0] + counts[1], counts[2]));
    }

    private static Map<String, String> knownFailures() throws IOException {
        Map<String, String> known = new LinkedHashMap<>();
        String reason = "";
        try (InputStream stream = TckTest.class.getResourceAsStream(KNOWN_FAILURES);
                BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.startsWith("#")) {
                    reason = line.substring(1).strip();
                } else if (!line.isBlank()) {
                    assertThat(reason).as("a reason for %s", line).isNotEmpty();
                    known.put(line.strip(), reason);
                }
            }
        }
        return known;
    }
}
