package org.thetisdb.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The runner must fail what is wrong: else its green means nothing. */
class ScenarioRunnerTest {
    @TempDir
    Path folder;

    private TestDatabases databases;

    @BeforeEach
    void open() {
        databases = new TestDatabases(folder);
    }

    @AfterEach
    void close() {
        databases.close();
    }

    private ScenarioRunner.Outcome run(String query, String then, String... table) {
        StringBuilder text = new StringBuilder("Feature: f\n  Scenario: s\n    Given an empty graph\n");
        text.append("    And having executed:\n      \"\"\"\n")
                .append("      CREATE (:A {x: 1})-[:T]->(:B {l: [1, 2]})\n      \"\"\"\n");
        text.append("    When executing query:\n      \"\"\"\n      ")
                .append(query)
                .append("\n      \"\"\"\n");
        text.append("    Then ").append(then).append('\n');
        for (String row : table) {
            text.append("      ").append(row).append('\n');
        }
        Scenario scenario =
                FeatureReader.read("f", text.toString().lines().toList()).getFirst();
        return new ScenarioRunner(databases).run(scenario, TestConfiguration.DEFAULT);
    }

    @Test
    void run_rowsAsExpected_passes() {
        assertThat(run(
                        "MATCH (n)-->(m) RETURN n, m",
                        "the result should be, in any order:",
                        "| n | m |",
                        "| (:A {x: 1}) | (:B {l: [1, 2]}) |"))
                .isInstanceOf(ScenarioRunner.Outcome.Passed.class);
        assertThat(run(
                        "MATCH (m:B) RETURN m.l AS l",
                        "the result should be (ignoring element order for lists):",
                        "| l |",
                        "| [2, 1] |"))
                .isInstanceOf(ScenarioRunner.Outcome.Passed.class);
        assertThat(run("RETURN x", "a SyntaxError should be raised at compile time: UndefinedVariable"))
                .isInstanceOf(ScenarioRunner.Outcome.Passed.class);
    }

    @Test
    void run_rowsOtherThanExpected_fails() {
        String inAnyOrder = "the result should be, in any order:";
        for (List<String> table : List.of(
                List.of("| n |", "| (:A {x: 2}) |"),
                List.of("| n |", "| (:A {x: 1.0}) |"),
                List.of("| n |", "| (:A) |"),
                List.of("| n |"),
                List.of("| m |", "| (:A {x: 1}) |"),
                List.of("| n |", "| (:A {x: 1}) |", "| (:A {x: 1}) |"))) {
            assertThat(run("MATCH (n:A) RETURN n", inAnyOrder, table.toArray(String[]::new)))
                    .as("%s", table)
                    .isInstanceOf(ScenarioRunner.Outcome.Failed.class);
        }
        assertThat(run("MATCH (m:B) RETURN m.l AS l", inAnyOrder, "| l |", "| [2, 1] |"))
                .isInstanceOf(ScenarioRunner.Outcome.Failed.class);
        assertThat(run("UNWIND [1, 2] AS x RETURN x", "the result should be, in order:", "| x |", "| 2 |", "| 1 |"))
                .isInstanceOf(ScenarioRunner.Outcome.Failed.class);
        assertThat(run("MATCH (n) RETURN n", "the result should be empty"))
                .isInstanceOf(ScenarioRunner.Outcome.Failed.class);
    }

    @Test
    void run_errorsOtherThanExpected_fails() {
        assertThat(run("RETURN 1 AS x", "a SyntaxError should be raised at compile time: UndefinedVariable"))
                .isInstanceOf(ScenarioRunner.Outcome.Failed.class);
        assertThat(run("RETURN y AS x", "the result should be, in any order:", "| x |"))
                .isInstanceOf(ScenarioRunner.Outcome.Failed.class);
    }

    @Test
    void run_writing_judgesSideEffects() {
        String empty = "the result should be empty\n    And the side effects should be:";
        assertThat(run("CREATE (:C {x: 1})", empty, "| +nodes | 1 |", "| +labels | 1 |", "| +properties | 1 |"))
                .isInstanceOf(ScenarioRunner.Outcome.Passed.class);
        assertThat(run("CREATE (:C {x: 1})", empty, "| +nodes | 1 |", "| +labels | 1 |"))
                .isInstanceOf(ScenarioRunner.Outcome.Failed.class);
        assertThat(run("MATCH ()-[r]->() DELETE r", "the result should be empty\n    And no side effects"))
                .isInstanceOf(ScenarioRunner.Outcome.Failed.class);
    }
}
