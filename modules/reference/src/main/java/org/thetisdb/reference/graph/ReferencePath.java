package org.thetisdb.reference.graph;

import java.util.List;

/**
 * A path through the graph.
 *
 * @param nodes the nodes in order, at least one
 * @param relationships the relationships between them, one fewer
 */
public record ReferencePath(List<ReferenceNode> nodes, List<ReferenceRelationship> relationships) {
    public ReferencePath {
        nodes = List.copyOf(nodes);
        relationships = List.copyOf(relationships);
        if (nodes.size() != relationships.size() + 1) {
            throw new IllegalArgumentException(
                    "a path has one node more than relationships: nodes=" + nodes + ", relationships=" + relationships);
        }
    }
}
