package org.thetisdb.engine.plan;

import java.util.List;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.storage.Statistics;

/**
 * What a plan concludes from counts and does not test again: all relationships of some types, from nodes with all of
 * some labels, lead to nodes with a certain label. It holds for a graph whose counts say so, which may be another than
 * the one that was planned for.
 *
 * @param fromLabelIds labels of the nodes that the trail comes from; none for any node
 * @param typeIds types of the relationships; at least one
 * @param direction along which they are followed
 * @param labelId the label of the nodes that they lead to
 */
public record Implication(List<Integer> fromLabelIds, List<Integer> typeIds, Direction direction, int labelId) {
    public Implication {
        fromLabelIds = List.copyOf(fromLabelIds);
        typeIds = List.copyOf(typeIds);
    }

    /** Whether it holds for a graph with these counts, which have to be exact. */
    public boolean holds(Statistics statistics) {
        return count(statistics, Statistics.ANY) == count(statistics, labelId);
    }

    /** How many such relationships lead to nodes with a label, or an upper bound of it; see {@link #fewest}. */
    long count(Statistics statistics, int toLabelId) {
        long sum = 0;
        for (int typeId : typeIds) {
            sum += direction == Direction.INCOMING ? 0 : fewest(statistics, typeId, toLabelId, true);
            sum += direction == Direction.OUTGOING ? 0 : fewest(statistics, typeId, toLabelId, false);
        }
        return sum;
    }

    /**
     * The fewest over all labels that the nodes carry. If it is the same for any end as for ends with a label, then all
     * relationships from nodes with the label that gave the fewest of the latter lead there.
     */
    private long fewest(Statistics statistics, int typeId, int toLabelId, boolean forward) {
        if (fromLabelIds.isEmpty()) {
            return one(statistics, Statistics.ANY, typeId, toLabelId, forward);
        }
        long fewest = Long.MAX_VALUE;
        for (int fromLabelId : fromLabelIds) {
            fewest = Math.min(fewest, one(statistics, fromLabelId, typeId, toLabelId, forward));
        }
        return fewest;
    }

    private static long one(Statistics statistics, int from, int type, int to, boolean forward) {
        return forward ? statistics.relationships(from, type, to) : statistics.relationships(to, type, from);
    }
}
