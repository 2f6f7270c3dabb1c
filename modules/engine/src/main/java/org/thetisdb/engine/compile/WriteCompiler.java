package org.thetisdb.engine.compile;

import static org.thetisdb.engine.compile.SlotSets.needed;
import static org.thetisdb.engine.compile.SlotSets.slot;
import static org.thetisdb.engine.compile.SlotSets.slots;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.cypher.bound.Write;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.expression.ExpressionCompiler;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.StoreStage;
import org.thetisdb.engine.pipeline.Subplan;
import org.thetisdb.engine.plan.Columns;
import org.thetisdb.engine.plan.Operator;
import org.thetisdb.engine.plan.OperatorTrees;
import org.thetisdb.engine.plan.WriteExpressions;
import org.thetisdb.engine.subquery.LocalPlan;
import org.thetisdb.engine.subquery.LocalSubplan;
import org.thetisdb.engine.write.ApplyWritesCollector;
import org.thetisdb.engine.write.AssignCollector;
import org.thetisdb.engine.write.AssignWork;
import org.thetisdb.engine.write.ChangeSchemaSource;
import org.thetisdb.engine.write.CreateCollector;
import org.thetisdb.engine.write.CreateWork;
import org.thetisdb.engine.write.DeleteCollector;
import org.thetisdb.engine.write.ForeachCollector;
import org.thetisdb.engine.write.MergeCollector;
import org.thetisdb.engine.write.MergeWork;
import org.thetisdb.engine.write.TransactionsCollector;
import org.thetisdb.engine.write.WriteCollector;
import org.thetisdb.engine.write.WriteHazards;
import org.thetisdb.engine.write.WrittenRows;

/** Compiles operators that write: each is a breaker, see {@link WriteCollector}. */
final class WriteCompiler {
    private final PipelineCompiler compiler;
    private final Subplan subplan;

    /** @param subplan null for a plan's root */
    WriteCompiler(PipelineCompiler compiler, Subplan subplan) {
        this.compiler = compiler;
        this.subplan = subplan;
    }

    void compile(Operator operator, Set<Integer> read, Stage.Factory next) {
        switch (operator) {
            case Operator.ChangeSchema schema -> compiler.source(schema, new ChangeSchemaSource(schema.change()), next);
            case Operator.Create create -> create(create, read, next);
            case Operator.Assign assign -> assign(assign, read, next);
            case Operator.Delete delete -> delete(delete, read, next);
            case Operator.Merge merge -> merge(merge, read, next);
            case Operator.Foreach foreach -> foreach(foreach, read, next);
            case Operator.ApplyWrites apply -> apply(apply, read, next);
            default -> throw new IllegalStateException("no such operator: " + operator.getClass());
        }
    }

    private void create(Operator.Create create, Set<Integer> read, Stage.Factory next) {
        Collection<Variable> made = Columns.added(create);
        Set<Integer> below = needed(read, made, WriteExpressions.of(create.nodes(), create.relationships()));
        create.relationships().forEach(each -> {
            below.add(slot(each.start()));
            below.add(slot(each.end()));
        });
        made.forEach(each -> below.remove(slot(each)));
        int[] kept = compiler.kept(create.input(), below);
        CreateCollector collector = new CreateCollector(
                kept,
                subplan,
                worker -> new CreateWork(create.nodes(), create.relationships(), compiler.expressions(worker)));
        write(create, create.input(), below, collector, slots(made), next);
    }

    private void assign(Operator.Assign assign, Set<Integer> read, Stage.Factory next) {
        Set<Integer> below = needed(read, List.of(), WriteExpressions.of(assign.assignments()));
        int[] kept = compiler.kept(assign.input(), below);
        AssignCollector collector = new AssignCollector(
                kept, subplan, worker -> new AssignWork(worker, assign.assignments(), compiler.expressions(worker)));
        write(assign, assign.input(), below, collector, new int[0], next);
    }

    private void delete(Operator.Delete delete, Set<Integer> read, Stage.Factory next) {
        Set<Integer> below = needed(read, List.of(), delete.targets());
        int[] kept = compiler.kept(delete.input(), below);
        DeleteCollector collector = new DeleteCollector(delete.detach(), kept, subplan, worker -> {
            ExpressionCompiler expressions = compiler.expressions(worker);
            return delete.targets().stream().map(expressions::compile).toArray(Evaluator[]::new);
        });
        write(delete, delete.input(), below, collector, new int[0], next);
    }

    private void merge(Operator.Merge merge, Set<Integer> read, Stage.Factory next) {
        Step.Merge step = merge.merge();
        Collection<Variable> made = Columns.added(merge);
        List<Expression> expressions = new ArrayList<>(WriteExpressions.of(step.onCreate()));
        expressions.addAll(WriteExpressions.of(step.onMatch()));
        Set<Integer> below = SlotSets.with(
                needed(read, List.of(), expressions),
                step.values().stream().map(Step.MergeValue::variable).toList());
        step.create().relationships().forEach(each -> {
            below.add(slot(each.start()));
            below.add(slot(each.end()));
        });
        below.addAll(PipelineCompiler.imported(merge.input(), merge.subplan()));
        made.forEach(each -> below.remove(slot(each)));
        int[] kept = compiler.kept(merge.input(), below);
        Subplan inner = compiler.newSubplan();
        MergeCollector collector = new MergeCollector(kept, subplan, step, worker -> {
            ExpressionCompiler compiled = compiler.expressions(worker);
            CreateWork create =
                    new CreateWork(step.create().nodes(), step.create().relationships(), compiled);
            RowStore matches = new RowStore(with(create.slots(), inner.rowSlot()), worker, "Merge");
            Set<Integer> given = new HashSet<>();
            IntStream.of(create.slots()).forEach(given::add);
            LocalPlan plan = compiler.localPlan(worker, inner, merge.subplan(), given, new StoreStage(matches));
            return new MergeWork(
                    step,
                    create,
                    new AssignWork(worker, step.onCreate(), compiled),
                    new AssignWork(worker, step.onMatch(), compiled),
                    matches,
                    new LocalSubplan(inner, plan),
                    compiler.places());
        });
        write(merge, merge.input(), below, collector, collector.addedSlots(), next);
    }

    private static int[] with(int[] slots, int slot) {
        return IntStream.concat(IntStream.of(slots), IntStream.of(slot)).toArray();
    }

    private void foreach(Operator.Foreach foreach, Set<Integer> read, Stage.Factory next) {
        Set<Integer> below = needed(read, List.of(), List.of(foreach.list()));
        below.addAll(PipelineCompiler.imported(foreach.input(), foreach.subplan()));
        int[] kept = compiler.kept(foreach.input(), below);
        Subplan inner = compiler.newSubplan();
        ForeachCollector collector = new ForeachCollector(
                kept,
                subplan,
                worker -> compiler.expressions(worker).compile(foreach.list()),
                WriteHazards.ofReading(foreach.list()),
                slot(foreach.variable()),
                isSingle(foreach.subplan()),
                worker -> new LocalSubplan(
                        inner, compiler.localPlan(worker, inner, foreach.subplan(), Set.of(), WrittenRows.NO_ROWS)));
        write(foreach, foreach.input(), below, collector, new int[0], next);
    }

    /** Whether a subplan is one clause that only sees what its outer rows bring. */
    private static boolean isSingle(Operator subplan) {
        return OperatorTrees.isWrite(subplan)
                && OperatorTrees.subplan(subplan).isEmpty()
                && OperatorTrees.rowInputs(subplan).getFirst() instanceof Operator.Argument;
    }

    private void apply(Operator.ApplyWrites apply, Set<Integer> read, Stage.Factory next) {
        List<Variable> outputs = apply.outputs().stream()
                .filter(each -> read.contains(slot(each)))
                .toList();
        Set<Integer> below = needed(read, Columns.added(apply), List.of());
        below.addAll(PipelineCompiler.imported(apply.input(), apply.subplan()));
        int[] kept = compiler.kept(apply.input(), below);
        Subplan inner = compiler.newSubplan();
        LocalSubplan.Factory factory = (worker, place, last) -> new LocalSubplan(
                place, compiler.localPlan(worker, place, apply.subplan(), SlotSets.with(Set.of(), outputs), last));
        ApplyWritesCollector.Shape shape =
                new ApplyWritesCollector.Shape(slots(outputs), apply.optional(), apply.unit());
        if (apply.transactions().isEmpty()) {
            ApplyWritesCollector collector = new ApplyWritesCollector(kept, subplan, inner, shape, factory);
            write(apply, apply.input(), below, collector, slots(outputs), next);
            return;
        }
        Write.Transactions transactions = apply.transactions().get();
        int[] added = transactions
                .status()
                .map(status -> with(slots(outputs), slot(status)))
                .orElse(slots(outputs));
        TransactionsCollector collector = new TransactionsCollector(
                kept,
                added,
                subplan,
                inner,
                shape,
                compiler.constant("IN TRANSACTIONS", Optional.of(transactions.rows()), 1),
                transactions.onError(),
                transactions.status().isPresent(),
                factory);
        write(apply, apply.input(), below, collector, added, next);
    }

    /** @param added the slots of the columns that the collector adds */
    private void write(
            Operator operator,
            Operator input,
            Set<Integer> below,
            WriteCollector collector,
            int[] added,
            Stage.Factory next) {
        int[] given = IntStream.concat(IntStream.of(collector.keptSlots()), IntStream.of(added))
                .toArray();
        compiler.write(operator, input, below, collector, compiler.relinked(given, next));
    }
}
