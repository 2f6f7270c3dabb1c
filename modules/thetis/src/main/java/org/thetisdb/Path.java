package org.thetisdb;

import java.util.List;

/**
 * An alternating sequence of nodes and relationships: relationship {@code i} is between nodes {@code i} and
 * {@code i + 1}, in either direction. Immutable, usable after everything is closed, by any thread.
 *
 * <p>Programs that open a database use {@code java.nio.file.Path}, too. {@code import java.nio.file.Path;} has
 * the last word over imports of whole packages or modules; a path of the graph is then {@code org.thetisdb.Path}, or a
 * {@code var}: {@code var path = row.getPath("p");}.
 *
 * @param nodes one more than relationships
 * @param relationships in the order of the path
 */
public record Path(List<Node> nodes, List<Relationship> relationships) {
    /** Takes copies of the lists, whose lengths must fit each other. */
    public Path {
        nodes = List.copyOf(nodes);
        relationships = List.copyOf(relationships);
        if (nodes.size() != relationships.size() + 1) {
            throw new IllegalArgumentException("a path has one node more than relationships: nodes=" + nodes.size()
                    + ", relationships=" + relationships.size());
        }
    }

    /** {@return the node where it begins} */
    public Node start() {
        return nodes.getFirst();
    }

    /** {@return the node where it ends; of a path of length 0, where it begins} */
    public Node end() {
        return nodes.getLast();
    }

    /** {@return the number of relationships} */
    public int length() {
        return relationships.size();
    }

    /** As Cypher would write it: {@code (:Person {…})-[:KNOWS]->(:Person {…})}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder().append(start());
        for (int index = 0; index < length(); index++) {
            Relationship relationship = relationships.get(index);
            boolean forward = relationship.startNodeId() == nodes.get(index).id();
            text.append(forward ? "-" : "<-").append(relationship);
            text.append(forward ? "->" : "-").append(nodes.get(index + 1));
        }
        return text.toString();
    }
}
