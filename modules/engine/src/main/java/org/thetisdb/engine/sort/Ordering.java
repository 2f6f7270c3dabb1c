package org.thetisdb.engine.sort;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.order.SortKeys;

/**
 * Sort keys as columns: those that are not columns yet get a slot of their own. In a subplan the outer row's number
 * comes before all of them.
 *
 * @param computed the keys that are no columns yet
 * @param below the slots that are read of the input
 * @param stored the slots that are kept while rows wait to be sorted
 */
record Ordering(SortKeys keys, List<Step.Item> computed, Set<Integer> below, int[] stored) {
    static Ordering of(PipelineBuilder builder, Operator input, List<Step.SortKey> sortKeys, Set<Integer> read) {
        List<Integer> slots = new ArrayList<>();
        List<Boolean> ascending = new ArrayList<>();
        List<Step.Item> computed = new ArrayList<>();
        if (builder.isSubplan()) {
            slots.add(builder.rowSlot());
            ascending.add(true);
        }
        for (Step.SortKey key : sortKeys) {
            if (key.expression() instanceof Expression.Reference reference) {
                slots.add(SlotSets.slot(reference.variable()));
            } else {
                Variable column = new Variable(builder.newSlot(), " key", CypherType.ANY);
                computed.add(new Step.Item(column, key.expression()));
                slots.add(SlotSets.slot(column));
            }
            ascending.add(key.ascending());
        }
        Set<Integer> below = SlotSets.needed(
                read, List.of(), sortKeys.stream().map(Step.SortKey::expression).toList());
        int[] keySlots = slots.stream().mapToInt(Integer::intValue).toArray();
        SortKeys keys = new SortKeys(keySlots, directions(ascending));
        return new Ordering(keys, computed, below, stored(builder.kept(input, read), keySlots));
    }

    private static boolean[] directions(List<Boolean> ascending) {
        boolean[] directions = new boolean[ascending.size()];
        for (int key = 0; key < directions.length; key++) {
            directions[key] = ascending.get(key);
        }
        return directions;
    }

    private static int[] stored(int[] kept, int[] keySlots) {
        Set<Integer> slots = new HashSet<>();
        Arrays.stream(kept).forEach(slots::add);
        Arrays.stream(keySlots).forEach(slots::add);
        return slots.stream().mapToInt(Integer::intValue).sorted().toArray();
    }
}
