package org.thetisdb.engine.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.estimate.ValueWindow;
import org.thetisdb.engine.expression.Foldability;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.scan.IndexPrefix;
import org.thetisdb.engine.scan.IndexRange;
import org.thetisdb.engine.scan.IndexSeek;
import org.thetisdb.engine.scan.NodeByElementId;
import org.thetisdb.engine.scan.NodeById;
import org.thetisdb.engine.scan.NodeScan;
import org.thetisdb.storage.Catalog;

/** Finds the ways to bind a node from scratch: by its id, by an index, or by a scan. */
final class LeafPlanner {
    /**
     * What a row of an index range costs, and each condition on it, in rows of a scan: nodes come in the order of the
     * values, or of the nodes that are found together, so that reading their columns is random access for one worker,
     * while workers share a scan, read runs, and skip chunks by their zone maps. So a range with one end, of which
     * nothing is known, is scanned; one with two ends is sought.
     */
    static final double RANGE_ROW_COST = 4;

    /** What it costs to look for a value in an index of few nodes. */
    private static final double SEEK_COST = 2;

    /**
     * What it costs beside that where there are so many nodes that the index is not in the processor's caches. Measured
     * with three million seeks of three million values, which took twice as long as a hash join of them.
     */
    private static final double UNCACHED_SEEK_COST = 2;

    /**
     * As many nodes a scan has at least where an index could be asked for single values instead: a plan is made before
     * its own statement writes, and others may have written when it runs again. MERGE of 50,000 nodes, the first of
     * their label, would scan for each of them all that it has made.
     */
    private static final double SCANNED_NODES_MIN = 100;

    private final Catalog catalog;
    private final Cardinality cardinality;

    LeafPlanner(Catalog catalog, Cardinality cardinality) {
        this.catalog = catalog;
        this.cardinality = cardinality;
    }

    /**
     * A way to bind a node.
     *
     * @param plan the plan with the node bound; conditions that the way makes true are applied
     * @param isSelective whether it gives about one node, so that it may begin a second part of a pattern
     */
    record Leaf(PartialPlan plan, boolean isSelective) {}

    List<Leaf> leaves(PartialPlan before, Variable node, List<QueryGraph.Condition> conditions) {
        PartialPlan open = before.binding(node);
        List<Leaf> leaves = new ArrayList<>();
        for (int index = 0; index < conditions.size(); index++) {
            QueryGraph.Condition condition = conditions.get(index);
            if (!before.applied().get(index) && isAbout(node, condition, before.bound())) {
                seek(open, node, condition.expression(), index, conditions).ifPresent(leaves::add);
            }
        }
        double scannedNodesMin = leaves.isEmpty() ? 0 : SCANNED_NODES_MIN;
        range(open, node, conditions, before.bound()).ifPresent(leaves::add);
        leaves.add(scan(open, node, conditions, scannedNodesMin));
        return leaves;
    }

    private static boolean isAbout(Variable node, QueryGraph.Condition condition, Set<Variable> bound) {
        return condition.dependencies().contains(node)
                && condition.dependencies().stream().allMatch(each -> each.equals(node) || bound.contains(each));
    }

    private Optional<Leaf> seek(
            PartialPlan open, Variable node, Expression expression, int index, List<QueryGraph.Condition> conditions) {
        return switch (expression) {
            case Expression.Comparison comparison
            when comparison.operator() == Expression.Comparison.Operator.EQUAL ->
                either(comparison.left(), comparison.right(), node)
                        .flatMap(sides -> equal(open, node, sides, index, conditions));
            case Expression.In in -> anyOf(open, node, in, index, conditions);
            case Expression.StringTest test
            when test.operator() == Expression.StringTest.Operator.STARTS_WITH ->
                prefix(open, node, test, index, conditions);
            default -> Optional.empty();
        };
    }

    /** A comparison's two sides, the one about the node first. */
    private record Sides(Expression about, Expression other) {}

    private static Optional<Sides> either(Expression left, Expression right, Variable node) {
        if (isFree(right, node) && !isFree(left, node)) {
            return Optional.of(new Sides(left, right));
        }
        if (isFree(left, node) && !isFree(right, node)) {
            return Optional.of(new Sides(right, left));
        }
        return Optional.empty();
    }

    private static boolean isFree(Expression expression, Variable node) {
        return !Expressions.dependencies(expression).contains(node);
    }

    private Optional<Leaf> equal(
            PartialPlan open, Variable node, Sides sides, int index, List<QueryGraph.Condition> conditions) {
        if (isCallOf("id", sides.about(), node)) {
            var operator = new NodeById(open.operator(), node, sides.other(), open.rows());
            return Optional.of(new Leaf(open.with(operator, open.rows()).applying(index), true));
        }
        if (isCallOf("elementid", sides.about(), node)) {
            var operator = new NodeByElementId(open.operator(), node, sides.other(), false, open.rows());
            return Optional.of(new Leaf(open.with(operator, open.rows()).applying(index), true));
        }
        Optional<String> key = propertyOf(sides.about(), node);
        if (key.isEmpty()) {
            return Optional.empty();
        }
        return indexed(open, node, key.get(), conditions).map(found -> {
            double matches = found.unique() ? 1 : matching(found.label(), key.get());
            double rows = open.rows() * matches;
            var operator = new IndexSeek(
                    open.operator(), node, found.label(), key.get(), sides.other(), false, found.unique(), rows);
            PartialPlan plan = satisfied(
                    open.with(operator, open.rows() * seekCost(found) + rows).applying(index),
                    node,
                    found.label(),
                    conditions);
            return new Leaf(plan, matches <= 2);
        });
    }

    private static boolean isCallOf(String function, Expression expression, Variable node) {
        return expression instanceof Expression.Call call
                && call.name().equals(function)
                && call.arguments().getFirst() instanceof Expression.Reference reference
                && reference.variable().equals(node);
    }

    private Optional<Leaf> anyOf(
            PartialPlan open, Variable node, Expression.In in, int index, List<QueryGraph.Condition> conditions) {
        Optional<String> key = propertyOf(in.value(), node);
        boolean isById = isCallOf("elementid", in.value(), node);
        if (key.isEmpty() && !isById || !isFree(in.list(), node)) {
            return Optional.empty();
        }
        double length =
                in.list() instanceof Expression.ListOf list ? list.elements().size() : Cardinality.LIST_LENGTH;
        if (isById) {
            double rows = open.rows() * length;
            var operator = new NodeByElementId(open.operator(), node, in.list(), true, rows);
            return Optional.of(new Leaf(open.with(operator, rows).applying(index), false));
        }
        return indexed(open, node, key.get(), conditions).map(found -> {
            double rows = open.rows() * length * (found.unique() ? 1 : matching(found.label(), key.get()));
            var operator = new IndexSeek(
                    open.operator(), node, found.label(), key.get(), in.list(), true, found.unique(), rows);
            PartialPlan plan = open.with(operator, open.rows() * seekCost(found) * length + rows)
                    .applying(index);
            return new Leaf(satisfied(plan, node, found.label(), conditions), false);
        });
    }

    private Optional<Leaf> prefix(
            PartialPlan open,
            Variable node,
            Expression.StringTest test,
            int index,
            List<QueryGraph.Condition> conditions) {
        Optional<String> key = propertyOf(test.text(), node);
        if (key.isEmpty() || !isFree(test.part(), node)) {
            return Optional.empty();
        }
        return indexed(open, node, key.get(), conditions).map(found -> {
            double rows = open.rows() * cardinality.nodes(Set.of(found.label())) * 0.05;
            var operator = new IndexPrefix(open.operator(), node, found.label(), key.get(), test.part(), rows);
            PartialPlan plan =
                    open.with(operator, open.rows() * seekCost(found) + rows).applying(index);
            return new Leaf(satisfied(plan, node, found.label(), conditions), false);
        });
    }

    private double seekCost(Indexed found) {
        double nodes = cardinality.nodes(Set.of(found.label()));
        return SEEK_COST + UNCACHED_SEEK_COST * Cardinality.uncachedShare(nodes);
    }

    /** The bounds that conditions set on one indexed property; the conditions stay to be checked. */
    private Optional<Leaf> range(
            PartialPlan open, Variable node, List<QueryGraph.Condition> conditions, Set<Variable> bound) {
        for (QueryGraph.Condition condition : conditions) {
            if (condition.expression() instanceof Expression.Comparison comparison
                    && isAbout(node, condition, bound)
                    && isRange(comparison.operator())) {
                Optional<String> key = either(comparison.left(), comparison.right(), node)
                        .flatMap(sides -> propertyOf(sides.about(), node));
                if (key.isPresent()) {
                    return indexed(open, node, key.get(), conditions)
                            .map(found -> ranged(open, node, key.get(), found, conditions, bound));
                }
            }
        }
        return Optional.empty();
    }

    private Leaf ranged(
            PartialPlan open,
            Variable node,
            String key,
            Indexed found,
            List<QueryGraph.Condition> conditions,
            Set<Variable> bound) {
        Optional<IndexRange.Bound> lower = Optional.empty();
        Optional<IndexRange.Bound> upper = Optional.empty();
        for (QueryGraph.Condition condition : conditions) {
            if (!(condition.expression() instanceof Expression.Comparison comparison)
                    || !isRange(comparison.operator())
                    || !isAbout(node, condition, bound)) {
                continue;
            }
            boolean flipped = !propertyOf(comparison.left(), node).equals(Optional.of(key));
            Expression about = flipped ? comparison.right() : comparison.left();
            Expression other = flipped ? comparison.left() : comparison.right();
            if (!propertyOf(about, node).equals(Optional.of(key)) || !isFree(other, node)) {
                continue;
            }
            boolean inclusive = comparison.operator() == Expression.Comparison.Operator.LESS_OR_EQUAL
                    || comparison.operator() == Expression.Comparison.Operator.GREATER_OR_EQUAL;
            boolean below = comparison.operator() == Expression.Comparison.Operator.LESS
                    || comparison.operator() == Expression.Comparison.Operator.LESS_OR_EQUAL;
            var end = Optional.of(new IndexRange.Bound(other, inclusive));
            if (below != flipped && upper.isEmpty()) {
                upper = end;
            } else if (below == flipped && lower.isEmpty()) {
                lower = end;
            }
        }
        double usual = lower.isPresent() && upper.isPresent() ? 0.1 : 0.3;
        double share = usual * cardinality.windows().scale(new ValueWindow(Set.of(found.label()), key, lower, upper));
        double rows = open.rows() * cardinality.nodes(Set.of(found.label())) * share;
        var operator = new IndexRange(open.operator(), node, found.label(), key, lower, upper, rows);
        PartialPlan plan = open.with(operator, open.rows() * seekCost(found) + rows * RANGE_ROW_COST);
        return new Leaf(satisfied(plan, node, found.label(), conditions), false);
    }

    /** Whether a condition is an end of what a range of an index finds, so that hardly any of those fail it. */
    static boolean isEnd(Expression condition, IndexRange range) {
        return condition instanceof Expression.Comparison comparison
                && isRange(comparison.operator())
                && either(comparison.left(), comparison.right(), range.node())
                        .flatMap(sides -> propertyOf(sides.about(), range.node()))
                        .equals(Optional.of(range.property()));
    }

    private static boolean isRange(Expression.Comparison.Operator operator) {
        return switch (operator) {
            case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> true;
            case EQUAL, NOT_EQUAL -> false;
        };
    }

    private Leaf scan(PartialPlan open, Variable node, List<QueryGraph.Condition> conditions, double scannedNodesMin) {
        List<LabelExpression> tests = new ArrayList<>();
        List<Expression> prunable = new ArrayList<>();
        PartialPlan plan = open;
        for (int index = 0; index < conditions.size(); index++) {
            Expression expression = conditions.get(index).expression();
            if (open.applied().get(index)) {
                continue;
            }
            if (expression instanceof Expression.HasLabels test && isReference(test.target(), node)) {
                tests.add(test.labels());
                plan.labels().learn(expression);
                plan = plan.applying(index);
            } else if (isPrunable(expression, node)) {
                prunable.add(expression);
            }
        }
        Optional<LabelExpression> labels = switch (tests.size()) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of(tests.getFirst());
            default -> Optional.of(new LabelExpression.And(tests));
        };
        plan.labels().scanned(node);
        double rows = open.rows() * cardinality.nodes(plan.labels().of(node));
        var operator = new NodeScan(open.operator(), node, labels, prunable, rows);
        double scanned = rows * cardinality.scannedShare(operator, plan.labels());
        return new Leaf(plan.with(operator, Math.max(scanned, open.rows() * scannedNodesMin)), false);
    }

    private static boolean isPrunable(Expression expression, Variable node) {
        return expression instanceof Expression.Comparison comparison
                && comparison.operator() != Expression.Comparison.Operator.NOT_EQUAL
                && either(comparison.left(), comparison.right(), node)
                        .filter(sides -> propertyOf(sides.about(), node).isPresent())
                        .filter(sides -> Foldability.isConstant(sides.other()))
                        .isPresent();
    }

    private static boolean isReference(Expression expression, Variable node) {
        return expression instanceof Expression.Reference reference
                && reference.variable().equals(node);
    }

    private static Optional<String> propertyOf(Expression expression, Variable node) {
        return expression instanceof Expression.Property property && isReference(property.target(), node)
                ? Optional.of(property.key())
                : Optional.empty();
    }

    private record Indexed(String label, boolean unique) {}

    /** An index that covers the node's property, by one of the labels that the conditions demand. */
    private Optional<Indexed> indexed(
            PartialPlan open, Variable node, String key, List<QueryGraph.Condition> conditions) {
        Labels labels = new Labels(open.labels());
        conditions.forEach(each -> labels.learn(each.expression()));
        Indexed best = null;
        for (String label : labels.of(node)) {
            if (catalog.labelId(label).isEmpty() || catalog.propertyKeyId(key).isEmpty()) {
                continue;
            }
            Optional<Catalog.IndexDescriptor> index = catalog.index(
                    catalog.labelId(label).getAsInt(),
                    catalog.propertyKeyId(key).getAsInt());
            if (index.isPresent() && (best == null || index.get().unique())) {
                best = new Indexed(label, index.get().unique());
            }
        }
        return Optional.ofNullable(best);
    }

    private double matching(String label, String key) {
        return cardinality.nodes(Set.of(label)) / cardinality.distinctValues(Set.of(label), key);
    }

    /** Marks the label test that an index on the label makes true. */
    private PartialPlan satisfied(
            PartialPlan plan, Variable node, String label, List<QueryGraph.Condition> conditions) {
        plan.labels().add(node, label);
        PartialPlan result = plan;
        for (int index = 0; index < conditions.size(); index++) {
            if (conditions.get(index).expression() instanceof Expression.HasLabels test
                    && isReference(test.target(), node)
                    && test.labels().equals(new LabelExpression.Name(label))) {
                result = result.applying(index);
            }
        }
        return result;
    }
}
