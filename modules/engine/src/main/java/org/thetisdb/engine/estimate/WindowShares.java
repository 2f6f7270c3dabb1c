package org.thetisdb.engine.estimate;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.expression.Foldability;
import org.thetisdb.engine.scan.IndexRange.Bound;
import org.thetisdb.storage.Snapshot;

/**
 * Estimates comparisons with known values while a query is planned, and notes what was assumed. A share is told in
 * levels, so that most values of a parameter have one plan:
 *
 * <pre>
 *   level   0                     1               2
 *   share   as if nothing were    a tenth of      a hundredth …
 *           known                 that
 * </pre>
 */
public final class WindowShares {
    private static final int LEVEL_MAX = 4;

    private final Snapshot snapshot;
    private final ValueSpreads spreads;
    private final KnownValues values;
    private final Map<ValueWindow, Integer> levels = new HashMap<>();

    /** For an upper end the lower one that is a condition beside it. */
    private final Map<Expression, End> lowerEnds = new IdentityHashMap<>();

    /**
     * @param spreads of the snapshot's base
     * @param values that the query is planned for
     */
    public WindowShares(Snapshot snapshot, ValueSpreads spreads, KnownValues values) {
        this.snapshot = snapshot;
        this.spreads = spreads;
        this.values = values;
    }

    /** A property of a variable that is a node. */
    private record NodeProperty(Variable node, String property) {
        static Optional<NodeProperty> of(Expression expression) {
            return expression instanceof Expression.Property property
                            && property.target() instanceof Expression.Reference reference
                            && reference.variable().type().equals(CypherType.NODE)
                    ? Optional.of(new NodeProperty(reference.variable(), property.key()))
                    : Optional.empty();
        }

        ValueSource source(Function<Variable, Set<String>> labels) {
            return new ValueSource(labels.apply(node), property);
        }
    }

    /** A comparison of a node's property with a constant. */
    private record End(Variable node, String property, boolean isLower, Bound bound) {
        static Optional<End> of(Expression condition) {
            if (!(condition instanceof Expression.Comparison comparison)) {
                return Optional.empty();
            }
            Expression.Comparison.Operator operator = comparison.operator();
            boolean isInclusive = operator == Expression.Comparison.Operator.LESS_OR_EQUAL
                    || operator == Expression.Comparison.Operator.GREATER_OR_EQUAL;
            return switch (operator) {
                case LESS, LESS_OR_EQUAL -> of(comparison, false, isInclusive);
                case GREATER, GREATER_OR_EQUAL -> of(comparison, true, isInclusive);
                case EQUAL, NOT_EQUAL -> Optional.empty();
            };
        }

        /** @param isLower whether the right side is the lower end of the left one, if that is the property */
        private static Optional<End> of(Expression.Comparison comparison, boolean isLower, boolean isInclusive) {
            Optional<End> left = of(comparison.left(), comparison.right(), isLower, isInclusive);
            return left.isPresent() ? left : of(comparison.right(), comparison.left(), !isLower, isInclusive);
        }

        private static Optional<End> of(Expression about, Expression value, boolean isLower, boolean isInclusive) {
            return NodeProperty.of(about)
                    .filter(property -> Foldability.isConstant(value))
                    .map(property ->
                            new End(property.node(), property.property(), isLower, new Bound(value, isInclusive)));
        }

        boolean isLowerOf(End other) {
            return isLower && !other.isLower && node.equals(other.node) && property.equals(other.property);
        }

        ValueWindow window(Set<String> labels) {
            Optional<Bound> known = Optional.of(bound);
            return new ValueWindow(
                    labels, property, isLower ? known : Optional.empty(), isLower ? Optional.empty() : known);
        }
    }

    /** Takes note of conditions that are checked together: two of them may be the ends of one window. */
    public void note(List<Expression> conditions) {
        Map<Expression, End> ends = new IdentityHashMap<>();
        conditions.forEach(condition -> note(condition, ends));
        ends.forEach((condition, end) -> ends.values().stream()
                .filter(each -> each.isLowerOf(end))
                .findFirst()
                .ifPresent(lower -> lowerEnds.put(condition, lower)));
    }

    private static void note(Expression condition, Map<Expression, End> ends) {
        if (condition instanceof Expression.And and) {
            and.operands().forEach(each -> note(each, ends));
        } else {
            End.of(condition).ifPresent(end -> ends.put(condition, end));
        }
    }

    /**
     * The share of rows for which a comparison is true, among those for which the window's lower end is already; empty
     * if it is not of a node's property with a constant.
     *
     * @param labels of a node
     */
    public OptionalDouble share(Expression.Comparison comparison, Function<Variable, Set<String>> labels) {
        Optional<End> end = End.of(comparison);
        if (end.isEmpty()) {
            return OptionalDouble.empty();
        }
        Set<String> carried = labels.apply(end.get().node());
        End lower = lowerEnds.get(comparison);
        if (lower == null) {
            return OptionalDouble.of(share(end.get().window(carried)));
        }
        double both = share(both(lower, end.get(), carried));
        return OptionalDouble.of(Math.min(1, both / share(lower.window(carried))));
    }

    /**
     * The share of rows for which an equality is true; empty if it is not of properties of two nodes, or rarely true.
     *
     * @param labels of a node
     */
    public OptionalDouble equalShare(Expression.Comparison equality, Function<Variable, Set<String>> labels) {
        Optional<NodeProperty> one = NodeProperty.of(equality.left());
        Optional<NodeProperty> other = NodeProperty.of(equality.right());
        return one.isEmpty()
                        || other.isEmpty()
                        || one.get().node().equals(other.get().node())
                ? OptionalDouble.empty()
                : spreads.equalShare(
                        snapshot, one.get().source(labels), other.get().source(labels));
    }

    private static ValueWindow both(End lower, End upper, Set<String> labels) {
        return new ValueWindow(labels, upper.property(), Optional.of(lower.bound()), Optional.of(upper.bound()));
    }

    /**
     * What part of the nodes lie in chunks that conditions do not exclude: 1 unless few nodes fulfil one of them.
     *
     * @param conditions that a scan may leave chunks out by
     * @param labels of the node
     */
    public double scannedShare(List<Expression> conditions, Set<String> labels) {
        double least = 1;
        for (Expression condition : conditions) {
            Optional<End> end = End.of(condition);
            if (end.isPresent()) {
                End lower = lowerEnds.get(condition);
                ValueWindow window = lower == null ? end.get().window(labels) : both(lower, end.get(), labels);
                if (level(window) > 0) {
                    least = Math.min(least, spreads.metShare(snapshot, window, values));
                }
            }
        }
        return least;
    }

    /** How many times less than usual a window holds, about. */
    public double scale(ValueWindow window) {
        return Math.pow(10, -level(window));
    }

    private double share(ValueWindow window) {
        return window.usualShare() * scale(window);
    }

    private int level(ValueWindow window) {
        return levels.computeIfAbsent(window, each -> level(snapshot, spreads, each, values));
    }

    /** What was assumed until now. */
    public AssumedShares assumed() {
        return new AssumedShares(levels);
    }

    static int level(Snapshot snapshot, ValueSpreads spreads, ValueWindow window, KnownValues values) {
        OptionalDouble share = spreads.share(snapshot, window, values);
        if (share.isEmpty()) {
            return 0;
        }
        double times = window.usualShare() / Math.max(share.getAsDouble(), Double.MIN_NORMAL);
        return (int) Math.clamp(Math.round(Math.log10(times)), 0L, (long) LEVEL_MAX);
    }
}
