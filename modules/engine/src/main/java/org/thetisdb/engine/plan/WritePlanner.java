package org.thetisdb.engine.plan;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.cypher.bound.Write;
import org.thetisdb.engine.operator.Argument;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.WriteExpressions;
import org.thetisdb.engine.plan.Planner.Progress;
import org.thetisdb.engine.write.ApplyWrites;
import org.thetisdb.engine.write.Assign;
import org.thetisdb.engine.write.ChangeSchema;
import org.thetisdb.engine.write.Create;
import org.thetisdb.engine.write.Delete;
import org.thetisdb.engine.write.Foreach;
import org.thetisdb.engine.write.Merge;

/**
 * Plans the steps that write. Each is a barrier: nothing that precedes it in the query is computed after it, and
 * nothing that follows it before.
 */
final class WritePlanner {
    private final Planner planner;

    WritePlanner(Planner planner) {
        this.planner = planner;
    }

    void plan(Step step, Progress progress) {
        Operator input = progress.operator;
        switch (step) {
            case Step.Create create -> {
                prepare(WriteExpressions.of(create.nodes(), create.relationships()), progress);
                progress.operator = input instanceof Create before && canJoin(before, create)
                        ? joined(before, create)
                        : new Create(input, create.nodes(), create.relationships(), input.rows());
                bind(create, progress);
            }
            case Step.Assign assign -> {
                prepare(WriteExpressions.of(assign.assignments()), progress);
                progress.operator = new Assign(input, assign.assignments(), input.rows());
            }
            case Step.Delete delete -> {
                prepare(delete.targets(), progress);
                progress.operator = new Delete(input, delete.detach(), delete.targets(), input.rows());
            }
            case Step.ChangeSchema schema -> progress.operator = new ChangeSchema(schema.change(), 0);
            case Step.Merge merge -> merge(merge, progress);
            case Step.Foreach foreach -> foreach(foreach, progress);
            case Step.Call call -> call(call, progress);
            case Step.CallProcedure call -> callProcedure(call, progress);
            default -> throw new IllegalStateException("writes nothing: " + step.getClass());
        }
    }

    /** Whether two CREATEs in a row can be one: the second must not read what the first makes. */
    private static boolean canJoin(Create before, Step.Create create) {
        Set<Variable> made = before.binds();
        return WriteExpressions.of(create.nodes(), create.relationships()).stream()
                .noneMatch(each -> Expressions.hasSubquery(each)
                        || Expressions.dependencies(each).stream().anyMatch(made::contains));
    }

    private static Operator joined(Create before, Step.Create create) {
        List<Write.NewNode> nodes = new ArrayList<>(before.nodes());
        nodes.addAll(create.nodes());
        List<Write.NewRelationship> relationships = new ArrayList<>(before.relationships());
        relationships.addAll(create.relationships());
        return new Create(before.input(), nodes, relationships, before.rows());
    }

    private void prepare(List<Expression> expressions, Progress progress) {
        expressions.forEach(each -> planner.prepare(each, progress));
    }

    private static void bind(Step.Create create, Progress progress) {
        create.nodes().forEach(node -> progress.bound.add(node.variable()));
        create.relationships().forEach(relationship -> progress.bound.add(relationship.variable()));
    }

    private void merge(Step.Merge merge, Progress progress) {
        Operator input = progress.operator;
        Set<Variable> made = Merge.made(merge);
        List<Variable> imports = new ArrayList<>(Planner.imports(merge.match(), progress.bound));
        imports.removeAll(made);
        Progress inner = new Progress(argument(imports), progress.bound, new Labels());
        PartialPlan match = planner.pattern(List.of(merge.match()), inner, PatternUse.USUAL);
        bind(merge.create(), progress);
        prepare(WriteExpressions.of(merge.onCreate()), progress);
        prepare(WriteExpressions.of(merge.onMatch()), progress);
        progress.operator = new Merge(input, match.operator(), merge, input.rows() * Math.max(1, match.rows()));
    }

    private static Operator argument(List<Variable> variables) {
        return new Argument(variables, true, 1);
    }

    private void foreach(Step.Foreach foreach, Progress progress) {
        Operator input = progress.operator;
        planner.prepare(foreach.list(), progress);
        Operator subplan = planner.query(
                foreach.query(), argument(foreach.imports()), Set.copyOf(foreach.imports()), new Labels());
        progress.operator = new Foreach(input, subplan, foreach.variable(), foreach.list(), input.rows());
    }

    /** As {@code CALL { CALL procedure(…) YIELD … }}: what it writes for a row, the calls for later rows see. */
    private void callProcedure(Step.CallProcedure call, Progress progress) {
        Operator input = progress.operator;
        Set<Variable> imports = new LinkedHashSet<>();
        call.arguments().forEach(each -> imports.addAll(Expressions.dependencies(each)));
        imports.retainAll(progress.bound);
        Operator subplan = planner.procedureCall(call, argument(List.copyOf(imports)));
        List<Variable> outputs =
                call.yields().stream().map(Step.Yield::variable).toList();
        progress.operator = new ApplyWrites(
                input,
                subplan,
                false,
                outputs.isEmpty(),
                Optional.empty(),
                outputs,
                input.rows() * Math.max(1, subplan.rows()));
    }

    private void call(Step.Call call, Progress progress) {
        Operator input = progress.operator;
        call.transactions().ifPresent(each -> planner.prepare(each.rows(), progress));
        Operator subplan =
                planner.query(call.query(), argument(call.imports()), Set.copyOf(call.imports()), new Labels());
        double perRow = call.unit() ? 1 : call.optional() ? Math.max(1, subplan.rows()) : subplan.rows();
        progress.operator = new ApplyWrites(
                input,
                subplan,
                call.optional(),
                call.unit(),
                call.transactions(),
                call.query().outputs(),
                input.rows() * perRow);
        progress.bound.addAll(call.query().outputs());
        call.transactions().flatMap(Write.Transactions::status).ifPresent(progress.bound::add);
    }
}
