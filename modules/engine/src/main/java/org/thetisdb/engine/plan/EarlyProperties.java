package org.thetisdb.engine.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.group.Aggregate;
import org.thetisdb.engine.join.HashJoin;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.OperatorTrees;
import org.thetisdb.engine.transform.Project;

/**
 * Reads properties before a large join instead of after it: the rows of an input come in the order of storage, those of
 * the join in that of a hash table or of partitions on disk, so that each property would be read from another page.
 *
 * <pre>
 *   Aggregate sum(a.v - b.v)                      Aggregate sum(v1 - v2)
 *     HashJoin                        becomes       HashJoin
 *       build: NodeScan b                             build: Project b.v AS v2 · NodeScan b
 *       probe: NodeScan a                             probe: Project a.v AS v1 · NodeScan a
 * </pre>
 *
 * <p>Only where most rows of the input are expected to be joined, or what was read would be thrown away; and not in
 * queries that write, whose reads have their places.
 */
final class EarlyProperties {
    /** With fewer rows, what is read at random is read from caches. */
    private static final double ROWS_MIN = 1 << 20;

    private final PlanningContext context;
    private final HashJoin join;
    private final Map<Expression.Property, Variable> early = new LinkedHashMap<>();

    private EarlyProperties(PlanningContext context, HashJoin join) {
        this.context = context;
        this.join = join;
    }

    static Operator rewrite(Operator root, PlanningContext context) {
        if (OperatorTrees.writes(root)) {
            return root;
        }
        return OperatorTrees.map(root, each -> switch (each) {
            case Aggregate aggregate
            when aggregate.input() instanceof HashJoin join -> new EarlyProperties(context, join).below(aggregate);
            case Project project
            when project.input() instanceof HashJoin join -> new EarlyProperties(context, join).below(project);
            default -> each;
        });
    }

    private Operator below(Aggregate aggregate) {
        List<Step.Item> keys = items(aggregate.keys());
        List<Step.Aggregation> aggregations = new ArrayList<>();
        for (Step.Aggregation each : aggregate.aggregations()) {
            aggregations.add(each.withArguments(replaced(each.arguments())));
        }
        return new Aggregate(joined(), keys, aggregations, aggregate.multiplicities(), aggregate.rows());
    }

    private Operator below(Project project) {
        List<Step.Item> items = items(project.items());
        return new Project(joined(), items, project.rows());
    }

    private List<Step.Item> items(List<Step.Item> items) {
        return items.stream()
                .map(item -> new Step.Item(item.variable(), replaced(item.expression())))
                .toList();
    }

    private Operator joined() {
        return join.withRowInputs(List.of(projected(join.build()), projected(join.probe())));
    }

    private Operator projected(Operator side) {
        Set<Variable> columns = side.columns();
        List<Step.Item> items = new ArrayList<>();
        early.forEach((property, variable) -> {
            if (property.target() instanceof Expression.Reference reference && columns.contains(reference.variable())) {
                items.add(new Step.Item(variable, property));
            }
        });
        return items.isEmpty() ? side : new Project(side, items, side.rows());
    }

    private List<Expression> replaced(List<Expression> expressions) {
        return expressions.stream().map(this::replaced).toList();
    }

    private Expression replaced(Expression expression) {
        return expression instanceof Expression.Comparison
                ? expression
                : Expressions.replacing(expression, this::column);
    }

    private Optional<Expression> column(Expression.Property property) {
        if (!(property.target() instanceof Expression.Reference reference) || !isWorthwhile(reference.variable())) {
            return Optional.empty();
        }
        Variable variable = early.computeIfAbsent(
                property, each -> context.newColumn(reference.variable().name() + "." + each.key(), CypherType.ANY));
        return Optional.of(new Expression.Reference(variable));
    }

    private boolean isWorthwhile(Variable variable) {
        Operator side = join.build().columns().contains(variable) ? join.build() : join.probe();
        boolean isBound = side.columns().contains(variable);
        boolean isLarge = side.rows() >= ROWS_MIN && join.rows() >= side.rows() / 2;
        return isBound && context.choice().either(isLarge);
    }
}
