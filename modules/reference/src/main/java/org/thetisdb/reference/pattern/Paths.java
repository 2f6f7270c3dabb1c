package org.thetisdb.reference.pattern;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.GraphPattern.NamedPath;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.reference.expression.Row;
import org.thetisdb.reference.graph.ReferenceNode;
import org.thetisdb.reference.graph.ReferencePath;
import org.thetisdb.reference.graph.ReferenceRelationship;

/** Paths out of the nodes and relationships that make them. */
public final class Paths {
    private Paths() {}

    /** The path of a row's columns; null if one of them is null. */
    public static @Nullable ReferencePath of(NamedPath named, Row row) {
        List<ReferenceRelationship> relationships = new ArrayList<>();
        for (Variable element : named.elements()) {
            Object value = row.get(element);
            if (value == null) {
                return null;
            }
            if (value instanceof ReferenceRelationship relationship) {
                relationships.add(relationship);
            } else if (value instanceof List<?> list) {
                list.forEach(each -> relationships.add((ReferenceRelationship) each));
            }
        }
        return of((ReferenceNode) row.present(named.elements().getFirst()), relationships);
    }

    /** The path from a node along relationships, each crossed from the end that was reached. */
    static ReferencePath of(ReferenceNode start, List<ReferenceRelationship> relationships) {
        List<ReferenceNode> nodes = new ArrayList<>();
        nodes.add(start);
        for (ReferenceRelationship each : relationships) {
            nodes.add(each.start() == nodes.getLast() ? each.end() : each.start());
        }
        return new ReferencePath(nodes, relationships);
    }
}
