package org.thetisdb.engine.expand;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PatternText;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.operator.StageSpec;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/**
 * ForeachRelationship and Expand in one: each relationship of {@code from}, with the node at its other end.
 *
 * @param relationship empty if nobody reads it
 * @param types empty for all
 * @param labels a test of {@code to}'s labels that is cheapest here
 */
public record Expand(
        Operator input,
        Variable from,
        Optional<Variable> relationship,
        Variable to,
        Direction direction,
        List<String> types,
        Optional<LabelExpression> labels,
        double rows)
        implements Unary {
    public Expand {
        types = List.copyOf(types);
    }

    @Override
    public Operator withInput(Operator other) {
        return new Expand(other, from, relationship, to, direction, types, labels, rows);
    }

    @Override
    public Set<Variable> binds() {
        Set<Variable> bound = new HashSet<>(Set.of(to));
        relationship.ifPresent(bound::add);
        return bound;
    }

    @Override
    public String details() {
        return PatternText.node(from)
                + PatternText.arrow(direction, PatternText.name(relationship) + PatternText.types(types))
                + PatternText.node(to, labels);
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        Set<Integer> below = SlotSets.with(SlotSets.without(read, binds()), List.of(from));
        Physical physical = new Physical(
                SlotSets.slot(from),
                SlotSets.slotIfRead(relationship, read),
                SlotSets.slot(to),
                TypeSet.of(types, direction),
                labels);
        builder.into(input, below, physical.then(next));
    }

    private record Physical(
            int fromSlot, int relationshipSlot, int toSlot, TypeSet types, Optional<LabelExpression> labels)
            implements StageSpec {
        @Override
        public String text() {
            return "Expand";
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            return new ExpandStage(worker, fromSlot, relationshipSlot, toSlot, types, labels, next);
        }

        @Override
        public boolean fansOut() {
            return true;
        }
    }
}
