package org.thetisdb.engine.trail;

import java.util.List;
import java.util.Set;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.ExpressionText;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.operator.StageSpec;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/** Adds a path built of the elements' columns: node, relationship (single or list), node, … */
public record BuildPath(Operator input, Variable path, List<Variable> elements, double rows) implements Unary {
    public BuildPath {
        elements = List.copyOf(elements);
    }

    @Override
    public Operator withInput(Operator other) {
        return new BuildPath(other, path, elements, rows);
    }

    @Override
    public Set<Variable> binds() {
        return Set.of(path);
    }

    @Override
    public String details() {
        return ExpressionText.of(path) + " = " + ExpressionText.variables(elements);
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        Set<Integer> below = SlotSets.with(SlotSets.without(read, List.of(path)), elements);
        builder.into(input, below, new Physical(SlotSets.slot(path), SlotSets.slots(elements)).then(next));
    }

    private record Physical(int pathSlot, int[] elementSlots) implements StageSpec {
        @Override
        public String text() {
            return "BuildPath";
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            return new BuildPathStage(worker, pathSlot, elementSlots, next);
        }
    }
}
