package org.thetisdb.storage.statistics;

import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Statistics;
import org.thetisdb.storage.ZoneMap;

/** The base's statistics and what was counted since. Counts are exact, what is known of values is the base's. */
public final class CountedStatistics implements Statistics {
    /** New nodes share values as often as this. */
    private static final long NODES_PER_VALUE = 4;

    private final Statistics base;
    private final Catalog catalog;
    private final CountSum changes;
    private final boolean exact;

    public CountedStatistics(Statistics base, Catalog catalog, CountSum changes) {
        this(base, catalog, changes, base.isExact());
    }

    private CountedStatistics(Statistics base, Catalog catalog, CountSum changes, boolean exact) {
        this.exact = exact;
        this.base = base;
        this.catalog = catalog;
        this.changes = changes;
    }

    /** The same numbers, for plans to choose by but not to answer from. */
    public static Statistics inexact(Statistics statistics, Catalog catalog) {
        return new CountedStatistics(statistics, catalog, CountSum.NONE, false);
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
        return changes.isZero() ? base.range(labelId, propertyKeyId) : ZoneMap.UNKNOWN;
    }

    /** What has not changed may be counted for a later revision alone, whose label sets the catalog does not have. */
    private long addedNodes(int[] labelIds) {
        long sum = 0;
        for (int index = 0; index < changes.size(); index++) {
            if (changes.change(index) != 0 && changes.counter(index) instanceof Counter.Nodes(int labelSet)) {
                boolean all = true;
                for (int label : labelIds) {
                    all &= catalog.hasLabel(labelSet, label);
                }
                sum += all ? changes.change(index) : 0;
            }
        }
        return sum;
    }

    private long addedRelationships(int startLabelId, int typeId, int endLabelId) {
        long sum = 0;
        for (int index = 0; index < changes.size(); index++) {
            if (changes.change(index) != 0
                    && changes.counter(index) instanceof Counter.Relationships(int start, int type, int end)) {
                boolean counted = (typeId == ANY || type == typeId)
                        && (startLabelId == ANY || catalog.hasLabel(start, startLabelId))
                        && (endLabelId == ANY || catalog.hasLabel(end, endLabelId));
                sum += counted ? changes.change(index) : 0;
            }
        }
        return sum;
    }
}
