package org.thetisdb.engine.expand;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.ExpressionText;
import org.thetisdb.engine.operator.PatternText;
import org.thetisdb.engine.operator.SlotSets;

/**
 * What does not count among the relationships at a node: those that the row has taken already, and those that lead to
 * certain nodes of the row, or to neighbours of one. All are counted and these subtracted.
 *
 * @param taken different relationships, each at two known nodes of the row
 * @param nodes ends that do not count; a row in which one of them is null has no matches
 * @param joined whose neighbours do not count as ends; if present, all {@code taken} lead to {@code nodes}
 */
public record CountExclusions(List<Taken> taken, List<Variable> nodes, Optional<Joined> joined) {
    public static final CountExclusions NONE = new CountExclusions(List.of(), List.of(), Optional.empty());

    public CountExclusions {
        taken = List.copyOf(taken);
        nodes = List.copyOf(nodes);
    }

    /**
     * A relationship of the row that would be among those counted if it is at the counting node.
     *
     * @param relationship its name; nobody reads it
     * @param near where it has to begin or end for that, as the counted ones do
     * @param far its other end
     * @param eitherWay whether it may be at the counting node with its other end instead
     */
    public record Taken(Variable relationship, Variable near, Variable far, boolean eitherWay) {}

    /**
     * A node of the row with the relationships by which ends are its neighbours.
     *
     * @param direction seen from it
     * @param types empty for all
     */
    public record Joined(Variable node, Direction direction, List<String> types) {
        public Joined {
            types = List.copyOf(types);
        }
    }

    /** Whether all counts. */
    public boolean isEmpty() {
        return taken.isEmpty() && nodes.isEmpty() && joined.isEmpty();
    }

    /** The columns that are read for them. */
    public Set<Variable> reads() {
        Set<Variable> read = new HashSet<>(nodes);
        taken.forEach(each -> read.addAll(List.of(each.near(), each.far())));
        joined.ifPresent(each -> read.add(each.node()));
        return read;
    }

    String text() {
        Stream<String> ends = nodes.stream().map(each -> ", not to " + ExpressionText.of(each));
        Stream<String> others = taken.stream().map(each -> ", not " + ExpressionText.of(each.relationship()));
        String neighbours = joined.map(each -> ", not of "
                        + PatternText.node(each.node())
                        + PatternText.arrow(each.direction(), PatternText.types(each.types())) + "()")
                .orElse("");
        return Stream.concat(ends, others).collect(Collectors.joining()) + neighbours;
    }

    /** The same with the slots of the columns. */
    Slots slots() {
        return new Slots(
                taken.stream()
                        .map(each ->
                                new TakenSlots(SlotSets.slot(each.near()), SlotSets.slot(each.far()), each.eitherWay()))
                        .toList(),
                SlotSets.slots(nodes),
                joined.map(each ->
                        new JoinedSlot(SlotSets.slot(each.node()), TypeSet.of(each.types(), each.direction()))));
    }

    /** As {@link Taken}. */
    record TakenSlots(int near, int far, boolean eitherWay) {}

    /** As {@link Joined}. */
    record JoinedSlot(int node, TypeSet types) {}

    /** As {@link CountExclusions}. */
    record Slots(List<TakenSlots> taken, int[] nodes, Optional<JoinedSlot> joined) {
        Slots {
            taken = List.copyOf(taken);
            nodes = nodes.clone();
        }

        boolean isEmpty() {
            return taken.isEmpty() && nodes.length == 0 && joined.isEmpty();
        }
    }
}
