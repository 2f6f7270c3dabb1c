package org.thetisdb.cypher.bind;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.cypher.syntax.Clause.Item;
import org.thetisdb.cypher.syntax.Clause.Order;
import org.thetisdb.cypher.syntax.Clause.Projection;
import org.thetisdb.cypher.syntax.ExpressionTree;
import org.thetisdb.value.ErrorCode;

/**
 * One WITH or RETURN.
 *
 * <pre>
 *   plain        Compute                      Sort Slice Filter Project
 *   DISTINCT     Compute Distinct             Sort Slice Filter Project
 *   aggregating  Aggregate Compute (Distinct) Sort Slice Filter Project
 * </pre>
 *
 * <p>ORDER BY and WHERE see the projected names and, as long as rows stay the same (no DISTINCT, no aggregate),
 * the earlier names too. After DISTINCT or an aggregate an earlier expression is visible only as a whole: where
 * ORDER BY or WHERE repeats a projected expression, it means its column.
 */
final class ProjectionBinder {
    private final BindContext context;
    private final Scope scope;
    private final ExpressionBinder expressions;
    private final AggregateCollector collector = new AggregateCollector();
    private final List<Column> columns = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();

    /** What is projected: {@code expression} as bound in the earlier scope. */
    private record Column(String name, Variable variable, Expression expression, boolean aggregates, int offset) {}

    ProjectionBinder(BindContext context, Scope scope, ExpressionBinder expressions) {
        this.context = context;
        this.scope = scope;
        this.expressions = expressions;
    }

    List<Variable> outputs() {
        List<Variable> outputs = new ArrayList<>(columns.size());
        for (Column column : columns) {
            outputs.add(column.variable());
        }
        return outputs;
    }

    List<String> columns() {
        List<String> names = new ArrayList<>(columns.size());
        for (Column column : columns) {
            names.add(column.name());
        }
        return names;
    }

    List<Step> bind(Projection projection) {
        bindColumns(projection);
        boolean aggregating = collector.useCount() > 0;
        boolean closed = aggregating || projection.distinct();
        Map<String, Variable> before = scope.names();
        Map<String, Variable> after = new LinkedHashMap<>();
        for (Column column : columns) {
            after.put(column.name(), column.variable());
        }
        Map<String, Variable> both = new LinkedHashMap<>(before);
        both.putAll(after);
        scope.replaceNames(both);
        List<Step.SortKey> sortKeys = sortKeys(projection.orderBy(), aggregating, closed, before);
        if (aggregating) {
            aggregate(before);
        } else {
            compute();
        }
        if (projection.distinct()) {
            steps.add(new Step.Distinct(outputs()));
        }
        if (!sortKeys.isEmpty()) {
            steps.add(new Step.Sort(sortKeys));
        }
        slice(projection);
        scope.replaceNames(both);
        if (projection.where().isPresent()) {
            filter(projection.where().get(), closed, before);
        }
        steps.add(new Step.Project(outputs()));
        scope.narrow(after);
        return steps;
    }

    private void bindColumns(Projection projection) {
        Set<String> names = new HashSet<>();
        if (projection.star()) {
            Map<String, Variable> sorted = new TreeMap<>(scope.names());
            if (sorted.isEmpty() && projection.items().isEmpty() && projection.isReturn()) {
                throw context.error(
                        ErrorCode.SEMANTIC, projection.offset(), "RETURN * without any variable; name what to return");
            }
            for (Map.Entry<String, Variable> entry : sorted.entrySet()) {
                names.add(entry.getKey());
                Expression reference = new Expression.Reference(entry.getValue());
                columns.add(new Column(entry.getKey(), entry.getValue(), reference, false, projection.offset()));
            }
        }
        for (Item item : projection.items()) {
            String name = name(item, projection.isReturn());
            if (!names.add(name)) {
                throw context.error(
                        ErrorCode.SEMANTIC,
                        item.alias().isPresent() ? item.alias().get().offset() : item.offset(),
                        "two columns of the name `" + name + "`; rename one with AS");
            }
            columns.add(column(item, name, projection.isReturn()));
        }
    }

    private String name(Item item, boolean isReturn) {
        if (item.alias().isPresent()) {
            return item.alias().get().name();
        }
        if (item.expression() instanceof ExpressionTree.Name name) {
            return name.name();
        }
        if (!isReturn) {
            throw context.error(ErrorCode.SYNTAX, item.offset(), "an expression in WITH needs a name; add AS and one");
        }
        return item.text();
    }

    private Column column(Item item, String name, boolean isReturn) {
        int usesBefore = collector.useCount();
        boolean namesItself = item.alias().isEmpty();
        if (namesItself) {
            context.beginFixed();
        }
        Expression expression = expressions.bindItem(item.expression(), Optional.of(collector));
        if (namesItself) {
            context.endFixed();
        }
        boolean aggregates = collector.useCount() > usesBefore;
        Variable variable;
        if (expression instanceof Expression.Reference reference
                && !isTaken(reference.variable())
                && (collector.holds(reference.variable())
                        || reference.variable().name().equals(name)
                        || !isReturn && scope.isOwn(reference.variable()))) {
            Variable old = reference.variable();
            variable = old.name().equals(name) ? old : new Variable(old.id(), name, old.type());
            collector.rename(variable);
        } else {
            variable = context.newVariable(name, Types.of(expression));
        }
        return new Column(name, variable, expression, aggregates, item.offset());
    }

    private boolean isTaken(Variable variable) {
        for (Column column : columns) {
            if (column.variable().equals(variable)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isItself(Column column) {
        return column.expression() instanceof Expression.Reference reference
                && reference.variable().equals(column.variable());
    }

    private void compute() {
        List<Step.Item> items = new ArrayList<>(columns.size());
        for (Column column : columns) {
            if (!isItself(column)) {
                items.add(new Step.Item(column.variable(), column.expression()));
            }
        }
        if (!items.isEmpty()) {
            steps.add(new Step.Compute(items));
        }
    }

    private void aggregate(Map<String, Variable> before) {
        List<Step.Item> keys = new ArrayList<>(columns.size());
        List<Step.Item> computed = new ArrayList<>(columns.size());
        Substitution substitution = keySubstitution(before);
        for (Column column : columns) {
            if (!column.aggregates()) {
                keys.add(new Step.Item(column.variable(), column.expression()));
            } else if (!isItself(column)) {
                Expression rewritten = substitution.apply(column.expression(), column.offset());
                computed.add(new Step.Item(column.variable(), rewritten));
            }
        }
        steps.add(new Step.Aggregate(keys, collector.aggregations()));
        if (!computed.isEmpty()) {
            steps.add(new Step.Compute(computed));
        }
    }

    /** Replaces grouping keys that are variables or properties; any other earlier column is gone. */
    private Substitution keySubstitution(Map<String, Variable> before) {
        List<Step.Item> replacements = new ArrayList<>(columns.size());
        Set<Variable> gone = new HashSet<>(before.values());
        for (Column column : columns) {
            if (!column.aggregates()) {
                gone.remove(column.variable());
                if (isSimple(column.expression())) {
                    replacements.add(new Step.Item(column.variable(), column.expression()));
                }
            }
        }
        return new Substitution(context, replacements, gone);
    }

    private static boolean isSimple(Expression expression) {
        return expression instanceof Expression.Reference
                || expression instanceof Expression.Property property && isSimple(property.target());
    }

    private List<Step.SortKey> sortKeys(
            List<Order> orderBy, boolean aggregating, boolean closed, Map<String, Variable> before) {
        List<Step.SortKey> keys = new ArrayList<>(orderBy.size());
        for (Order order : orderBy) {
            Optional<AggregateCollector> into = aggregating ? Optional.of(collector) : Optional.empty();
            int aggregateCount = collector.aggregations().size();
            Expression bound = expressions.bindItem(order.expression(), into);
            checkNoNewAggregate(aggregateCount, order);
            keys.add(new Step.SortKey(visible(bound, order.offset(), closed, before), order.ascending()));
        }
        return keys;
    }

    /** ORDER BY follows the grouping: it may repeat an aggregate but not use another. */
    private void checkNoNewAggregate(int before, Order order) {
        if (collector.aggregations().size() > before) {
            throw context.error(
                    ErrorCode.INVALID_AGGREGATION,
                    order.offset(),
                    "ORDER BY can use only aggregates that are returned; return this one as a column of its own");
        }
    }

    /** What is bound with earlier and later names, in terms of what is left of the earlier ones. */
    private Expression visible(Expression bound, int offset, boolean closed, Map<String, Variable> before) {
        for (Column column : columns) {
            if (Sameness.same(column.expression(), bound)) {
                return new Expression.Reference(column.variable());
            }
        }
        if (!closed) {
            return bound;
        }
        List<Step.Item> replacements = new ArrayList<>(columns.size());
        Set<Variable> gone = new HashSet<>(before.values());
        for (Column column : columns) {
            gone.remove(column.variable());
            if (isSimple(column.expression()) || column.aggregates()) {
                replacements.add(new Step.Item(column.variable(), column.expression()));
            }
        }
        return new Substitution(context, replacements, gone).apply(bound, offset);
    }

    private void filter(ExpressionTree where, boolean closed, Map<String, Variable> before) {
        for (Expression conjunct : expressions.bindConjuncts(where)) {
            steps.add(new Step.Filter(visible(conjunct, where.offset(), closed, before)));
        }
    }

    private void slice(Projection projection) {
        if (projection.skip().isEmpty() && projection.limit().isEmpty()) {
            return;
        }
        scope.replaceNames(new HashMap<>());
        steps.add(new Step.Slice(count(projection.skip(), "SKIP"), count(projection.limit(), "LIMIT")));
    }

    private Optional<Expression> count(Optional<ExpressionTree> tree, String what) {
        if (tree.isEmpty()) {
            return Optional.empty();
        }
        int offset = tree.get().offset();
        Expression bound = expressions.bindCount(tree.get(), what);
        expressions.require(bound, Types.INTEGER, offset, what);
        if (bound instanceof Expression.Literal literal
                && (literal.value().isEmpty() || literal.value().get() instanceof Long value && value < 0)) {
            throw context.error(ErrorCode.SEMANTIC, offset, what + " must be an integer that is not negative");
        }
        return Optional.of(bound);
    }
}
