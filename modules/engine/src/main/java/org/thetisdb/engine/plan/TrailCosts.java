package org.thetisdb.engine.plan;

import java.util.List;
import java.util.Set;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.GraphPattern;
import org.thetisdb.cypher.bound.Variable;

/**
 * How many rows a relationship of variable length makes of those of a plan, and what it costs, in rows visited. Of
 * trails without a greatest length, those of up to {@value #LENGTH_MAX} hops are counted.
 */
final class TrailCosts {
    private static final int LENGTH_MAX = 6;

    /** So many short trails of a node are expected to share some of their ends. */
    private static final double REPEATING_TRAILS_MIN = 8;

    /** A search from many nodes at once begins at so many. */
    private static final double STARTS_OF_SEARCH = 1 << 16;

    private final double rows;
    private final double degree;

    /** How many relationships lead on from a node that was reached by one: such nodes have some. */
    private final double laterDegree;

    /** How many nodes there are to end at. */
    private final double nodes;

    record Estimate(double rows, double cost) {}

    TrailCosts(
            Cardinality cardinality,
            PartialPlan plan,
            Variable from,
            Variable to,
            List<String> types,
            Direction direction) {
        this.rows = plan.rows();
        this.degree = cardinality.degree(plan.labels().likely(from), types, direction, Set.of());
        this.laterDegree = Math.max(degree, cardinality.degree(plan.labels().likely(to), types, direction, Set.of()));
        this.nodes = Math.max(1, cardinality.nodes(plan.labels().likely(to)));
    }

    /**
     * Whether it is worth to look which ends a row has already. A search of two levels follows as many relationships as
     * there are trails, so it spares nothing but ends that come again, of which there are few where trails are few.
     */
    boolean mayRepeatEnds(GraphPattern.VariableLength length) {
        return length.maximum().orElse(LENGTH_MAX) > 2 || trails(length) >= REPEATING_TRAILS_MIN;
    }

    /** Each trail. */
    Estimate ofAll(GraphPattern.VariableLength length) {
        double trails = rows * trails(length);
        return new Estimate(trails, trails);
    }

    /** Each end once for each row. */
    Estimate ofEnds(GraphPattern.VariableLength length) {
        double trails = trails(length);
        return new Estimate(rows * Math.min(trails, nodes), rows * Math.min(trails, followed()));
    }

    /** Each end once. */
    Estimate ofUnion(GraphPattern.VariableLength length) {
        double trails = rows * trails(length);
        double searches = 1 + rows / STARTS_OF_SEARCH;
        return new Estimate(Math.min(trails, nodes), searches * Math.min(trails, followed()));
    }

    /** How many relationships a search of all nodes follows. */
    private double followed() {
        return nodes * Math.max(1, laterDegree);
    }

    /** How many trails begin at a node. */
    private double trails(GraphPattern.VariableLength length) {
        int longest = (int) Math.min(length.maximum().orElse(LENGTH_MAX), LENGTH_MAX);
        double trails = length.minimum() == 0 ? 1 : 0;
        double ofLength = 1;
        for (int step = 1; step <= longest; step++) {
            ofLength *= step == 1 ? degree : laterDegree;
            if (step >= length.minimum()) {
                trails += ofLength;
            }
        }
        return trails;
    }
}
