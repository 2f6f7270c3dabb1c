package org.thetisdb.engine.between;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.expand.TypeSet;
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
 * Each relationship between two nodes that are bound already.
 *
 * @param relationship empty if nobody reads it
 * @param types empty for all
 */
public record ExpandInto(
        Operator input,
        Variable from,
        Optional<Variable> relationship,
        Variable to,
        Direction direction,
        List<String> types,
        double rows)
        implements Unary {
    public ExpandInto {
        types = List.copyOf(types);
    }

    @Override
    public Operator withInput(Operator other) {
        return new ExpandInto(other, from, relationship, to, direction, types, rows);
    }

    @Override
    public Set<Variable> binds() {
        return relationship.stream().collect(Collectors.toSet());
    }

    @Override
    public String details() {
        return PatternText.node(from)
                + PatternText.arrow(direction, PatternText.name(relationship) + PatternText.types(types))
                + PatternText.node(to);
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        Set<Integer> below = SlotSets.with(SlotSets.without(read, binds()), List.of(from, to));
        Physical physical = new Physical(
                SlotSets.slot(from),
                SlotSets.slotIfRead(relationship, read),
                SlotSets.slot(to),
                TypeSet.of(types, direction),
                new RelationshipTable.Spec());
        builder.into(input, below, physical.then(next));
    }

    private record Physical(int fromSlot, int relationshipSlot, int toSlot, TypeSet types, RelationshipTable.Spec all)
            implements StageSpec {
        @Override
        public String text() {
            return "ExpandInto";
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            return new ExpandIntoStage(
                    worker, fromSlot, relationshipSlot, toSlot, types, assembly.lastingState(all), next);
        }
    }
}
