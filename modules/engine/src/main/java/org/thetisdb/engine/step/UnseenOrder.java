package org.thetisdb.engine.step;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.engine.expression.Foldability;

/**
 * Leaves out sorts whose order nobody sees, because rows are counted afterwards.
 *
 * <pre>
 *   Sort {a} · Filter {b > 1} · Aggregate {count(*) by c}   becomes   Filter {b > 1} · Aggregate {count(*) by c}
 * </pre>
 *
 * <p>No state.
 */
public final class UnseenOrder {
    private UnseenOrder() {}

    /** The steps without such sorts. */
    public static List<Step> dropped(List<Step> steps) {
        List<Step> seen = new ArrayList<>();
        for (int index = 0; index < steps.size(); index++) {
            boolean isUnseen = steps.get(index) instanceof Step.Sort sort
                    && sort.keys().stream().allMatch(key -> Foldability.cannotFail(key.expression()))
                    && areCounted(steps.subList(index + 1, steps.size()));
            if (!isUnseen) {
                seen.add(steps.get(index));
            }
        }
        return seen;
    }

    /** Whether the rows that the steps get are counted before their order matters. */
    private static boolean areCounted(List<Step> steps) {
        for (Step step : steps) {
            switch (step) {
                case Step.Aggregate aggregate -> {
                    return aggregate.aggregations().stream().allMatch(UnseenOrder::isOfAnyOrder);
                }
                case Step.Compute ignored -> {}
                case Step.Filter ignored -> {}
                case Step.Project ignored -> {}
                default -> {
                    return false;
                }
            }
        }
        return false;
    }

    private static boolean isOfAnyOrder(Step.Aggregation aggregation) {
        return switch (aggregation.function()) {
            case COUNT_ROWS, COUNT, MIN, MAX -> true;
            // Sums of FLOATs are rounded, and some functions say themselves what they make of an order.
            case SUM, AVG, COLLECT, STDEV, STDEVP, PERCENTILE_CONT, PERCENTILE_DISC, EXTENSION -> false;
        };
    }
}
