package org.thetisdb.storage.delta;

import java.util.Map;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Statistics;
import org.thetisdb.storage.ZoneMap;

/** The base's statistics and what was counted since. Counts are exact, what is known of values is the base's. */
public final class CountedStatistics implements Statistics {
    /** New nodes share values as often as this. */
    private static final long NODES_PER_VALUE = 4;

    private final Statistics base;
    private final Catalog catalog;
    private final CountChanges changes;
    private final boolean exact;

    public CountedStatistics(Statistics base, Catalog catalog, CountChanges changes) {
        this(base, catalog, changes, base.isExact());
    }

    private CountedStatistics(Statistics base, Catalog catalog, CountChanges changes, boolean exact) {
        this.exact = exact;
        this.base = base;
        this.catalog = catalog;
        this.changes = changes;
    }

    /** The same numbers, for plans to choose by but not to answer from. */
    static Statistics inexact(Statistics statistics, Catalog catalog) {
        return new CountedStatistics(statistics, catalog, new CountChanges(), false);
    }

    /** The counts are for plans; queries count what they see. */
    @Override
    public boolean isExact() {
        return exact;
    }

    @Override
    public long nodeCount() {
        return base.nodeCount() + addedNodes(new int[0]);
    }

    @Override
    public long relationshipCount() {
        return base.relationshipCount() + addedRelationships(ANY, ANY, ANY);
    }

    @Override
    public long nodesWithLabel(int labelId) {
        return base.nodesWithLabel(labelId) + addedNodes(new int[] {labelId});
    }

    @Override
    public long nodesWithLabels(int[] labelIds) {
        return base.nodesWithLabels(labelIds) + addedNodes(labelIds);
    }

    @Override
    public long relationships(int startLabelId, int typeId, int endLabelId) {
        return base.relationships(startLabelId, typeId, endLabelId)
                + addedRelationships(startLabelId, typeId, endLabelId);
    }

    @Override
    public long distinctValues(int labelId, int propertyKeyId) {
        long added = labelId == ANY ? addedNodes(new int[0]) : addedNodes(new int[] {labelId});
        return base.distinctValues(labelId, propertyKeyId) + Math.max(0, added / NODES_PER_VALUE);
    }

    @Override
    public long nodesWithProperty(int labelId, int propertyKeyId) {
        long added = labelId == ANY ? addedNodes(new int[0]) : addedNodes(new int[] {labelId});
        return Math.max(0, base.nodesWithProperty(labelId, propertyKeyId) + added);
    }

    @Override
    public ZoneMap range(int labelId, int propertyKeyId) {
        return changes.isEmpty() ? base.range(labelId, propertyKeyId) : ZoneMap.UNKNOWN;
    }

    private long addedNodes(int[] labelIds) {
        long sum = 0;
        for (Map.Entry<Integer, Long> entry : changes.nodes().entrySet()) {
            boolean all = true;
            for (int label : labelIds) {
                all &= catalog.hasLabel(entry.getKey(), label);
            }
            sum += all ? entry.getValue() : 0;
        }
        return sum;
    }

    private long addedRelationships(int startLabelId, int typeId, int endLabelId) {
        long sum = 0;
        for (Map.Entry<CountChanges.Ends, Long> entry : changes.relationships().entrySet()) {
            CountChanges.Ends ends = entry.getKey();
            boolean counted = (typeId == ANY || ends.typeId() == typeId)
                    && (startLabelId == ANY || catalog.hasLabel(ends.startLabelSet(), startLabelId))
                    && (endLabelId == ANY || catalog.hasLabel(ends.endLabelSet(), endLabelId));
            sum += counted ? entry.getValue() : 0;
        }
        return sum;
    }
}
