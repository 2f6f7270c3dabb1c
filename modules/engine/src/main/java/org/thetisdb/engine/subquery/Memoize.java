package org.thetisdb.engine.subquery;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.ExpressionText;
import org.thetisdb.engine.operator.Link;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PhysicalSubplan;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.operator.StageSpec;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.operator.Waiting;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/**
 * Joins each input row with what a subplan yields for it, and keeps that for the rows to come if they turn out to ask
 * the same again and again. Whether they do, each run finds out.
 *
 * @param plan the subplan, a single pipeline: the same rows for the same keys, however often it is run
 * @param keys all columns that the subplan reads
 * @param outputs the columns that the subplan adds
 */
public record Memoize(Operator input, Operator plan, List<Variable> keys, List<Variable> outputs, double rows)
        implements Unary {
    public Memoize {
        keys = List.copyOf(keys);
        outputs = List.copyOf(outputs);
    }

    @Override
    public Operator withInput(Operator other) {
        return new Memoize(other, plan, keys, outputs, rows);
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
    public String details() {
        return ExpressionText.variables(outputs) + " by " + ExpressionText.variables(keys);
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        List<Variable> wanted = SlotSets.readOf(outputs, read);
        Set<Integer> below = SlotSets.with(SlotSets.without(read, outputs), keys);
        StageSpec stage = new Physical(
                builder.subplan(plan, SlotSets.with(Set.of(), wanted)), SlotSets.slots(keys), SlotSets.slots(wanted));
        builder.into(input, below, Waiting.before(stage, builder, input, below, List.of(), next));
    }

    private record Physical(PhysicalSubplan plan, int[] keys, int[] outputs) implements StageSpec {
        @Override
        public String text() {
            return "Memoize";
        }

        @Override
        public List<PhysicalSubplan> subplans() {
            return List.of(plan);
        }

        @Override
        public boolean fansOut() {
            return true;
        }

        /** The subplan's links as those of the outer pipeline, without what its argument does. */
        private List<Link> steps() {
            List<Link> links = plan.pipelines().getFirst().links();
            return links.subList(1, links.size());
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            KeptResults kept = new KeptResults(worker, keys, plan.rowSlot(), outputs);
            Stage direct = assembly.chain(steps(), worker, next);
            return new MemoizeStage(
                    worker, kept, outputs, direct, last -> LocalSubplan.of(assembly, worker, plan, last), next);
        }
    }
}
