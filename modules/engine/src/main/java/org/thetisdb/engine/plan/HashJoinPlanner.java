package org.thetisdb.engine.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.expression.Foldability;
import org.thetisdb.engine.join.HashJoin;
import org.thetisdb.engine.operator.Argument;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.Unit;
import org.thetisdb.engine.scan.NodeScan;
import org.thetisdb.engine.transform.Filter;

/**
 * Nodes that no hop leads to, but an equality: they are hashed once, rather than read for each row. In a subplan they
 * are hashed once for all outer rows, so that OPTIONAL MATCH, EXISTS, COUNT and CALL are outer, semi and grouped joins
 * (Neumann, Kemper, "Unnesting Arbitrary Queries", BTW 2015, tells of all that can be made of subqueries).
 *
 * <p>Not thread safe: one for one pattern.
 */
final class HashJoinPlanner {
    private final PlanningContext context;
    private final Cardinality cardinality;
    private final List<QueryGraph.Condition> conditions;
    private final ConditionPlanner conditionPlanner;

    HashJoinPlanner(PlanningContext context, QueryGraph graph, ConditionPlanner conditionPlanner) {
        this.context = context;
        this.cardinality = context.cardinality();
        this.conditions = graph.conditions();
        this.conditionPlanner = conditionPlanner;
    }

    /** The leaf, or a join in its place if it reads nodes for several rows and an equality connects it with them. */
    PartialPlan joined(PartialPlan before, PartialPlan leaf, Variable node) {
        boolean worthHashing = context.choice().either(before.rows() > 1 || hasManyOuterRows(before.operator()));
        if (!worthHashing || !(leaf.operator() instanceof NodeScan scan)) {
            return leaf;
        }
        List<Key> keys = keys(before, leaf, node);
        return keys.isEmpty() ? leaf : hashJoin(before, leaf, scan, keys);
    }

    /** Whether rows begin at outer rows that come together. For one, hashing takes three times what comparing takes. */
    private static boolean hasManyOuterRows(Operator operator) {
        return operator instanceof Argument argument
                ? !argument.isSingle()
                : operator.rowInputs().stream().anyMatch(HashJoinPlanner::hasManyOuterRows);
    }

    /** A condition by its place, and its sides: what the build side's node gives, and what the rows before give. */
    private record Key(int index, Expression build, Expression probe) {
        boolean isOfRowsBefore() {
            return !Expressions.dependencies(probe).isEmpty();
        }

        Expression.Comparison condition() {
            return new Expression.Comparison(Expression.Comparison.Operator.EQUAL, build, probe);
        }
    }

    /**
     * The first equality with the rows before, and all others that cannot fail where the first one does not hold. One
     * with a constant serves if there is none.
     */
    private List<Key> keys(PartialPlan before, PartialPlan leaf, Variable node) {
        List<Key> equalities = equalities(before, leaf, node);
        List<Key> keys = new ArrayList<>();
        for (Key equality : equalities) {
            if (equality.isOfRowsBefore()
                    && (keys.isEmpty() || Foldability.isConditionThatCannotFail(equality.condition()))) {
                keys.add(equality);
            }
        }
        return keys.isEmpty() ? equalities.subList(0, Math.min(1, equalities.size())) : keys;
    }

    private List<Key> equalities(PartialPlan before, PartialPlan leaf, Variable node) {
        List<Key> found = new ArrayList<>();
        for (int index = 0; index < conditions.size(); index++) {
            QueryGraph.Condition condition = conditions.get(index);
            if (!leaf.applied().get(index)
                    && condition.dependencies().contains(node)
                    && condition.expression() instanceof Expression.Comparison comparison
                    && comparison.operator() == Expression.Comparison.Operator.EQUAL) {
                boolean leftIsNode = Set.of(node).equals(Expressions.dependencies(comparison.left()));
                Expression build = leftIsNode ? comparison.left() : comparison.right();
                Expression probe = leftIsNode ? comparison.right() : comparison.left();
                if (Set.of(node).equals(Expressions.dependencies(build))
                        && before.bound().containsAll(Expressions.dependencies(probe))
                        && !Expressions.hasSubquery(comparison)) {
                    found.add(new Key(index, build, probe));
                }
            }
        }
        return found;
    }

    private PartialPlan hashJoin(PartialPlan before, PartialPlan leaf, NodeScan scan, List<Key> keys) {
        double nodes = scan.rows() / before.rows();
        double share = 1;
        PartialPlan applied = leaf;
        for (Key key : keys) {
            share *= cardinality.selectivity(key.condition(), leaf.labels());
            applied = applied.applying(key.index());
        }
        // Several keys together have no more different values than there are rows with them.
        share = Math.max(share, 1 / Math.max(1, Math.max(nodes, before.rows())));
        Operator side = new NodeScan(new Unit(1), scan.node(), scan.labels(), scan.prunable(), nodes);
        List<Expression> ofSide = new ArrayList<>();
        double sideShare = 1;
        double dearCost = 0;
        boolean joinLeavesFewer = before.rows() * share < 1;
        for (int index = 0; index < conditions.size(); index++) {
            if (!applied.applied().get(index)
                    && belongsToBuildSide(index, scan.node(), keys.getFirst().index())
                    && !(joinLeavesFewer && conditionPlanner.mayWait(index))) {
                dearCost += nodes * sideShare * conditionPlanner.dearCost(index);
                ofSide.add(conditions.get(index).expression());
                sideShare *= cardinality.selectivity(ofSide.getLast(), leaf.labels());
                applied = applied.applying(index);
            }
        }
        if (!ofSide.isEmpty()) {
            side = new Filter(side, ofSide, nodes * sideShare);
            ofSide.forEach(applied.labels()::learn);
        }
        double rows = before.rows() * side.rows() * share;
        Operator join = new HashJoin(
                side,
                before.operator(),
                keys.stream().map(Key::build).toList(),
                keys.stream().map(Key::probe).toList(),
                rows);
        return new PartialPlan(
                join,
                applied.bound(),
                applied.solvedHops(),
                applied.applied(),
                applied.labels(),
                before.cost() + nodes + dearCost + side.rows() + before.rows() + rows,
                0);
    }

    /**
     * Whether a condition on the node alone is tested before the join's keys are computed: if it stands before the
     * first one's condition, so that it may guard that one from values for which it fails; or if it cannot fail itself.
     */
    private boolean belongsToBuildSide(int index, Variable node, int firstKey) {
        QueryGraph.Condition condition = conditions.get(index);
        return condition.dependencies().equals(Set.of(node))
                && !Expressions.hasSubquery(condition.expression())
                && Expressions.isDeterministic(condition.expression())
                && (index < firstKey || Foldability.isConditionThatCannotFail(condition.expression()));
    }
}
