package org.thetisdb.engine.subquery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.engine.EngineOptions;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.testing.TestEngine;
import org.thetisdb.engine.testing.TestGraph;

/** Work that is done once for many rows gives the rows that doing it for each of them would give. */
class SharedWorkTest {
    private static final long SEED = 11;

    private record Network(
            TestGraph graph, List<TestGraph.Relationship> tagged, List<TestGraph.Relationship> contained) {}

    private static Network network() {
        Random random = new Random(SEED);
        TestGraph.Builder builder = TestGraph.builder(16);
        List<Long> tags = new ArrayList<>();
        List<Long> forums = new ArrayList<>();
        for (long tag = 0; tag < 3; tag++) {
            tags.add(builder.node(Set.of("Tag"), Map.of("id", tag)));
        }
        for (int forum = 0; forum < 60; forum++) {
            forums.add(builder.node("Forum"));
        }
        List<TestGraph.Relationship> tagged = new ArrayList<>();
        List<TestGraph.Relationship> contained = new ArrayList<>();
        for (int count = 0; count < 200; count++) {
            long message = builder.node("Message");
            tagged.add(builder.relationship(message, "HAS_TAG", tags.get(random.nextInt(3))));
            if (random.nextInt(4) == 0) {
                tagged.add(builder.relationship(message, "HAS_TAG", tags.getFirst()));
            }
            contained.add(builder.relationship(forums.get(random.nextInt(60)), "CONTAINS", message));
        }
        return new Network(builder.build(), tagged, contained);
    }

    private static Map<List<Object>, Integer> run(TestGraph graph, String text, int batchRows) {
        Map<List<Object>, Integer> rows = new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
        RunOptions options = new RunOptions(2, 0, 0, batchRows, Clock.systemUTC(), new Random(SEED));
        try (TestEngine engine = new TestEngine(graph, new EngineOptions(2, 4));
                ResultCursor cursor = engine.run(text, Map.of(), options)) {
            while (cursor.next()) {
                for (int row = 0; row < cursor.rowCount(); row++) {
                    List<Object> values = new ArrayList<>();
                    for (int column = 0; column < cursor.columns().size(); column++) {
                        values.add(cursor.column(column).valueAt(row));
                    }
                    rows.merge(values, 1, Integer::sum);
                }
            }
        }
        return rows;
    }

    private static Map<List<Object>, Integer> expected(Network network) {
        Map<List<Object>, Integer> rows = new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
        for (TestGraph.Relationship tagged : network.tagged()) {
            for (TestGraph.Relationship contained : network.contained()) {
                if (contained.end() == tagged.start()) {
                    rows.merge(List.of(tagged.end(), contained.start(), tagged.start()), 1, Integer::sum);
                }
            }
        }
        return rows;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 1024})
    void apply_partSharedByManyRows_givesTheRowsOfEach(int batchRows) {
        Network network = network();
        String text = "MATCH (t:Tag) MATCH (f:Forum) WITH t, f "
                + "MATCH (t)<-[:HAS_TAG]-(m:Message), (f)-[:CONTAINS]->(m) RETURN id(t), id(f), id(m)";
        assertThat(run(network.graph(), text, batchRows)).as("seed=" + SEED).isEqualTo(expected(network));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 1024})
    void expandInto_endSharedByABatch_findsParallelRelationshipsEach(int batchRows) {
        Network network = network();
        String text = "MATCH (t:Tag {id: 0}) MATCH (f:Forum)-[:CONTAINS]->(m:Message) WITH t, f, m "
                + "MATCH (m)-[r:HAS_TAG]->(t) "
                + "RETURN id(t), id(f), id(m), id(startNode(r)) = id(m), id(endNode(r)) = id(t)";
        Map<List<Object>, Integer> wanted = new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
        long first = network.tagged().stream()
                .mapToLong(TestGraph.Relationship::end)
                .min()
                .orElseThrow();
        expected(network).forEach((row, count) -> {
            if (row.getFirst().equals(first)) {
                wanted.put(List.of(row.get(0), row.get(1), row.get(2), true, true), count);
            }
        });
        assertThat(run(network.graph(), text, batchRows)).as("seed=" + SEED).isEqualTo(wanted);
    }
}
