package org.thetisdb.engine.expand;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.evaluation.Predicate;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PatternText;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.operator.StageSpec;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/**
 * Trails of {@code minimum} to {@code maximum} relationships: none is used twice in one trail.
 *
 * @param relationships takes the list of relationships; empty if nobody reads it
 * @param into whether {@code to} is bound already
 * @param types empty for all
 * @param maximum empty if there is none
 * @param hop stands for the single relationship in {@code predicates}
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
        int minimum,
        OptionalLong maximum,
        Mode mode,
        Variable hop,
        List<Expression> predicates,
        List<Variable> excluded,
        Optional<LabelExpression> labels,
        double rows)
        implements Unary {
    /** Which trails are given. */
    public enum Mode {
        /** Each trail. */
        ALL,

        /**
         * Each end node once per input row, by breadth-first search: only where the query cannot tell the difference,
         * and nobody reads the list. Where nobody reads the node at which trails start, once for many rows.
         */
        DISTINCT_ENDS,

        /** The same where it does not matter if trails lead back to where they start. */
        DISTINCT_OTHER_ENDS
    }

    public VariableExpand {
        types = List.copyOf(types);
        predicates = List.copyOf(predicates);
        excluded = List.copyOf(excluded);
    }

    @Override
    public Operator withInput(Operator other) {
        return new VariableExpand(
                other,
                from,
                relationships,
                to,
                into,
                direction,
                types,
                minimum,
                maximum,
                mode,
                hop,
                predicates,
                excluded,
                labels,
                rows);
    }

    @Override
    public Set<Variable> binds() {
        Set<Variable> bound = new HashSet<>(Set.of(to));
        relationships.ifPresent(bound::add);
        return bound;
    }

    @Override
    public String name() {
        return mode == Mode.ALL ? "VariableExpand" : "VariableExpand (distinct ends)";
    }

    @Override
    public String details() {
        String inside =
                PatternText.name(relationships) + PatternText.types(types) + PatternText.length(minimum, maximum);
        return PatternText.node(from)
                + PatternText.arrow(direction, inside)
                + PatternText.node(to, labels)
                + PatternText.prefixed(" WHERE ", predicates);
    }

    @Override
    public List<Expression> expressions() {
        return predicates;
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        VariableExpandStage.Shape shape = new VariableExpandStage.Shape(
                SlotSets.slot(from),
                SlotSets.slotIfRead(relationships, read),
                SlotSets.slot(to),
                into,
                TypeSet.of(types, direction),
                minimum,
                maximum.orElse(Long.MAX_VALUE),
                SlotSets.slots(excluded),
                SlotSets.slot(hop),
                dependsOnRow(),
                mode == Mode.DISTINCT_ENDS,
                labels);
        builder.into(input, below(read), new Physical(shape, mode, keySlots(read), predicates).then(next));
    }

    private boolean dependsOnRow() {
        return !excluded.isEmpty()
                || !predicates.stream()
                        .allMatch(each -> Expressions.isDeterministic(each)
                                && Set.of(hop).containsAll(Expressions.dependencies(each)));
    }

    /** What is read of the rows above, besides the ends. */
    private int[] keySlots(Set<Integer> read) {
        return SlotSets.without(read, binds()).stream()
                .mapToInt(slot -> slot)
                .sorted()
                .toArray();
    }

    private Set<Integer> below(Set<Integer> read) {
        Set<Variable> bound = binds();
        if (into) {
            bound.remove(to);
        }
        Set<Integer> below = SlotSets.needed(SlotSets.with(SlotSets.without(read, bound), excluded), bound, predicates);
        below.remove(SlotSets.slot(hop));
        below.add(SlotSets.slot(from));
        if (into) {
            below.add(SlotSets.slot(to));
        }
        return below;
    }

    private record Physical(VariableExpandStage.Shape shape, Mode mode, int[] keySlots, List<Expression> predicates)
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
                    isAnyStartAsGood()
                            ? new UnionEndsStage(worker, shape, keySlots, hop, next)
                            : new DistinctEndsStage(worker, shape, hop, next);
            };
        }

        private boolean isAnyStartAsGood() {
            return !shape.into()
                    && !shape.dependsOnRow()
                    && Arrays.stream(keySlots).noneMatch(slot -> slot == shape.fromSlot());
        }
    }
}
