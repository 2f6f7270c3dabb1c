package org.thetisdb.engine.plan;

import java.util.Map;
import org.thetisdb.engine.extension.ScalarExtension;

/**
 * What a plan takes functions of extensions to cost.
 *
 * @param nanosPerRow of each function
 */
public record AssumedCosts(Map<ScalarExtension, Double> nanosPerRow) {
    /** A function that takes so many times as long or as short as was assumed deserves another plan. */
    private static final double DRIFT_FACTOR = 8;

    /** What takes less is not told apart. */
    private static final double NANOS_MIN = 250;

    public AssumedCosts {
        nanosPerRow = Map.copyOf(nanosPerRow);
    }

    /** Whether all of them still take about as long. */
    public boolean areStillRight() {
        for (Map.Entry<ScalarExtension, Double> each : nanosPerRow.entrySet()) {
            double then = Math.max(each.getValue(), NANOS_MIN);
            double now = Math.max(each.getKey().nanosPerRow(), NANOS_MIN);
            if (now > DRIFT_FACTOR * then || then > DRIFT_FACTOR * now) {
                return false;
            }
        }
        return true;
    }
}
