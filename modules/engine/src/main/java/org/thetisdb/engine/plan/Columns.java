package org.thetisdb.engine.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.cypher.bound.Write;

/** The columns that an operator's rows have. */
public final class Columns {
    private Columns() {}

    public static Set<Variable> of(Operator operator) {
        return switch (operator) {
            case Operator.Unit ignored -> new HashSet<>();
            case Operator.Argument argument -> new HashSet<>(argument.variables());
            case Operator.CountFromStatistics count -> new HashSet<>(Set.of(count.count()));
            case Operator.Union union -> new HashSet<>(union.outputs());
            case Operator.Distinct distinct -> new HashSet<>(distinct.variables());
            case Operator.Narrow narrow -> new HashSet<>(narrow.variables());
            case Operator.Aggregate aggregate -> {
                Set<Variable> columns = new HashSet<>();
                aggregate.keys().forEach(key -> columns.add(key.variable()));
                aggregate.aggregations().forEach(each -> columns.add(each.variable()));
                yield columns;
            }
            default -> {
                Set<Variable> columns = new HashSet<>(added(operator));
                OperatorTrees.rowInputs(operator).forEach(input -> columns.addAll(of(input)));
                yield columns;
            }
        };
    }

    /** The columns that an operator binds by itself. */
    public static Set<Variable> added(Operator operator) {
        Set<Variable> added = new HashSet<>();
        switch (operator) {
            case Operator.NodeScan scan -> added.add(scan.node());
            case Operator.IndexSeek seek -> added.add(seek.node());
            case Operator.IndexRange range -> added.add(range.node());
            case Operator.IndexPrefix prefix -> added.add(prefix.node());
            case Operator.NodeById byId -> added.add(byId.node());
            case Operator.RelationshipScan scan -> added.addAll(Set.of(scan.relationship(), scan.from(), scan.to()));
            case Operator.Expand expand -> {
                added.add(expand.to());
                expand.relationship().ifPresent(added::add);
            }
            case Operator.ExpandInto expand -> expand.relationship().ifPresent(added::add);
            case Operator.ExpandCount expand -> added.add(expand.multiplicity());
            case Operator.VariableExpand expand -> {
                added.add(expand.to());
                expand.relationships().ifPresent(added::add);
            }
            case Operator.ShortestPaths paths -> added.addAll(Set.of(paths.path(), paths.relationships()));
            case Operator.Project project ->
                project.items().stream().map(Step.Item::variable).forEach(added::add);
            case Operator.BuildPath path -> added.add(path.path());
            case Operator.Unwind unwind -> added.add(unwind.variable());
            case Operator.ProcedureCall call ->
                call.yields().stream().map(Step.Yield::variable).forEach(added::add);
            case Operator.LoadCsv load -> added.add(load.variable());
            case Operator.Apply apply -> added.addAll(apply.outputs());
            case Operator.Create create -> added.addAll(made(create.nodes(), create.relationships()));
            case Operator.Merge merge ->
                added.addAll(made(
                        merge.merge().create().nodes(), merge.merge().create().relationships()));
            case Operator.ApplyWrites apply -> {
                added.addAll(apply.outputs());
                apply.transactions().flatMap(Write.Transactions::status).ifPresent(added::add);
            }
            default -> {}
        }
        return added;
    }

    private static List<Variable> made(List<Write.NewNode> nodes, List<Write.NewRelationship> relationships) {
        List<Variable> made = new ArrayList<>();
        nodes.forEach(node -> made.add(node.variable()));
        relationships.forEach(relationship -> made.add(relationship.variable()));
        return made;
    }
}
