package org.thetisdb.engine.kernel;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Expression.Comparison.Operator;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.storage.RangeQuestion;
import org.thetisdb.storage.RangeTest;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Comparisons of a node's property with constants, as far as the column can answer them: of nodes that follow one upon
 * the other, whose values are codes of few bits. The answer is a bit for each row; no value is unpacked.
 * Belongs to one worker.
 */
public final class RangeCondition {
    /**
     * A comparison.
     *
     * @param constant on the right of the operator; can neither fail nor change
     */
    public record Bound(Operator operator, Evaluator constant) {}

    private final ColumnProperty property;
    private final List<Bound> bounds;

    /** @param bounds that all are to hold; if one is {@code <>}, it is the only one */
    public RangeCondition(ColumnProperty property, List<Bound> bounds) {
        this.property = property;
        this.bounds = bounds;
    }

    /**
     * Finds the rows for which it is true.
     *
     * @param chosen which rows are meant; of others it may say anything; null for all
     * @param into gets a bit for each row; the others of the last word are 0
     * @return whether it was done; if not, {@code into} may hold anything
     */
    boolean test(EvaluationContext context, Rows rows, long @Nullable [] chosen, long[] into) {
        if (!property.isAskable(context, rows)) {
            return false;
        }
        Optional<RangeTest> test = range(context);
        return test.isPresent() && property.ask(context, rows, new RangeQuestion(test.get(), into, chosen));
    }

    private static boolean isTestable(VectorKind kind) {
        return kind == VectorKind.INTEGER
                || kind == VectorKind.BOOLEAN
                || kind == VectorKind.DATE
                || kind == VectorKind.LOCAL_TIME;
    }

    /** What is within all bounds, if they are of one kind that can be tested. */
    private Optional<RangeTest> range(EvaluationContext context) {
        VectorKind kind = bounds.getFirst().constant.constant(context).kind();
        long least = Long.MIN_VALUE;
        long greatest = Long.MAX_VALUE;
        for (Bound bound : bounds) {
            Vector constant = bound.constant.constant(context);
            if (constant.kind() != kind || !isTestable(kind) || constant.isNull(0)) {
                return Optional.empty();
            }
            long value = constant.longs()[0];
            switch (bound.operator) {
                case NOT_EQUAL -> {
                    return Optional.of(new RangeTest(kind, value, value, false));
                }
                case EQUAL -> {
                    least = Math.max(least, value);
                    greatest = Math.min(greatest, value);
                }
                case LESS_OR_EQUAL -> greatest = Math.min(greatest, value);
                case GREATER_OR_EQUAL -> least = Math.max(least, value);
                case LESS -> {
                    if (value == Long.MIN_VALUE) {
                        return Optional.of(RangeTest.none(kind));
                    }
                    greatest = Math.min(greatest, value - 1);
                }
                case GREATER -> {
                    if (value == Long.MAX_VALUE) {
                        return Optional.of(RangeTest.none(kind));
                    }
                    least = Math.max(least, value + 1);
                }
            }
        }
        return Optional.of(least <= greatest ? new RangeTest(kind, least, greatest, true) : RangeTest.none(kind));
    }
}
