package org.thetisdb.engine.estimate;

import java.util.Optional;
import java.util.Set;
import org.thetisdb.engine.scan.IndexRange.Bound;

/**
 * The nodes with some labels whose property lies between two ends, of which one may be missing.
 *
 * @param labels all of them; empty for all nodes
 * @param lower its value is constant during a run, as the upper one's
 */
public record ValueWindow(Set<String> labels, String property, Optional<Bound> lower, Optional<Bound> upper) {
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
