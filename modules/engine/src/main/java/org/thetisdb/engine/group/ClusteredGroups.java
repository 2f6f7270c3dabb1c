package org.thetisdb.engine.group;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.between.ExpandInto;
import org.thetisdb.engine.expand.DifferentRelationships;
import org.thetisdb.engine.expand.Expand;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.ExpressionText;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.OperatorTrees;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.operator.Unit;
import org.thetisdb.engine.scan.NodeScan;
import org.thetisdb.engine.trail.VariableExpand;
import org.thetisdb.engine.transform.Filter;
import org.thetisdb.engine.transform.Project;

/**
 * Groups, or leaves each combination once, where one of the keys is a node that is scanned and followed: all rows of a
 * group come of one node, so a few nodes' groups are complete before the next nodes are scanned.
 *
 * <pre>
 *   MATCH (a)--(m)--(b) WITH a, b, count(*) AS n        Aggregate (clustered) by a, b
 *                                                         Expand (m)--(b)
 *     13 million groups, 20,000 of them at a time         Expand (a)--(m)
 *                                                         Clusters of 16 rows
 *                                                         NodeScan a
 * </pre>
 *
 * @param number the cluster's number
 */
public record ClusteredGroups(
        Operator input,
        List<Step.Item> keys,
        List<Step.Aggregation> aggregations,
        List<Variable> multiplicities,
        Variable number,
        double rows)
        implements Unary {
    /** So many rows of all nodes are grouped as well in one table. */
    private static final double ROWS_MIN = 200_000;

    /** Fewer rows of each node are hardly met again. */
    private static final double ROWS_OF_NODE_MIN = 8;

    private static final double ROWS_OF_CLUSTER = 1 << 15;
    private static final int CLUSTER_ROWS_MAX = 1 << 10;

    public ClusteredGroups {
        keys = List.copyOf(keys);
        aggregations = List.copyOf(aggregations);
        multiplicities = List.copyOf(multiplicities);
    }

    /**
     * The tree with groups of clusters; subplans are left alone.
     *
     * @param newNumber makes a column for a cluster's number
     * @param choice whether to do so, if it is said whether it pays
     */
    public static Operator rewrite(Operator root, Supplier<Variable> newNumber, Predicate<Boolean> choice) {
        if (OperatorTrees.writes(root)) {
            return root;
        }
        return OperatorTrees.map(root, each -> switch (each) {
            case Aggregate aggregate
            when isCluster(aggregate.input(), aggregate.keys(), aggregate.aggregations(), choice) -> {
                Variable number = newNumber.get();
                yield new ClusteredGroups(
                        clustered(aggregate.input(), number),
                        aggregate.keys(),
                        aggregate.aggregations(),
                        aggregate.multiplicities(),
                        number,
                        aggregate.rows());
            }
            case Distinct distinct
            when isCluster(distinct.input(), keys(distinct.variables()), List.of(), choice) -> {
                Variable number = newNumber.get();
                yield new ClusteredGroups(
                        clustered(distinct.input(), number),
                        keys(distinct.variables()),
                        List.of(),
                        List.of(),
                        number,
                        distinct.rows());
            }
            default -> each;
        });
    }

    private static List<Step.Item> keys(List<Variable> variables) {
        return variables.stream()
                .map(each -> new Step.Item(each, new Expression.Reference(each)))
                .toList();
    }

    private static boolean isCluster(
            Operator rows, List<Step.Item> keys, List<Step.Aggregation> aggregations, Predicate<Boolean> choice) {
        Optional<NodeScan> scan = scan(rows);
        if (scan.isEmpty()
                || keys.stream()
                        .noneMatch(
                                key -> isReference(key.expression(), scan.get().node()))) {
            return false;
        }
        boolean isLarge = keys.size() > 1
                || aggregations.stream()
                        .anyMatch(each -> each.distinct() || each.function() == Step.AggregateFunction.COLLECT);
        return choice.test(isLarge
                && rows.rows() >= ROWS_MIN
                && rows.rows() >= ROWS_OF_NODE_MIN * scan.get().rows());
    }

    private static boolean isReference(Expression expression, Variable variable) {
        return expression instanceof Expression.Reference(Variable referred) && referred.equals(variable);
    }

    /** What gives nodes each of which is followed by itself, row by row, and by nothing that keeps rows. */
    private static Optional<NodeScan> scan(Operator rows) {
        return switch (rows) {
            case NodeScan scan when scan.input() instanceof Unit -> Optional.of(scan);
            case Expand expand -> scan(expand.input());
            case ExpandInto into -> scan(into.input());
            case VariableExpand trails -> scan(trails.input());
            case DifferentRelationships different -> scan(different.input());
            case Filter filter -> scan(filter.input());
            case Project project ->
                scan(project.input()).filter(scan -> !project.binds().contains(scan.node()));
            default -> Optional.empty();
        };
    }

    private static Operator clustered(Operator rows, Variable number) {
        NodeScan scan = scan(rows).orElseThrow();
        double rowsOfNode = Math.max(1, rows.rows() / Math.max(1, scan.rows()));
        int clusterRows = (int) Math.clamp(ROWS_OF_CLUSTER / rowsOfNode, 1, CLUSTER_ROWS_MAX);
        return above(rows, scan, input -> new Clusters(input, number, clusterRows));
    }

    /** The rows with an operator right above their scan. */
    private static Operator above(Operator rows, NodeScan scan, UnaryOperator<Operator> added) {
        return rows.equals(scan)
                ? added.apply(rows)
                : ((Unary) rows).withInput(above(((Unary) rows).input(), scan, added));
    }

    @Override
    public Operator withInput(Operator other) {
        return new ClusteredGroups(other, keys, aggregations, multiplicities, number, rows);
    }

    private Unary whole() {
        return aggregations.isEmpty()
                ? new Distinct(input, keys.stream().map(Step.Item::variable).toList(), rows)
                : new Aggregate(input, keys, aggregations, multiplicities, rows);
    }

    @Override
    public Set<Variable> binds() {
        return whole().binds();
    }

    @Override
    public Set<Variable> columns() {
        return whole().columns();
    }

    @Override
    public String name() {
        return whole().name() + " (clustered)";
    }

    @Override
    public String details() {
        return whole().details() + ", by " + ExpressionText.of(number);
    }

    @Override
    public List<Expression> expressions() {
        return whole().expressions();
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        List<Step.Aggregation> wanted = aggregations.stream()
                .filter(each -> read.contains(SlotSets.slot(each.variable())))
                .toList();
        new GroupBuilding(builder, this, keys, wanted, multiplicities).buildClustered(number, next);
    }
}
