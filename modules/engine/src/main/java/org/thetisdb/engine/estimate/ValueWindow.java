package org.thetisdb.engine.estimate;

import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;

/**
 * The nodes with some labels whose property lies between two ends, of which one may be missing. Whether an end belongs
 * to the window is not told apart: it hardly matters for how many there are.
 *
 * @param labels all of them; empty for all nodes
 * @param lower constant during a run
 * @param upper constant during a run
 */
public record ValueWindow(Set<String> labels, String property, Optional<Expression> lower, Optional<Expression> upper) {
    /** Of values of which nothing is known but that they are compared, by each end. */
    private static final double USUAL_SHARE = 0.3;

    public ValueWindow {
        labels = Set.copyOf(labels);
    }

    /** The share that is assumed where the ends are not known. */
    double usualShare() {
        double share = 1;
        share *= lower.isPresent() ? USUAL_SHARE : 1;
        share *= upper.isPresent() ? USUAL_SHARE : 1;
        return share;
    }
}
