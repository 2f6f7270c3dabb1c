package org.thetisdb.engine;

import java.util.OptionalLong;

/**
 * How an engine plans and runs where several ways must lead to the same answers. Users have {@link #USUAL}, which costs
 * nothing; tests and the fuzzer take slower ways to find out whether the answers are the same.
 *
 * @param countsTrusted whether plans may rely on exact counts: for answers, and for label tests that are left out
 * @param planSeed if there is one, a random plan of those that the planner holds is taken instead of the cheapest; with
 *     the same seed, a text has the same plan over the same graph
 * @param exchangesForced whether pipelines are cut for further workers wherever they may be, not only where it pays
 * @param verification what is verified wherever a batch goes from one operator to the next
 */
public record EngineVariant(
        boolean countsTrusted, OptionalLong planSeed, boolean exchangesForced, Verification verification) {
    /** What stands between operators. A batch that is not as it must be ends the query as a defect of Thetis. */
    public enum Verification {
        /** Nothing at all. */
        OFF,
        /** Each batch is looked at: its rows, its parents, the columns that it holds. */
        BATCHES,
        /** As {@link #BATCHES}; and what goes on is a copy that is spoilt as soon as its time is over. */
        EXPIRING
    }

    /** What users have. */
    public static final EngineVariant USUAL = new EngineVariant(true, OptionalLong.empty(), false, Verification.OFF);

    public EngineVariant withoutTrustInCounts() {
        return new EngineVariant(false, planSeed, exchangesForced, verification);
    }

    public EngineVariant withPlanSeed(long seed) {
        return new EngineVariant(countsTrusted, OptionalLong.of(seed), exchangesForced, verification);
    }

    public EngineVariant withExchangesForced() {
        return new EngineVariant(countsTrusted, planSeed, true, verification);
    }

    public EngineVariant withVerification(Verification other) {
        return new EngineVariant(countsTrusted, planSeed, exchangesForced, other);
    }
}
