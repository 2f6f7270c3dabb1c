package org.thetisdb.query.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.cases.TextCases;
import org.thetisdb.value.cases.TextCases.TextCase;

/**
 * The plans of the queries in {@code plans/*.txt}, whole, as EXPLAIN shows them, over graphs whose statistics are
 * always the same. A case's title says what its plan should show. A plan that changes is rewritten by
 *
 * <pre>
 *   -Dthetis.update=true '-Dthetis.reason=why it is better so'
 * </pre>
 *
 * and the reason stays beside it.
 */
class PlanTextTest {
    private static final String FOLDER = "modules/thetis/src/test/resources/org/thetisdb/query/plans";
    private static final String GRAPH = "graph ";
    private static final int PLANS_MIN = 300;

    @TempDir
    static Path folder;

    private static final Map<String, PlannedGraph> GRAPHS = new HashMap<>();

    @AfterAll
    static void close() {
        GRAPHS.values().forEach(PlannedGraph::close);
        GRAPHS.clear();
    }

    private static PlannedGraph graph(String name) {
        return GRAPHS.computeIfAbsent(
                name,
                each -> PlannedGraph.make(
                        folder.resolve(each), TextCases.project().resolve(FOLDER + "/graphs/" + each + ".cypher")));
    }

    /** A case and the graph that it is about; a paragraph that names a graph is not a case. */
    private record PlanCase(TextCases file, TextCase text, String graph) {
        boolean namesGraph() {
            return text.input().startsWith(GRAPH);
        }

        String place() {
            return file.file().getFileName() + ":" + text.line();
        }

        List<String> plan() {
            try {
                return namesGraph() ? List.of() : PlanTextTest.graph(graph).plan(text.input());
            } catch (ThetisException refused) {
                throw new AssertionError(place() + " has no plan: " + refused.getMessage(), refused);
            }
        }
    }

    private static List<PlanCase> cases(TextCases file) {
        List<PlanCase> cases = new ArrayList<>();
        String graph = "empty";
        for (TextCase each : file.cases()) {
            if (each.input().startsWith(GRAPH)) {
                graph = each.input().substring(GRAPH.length()).strip();
            }
            cases.add(new PlanCase(file, each, graph));
        }
        return cases;
    }

    @TestFactory
    Stream<DynamicContainer> plans() {
        return TextCases.readFolder(FOLDER).stream().map(file -> {
            List<PlanCase> cases = cases(file);
            if (TextCases.updates()) {
                update(file, cases);
            }
            return DynamicContainer.dynamicContainer(
                    file.file().getFileName().toString(),
                    (TextCases.updates() ? cases(TextCases.read(file.file())) : cases)
                            .stream()
                                    .filter(each -> !each.namesGraph())
                                    .map(each -> DynamicTest.dynamicTest(each.place(), () -> check(each))));
        });
    }

    private static void check(PlanCase each) {
        assertThat(each.plan())
                .as(
                        "%s %s%n%s%nIf the new plan is meant: -Dthetis.update=true '-Dthetis.reason=…'",
                        each.place(),
                        each.text().title().orElse(""),
                        each.text().input())
                .isEqualTo(each.text().expected());
    }

    /** A first plan needs no reason; one that replaces another does. */
    private static void update(TextCases file, List<PlanCase> cases) {
        String reason = System.getProperty("thetis.reason", "").strip();
        List<List<String>> remarks = new ArrayList<>();
        List<List<String>> outputs = new ArrayList<>();
        for (PlanCase each : cases) {
            List<String> expected = each.text().expected();
            List<String> plan = each.plan();
            boolean changed = !expected.isEmpty() && !plan.equals(expected);
            assertThat(changed && reason.isEmpty())
                    .as("%s has another plan: say why by '-Dthetis.reason=…'", each.place())
                    .isFalse();
            remarks.add(changed ? List.of("# reason: " + reason) : List.of());
            outputs.add(plan);
        }
        file.write(remarks, outputs);
    }

    @Test
    void files_ofPlans_areManyAndSayWhatTheyShow() {
        List<PlanCase> all = TextCases.readFolder(FOLDER).stream()
                .flatMap(file -> cases(file).stream())
                .filter(each -> !each.namesGraph())
                .toList();
        assertThat(all)
                .hasSizeGreaterThanOrEqualTo(PLANS_MIN)
                .allSatisfy(each -> assertThat(each.text().title())
                        .as("a title of %s that says what the plan should show", each.place())
                        .isPresent());
    }
}
