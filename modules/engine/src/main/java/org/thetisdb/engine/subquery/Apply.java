package org.thetisdb.engine.subquery;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.ExpressionText;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PhysicalSubplan;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.operator.StageSpec;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.operator.Waiting;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Subplan;
import org.thetisdb.engine.pipeline.Worker;

/**
 * Runs a subplan for batches of input rows and joins each row with what it yields.
 *
 * @param plan the subplan
 * @param optional keep rows for which it yields nothing, {@code outputs} null
 * @param shared if present, the only columns that the subplan reads, with few different values: it is run once for each
 *     of those rather than for each row
 * @param outputs the columns that the subplan adds
 */
public record Apply(
        Operator input, Operator plan, boolean optional, List<Variable> shared, List<Variable> outputs, double rows)
        implements Unary {
    public Apply {
        shared = List.copyOf(shared);
        outputs = List.copyOf(outputs);
    }

    @Override
    public Operator withInput(Operator other) {
        return new Apply(other, plan, optional, shared, outputs, rows);
    }

    @Override
    public Optional<Operator> subplan() {
        return Optional.of(plan);
    }

    @Override
    public Set<Variable> binds() {
        return Set.copyOf(outputs);
    }

    @Override
    public String name() {
        return optional ? "Apply (optional)" : "Apply";
    }

    @Override
    public String details() {
        return ExpressionText.variables(outputs);
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        List<Variable> wanted = SlotSets.readOf(outputs, read);
        Set<Integer> below = SlotSets.without(read, outputs);
        below.addAll(PipelineBuilder.imported(input, plan));
        PhysicalSubplan physical = builder.subplan(plan, SlotSets.with(Set.of(), wanted));
        int[] slots = SlotSets.slots(wanted);
        StageSpec stage = shared.isEmpty()
                ? new ForEachRow(physical, optional, slots)
                : new ForEachValue(physical, SlotSets.slots(shared), slots);
        builder.into(input, below, Waiting.before(stage, builder, input, below, List.of(), next));
    }

    private record ForEachRow(PhysicalSubplan plan, boolean optional, int[] outputs) implements StageSpec {
        @Override
        public String text() {
            return "Apply";
        }

        @Override
        public List<PhysicalSubplan> subplans() {
            return List.of(plan);
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            Subplan outer = new Subplan(plan.rowSlot());
            ApplyStage stage = new ApplyStage(worker, outer, optional, outputs, next);
            stage.run(LocalPlan.of(assembly, worker, plan, outer, stage.returning()));
            return stage;
        }
    }

    private record ForEachValue(PhysicalSubplan plan, int[] keys, int[] outputs) implements StageSpec {
        @Override
        public String text() {
            return "Apply for each value";
        }

        @Override
        public List<PhysicalSubplan> subplans() {
            return List.of(plan);
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            Subplan outer = new Subplan(plan.rowSlot());
            SharedApplyStage stage = new SharedApplyStage(worker, outer, keys, outputs, next);
            stage.run(LocalPlan.of(assembly, worker, plan, outer, stage.returning()));
            return stage;
        }
    }
}
