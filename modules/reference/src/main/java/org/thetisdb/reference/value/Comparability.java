package org.thetisdb.reference.value;

import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Expression.Comparison.Operator;
import org.thetisdb.reference.function.TemporalOrder;

/** Cypher's {@code <}, {@code <=}, {@code >} and {@code >=}. */
public final class Comparability {
    private Comparability() {}

    private enum Outcome {
        LESS,
        EQUAL,
        GREATER,
        /** NaN is one of two numbers: no comparison holds. */
        UNORDERED,
        /** A null, or values that cannot be compared. */
        UNKNOWN
    }

    /** Whether a comparison holds: true, false, or null if it is unknown. */
    public static @Nullable Boolean holds(Operator operator, @Nullable Object left, @Nullable Object right) {
        return switch (operator) {
            case EQUAL -> Equality.equal(left, right);
            case NOT_EQUAL -> Logic.not(Equality.equal(left, right));
            case LESS -> isOneOf(outcome(left, right), Outcome.LESS, Outcome.LESS);
            case LESS_OR_EQUAL -> isOneOf(outcome(left, right), Outcome.LESS, Outcome.EQUAL);
            case GREATER -> isOneOf(outcome(left, right), Outcome.GREATER, Outcome.GREATER);
            case GREATER_OR_EQUAL -> isOneOf(outcome(left, right), Outcome.GREATER, Outcome.EQUAL);
        };
    }

    private static @Nullable Boolean isOneOf(Outcome outcome, Outcome first, Outcome second) {
        return outcome == Outcome.UNKNOWN ? null : Boolean.valueOf(outcome == first || outcome == second);
    }

    private static Outcome outcome(@Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return Outcome.UNKNOWN;
        }
        if (Numbers.isNumber(left) && Numbers.isNumber(right)) {
            return Numbers.isNaN(left) || Numbers.isNaN(right)
                    ? Outcome.UNORDERED
                    : of(Numbers.compare((Number) left, (Number) right));
        }
        if (left instanceof String leftText && right instanceof String rightText) {
            return of(Ordering.compareTexts(leftText, rightText));
        }
        if (left instanceof Boolean leftTruth && right instanceof Boolean rightTruth) {
            return of(leftTruth.compareTo(rightTruth));
        }
        if (left instanceof List<?> leftList && right instanceof List<?> rightList) {
            return ofLists(leftList, rightList);
        }
        if (TemporalOrder.covers(left) && TemporalOrder.covers(right)) {
            OptionalInt order = TemporalOrder.compare(left, right);
            return order.isPresent() ? of(order.getAsInt()) : Outcome.UNKNOWN;
        }
        return Outcome.UNKNOWN;
    }

    private static Outcome of(int order) {
        return order < 0 ? Outcome.LESS : order > 0 ? Outcome.GREATER : Outcome.EQUAL;
    }

    /** The first pair that differs decides; if it is unknown whether a pair differs, the result is. */
    private static Outcome ofLists(List<?> left, List<?> right) {
        for (int index = 0; index < Math.min(left.size(), right.size()); index++) {
            Boolean same = Equality.equal(left.get(index), right.get(index));
            if (same == null) {
                return Outcome.UNKNOWN;
            }
            if (!same) {
                return outcome(left.get(index), right.get(index));
            }
        }
        return of(Integer.compare(left.size(), right.size()));
    }
}
