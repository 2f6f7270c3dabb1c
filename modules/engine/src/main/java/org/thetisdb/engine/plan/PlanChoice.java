package org.thetisdb.engine.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/**
 * Decides which of several plans for the same thing are pursued: the cheapest, or random ones. All of them give
 * the same answer, which is what random ones are for: tests see plans that no estimate would ever choose.
 *
 * <p>Not thread safe: one for the planning of one query.
 */
final class PlanChoice {
    private static final Comparator<PartialPlan> BY_COST = Comparator.comparingDouble(PartialPlan::rank);

    private final Optional<Random> random;

    /** @param seed empty to take the cheapest */
    PlanChoice(OptionalLong seed) {
        random = seed.isPresent() ? Optional.of(new Random(seed.getAsLong())) : Optional.empty();
    }

    /** One of two plans for the same part; the former of equal ones. */
    PartialPlan of(PartialPlan former, PartialPlan other) {
        return either(BY_COST.compare(former, other) <= 0) ? former : other;
    }

    /** Some of many, the best first. */
    List<PartialPlan> leading(Collection<PartialPlan> plans, int count) {
        List<PartialPlan> ranked = new ArrayList<>(plans);
        ranked.sort(BY_COST);
        random.ifPresent(each -> Collections.shuffle(ranked, each));
        return List.copyOf(ranked.subList(0, Math.min(count, ranked.size())));
    }

    /** Whether to take the first of two ways; at random if that is how it is chosen. */
    boolean either(boolean firstIsBetter) {
        return random.map(Random::nextBoolean).orElse(firstIsBetter);
    }
}
