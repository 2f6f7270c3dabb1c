package org.thetisdb.engine.expand;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.ExpressionText;
import org.thetisdb.engine.operator.SlotSets;

/**
 * What does not count among the relationships at a node: those that the row has taken already, and those that lead to
 * certain nodes of the row. They are few, so all are counted and these subtracted.
 *
 * @param taken different relationships, each at two known nodes of the row
 * @param nodes ends that do not count; a row in which one of them is null has no matches
 */
public record CountExclusions(List<Taken> taken, List<Variable> nodes) {
    public static final CountExclusions NONE = new CountExclusions(List.of(), List.of());

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

    /** Whether all counts. */
    public boolean isEmpty() {
        return taken.isEmpty() && nodes.isEmpty();
    }

    /** The columns that are read for them. */
    public Set<Variable> reads() {
        return Stream.concat(taken.stream().flatMap(each -> Stream.of(each.near(), each.far())), nodes.stream())
                .collect(Collectors.toSet());
    }

    String text() {
        Stream<String> ends = nodes.stream().map(each -> ", not to " + ExpressionText.of(each));
        Stream<String> others = taken.stream().map(each -> ", not " + ExpressionText.of(each.relationship()));
        return Stream.concat(ends, others).collect(Collectors.joining());
    }

    /** The same with the slots of the columns. */
    Slots slots() {
        return new Slots(
                taken.stream()
                        .map(each ->
                                new TakenSlots(SlotSets.slot(each.near()), SlotSets.slot(each.far()), each.eitherWay()))
                        .toList(),
                SlotSets.slots(nodes));
    }

    /** As {@link Taken}. */
    record TakenSlots(int near, int far, boolean eitherWay) {}

    /** As {@link CountExclusions}. */
    record Slots(List<TakenSlots> taken, int[] nodes) {
        Slots {
            taken = List.copyOf(taken);
            nodes = nodes.clone();
        }

        boolean isEmpty() {
            return taken.isEmpty() && nodes.length == 0;
        }
    }
}
