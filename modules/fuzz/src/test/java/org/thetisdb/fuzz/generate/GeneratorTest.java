package org.thetisdb.fuzz.generate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.Cypher;
import org.thetisdb.fuzz.oracle.GraphText;
import org.thetisdb.reference.graph.ReferenceGraph;
import org.thetisdb.value.ThetisException;

class GeneratorTest {
    private static final int QUERY_COUNT = 500;

    @Test
    void graph_ofTheSameSeed_isTheSame() {
        for (long seed = 0; seed < 20; seed++) {
            FuzzGraph graph = GraphGenerator.generate(seed);
            FuzzGraph again = GraphGenerator.generate(seed);

            assertThat(GraphText.statements(again.graph())).isEqualTo(GraphText.statements(graph.graph()));
            assertThat(again.indexes()).isEqualTo(graph.indexes());
        }
    }

    @Test
    void query_ofTheSameSeed_isTheSame() {
        FuzzGraph graph = GraphGenerator.generate(3);
        for (long seed = 0; seed < 50; seed++) {
            assertThat(QueryGenerator.reading(seed, graph)).isEqualTo(QueryGenerator.reading(seed, graph));
            assertThat(QueryGenerator.writing(seed, graph)).isEqualTo(QueryGenerator.writing(seed, graph));
        }
    }

    @Test
    void queries_makeSense_nearlyAlways() {
        int bound = 0;
        for (long seed = 0; seed < QUERY_COUNT; seed++) {
            FuzzGraph graph = GraphGenerator.generate(seed / 50);
            bound += binds(QueryGenerator.reading(seed, graph).text());
            bound += binds(QueryGenerator.writing(seed, graph).text());
        }

        assertThat(bound).isGreaterThan(QUERY_COUNT * 2 * 95 / 100);
    }

    @Test
    void sweeps_always_bind() {
        for (long seed = 0; seed < 100; seed++) {
            SweepGenerator sweeps = new SweepGenerator(seed);
            for (int count = 0; count < 10; count++) {
                Cypher.bind(sweeps.writing().text());
                Cypher.bind(sweeps.reading().text());
            }
            Cypher.bind(sweeps.thinning().text());
        }
    }

    @Test
    void graph_whoseNumbersAreNotItsOwn_isNotIdentified() {
        FuzzGraph graph = GraphGenerator.generate(3);
        assertThat(graph.isIdentified()).isTrue();

        ReferenceGraph more = graph.graph().copy();
        more.addNode();
        assertThat(new FuzzGraph(more, List.of()).isIdentified()).isFalse();

        ReferenceGraph twice = graph.graph().copy();
        twice.addNode().properties().put(Vocabulary.IDENTITY, 0L);
        assertThat(new FuzzGraph(twice, List.of()).isIdentified()).isFalse();
    }

    @Test
    void orderWithALimit_behindAWrite_isNotByNodesWithoutANumber() {
        Pattern writing = Pattern.compile("^(CREATE|MERGE|SET|REMOVE|FOREACH|DELETE|DETACH)", Pattern.MULTILINE);
        Pattern byNumber = Pattern.compile("ORDER BY [^\\n]*\\.k\\b");
        for (long seed = 0; seed < 2000; seed++) {
            String text = QueryGenerator.writing(seed, GraphGenerator.generate(seed / 200))
                    .text();
            Matcher first = writing.matcher(text);
            String behind = first.find() ? text.substring(first.start()) : "";

            assertThat(byNumber.matcher(behind).find()).as(text).isFalse();
        }
    }

    private static int binds(String text) {
        try {
            Cypher.bind(text);
            return 1;
        } catch (ThetisException e) {
            return 0;
        }
    }
}
