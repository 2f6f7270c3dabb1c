package org.thetisdb.value;

import java.util.List;

/**
 * An alternating sequence of nodes and relationships: {@code nodes.size() == relationships.size() + 1}; relationships
 * keep their stored direction.
 *
 * @param nodes from the start to the end
 * @param relationships each between the nodes at its place and the next
 */
public record PathReference(List<NodeReference> nodes, List<RelationshipReference> relationships) {
    /** Takes copies of the lists, whose lengths must fit each other. */
    public PathReference {
        nodes = List.copyOf(nodes);
        relationships = List.copyOf(relationships);
        if (nodes.size() != relationships.size() + 1) {
            throw new IllegalArgumentException("a path has one node more than relationships: nodes=" + nodes.size()
                    + ", relationships=" + relationships.size());
        }
    }

    /** {@return the number of relationships} */
    public int length() {
        return relationships.size();
    }
}
