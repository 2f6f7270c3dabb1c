package org.thetisdb.engine.testing;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** A random graph with what the queries of the tests ask for. */
public final class GeneratedGraph {
    private GeneratedGraph() {}

    /** Nodes labelled A, B or both, with properties k (unique), g (few values), s (text) and mostly f (float). */
    public static TestGraph of(long seed, int nodeCount, int relationshipCount, int chunkRows) {
        return of(seed, nodeCount, relationshipCount, chunkRows, false);
    }

    /** The same, in mixed chunks if so wished. */
    public static TestGraph of(long seed, int nodeCount, int relationshipCount, int chunkRows, boolean mixed) {
        Random random = new Random(seed);
        TestGraph.Builder builder = TestGraph.builder(chunkRows);
        if (mixed) {
            builder.mixed();
        }
        long[] nodes = new long[nodeCount];
        for (int index = 0; index < nodeCount; index++) {
            Map<String, Object> properties = new HashMap<>();
            properties.put("k", (long) index);
            properties.put("g", (long) random.nextInt(5));
            properties.put("s", "name" + random.nextInt(nodeCount / 3 + 1));
            if (random.nextInt(4) > 0) {
                properties.put("f", random.nextInt(100) / 4.0);
            }
            Set<String> labels =
                    List.of(Set.of("A"), Set.of("B"), Set.of("A", "B")).get(random.nextInt(3));
            nodes[index] = builder.node(labels, properties);
        }
        for (int index = 0; index < relationshipCount; index++) {
            long from = nodes[random.nextInt(nodeCount)];
            long to = nodes[random.nextInt(nodeCount)];
            builder.relationship(from, random.nextBoolean() ? "X" : "Y", to, Map.of("w", (long) random.nextInt(10)));
        }
        return builder.index("A", "k").build();
    }
}
