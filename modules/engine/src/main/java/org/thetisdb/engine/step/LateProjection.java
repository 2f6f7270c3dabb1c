package org.thetisdb.engine.step;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Expressions;

/**
 * Moves what a sort does not read after the LIMIT that follows it, so that it is computed for a handful of rows.
 *
 * <pre>
 *   Compute {a, b, c} · Sort {b} · Slice   becomes   Compute {b} · Sort {b} · Slice · Compute {a, c}
 * </pre>
 */
public final class LateProjection {
    private LateProjection() {}

    /** The steps in the order in which they are to be planned. */
    public static List<Step> defer(List<Step> steps) {
        List<Step> result = new ArrayList<>();
        int index = 0;
        while (index < steps.size()) {
            if (isDeferrable(steps, index)) {
                defer(steps, index, result);
                index += 3;
            } else {
                result.add(steps.get(index));
                index++;
            }
        }
        return result;
    }

    private static boolean isDeferrable(List<Step> steps, int index) {
        return index + 2 < steps.size()
                && steps.get(index) instanceof Step.Compute
                && steps.get(index + 1) instanceof Step.Sort
                && steps.get(index + 2) instanceof Step.Slice slice
                && slice.limit().isPresent();
    }

    private static void defer(List<Step> steps, int index, List<Step> result) {
        Step.Compute compute = (Step.Compute) steps.get(index);
        Step.Sort sort = (Step.Sort) steps.get(index + 1);
        Set<Variable> sorted = new HashSet<>();
        sort.keys().forEach(key -> sorted.addAll(Expressions.dependencies(key.expression())));
        List<Step.Item> early = new ArrayList<>();
        List<Step.Item> late = new ArrayList<>();
        for (Step.Item item : compute.items()) {
            boolean needed = sorted.contains(item.variable()) || !Expressions.isDeterministic(item.expression());
            boolean free = item.expression() instanceof Expression.Reference;
            (needed || free ? early : late).add(item);
        }
        if (!early.isEmpty()) {
            result.add(new Step.Compute(early));
        }
        result.add(sort);
        result.add(steps.get(index + 2));
        if (!late.isEmpty()) {
            result.add(new Step.Compute(late));
        }
    }
}
