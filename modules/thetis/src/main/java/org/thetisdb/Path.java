package org.thetisdb;

import java.util.List;

/**
 * An alternating walk of nodes and relationships: relationship {@code i} lies between nodes {@code i} and
 * {@code i + 1}, in either direction. Immutable.
 *
 * @param nodes one more than relationships
 */
public record Path(List<Node> nodes, List<Relationship> relationships) {
    public Path {
        nodes = List.copyOf(nodes);
        relationships = List.copyOf(relationships);
        if (nodes.size() != relationships.size() + 1) {
            throw new IllegalArgumentException("a path has one node more than relationships: nodes=" + nodes.size()
                    + ", relationships=" + relationships.size());
        }
    }

    public Node start() {
        return nodes.getFirst();
    }

    public Node end() {
        return nodes.getLast();
    }

    /** The number of relationships. */
    public int length() {
        return relationships.size();
    }

    /** As Cypher would write it: {@code (:Person {…})-[:KNOWS]->(:Person {…})}. */
    @Override
    public String toString() {
        return CypherText.of(this);
    }
}
