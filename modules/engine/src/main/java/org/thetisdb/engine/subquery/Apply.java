package org.thetisdb.engine.subquery;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.expand.TypeSet;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.ExpressionText;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PatternText;
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
 * @param along if present, a row is joined only with those that such a relationship leads to; only with shared columns
 * @param outputs the columns that the subplan adds
 */
public record Apply(
        Operator input,
        Operator plan,
        boolean optional,
        List<Variable> shared,
        Optional<Along> along,
        List<Variable> outputs,
        double rows)
        implements Unary {
    /**
     * A relationship between a node of the input's rows and one of the subplan's.
     *
     * @param direction as seen from the input's node
     * @param types empty for all
     */
    public record Along(Variable outer, Direction direction, List<String> types, Variable inner) {
        public Along {
            types = List.copyOf(types);
        }

        private String text() {
            return PatternText.node(outer)
                    + PatternText.arrow(direction, PatternText.types(types))
                    + PatternText.node(inner);
        }
    }

    public Apply {
        shared = List.copyOf(shared);
        outputs = List.copyOf(outputs);
    }

    @Override
    public Operator withInput(Operator other) {
        return new Apply(other, plan, optional, shared, along, outputs, rows);
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
        return ExpressionText.variables(outputs)
                + along.map(each -> ", along " + each.text()).orElse("");
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        Set<Integer> joined =
                SlotSets.with(read, along.map(Along::inner).stream().toList());
        List<Variable> wanted = SlotSets.readOf(outputs, joined);
        Set<Integer> below = SlotSets.without(read, outputs);
        below.addAll(PipelineBuilder.imported(input, plan));
        along.ifPresent(each -> below.add(SlotSets.slot(each.outer())));
        PhysicalSubplan physical = builder.subplan(plan, SlotSets.with(Set.of(), wanted));
        int[] slots = SlotSets.slots(wanted);
        StageSpec stage = shared.isEmpty()
                ? new ForEachRow(physical, optional, slots)
                : new ForEachValue(physical, SlotSets.slots(shared), along, slots);
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

    private record ForEachValue(PhysicalSubplan plan, int[] keys, Optional<Along> along, int[] outputs)
            implements StageSpec {
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
            Optional<AlongRows> rows = along.map(each -> new AlongRows(
                    worker,
                    SlotSets.slot(each.outer()),
                    TypeSet.of(each.types(), each.direction()),
                    SlotSets.slot(each.inner())));
            SharedApplyStage stage = new SharedApplyStage(worker, outer, keys, rows, outputs, next);
            stage.run(LocalPlan.of(assembly, worker, plan, outer, stage.returning()));
            return stage;
        }
    }
}
