package org.thetisdb.reference.pattern;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.reference.expression.Entities;
import org.thetisdb.reference.expression.Environment;
import org.thetisdb.reference.graph.ReferenceNode;
import org.thetisdb.reference.graph.ReferenceRelationship;

/** The ways that lead away from a node. */
final class Crossings {
    /** A relationship that is crossed, and the node at its other end. */
    record Crossing(ReferenceRelationship relationship, ReferenceNode to) {}

    private final Environment environment;

    Crossings(Environment environment) {
        this.environment = environment;
    }

    /** Each relationship once, also a loop that may be crossed in both directions. */
    List<Crossing> from(ReferenceNode node, Direction direction, Optional<LabelExpression> types) {
        List<Crossing> found = new ArrayList<>();
        for (ReferenceRelationship each : environment.graph().relationships()) {
            environment.budget().take(1);
            if (direction != Direction.INCOMING && each.start() == node && fits(each, types)) {
                found.add(new Crossing(each, each.end()));
            } else if (direction != Direction.OUTGOING && each.end() == node && fits(each, types)) {
                found.add(new Crossing(each, each.start()));
            }
        }
        return found;
    }

    private static boolean fits(ReferenceRelationship each, Optional<LabelExpression> types) {
        return types.isEmpty() || Entities.fits(types.get(), Set.of(each.type()));
    }
}
