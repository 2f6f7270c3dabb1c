package org.thetisdb.engine.plan;

import java.util.OptionalLong;

/**
 * How a query is to be planned.
 *
 * @param trusting whether the plan may rely on exact counts; if not, it suits snapshots without them
 * @param seed chooses among the plans that are held; without it the cheapest is taken
 */
public record PlanningOptions(boolean trusting, OptionalLong seed) {
    /** The cheapest plan there is. */
    public static final PlanningOptions USUAL = new PlanningOptions(true, OptionalLong.empty());
}
