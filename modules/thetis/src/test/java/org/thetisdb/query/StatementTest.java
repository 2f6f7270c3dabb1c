package org.thetisdb.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.value.cases.TextCases;

/**
 * The statements of {@code statements/*.test}, each under every configuration, and by the reference interpreter, which
 * must say the same. In each build a file runs in the usual way and in a share of the others; which ones, {@code
 * -Dthetis.statements.shift} says.
 *
 * <p>With {@code -Dthetis.update=true} answers are written into the files: only those that the engine and the
 * interpreter agree on.
 */
class StatementTest {
    private static final String FOLDER = "modules/thetis/src/test/resources/org/thetisdb/query/statements";
    private static final int STATEMENTS_MIN = 1_500;
    private static final int SHIFT = Integer.getInteger("thetis.statements.shift", 0);

    @TempDir
    static Path folder;

    private static TestDatabases databases;

    @BeforeAll
    static void openAndUpdate() {
        databases = new TestDatabases(folder);
        if (TextCases.updates()) {
            StatementUpdate update = new StatementUpdate(new StatementRunner(databases), new ReferenceRunner());
            StatementFile.readAll(FOLDER).forEach(update::write);
            assertThat(update.disagreements())
                    .as("what engine and interpreter disagree on")
                    .isEmpty();
        }
    }

    @AfterAll
    static void close() {
        databases.close();
    }

    @TestFactory
    Stream<DynamicContainer> statements() {
        return tests(TestConfiguration.ALL, false);
    }

    @Tag("long")
    @TestFactory
    Stream<DynamicContainer> statementsUnderAllConfigurations() {
        return tests(TestConfiguration.ALL, true);
    }

    @Tag("long")
    @TestFactory
    Stream<DynamicContainer> statementsWithManyRandomPlans() {
        return tests(TestConfiguration.randomPlans(4, 60), true);
    }

    private static Stream<DynamicContainer> tests(List<TestConfiguration> configurations, boolean all) {
        List<StatementFile> files = StatementFile.readAll(FOLDER);
        StatementRunner runner = new StatementRunner(databases);
        return configurations.stream()
                .map(configuration -> DynamicContainer.dynamicContainer(
                        configuration.name(),
                        files.stream()
                                .map(file -> DynamicTest.dynamicTest(
                                        file.name(), () -> check(runner, file, configuration, all)))));
    }

    private static void check(
            StatementRunner runner, StatementFile file, TestConfiguration configuration, boolean all) {
        List<String> failures = new ArrayList<>();
        file.statements()
                .filter(each -> all || isWanted(each, configuration))
                .forEach(each -> runner.run(each, configuration)
                        .filter(found ->
                                !StatementAnswer.isSame(each, each.text().expected(), found))
                        .ifPresent(found -> failures.add(failure(each, found))));
        assertThat(failures).as("%s, %s", configuration.name(), file.name()).isEmpty();
    }

    private static boolean isWanted(StatementCase each, TestConfiguration configuration) {
        int place = TestConfiguration.ALL.indexOf(configuration);
        return place == 0 || TestConfiguration.isInShare(each.place(), place, TestConfiguration.ALL.size(), SHIFT);
    }

    static String failure(StatementCase each, List<String> found) {
        return String.join(
                "\n",
                "",
                each.place(),
                each.text().input(),
                "expected: " + String.join("\n          ", each.text().expected()),
                "found:    " + String.join("\n          ", found));
    }

    @TestFactory
    Stream<DynamicTest> statementsByTheReference() {
        ReferenceRunner reference = new ReferenceRunner();
        return StatementFile.readAll(FOLDER).stream()
                .map(file -> DynamicTest.dynamicTest(file.name(), () -> checkByReference(reference, file)));
    }

    private static void checkByReference(ReferenceRunner reference, StatementFile file) {
        List<String> failures = new ArrayList<>();
        file.statements().forEach(each -> {
            Optional<List<String>> found = reference.run(each);
            assertThat(found.isPresent())
                    .as(
                            "%s needs a line `unmodelled: reason`, for the reference interpreter cannot run it",
                            each.place())
                    .isEqualTo(each.unmodelled().isEmpty());
            List<String> expected = each.text().expected();
            found.filter(lines -> !StatementAnswer.isSame(each, expected, lines)
                            && !StatementAnswer.isSameError(expected, lines))
                    .ifPresent(lines -> failures.add(failure(each, lines)));
        });
        assertThat(failures).as(file.name()).isEmpty();
    }

    @Test
    void files_ofStatements_areMany() {
        assertThat(StatementFile.readAll(FOLDER).stream().flatMap(StatementFile::statements))
                .hasSizeGreaterThanOrEqualTo(STATEMENTS_MIN);
    }
}
