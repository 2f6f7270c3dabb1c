package org.thetisdb.engine.step;

import java.util.List;
import org.thetisdb.cypher.bound.Step;

/** Decides whether only some of a pattern's rows may be wanted, which are then better made one by one. */
public final class EarlyEnd {
    private EarlyEnd() {}

    /** Whether these steps may end before they have had all rows. */
    public static boolean isPossible(List<Step> following) {
        for (Step step : following) {
            if (step instanceof Step.Slice) {
                return true;
            }
            if (step instanceof Step.Sort || step instanceof Step.Aggregate) {
                return false;
            }
        }
        return false;
    }
}
