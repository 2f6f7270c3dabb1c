package org.thetisdb.fuzz.shrink;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.thetisdb.fuzz.generate.FuzzGraph;
import org.thetisdb.fuzz.generate.GraphGenerator;
import org.thetisdb.fuzz.generate.QueryGenerator;
import org.thetisdb.fuzz.oracle.Answer;
import org.thetisdb.fuzz.oracle.Oracle;
import org.thetisdb.fuzz.oracle.OracleFactory;
import org.thetisdb.fuzz.query.FuzzQuery;

class ShrinkerTest {
    /** Says how many nodes there are; the faulty one is wrong about queries with MATCH over graphs with an A. */
    private record Counting(boolean faulty) implements OracleFactory {
        @Override
        public String name() {
            return faulty ? "faulty" : "right";
        }

        @Override
        public boolean writes() {
            return false;
        }

        @Override
        public Oracle over(FuzzGraph graph) {
            boolean wrong = faulty
                    && graph.graph().nodes().stream()
                            .anyMatch(node -> node.labels().contains("A"));
            return new Oracle() {
                @Override
                public Answer answer(FuzzQuery query) {
                    boolean lie = wrong && query.text().contains("MATCH");
                    return new Answer.Rows(List.of("x"), List.of(List.of(lie ? 1L : 0L)), Optional.empty());
                }

                @Override
                public void close() {}
            };
        }
    }

    @Test
    void shrink_ofAFault_leavesWhatItNeeds() {
        FuzzGraph graph = graphWith("A");
        FuzzQuery query = queryWith("MATCH", graph);
        Shrinker shrinker =
                new Shrinker(new Counting(false), new Counting(true), "rows", InstantSource.system(), 60_000);

        Shrinker.Shrunk shrunk = shrinker.shrink(graph, query).orElseThrow();

        assertThat(shrunk.graph().graph().nodes()).hasSize(1);
        assertThat(shrunk.graph().graph().relationships()).isEmpty();
        assertThat(shrunk.graph().indexes()).isEmpty();
        assertThat(shrunk.query().text().length()).isLessThan(60);
        assertThat(ScenarioText.of("It", shrunk.graph(), shrunk.query(), shrunk.expected()))
                .contains("Scenario: It", "CREATE (", ":A", "MATCH", "| x |", "| 0 |");
    }

    @Test
    void shrink_ofNoFault_isEmpty() {
        FuzzGraph graph = graphWith("A");
        Shrinker shrinker =
                new Shrinker(new Counting(false), new Counting(false), "rows", InstantSource.system(), 60_000);

        assertThat(shrinker.shrink(graph, queryWith("MATCH", graph))).isEmpty();
    }

    private static FuzzGraph graphWith(String label) {
        for (long seed = 0; ; seed++) {
            FuzzGraph graph = GraphGenerator.generate(seed);
            if (graph.graph().nodes().stream().anyMatch(node -> node.labels().contains(label))) {
                return graph;
            }
        }
    }

    private static FuzzQuery queryWith(String word, FuzzGraph graph) {
        for (long seed = 0; ; seed++) {
            FuzzQuery query = QueryGenerator.reading(seed, graph);
            if (query.text().contains(word) && query.text().length() > 200) {
                return query;
            }
        }
    }
}
