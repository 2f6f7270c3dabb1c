package org.thetisdb.engine.plan;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Walks and rebuilds operator trees. */
public final class OperatorTrees {
    private OperatorTrees() {}

    /** The inputs of an operator, the streaming one last; a subplan ({@link #subplan}) is one of them. */
    public static List<Operator> inputs(Operator operator) {
        return switch (operator) {
            case Operator.Unit ignored -> List.of();
            case Operator.Argument ignored -> List.of();
            case Operator.CountFromStatistics ignored -> List.of();
            case Operator.NodeScan scan -> List.of(scan.input());
            case Operator.IndexSeek seek -> List.of(seek.input());
            case Operator.IndexRange range -> List.of(range.input());
            case Operator.IndexPrefix prefix -> List.of(prefix.input());
            case Operator.NodeById byId -> List.of(byId.input());
            case Operator.RelationshipScan scan -> List.of(scan.input());
            case Operator.Expand expand -> List.of(expand.input());
            case Operator.ExpandInto expand -> List.of(expand.input());
            case Operator.ExpandCount expand -> List.of(expand.input());
            case Operator.VariableExpand expand -> List.of(expand.input());
            case Operator.ShortestPaths paths -> List.of(paths.input());
            case Operator.Filter filter -> List.of(filter.input());
            case Operator.DifferentRelationships different -> List.of(different.input());
            case Operator.Project project -> List.of(project.input());
            case Operator.BuildPath path -> List.of(path.input());
            case Operator.Narrow narrow -> List.of(narrow.input());
            case Operator.Unwind unwind -> List.of(unwind.input());
            case Operator.LoadCsv load -> List.of(load.input());
            case Operator.ProcedureCall call -> List.of(call.input());
            case Operator.HashJoin join -> List.of(join.build(), join.probe());
            case Operator.CartesianProduct product -> List.of(product.right(), product.left());
            case Operator.Union union -> List.of(union.left(), union.right());
            case Operator.Apply apply -> List.of(apply.subplan(), apply.input());
            case Operator.Aggregate aggregate -> List.of(aggregate.input());
            case Operator.Distinct distinct -> List.of(distinct.input());
            case Operator.Sort sort -> List.of(sort.input());
            case Operator.TopK topK -> List.of(topK.input());
            case Operator.Slice slice -> List.of(slice.input());
            case Operator.ChangeSchema ignored -> List.of();
            case Operator.Create create -> List.of(create.input());
            case Operator.Assign assign -> List.of(assign.input());
            case Operator.Delete delete -> List.of(delete.input());
            case Operator.Merge merge -> List.of(merge.subplan(), merge.input());
            case Operator.Foreach foreach -> List.of(foreach.subplan(), foreach.input());
            case Operator.ApplyWrites apply -> List.of(apply.subplan(), apply.input());
        };
    }

    /** What an operator runs for its rows, with these as {@link Operator.Argument}. */
    public static Optional<Operator> subplan(Operator operator) {
        return switch (operator) {
            case Operator.Apply apply -> Optional.of(apply.subplan());
            case Operator.Merge merge -> Optional.of(merge.subplan());
            case Operator.Foreach foreach -> Optional.of(foreach.subplan());
            case Operator.ApplyWrites apply -> Optional.of(apply.subplan());
            default -> Optional.empty();
        };
    }

    /** The inputs of an operator, without its subplan. */
    public static List<Operator> rowInputs(Operator operator) {
        List<Operator> inputs = inputs(operator);
        return subplan(operator).isPresent() ? inputs.subList(1, inputs.size()) : inputs;
    }

    /** Whether the operator itself changes the graph. */
    public static boolean isWrite(Operator operator) {
        return switch (operator) {
            case Operator.ChangeSchema ignored -> true;
            case Operator.Create ignored -> true;
            case Operator.Assign ignored -> true;
            case Operator.Delete ignored -> true;
            case Operator.Merge ignored -> true;
            case Operator.Foreach ignored -> true;
            case Operator.ApplyWrites ignored -> true;
            default -> false;
        };
    }

    /** Whether the operator or one below it changes the graph. */
    public static boolean writes(Operator operator) {
        return isWrite(operator) || inputs(operator).stream().anyMatch(OperatorTrees::writes);
    }

    /** Rebuilds a tree from the top: the function sees an operator before what is below it; subplans are left alone. */
    static Operator map(Operator operator, UnaryOperator<Operator> function) {
        return descend(function.apply(operator), function);
    }

    private static Operator descend(Operator operator, UnaryOperator<Operator> f) {
        return switch (operator) {
            case Operator.Unit leaf -> leaf;
            case Operator.Argument leaf -> leaf;
            case Operator.CountFromStatistics leaf -> leaf;
            case Operator.NodeScan o ->
                new Operator.NodeScan(map(o.input(), f), o.node(), o.labels(), o.prunable(), o.rows());
            case Operator.IndexSeek o ->
                new Operator.IndexSeek(
                        map(o.input(), f), o.node(), o.label(), o.property(), o.key(), o.anyOf(), o.unique(), o.rows());
            case Operator.IndexRange o ->
                new Operator.IndexRange(
                        map(o.input(), f), o.node(), o.label(), o.property(), o.lower(), o.upper(), o.rows());
            case Operator.IndexPrefix o ->
                new Operator.IndexPrefix(map(o.input(), f), o.node(), o.label(), o.property(), o.prefix(), o.rows());
            case Operator.NodeById o -> new Operator.NodeById(map(o.input(), f), o.node(), o.id(), o.rows());
            case Operator.RelationshipScan o ->
                new Operator.RelationshipScan(
                        map(o.input(), f), o.relationship(), o.from(), o.to(), o.types(), o.rows());
            case Operator.Expand o ->
                new Operator.Expand(
                        map(o.input(), f),
                        o.from(),
                        o.relationship(),
                        o.to(),
                        o.direction(),
                        o.types(),
                        o.labels(),
                        o.rows());
            case Operator.ExpandInto o ->
                new Operator.ExpandInto(
                        map(o.input(), f), o.from(), o.relationship(), o.to(), o.direction(), o.types(), o.rows());
            case Operator.ExpandCount o ->
                new Operator.ExpandCount(
                        map(o.input(), f),
                        o.from(),
                        o.direction(),
                        o.types(),
                        o.labels(),
                        o.multiplicity(),
                        o.keepZeroAsOne(),
                        o.rows());
            case Operator.VariableExpand o -> variableExpand(o, map(o.input(), f));
            case Operator.ShortestPaths o -> shortestPaths(o, map(o.input(), f));
            case Operator.Filter o -> new Operator.Filter(map(o.input(), f), o.predicates(), o.rows());
            case Operator.DifferentRelationships o ->
                new Operator.DifferentRelationships(map(o.input(), f), o.relationship(), o.others(), o.rows());
            case Operator.Project o -> new Operator.Project(map(o.input(), f), o.items(), o.rows());
            case Operator.BuildPath o -> new Operator.BuildPath(map(o.input(), f), o.path(), o.elements(), o.rows());
            case Operator.Narrow o -> new Operator.Narrow(map(o.input(), f), o.variables(), o.rows());
            case Operator.Unwind o -> new Operator.Unwind(map(o.input(), f), o.list(), o.variable(), o.rows());
            case Operator.ProcedureCall o ->
                new Operator.ProcedureCall(
                        map(o.input(), f), o.procedure(), o.arguments(), o.yields(), o.optional(), o.rows());
            case Operator.LoadCsv o ->
                new Operator.LoadCsv(map(o.input(), f), o.from(), o.headers(), o.terminator(), o.variable(), o.rows());
            case Operator.HashJoin o ->
                new Operator.HashJoin(map(o.build(), f), map(o.probe(), f), o.buildKeys(), o.probeKeys(), o.rows());
            case Operator.CartesianProduct o ->
                new Operator.CartesianProduct(map(o.left(), f), map(o.right(), f), o.rows());
            case Operator.Union o ->
                new Operator.Union(
                        map(o.left(), f), map(o.right(), f), o.leftColumns(), o.rightColumns(), o.outputs(), o.rows());
            case Operator.Apply o ->
                new Operator.Apply(map(o.input(), f), o.subplan(), o.optional(), o.shared(), o.outputs(), o.rows());
            case Operator.Aggregate o ->
                new Operator.Aggregate(map(o.input(), f), o.keys(), o.aggregations(), o.multiplicities(), o.rows());
            default -> descendOther(operator, f);
        };
    }

    /** The sum of the rows that all operators of a tree are expected to give. */
    static double rowsOf(Operator operator) {
        return operator.rows()
                + inputs(operator).stream().mapToDouble(OperatorTrees::rowsOf).sum();
    }

    private static Operator descendOther(Operator operator, UnaryOperator<Operator> f) {
        return switch (operator) {
            case Operator.Distinct o -> new Operator.Distinct(map(o.input(), f), o.variables(), o.rows());
            case Operator.Sort o -> new Operator.Sort(map(o.input(), f), o.keys(), o.rows());
            case Operator.TopK o -> new Operator.TopK(map(o.input(), f), o.keys(), o.skip(), o.limit(), o.rows());
            case Operator.Slice o -> new Operator.Slice(map(o.input(), f), o.skip(), o.limit(), o.rows());
            case Operator.ChangeSchema leaf -> leaf;
            case Operator.Create o -> new Operator.Create(map(o.input(), f), o.nodes(), o.relationships(), o.rows());
            case Operator.Assign o -> new Operator.Assign(map(o.input(), f), o.assignments(), o.rows());
            case Operator.Delete o -> new Operator.Delete(map(o.input(), f), o.detach(), o.targets(), o.rows());
            case Operator.Merge o -> new Operator.Merge(map(o.input(), f), o.subplan(), o.merge(), o.rows());
            case Operator.Foreach o ->
                new Operator.Foreach(map(o.input(), f), o.subplan(), o.variable(), o.list(), o.rows());
            case Operator.ApplyWrites o ->
                new Operator.ApplyWrites(
                        map(o.input(), f),
                        o.subplan(),
                        o.optional(),
                        o.unit(),
                        o.transactions(),
                        o.outputs(),
                        o.rows());
            default -> throw new IllegalStateException("no such operator: " + operator.getClass());
        };
    }

    private static Operator variableExpand(Operator.VariableExpand o, Operator input) {
        return new Operator.VariableExpand(
                input,
                o.from(),
                o.relationships(),
                o.to(),
                o.into(),
                o.direction(),
                o.types(),
                o.minimum(),
                o.maximum(),
                o.mode(),
                o.hop(),
                o.predicates(),
                o.excluded(),
                o.labels(),
                o.rows());
    }

    private static Operator shortestPaths(Operator.ShortestPaths o, Operator input) {
        return new Operator.ShortestPaths(
                input,
                o.from(),
                o.to(),
                o.path(),
                o.relationships(),
                o.direction(),
                o.types(),
                o.minimum(),
                o.maximum(),
                o.all(),
                o.hop(),
                o.predicates(),
                o.pathPredicates(),
                o.rows());
    }
}
