package org.thetisdb.engine.fuse;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Step;

/**
 * What a fused loop computes, without a single value of it: the key of its code. Two loops that differ in an operator,
 * a kind, or in whether something can be null, have different shapes; two that differ in literals have the same.
 *
 * @param leaves what the loop is given, by index
 * @param filters the conditions of each filter, in their order; all have to be true
 * @param columns values for each row
 * @param totals aggregates of all rows that pass the filters
 */
record LoopShape(List<Scalar.Leaf> leaves, List<List<Scalar>> filters, List<Scalar> columns, List<Total> totals) {
    LoopShape {
        leaves = List.copyOf(leaves);
        filters = filters.stream().map(List::copyOf).toList();
        columns = List.copyOf(columns);
        totals = List.copyOf(totals);
    }

    /** About how many blocks a row takes. */
    int blockCount() {
        Set<Scalar> all = new HashSet<>();
        filters.forEach(conditions -> conditions.forEach(each -> collect(each, all)));
        columns.forEach(each -> collect(each, all));
        totals.forEach(total -> total.argument().ifPresent(each -> collect(each, all)));
        return all.size() + totals.size();
    }

    private static void collect(Scalar scalar, Set<Scalar> into) {
        if (into.add(scalar)) {
            scalar.operands().forEach(each -> collect(each, into));
        }
    }

    /**
     * An aggregate.
     *
     * @param argument empty for {@code count(*)}
     */
    record Total(Step.AggregateFunction function, Optional<Scalar> argument) {}
}
