package org.thetisdb.engine.loop;

import java.util.List;
import java.util.Optional;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.value.vector.VectorKind;

/**
 * What a fused loop computes, without a single value of it. Two loops that differ in an operator, a kind, or in whether
 * something can be null, have different shapes; two that differ in literals have equal ones. Equality is that of the
 * {@link ShapeKey}. Immutable.
 */
public final class LoopShape {
    private final List<Scalar.Leaf> leaves;
    private final List<List<Scalar>> filters;
    private final List<Scalar> columns;
    private final List<Scalar> keys;
    private final List<Total> totals;
    private final ScalarTable scalars = new ScalarTable();
    private final ShapeKey key;

    /** One without keys. */
    public LoopShape(List<Scalar.Leaf> leaves, List<List<Scalar>> filters, List<Scalar> columns, List<Total> totals) {
        this(leaves, filters, columns, List.of(), totals);
    }

    /**
     * A shape.
     *
     * @param leaves what the loop is given, by index
     * @param filters the conditions of each filter, in their order; all have to be true
     * @param columns values for each row
     * @param keys what rows are grouped by: values of one word, or strings that are leaves, of which codes are given
     * @param totals aggregates of all rows that pass the filters, of each group if there are keys
     */
    public LoopShape(
            List<Scalar.Leaf> leaves,
            List<List<Scalar>> filters,
            List<Scalar> columns,
            List<Scalar> keys,
            List<Total> totals) {
        this.keys = List.copyOf(keys);
        this.leaves = List.copyOf(leaves);
        this.filters = filters.stream().map(List::copyOf).toList();
        this.columns = List.copyOf(columns);
        this.totals = List.copyOf(totals);
        this.key = ShapeKey.of(this, scalars);
    }

    /** What the loop is given, by index. */
    public List<Scalar.Leaf> leaves() {
        return leaves;
    }

    /** The conditions of each filter, in their order; all have to be true. */
    public List<List<Scalar>> filters() {
        return filters;
    }

    /** Values for each row. */
    public List<Scalar> columns() {
        return columns;
    }

    /** What rows are grouped by; none if they are not. */
    public List<Scalar> keys() {
        return keys;
    }

    /** Whether a key is strings, of which the loop is given codes. */
    public boolean isCoded(int key) {
        return keys.get(key).kind() == VectorKind.STRING;
    }

    /** Aggregates of all rows that pass the filters, of each group if there are keys. */
    public List<Total> totals() {
        return totals;
    }

    /** The key of its code. */
    public ShapeKey key() {
        return key;
    }

    /** Whether a scalar of this shape may be null. */
    public boolean isNullable(Scalar scalar) {
        return scalars.isNullable(scalar);
    }

    /** About how many blocks a row takes. */
    public int blockCount() {
        return scalars.size() + keys.size() + totals.size();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LoopShape shape && key.equals(shape.key);
    }

    @Override
    public int hashCode() {
        return key.hashCode();
    }

    /**
     * An aggregate.
     *
     * @param argument empty for {@code count(*)}
     */
    public record Total(Step.AggregateFunction function, Optional<Scalar> argument) {}
}
