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

/** Trails of a variable-length relationship; none crosses a relationship twice. */
final class Trails {
    private final Crossings crossings;
    private final Evaluator evaluator;

    /** The relationships of a trail in order, and the node where it ends. */
    record Trail(List<ReferenceRelationship> relationships, ReferenceNode end) {}

    Trails(Crossings crossings, Evaluator evaluator) {
        this.crossings = crossings;
        this.evaluator = evaluator;
    }

    /** Hands out all trails from a node, of allowed lengths, without the relationships that are used elsewhere. */
    void forEach(
            Hop hop,
            ReferenceNode start,
            Set<ReferenceRelationship> used,
            BiConsumer<List<ReferenceRelationship>, ReferenceNode> found) {
        VariableLength length = hop.length().orElseThrow();
        List<Trail> trails = List.of(new Trail(List.of(), start));
        long hopCount = 0;
        while (!trails.isEmpty()) {
            if (hopCount >= length.minimum()) {
                trails.forEach(trail -> found.accept(trail.relationships(), trail.end()));
            }
            trails = hopCount < length.maximum().orElse(Long.MAX_VALUE) ? longer(hop, trails, used) : List.of();
            hopCount++;
        }
    }

    /** Each trail with one more relationship, in all possible ways. */
    List<Trail> longer(Hop hop, List<Trail> trails, Set<ReferenceRelationship> used) {
        VariableLength length = hop.length().orElseThrow();
        QuickTests tests = new QuickTests(length.predicates(), evaluator);
        List<Trail> longer = new ArrayList<>();
        for (Trail trail : trails) {
            for (Crossings.Crossing crossing : crossings.from(trail.end(), hop.direction(), hop.types())) {
                ReferenceRelationship next = crossing.relationship();
                if (!used.contains(next) && !trail.relationships().contains(next) && tests.allow(length.hop(), next)) {
                    List<ReferenceRelationship> relationships = new ArrayList<>(trail.relationships());
                    relationships.add(next);
                    longer.add(new Trail(relationships, crossing.to()));
                }
            }
        }
        return longer;
    }
}
