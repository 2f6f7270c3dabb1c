package org.thetisdb.engine.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;

/** Says in a line what an operator does. */
final class OperatorText {
    private OperatorText() {}

    /** The operator's name, with its manner if it has several. */
    static String name(Operator operator) {
        String name = operator.getClass().getSimpleName();
        return switch (operator) {
            case Operator.VariableExpand expand ->
                expand.mode() == Operator.WalkMode.DISTINCT_ENDS ? name + " (distinct ends)" : name;
            case Operator.ShortestPaths paths -> paths.all() ? name + " (all)" : name + " (one)";
            case Operator.Apply apply -> apply.optional() ? name + " (optional)" : name;
            case Operator.IndexSeek seek -> seek.unique() ? name + " (unique)" : name;
            case Operator.Assign assign -> WriteText.isRemoval(assign) ? "Remove" : "Set";
            case Operator.Delete delete -> delete.detach() ? "DetachDelete" : name;
            default -> name;
        };
    }

    static String details(Operator operator) {
        return switch (operator) {
            case Operator.Unit ignored -> "";
            case Operator.Argument argument -> ExpressionText.variables(argument.variables());
            case Operator.NodeScan scan -> node(scan.node(), scan.labels()) + prefixed(", chunks by ", scan.prunable());
            case Operator.IndexSeek seek ->
                indexed(seek.node(), seek.label(), seek.property())
                        + (seek.anyOf() ? " IN " : " = ")
                        + ExpressionText.of(seek.key());
            case Operator.IndexRange range ->
                indexed(range.node(), range.label(), range.property())
                        + bound(range.lower(), ">")
                        + (range.lower().isPresent() && range.upper().isPresent() ? " AND" : "")
                        + bound(range.upper(), "<");
            case Operator.IndexPrefix prefix ->
                indexed(prefix.node(), prefix.label(), prefix.property()) + " STARTS WITH "
                        + ExpressionText.of(prefix.prefix());
            case Operator.NodeById byId ->
                "id(" + ExpressionText.of(byId.node()) + ") = " + ExpressionText.of(byId.id());
            case Operator.Filter filter -> ExpressionText.all(filter.predicates());
            case Operator.DifferentRelationships different ->
                ExpressionText.of(different.relationship()) + " not among "
                        + ExpressionText.variables(different.others());
            case Operator.Project project -> items(project.items());
            case Operator.BuildPath path ->
                ExpressionText.of(path.path()) + " = " + ExpressionText.variables(path.elements());
            case Operator.Narrow narrow -> ExpressionText.variables(narrow.variables());
            case Operator.Unwind unwind ->
                ExpressionText.of(unwind.list()) + " AS " + ExpressionText.of(unwind.variable());
            case Operator.HashJoin join -> keys(join);
            case Operator.CartesianProduct ignored -> "";
            case Operator.Union union -> ExpressionText.variables(union.outputs());
            case Operator.Apply apply -> ExpressionText.variables(apply.outputs());
            case Operator.Aggregate aggregate -> aggregate(aggregate);
            case Operator.Distinct distinct -> ExpressionText.variables(distinct.variables());
            case Operator.Sort sort -> keys(sort.keys());
            case Operator.TopK topK -> keys(topK.keys()) + slice(topK.skip(), Optional.of(topK.limit()));
            case Operator.Slice slice -> slice(slice.skip(), slice.limit()).strip();
            case Operator.CountFromStatistics count -> count(count);
            case Operator.ProcedureCall call -> procedureCall(call);
            default ->
                OperatorTrees.isWrite(operator) || operator instanceof Operator.LoadCsv
                        ? WriteText.of(operator)
                        : walk(operator);
        };
    }

    private static String procedureCall(Operator.ProcedureCall call) {
        String yields = ExpressionText.variables(
                call.yields().stream().map(Step.Yield::variable).toList());
        return call.procedure().signature().name() + "(" + ExpressionText.list(call.arguments()) + ")"
                + (yields.isEmpty() ? "" : " YIELD " + yields);
    }

    private static String walk(Operator operator) {
        return switch (operator) {
            case Operator.RelationshipScan scan ->
                node(scan.from(), Optional.empty())
                        + arrow(Direction.OUTGOING, ExpressionText.of(scan.relationship()) + types(scan.types()))
                        + node(scan.to(), Optional.empty());
            case Operator.Expand expand ->
                node(expand.from(), Optional.empty())
                        + arrow(expand.direction(), name(expand.relationship()) + types(expand.types()))
                        + node(expand.to(), expand.labels());
            case Operator.ExpandInto expand ->
                node(expand.from(), Optional.empty())
                        + arrow(expand.direction(), name(expand.relationship()) + types(expand.types()))
                        + node(expand.to(), Optional.empty());
            case Operator.ExpandCount expand ->
                node(expand.from(), Optional.empty())
                        + arrow(expand.direction(), types(expand.types()))
                        + "("
                        + expand.labels()
                                .map(each -> ":" + ExpressionText.of(each))
                                .orElse("") + ")"
                        + " counted as " + ExpressionText.of(expand.multiplicity())
                        + (expand.keepZeroAsOne() ? ", none as 1" : "");
            case Operator.VariableExpand expand ->
                node(expand.from(), Optional.empty())
                        + arrow(
                                expand.direction(),
                                name(expand.relationships())
                                        + types(expand.types())
                                        + length(expand.minimum(), expand.maximum()))
                        + node(expand.to(), expand.labels())
                        + prefixed(" WHERE ", expand.predicates());
            case Operator.ShortestPaths paths ->
                ExpressionText.of(paths.path()) + " = " + node(paths.from(), Optional.empty())
                        + arrow(paths.direction(), types(paths.types()) + length(paths.minimum(), paths.maximum()))
                        + node(paths.to(), Optional.empty()) + prefixed(" WHERE ", paths.predicates())
                        + prefixed(" WHERE PATH ", paths.pathPredicates());
            default -> throw new IllegalStateException("no walk: " + operator.getClass());
        };
    }

    private static String name(Optional<Variable> variable) {
        return variable.map(ExpressionText::of).orElse("");
    }

    private static String node(Variable variable, Optional<LabelExpression> labels) {
        return "(" + ExpressionText.of(variable)
                + labels.map(each -> ":" + ExpressionText.of(each)).orElse("") + ")";
    }

    private static String types(List<String> types) {
        return types.isEmpty() ? "" : ":" + String.join("|", types);
    }

    private static String arrow(Direction direction, String inside) {
        String body = inside.isEmpty() ? "--" : "-[" + inside + "]-";
        return switch (direction) {
            case OUTGOING -> body + ">";
            case INCOMING -> "<" + body;
            case BOTH -> body;
        };
    }

    private static String length(int minimum, OptionalLong maximum) {
        return "*" + minimum + ".." + (maximum.isPresent() ? Long.toString(maximum.getAsLong()) : "");
    }

    private static String indexed(Variable node, String label, String property) {
        return "(" + ExpressionText.of(node) + ":" + label + ")." + property;
    }

    private static String bound(Optional<Operator.RangeBound> bound, String sign) {
        return bound.map(each -> " " + sign + (each.inclusive() ? "= " : " ") + ExpressionText.of(each.value()))
                .orElse("");
    }

    static String prefixed(String prefix, List<Expression> conjuncts) {
        return conjuncts.isEmpty() ? "" : prefix + ExpressionText.all(conjuncts);
    }

    private static String items(List<Step.Item> items) {
        return items.stream().map(OperatorText::item).collect(Collectors.joining(", "));
    }

    private static String item(Step.Item item) {
        String value = ExpressionText.of(item.expression());
        String name = ExpressionText.of(item.variable());
        return value.equals(name) ? value : value + " AS " + name;
    }

    private static String keys(Operator.HashJoin join) {
        List<String> keys = new ArrayList<>();
        for (int key = 0; key < join.buildKeys().size(); key++) {
            String build = ExpressionText.of(join.buildKeys().get(key));
            String probe = ExpressionText.of(join.probeKeys().get(key));
            keys.add(build.equals(probe) ? build : build + " = " + probe);
        }
        return "on " + String.join(", ", keys);
    }

    private static String keys(List<Step.SortKey> keys) {
        return keys.stream()
                .map(key -> ExpressionText.of(key.expression()) + (key.ascending() ? "" : " DESC"))
                .collect(Collectors.joining(", "));
    }

    private static String slice(Optional<Expression> skip, Optional<Expression> limit) {
        return skip.map(each -> " SKIP " + ExpressionText.of(each)).orElse("")
                + limit.map(each -> " LIMIT " + ExpressionText.of(each)).orElse("");
    }

    private static String aggregate(Operator.Aggregate aggregate) {
        List<String> parts = new ArrayList<>();
        aggregate.aggregations().forEach(each -> parts.add(aggregation(each)));
        String times = aggregate.multiplicities().isEmpty()
                ? ""
                : ", each row times " + ExpressionText.variables(aggregate.multiplicities());
        String keys = aggregate.keys().isEmpty() ? "" : " by " + items(aggregate.keys());
        return (String.join(", ", parts) + keys + times).strip();
    }

    private static String aggregation(Step.Aggregation aggregation) {
        String function = aggregation.function().name().toLowerCase(Locale.ROOT).replace("_", "");
        String arguments = ExpressionText.list(aggregation.arguments());
        String call = aggregation.function() == Step.AggregateFunction.COUNT_ROWS
                ? "count(*)"
                : function + "(" + (aggregation.distinct() ? "DISTINCT " : "") + arguments + ")";
        return call + " AS " + ExpressionText.of(aggregation.variable());
    }

    private static String count(Operator.CountFromStatistics count) {
        String start = "(" + count.startLabel().map(label -> ":" + label).orElse("") + ")";
        String end = "(" + count.endLabel().map(label -> ":" + label).orElse("") + ")";
        String pattern = count.relationships()
                ? start
                        + arrow(
                                Direction.OUTGOING,
                                count.type().map(type -> ":" + type).orElse(""))
                        + end
                : start;
        return "count of " + pattern + " AS " + ExpressionText.of(count.count());
    }

    /** All expressions of an operator, for the subqueries in them. */
    static List<Expression> expressions(Operator operator) {
        List<Expression> found = new ArrayList<>();
        switch (operator) {
            case Operator.IndexSeek seek -> found.add(seek.key());
            case Operator.IndexRange range -> {
                range.lower().ifPresent(each -> found.add(each.value()));
                range.upper().ifPresent(each -> found.add(each.value()));
            }
            case Operator.IndexPrefix prefix -> found.add(prefix.prefix());
            case Operator.NodeById byId -> found.add(byId.id());
            case Operator.Filter filter -> found.addAll(filter.predicates());
            case Operator.VariableExpand expand -> found.addAll(expand.predicates());
            case Operator.ShortestPaths paths -> {
                found.addAll(paths.predicates());
                found.addAll(paths.pathPredicates());
            }
            case Operator.Project project -> project.items().forEach(item -> found.add(item.expression()));
            case Operator.Unwind unwind -> found.add(unwind.list());
            case Operator.HashJoin join -> {
                found.addAll(join.buildKeys());
                found.addAll(join.probeKeys());
            }
            case Operator.Aggregate aggregate -> {
                aggregate.keys().forEach(key -> found.add(key.expression()));
                aggregate.aggregations().forEach(each -> found.addAll(each.arguments()));
            }
            case Operator.Sort sort -> sort.keys().forEach(key -> found.add(key.expression()));
            case Operator.TopK topK -> topK.keys().forEach(key -> found.add(key.expression()));
            case Operator.Create create -> found.addAll(WriteExpressions.of(create.nodes(), create.relationships()));
            case Operator.Assign assign -> found.addAll(WriteExpressions.of(assign.assignments()));
            case Operator.Delete delete -> found.addAll(delete.targets());
            case Operator.Merge merge -> {
                found.addAll(WriteExpressions.of(merge.merge().onCreate()));
                found.addAll(WriteExpressions.of(merge.merge().onMatch()));
            }
            case Operator.Foreach foreach -> found.add(foreach.list());
            case Operator.LoadCsv load -> found.add(load.from());
            case Operator.ProcedureCall call -> found.addAll(call.arguments());
            default -> {}
        }
        return found;
    }
}
