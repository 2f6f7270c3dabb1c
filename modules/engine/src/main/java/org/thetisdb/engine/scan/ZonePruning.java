package org.thetisdb.engine.scan;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.expression.ExpressionCompiler;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.storage.ZoneMap;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Decides by zone maps that no node of a chunk can fulfil a comparison with a constant. It errs only on the safe side:
 * a datetime is compared by its second alone, and whatever it does not understand may match.
 */
public final class ZonePruning {
    private record Test(String property, Expression.Comparison.Operator operator, Evaluator constant) {}

    private final List<Test> tests = new ArrayList<>();

    public ZonePruning(List<Expression> conjuncts, ExpressionCompiler compiler) {
        for (Expression conjunct : conjuncts) {
            if (conjunct instanceof Expression.Comparison comparison) {
                add(comparison, compiler);
            }
        }
    }

    /** Whether a conjunct compares a property with something: it is not true where the property is missing. */
    public static boolean isAbout(Expression conjunct, Expression.Property property) {
        return conjunct instanceof Expression.Comparison comparison
                && (comparison.left().equals(property) || comparison.right().equals(property));
    }

    private void add(Expression.Comparison comparison, ExpressionCompiler compiler) {
        boolean flipped = Expressions.dependencies(comparison.left()).isEmpty();
        Expression about = flipped ? comparison.right() : comparison.left();
        Expression constant = flipped ? comparison.left() : comparison.right();
        if (!(about instanceof Expression.Property property)) {
            return;
        }
        Expression.Comparison.Operator operator = flipped ? flip(comparison.operator()) : comparison.operator();
        tests.add(new Test(property.key(), operator, compiler.compile(constant)));
    }

    private static Expression.Comparison.Operator flip(Expression.Comparison.Operator operator) {
        return switch (operator) {
            case EQUAL -> Expression.Comparison.Operator.EQUAL;
            case NOT_EQUAL -> Expression.Comparison.Operator.NOT_EQUAL;
            case LESS -> Expression.Comparison.Operator.GREATER;
            case LESS_OR_EQUAL -> Expression.Comparison.Operator.GREATER_OR_EQUAL;
            case GREATER -> Expression.Comparison.Operator.LESS;
            case GREATER_OR_EQUAL -> Expression.Comparison.Operator.LESS_OR_EQUAL;
        };
    }

    /** The chunks among those given in which there may be a match. */
    int[] keep(int[] chunks, Worker worker) {
        if (tests.isEmpty()) {
            return chunks;
        }
        int[] keys = new int[tests.size()];
        for (int test = 0; test < keys.length; test++) {
            OptionalInt key =
                    worker.snapshot().catalog().propertyKeyId(tests.get(test).property());
            if (key.isEmpty()) {
                return new int[0];
            }
            keys[test] = key.getAsInt();
        }
        Batch one = worker.newBatch();
        one.fill(1);
        int[] kept = new int[chunks.length];
        int count = 0;
        for (int chunk : chunks) {
            kept[count] = chunk;
            count += mayMatch(chunk, keys, one, worker) ? 1 : 0;
        }
        return java.util.Arrays.copyOf(kept, count);
    }

    private boolean mayMatch(int chunk, int[] keys, Batch one, Worker worker) {
        for (int index = 0; index < keys.length; index++) {
            Test test = tests.get(index);
            ZoneMap zone = worker.snapshot().zoneMap(chunk, keys[index]);
            if (zone.kind() == VectorKind.NULL) {
                return false;
            }
            Vector constant = test.constant().evaluate(worker.evaluation(), one);
            if (constant.isNull(0)) {
                return false;
            }
            if (zone.kind() == constant.kind() && !mayMatch(zone, test.operator(), constant)) {
                return false;
            }
        }
        return true;
    }

    private static boolean mayMatch(ZoneMap zone, Expression.Comparison.Operator operator, Vector constant) {
        if (!zone.isOrderedByBounds()) {
            return true;
        }
        long value = constant.longs()[0];
        return switch (operator) {
            case EQUAL -> zone.minimum() <= value && value <= zone.maximum();
            case LESS, LESS_OR_EQUAL -> zone.minimum() <= value;
            case GREATER, GREATER_OR_EQUAL -> zone.maximum() >= value;
            case NOT_EQUAL -> true;
        };
    }
}
