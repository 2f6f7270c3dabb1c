package org.thetisdb.engine.trail;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.GraphPattern;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.evaluation.Predicate;
import org.thetisdb.engine.expand.TypeSet;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.ExpressionText;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PatternText;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.operator.StageSpec;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/**
 * Trails of several relationships: none is used twice in one trail.
 *
 * @param relationships takes the list of relationships; empty if nobody reads it
 * @param into whether {@code to} is bound already
 * @param types empty for all
 * @param length how many relationships, and what each hop must fulfil
 * @param excluded relationships (single or lists) of the same pattern that a trail must not use
 */
public record VariableExpand(
        Operator input,
        Variable from,
        Optional<Variable> relationships,
        Variable to,
        boolean into,
        Direction direction,
        List<String> types,
        GraphPattern.VariableLength length,
        Mode mode,
        List<Variable> excluded,
        Optional<LabelExpression> labels,
        double rows)
        implements Unary {
    /** Which trails are given. */
    public enum Mode {
        /** Each trail. */
        ALL,

        /**
         * Each end node once per input row, with the least length if lengths are asked for, by breadth-first search:
         * only where the query cannot tell the difference, and nobody reads the list. Where nobody reads the node at
         * which trails start, once for many rows.
         */
        DISTINCT_ENDS,

        /** The same where it does not matter if trails lead back to where they start. */
        DISTINCT_OTHER_ENDS
    }

    public VariableExpand {
        types = List.copyOf(types);
        excluded = List.copyOf(excluded);
    }

    @Override
    public Operator withInput(Operator other) {
        return new VariableExpand(
                other, from, relationships, to, into, direction, types, length, mode, excluded, labels, rows);
    }

    @Override
    public Set<Variable> binds() {
        Set<Variable> bound = new HashSet<>(Set.of(to));
        relationships.ifPresent(bound::add);
        length.size().ifPresent(bound::add);
        return bound;
    }

    @Override
    public String name() {
        return mode == Mode.ALL ? "VariableExpand" : "VariableExpand (distinct ends)";
    }

    @Override
    public String details() {
        String inside = PatternText.name(relationships)
                + PatternText.types(types)
                + PatternText.length(length.minimum(), length.maximum());
        return PatternText.node(from)
                + PatternText.arrow(direction, inside)
                + PatternText.node(to, labels)
                + PatternText.prefixed(" WHERE ", length.predicates())
                + length.size()
                        .map(size -> ", " + ExpressionText.of(size) + " long")
                        .orElse("");
    }

    @Override
    public List<Expression> expressions() {
        return length.predicates();
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        VariableExpandStage.Shape shape = new VariableExpandStage.Shape(
                SlotSets.slot(from),
                SlotSets.slotIfRead(relationships, read),
                SlotSets.slotIfRead(length.size(), read),
                SlotSets.slot(to),
                into,
                TypeSet.of(types, direction),
                length.minimum(),
                length.maximum().orElse(Long.MAX_VALUE),
                SlotSets.slots(excluded),
                HopSlots.of(length),
                !excluded.isEmpty() || !HopSlots.readNothingElse(length),
                mode == Mode.DISTINCT_ENDS,
                labels);
        // What outer rows have is the same for all rows of one of them; how far it is depends on the start.
        boolean isStartRead =
                read.contains(SlotSets.slot(from)) || builder.isImported(from) || shape.sizeSlot() != Batch.NO_SLOT;
        boolean isAnyStartAsGood = mode != Mode.ALL && !into && !shape.dependsOnRow() && !isStartRead;
        Optional<int[]> keySlots = isAnyStartAsGood
                ? Optional.of(builder.kept(input, SlotSets.without(builder.withRowSlot(read), binds())))
                : Optional.empty();
        builder.into(input, below(read), new Physical(shape, mode, keySlots, length.predicates()).then(next));
    }

    private Set<Integer> below(Set<Integer> read) {
        Set<Variable> bound = binds();
        if (into) {
            bound.remove(to);
        }
        Set<Integer> below =
                SlotSets.needed(SlotSets.with(SlotSets.without(read, bound), excluded), bound, length.predicates());
        HopSlots.removeLocals(length, below);
        below.add(SlotSets.slot(from));
        if (into) {
            below.add(SlotSets.slot(to));
        }
        return below;
    }

    /** @param keySlots what is read of the rows beside the ends, if any start is as good as another */
    private record Physical(
            VariableExpandStage.Shape shape, Mode mode, Optional<int[]> keySlots, List<Expression> predicates)
            implements StageSpec {
        @Override
        public String text() {
            return "VariableExpand";
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            Optional<Predicate> hop = assembly.predicate(worker, predicates);
            return switch (mode) {
                case ALL -> new VariableExpandStage(worker, shape, hop, next);
                case DISTINCT_ENDS, DISTINCT_OTHER_ENDS ->
                    keySlots.<Stage>map(keys -> new UnionEndsStage(worker, shape, keys, hop, next))
                            .orElseGet(() -> new DistinctEndsStage(worker, shape, hop, next));
            };
        }
    }
}
