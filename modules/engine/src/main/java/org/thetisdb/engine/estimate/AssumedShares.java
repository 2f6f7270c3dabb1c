package org.thetisdb.engine.estimate;

import java.util.Map;
import org.thetisdb.storage.Snapshot;

/**
 * What a plan takes windows to hold.
 *
 * @param levels of each window that was asked for, as {@link WindowShares} says
 */
public record AssumedShares(Map<ValueWindow, Integer> levels) {
    public AssumedShares {
        levels = Map.copyOf(levels);
    }

    /**
     * Whether the same would be assumed for a run.
     *
     * @param spreads of the snapshot's base
     * @param values of the run
     */
    public boolean areRightFor(Snapshot snapshot, ValueSpreads spreads, KnownValues values) {
        for (Map.Entry<ValueWindow, Integer> each : levels.entrySet()) {
            if (WindowShares.level(snapshot, spreads, each.getKey(), values) != each.getValue()) {
                return false;
            }
        }
        return true;
    }

    /** Whether nothing was assumed. */
    public boolean isEmpty() {
        return levels.isEmpty();
    }
}
