package org.thetisdb.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

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

    private static final String PLAN_SEED = "plan-seed=";

    /**
     * Reads what {@link #text} writes: words with blanks between, in any order. This is how a variant goes through the
     * public API, which does not know the engine's types.
     *
     * @throws ThetisException {@link ErrorCode#USAGE} with the word that is not known
     */
    public static EngineVariant parse(String text) {
        EngineVariant variant = USUAL;
        for (String word : text.isBlank() ? new String[0] : text.strip().split("\\s+")) {
            variant = switch (word) {
                case "untrusted-counts" -> variant.withoutTrustInCounts();
                case "forced-exchanges" -> variant.withExchangesForced();
                case "verification=batches" -> variant.withVerification(Verification.BATCHES);
                case "verification=expiring" -> variant.withVerification(Verification.EXPIRING);
                default -> variant.withPlanSeed(planSeed(word));
            };
        }
        return variant;
    }

    private static long planSeed(String word) {
        String number = word.startsWith(PLAN_SEED) ? word.substring(PLAN_SEED.length()) : "";
        try {
            return Long.parseLong(number);
        } catch (NumberFormatException unknown) {
            throw new ThetisException(
                    ErrorCode.USAGE,
                    "there is no such variant of the engine: word=" + word
                            + "; known are untrusted-counts, plan-seed=NUMBER, forced-exchanges, verification=batches"
                            + " and verification=expiring",
                    unknown);
        }
    }

    /** What is not usual, as {@link #parse} reads it; empty for {@link #USUAL}. */
    public String text() {
        List<String> words = new ArrayList<>();
        if (!countsTrusted) {
            words.add("untrusted-counts");
        }
        planSeed.ifPresent(seed -> words.add(PLAN_SEED + seed));
        if (exchangesForced) {
            words.add("forced-exchanges");
        }
        if (verification != Verification.OFF) {
            words.add("verification=" + verification.name().toLowerCase(Locale.ROOT));
        }
        return String.join(" ", words);
    }

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
