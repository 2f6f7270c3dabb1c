package org.thetisdb.engine.estimate;

import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;

/**
 * The nodes with some labels whose property lies between two ends, of which one may be missing.
 *
 * @param labels all of them; empty for all nodes
 */
public record ValueWindow(Set<String> labels, String property, Optional<End> lower, Optional<End> upper) {
    /** Of values of which nothing is known but that they are compared, by each end. */
    private static final double USUAL_SHARE = 0.3;

    /**
     * An end.
     *
     * @param value constant during a run
     * @param inclusive whether the value itself lies in the window
     */
    public record End(Expression value, boolean inclusive) {}

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
