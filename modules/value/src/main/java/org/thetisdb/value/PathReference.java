package org.thetisdb.value;

import java.util.List;

/** An alternating walk: {@code nodes.size() == relationships.size() + 1}; relationships keep their stored direction. */
public record PathReference(List<NodeReference> nodes, List<RelationshipReference> relationships) {
    public PathReference {
        nodes = List.copyOf(nodes);
        relationships = List.copyOf(relationships);
        if (nodes.size() != relationships.size() + 1) {
            throw new IllegalArgumentException("a path has one node more than relationships: nodes=" + nodes.size()
                    + ", relationships=" + relationships.size());
        }
    }

    /** The number of relationships. */
    public int length() {
        return relationships.size();
    }
}
