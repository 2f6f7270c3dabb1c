package org.thetisdb.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * How an engine plans and runs where several ways must lead to the same answers. Users have {@link #USUAL}, which costs
 * nothing; tests and the fuzzer take slower ways to find out whether the answers are the same.
 *
 * @param countsTrusted whether plans may rely on exact counts: for answers, and for label tests that are left out
 * @param planSeed if present, a random plan of those that the planner holds is taken instead of the cheapest; with
 *     the same seed, a text gets the same plan over the same graph
 * @param exchangesForced whether pipelines are cut for further workers wherever possible, not only where it pays; and
 *     a table of all relationships between known nodes is made for the first row, not only for many
 * @param chainMorsels after how many morsels a worker gets another chain of stages for the rest of its pipeline, over
 *     the same sink; {@link #ONE_CHAIN} for never
 * @param otherLiterals whether each text with literals that vary is run by the plan of another text, which has others
 * @param shareBytesMax how many bytes a worker of a sort, a group or a join may hold before it has to spill
 * @param compilation whether the interpreter or compiled code runs
 * @param verification what is verified wherever a batch goes from one operator to the next
 */
public record EngineVariant(
        boolean countsTrusted,
        OptionalLong planSeed,
        boolean exchangesForced,
        int chainMorsels,
        boolean otherLiterals,
        long shareBytesMax,
        Compilation compilation,
        Verification verification) {
    /** A worker keeps its chain of stages. */
    public static final int ONE_CHAIN = 0;

    /** What is verified between operators. A malformed batch ends the query as a defect of Thetis. */
    public enum Verification {
        /** Nothing at all. */
        OFF,
        /** Each batch is checked: its rows, its parents, the columns that it holds. */
        BATCHES,
        /**
         * As {@link #BATCHES}; and what is passed on is a copy that is overwritten as soon as it may no longer be used.
         */
        EXPIRING
    }

    /** What users have. */
    public static final EngineVariant USUAL = new EngineVariant(
            true,
            OptionalLong.empty(),
            false,
            ONE_CHAIN,
            false,
            Long.MAX_VALUE,
            Compilation.ADAPTIVE,
            Verification.OFF);

    private static final String PLAN_SEED = "plan-seed=";
    private static final String CHAIN_MORSELS = "chain-morsels=";
    private static final String SHARE_BYTES = "share-bytes=";
    private static final String OTHER_LITERALS = "other-literals";

    /**
     * Reads what {@link #text} writes: words separated by blanks, in any order. This is how a variant passes through
     * the public API, which does not know the engine's types.
     *
     * @throws ThetisException {@link ErrorCode#USAGE} with the unknown word
     */
    public static EngineVariant parse(String text) {
        EngineVariant variant = USUAL;
        for (String word : text.isBlank() ? new String[0] : text.strip().split("\\s+")) {
            Optional<Compilation> compilation = Compilation.parse(word);
            if (compilation.isPresent()) {
                variant = variant.withCompilation(compilation.get());
                continue;
            }
            variant = switch (word) {
                case "untrusted-counts" -> variant.withoutTrustInCounts();
                case "forced-exchanges" -> variant.withExchangesForced();
                case OTHER_LITERALS -> variant.withOtherLiterals();
                case "verification=batches" -> variant.withVerification(Verification.BATCHES);
                case "verification=expiring" -> variant.withVerification(Verification.EXPIRING);
                default ->
                    word.startsWith(CHAIN_MORSELS)
                            ? variant.withChainMorsels((int) number(word, CHAIN_MORSELS))
                            : word.startsWith(SHARE_BYTES)
                                    ? variant.withShareBytesMax(number(word, SHARE_BYTES))
                                    : variant.withPlanSeed(number(word, PLAN_SEED));
            };
        }
        return variant;
    }

    private static long number(String word, String prefix) {
        String number = word.startsWith(prefix) ? word.substring(prefix.length()) : "";
        try {
            return Long.parseLong(number);
        } catch (NumberFormatException unknown) {
            throw new ThetisException(
                    ErrorCode.USAGE,
                    "there is no such variant of the engine: word=" + word
                            + "; known are untrusted-counts, plan-seed=NUMBER, forced-exchanges, chain-morsels=NUMBER,"
                            + " other-literals, share-bytes=NUMBER, compile=adaptive, compile=never, compile=always,"
                            + " compile=switching-NUMBER, compile=random-NUMBER, verification=batches and"
                            + " verification=expiring",
                    unknown);
        }
    }

    /** What differs from {@link #USUAL}, as {@link #parse} reads it; empty for {@link #USUAL}. */
    public String text() {
        List<String> words = new ArrayList<>();
        if (!countsTrusted) {
            words.add("untrusted-counts");
        }
        planSeed.ifPresent(seed -> words.add(PLAN_SEED + seed));
        if (exchangesForced) {
            words.add("forced-exchanges");
        }
        if (chainMorsels != ONE_CHAIN) {
            words.add(CHAIN_MORSELS + chainMorsels);
        }
        if (otherLiterals) {
            words.add(OTHER_LITERALS);
        }
        if (shareBytesMax != Long.MAX_VALUE) {
            words.add(SHARE_BYTES + shareBytesMax);
        }
        if (!compilation.equals(Compilation.ADAPTIVE)) {
            words.add(compilation.text());
        }
        if (verification != Verification.OFF) {
            words.add("verification=" + verification.name().toLowerCase(Locale.ROOT));
        }
        return String.join(" ", words);
    }

    public EngineVariant withoutTrustInCounts() {
        return new EngineVariant(
                false,
                planSeed,
                exchangesForced,
                chainMorsels,
                otherLiterals,
                shareBytesMax,
                compilation,
                verification);
    }

    public EngineVariant withPlanSeed(long seed) {
        return new EngineVariant(
                countsTrusted,
                OptionalLong.of(seed),
                exchangesForced,
                chainMorsels,
                otherLiterals,
                shareBytesMax,
                compilation,
                verification);
    }

    public EngineVariant withExchangesForced() {
        return new EngineVariant(
                countsTrusted, planSeed, true, chainMorsels, otherLiterals, shareBytesMax, compilation, verification);
    }

    /** @param morsels at least 1 */
    public EngineVariant withChainMorsels(int morsels) {
        return new EngineVariant(
                countsTrusted,
                planSeed,
                exchangesForced,
                morsels,
                otherLiterals,
                shareBytesMax,
                compilation,
                verification);
    }

    public EngineVariant withOtherLiterals() {
        return new EngineVariant(
                countsTrusted, planSeed, exchangesForced, chainMorsels, true, shareBytesMax, compilation, verification);
    }

    /** @param bytes at least 0: then whatever can spill does, as often as it can */
    public EngineVariant withShareBytesMax(long bytes) {
        return new EngineVariant(
                countsTrusted,
                planSeed,
                exchangesForced,
                chainMorsels,
                otherLiterals,
                bytes,
                compilation,
                verification);
    }

    public EngineVariant withCompilation(Compilation other) {
        return new EngineVariant(
                countsTrusted,
                planSeed,
                exchangesForced,
                chainMorsels,
                otherLiterals,
                shareBytesMax,
                other,
                verification);
    }

    public EngineVariant withVerification(Verification other) {
        return new EngineVariant(
                countsTrusted,
                planSeed,
                exchangesForced,
                chainMorsels,
                otherLiterals,
                shareBytesMax,
                compilation,
                other);
    }
}
