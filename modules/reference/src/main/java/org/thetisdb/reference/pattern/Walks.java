package org.thetisdb.reference.pattern;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.thetisdb.cypher.bound.GraphPattern.Hop;
import org.thetisdb.cypher.bound.GraphPattern.VariableLength;
import org.thetisdb.reference.expression.Evaluator;
import org.thetisdb.reference.graph.ReferenceNode;
import org.thetisdb.reference.graph.ReferenceRelationship;

/** Walks of a variable-length relationship; none crosses a relationship twice. */
final class Walks {
    private final Crossings crossings;
    private final Evaluator evaluator;

    /** The relationships of a walk in order, and the node where it ends. */
    record Walk(List<ReferenceRelationship> relationships, ReferenceNode end) {}

    Walks(Crossings crossings, Evaluator evaluator) {
        this.crossings = crossings;
        this.evaluator = evaluator;
    }

    /** Hands out all walks from a node, of allowed lengths, without the relationships that are used elsewhere. */
    void forEach(
            Hop hop,
            ReferenceNode start,
            Set<ReferenceRelationship> used,
            BiConsumer<List<ReferenceRelationship>, ReferenceNode> found) {
        VariableLength length = hop.length().orElseThrow();
        List<Walk> walks = List.of(new Walk(List.of(), start));
        long hopCount = 0;
        while (!walks.isEmpty()) {
            if (hopCount >= length.minimum()) {
                walks.forEach(walk -> found.accept(walk.relationships(), walk.end()));
            }
            walks = hopCount < length.maximum().orElse(Long.MAX_VALUE) ? longer(hop, walks, used) : List.of();
            hopCount++;
        }
    }

    /** Each walk with one more relationship, in all possible ways. */
    List<Walk> longer(Hop hop, List<Walk> walks, Set<ReferenceRelationship> used) {
        VariableLength length = hop.length().orElseThrow();
        QuickTests tests = new QuickTests(length.predicates(), evaluator);
        List<Walk> longer = new ArrayList<>();
        for (Walk walk : walks) {
            for (Crossings.Crossing crossing : crossings.from(walk.end(), hop.direction(), hop.types())) {
                ReferenceRelationship next = crossing.relationship();
                if (!used.contains(next) && !walk.relationships().contains(next) && tests.allow(length.hop(), next)) {
                    List<ReferenceRelationship> relationships = new ArrayList<>(walk.relationships());
                    relationships.add(next);
                    longer.add(new Walk(relationships, crossing.to()));
                }
            }
        }
        return longer;
    }
}
