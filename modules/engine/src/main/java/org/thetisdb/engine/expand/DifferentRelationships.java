package org.thetisdb.engine.expand;

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

/** Rows in which none of {@code others} (single or lists) shares a relationship with {@code relationship}. */
public record DifferentRelationships(Operator input, Variable relationship, List<Variable> others, double rows)
        implements Unary {
    public DifferentRelationships {
        others = List.copyOf(others);
    }

    @Override
    public Operator withInput(Operator other) {
        return new DifferentRelationships(other, relationship, others, rows);
    }

    @Override
    public Set<Variable> binds() {
        return Set.of();
    }

    @Override
    public String details() {
        return ExpressionText.of(relationship) + " not among " + ExpressionText.variables(others);
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        Set<Integer> below = SlotSets.with(SlotSets.with(read, others), List.of(relationship));
        Physical physical = new Physical(SlotSets.slot(relationship), SlotSets.slots(others));
        builder.into(input, below, physical.then(next));
    }

    private record Physical(int relationshipSlot, int[] otherSlots) implements StageSpec {
        @Override
        public String text() {
            return "DifferentRelationships";
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            return new DifferentRelationshipsStage(worker, relationshipSlot, otherSlots, next);
        }
    }
}
