package org.thetisdb.engine.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Queries about whole operator trees, and rebuilding them. */
public final class OperatorTrees {
    private OperatorTrees() {}

    static List<Operator> before(Operator first, List<Operator> others) {
        List<Operator> all = new ArrayList<>(others.size() + 1);
        all.add(first);
        all.addAll(others);
        return all;
    }

    /** Whether the operator or one below it changes the graph. */
    public static boolean writes(Operator operator) {
        return operator.isWrite() || operator.inputs().stream().anyMatch(OperatorTrees::writes);
    }

    /** Whether the tree gives the same rows again, as long as nothing is written. */
    public static boolean isDeterministic(Operator operator) {
        return operator.expressions().stream().allMatch(Expressions::isDeterministic)
                && operator.inputs().stream().allMatch(OperatorTrees::isDeterministic);
    }

    /** The sum of the rows that all operators of a tree are expected to give. */
    public static double rowsOf(Operator operator) {
        return operator.rows()
                + operator.inputs().stream().mapToDouble(OperatorTrees::rowsOf).sum();
    }

    /** Rebuilds a tree from the top: the function sees an operator before what is below it; subplans are left alone. */
    public static Operator map(Operator operator, UnaryOperator<Operator> function) {
        Operator mapped = function.apply(operator);
        return mapped.withRowInputs(
                mapped.rowInputs().stream().map(input -> map(input, function)).toList());
    }
}
