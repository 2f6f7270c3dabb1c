package org.thetisdb.fuzz.generate;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.thetisdb.reference.graph.ReferenceGraph;
import org.thetisdb.reference.graph.ReferenceNode;
import org.thetisdb.reference.graph.ReferenceRelationship;

/**
 * A graph with the indexes that may be made for it.
 *
 * @param graph must not be changed: {@link ReferenceGraph#copy} gives one that may
 * @param indexes may be made or not: no answer depends on them
 */
public record FuzzGraph(ReferenceGraph graph, List<Index> indexes) {
    public FuzzGraph {
        indexes = List.copyOf(indexes);
    }

    /** Whether each node and each relationship has a number that no other one has. */
    boolean isIdentified() {
        Set<Object> numbers = new HashSet<>();
        Stream<Map<String, Object>> properties = Stream.concat(
                graph.nodes().stream().map(ReferenceNode::properties),
                graph.relationships().stream().map(ReferenceRelationship::properties));
        return properties.allMatch(each -> each.get(Vocabulary.IDENTITY) instanceof Long number && numbers.add(number));
    }

    /** An index, or a constraint with its index. */
    public record Index(String label, String key, boolean unique) {
        /** The statement that makes it. */
        public String statement() {
            return unique
                    ? "CREATE CONSTRAINT FOR (n:" + label + ") REQUIRE n." + key + " IS UNIQUE"
                    : "CREATE INDEX FOR (n:" + label + ") ON (n." + key + ")";
        }

        /** As feature files write it. */
        @Override
        public String toString() {
            return (unique ? "unique " : "") + ":" + label + "(" + key + ")";
        }
    }
}
