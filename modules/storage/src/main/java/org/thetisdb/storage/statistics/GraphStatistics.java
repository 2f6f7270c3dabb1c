package org.thetisdb.storage.statistics;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Statistics;
import org.thetisdb.storage.ZoneMap;

/** The statistics of a root. Immutable; answers for labels are summed up once, when they are read. */
public final class GraphStatistics implements Statistics {
    private record Key(int labelId, int propertyKeyId) {}

    private record Ends(int startLabelId, int type, int endLabelId) {}

    private final Catalog catalog;
    private final long[] nodesByLabelSet;
    private final Map<Key, PropertySummary> properties = new HashMap<>();
    private final Map<Ends, Long> relationships = new HashMap<>();
    private final Map<Ends, Long> relationshipsBySet = new HashMap<>();

    private GraphStatistics(Catalog catalog) {
        this.catalog = catalog;
        nodesByLabelSet = new long[catalog.labelSetCount()];
    }

    /** Statistics of a root that has none: everything is zero. */
    public static GraphStatistics empty(Catalog catalog) {
        return new GraphStatistics(catalog);
    }

    /** Reads what {@link StatisticsCollector#encode} wrote. */
    public static GraphStatistics read(MemorySegment memory, Catalog catalog) {
        StatisticsCollector collected = StatisticsCollector.decode(memory);
        GraphStatistics statistics = new GraphStatistics(catalog);
        try {
            collected.forEachNodes((set, count) -> statistics.nodesByLabelSet[set] = count);
            collected.forEachProperty((set, key, summary) -> {
                statistics.merge(ANY, key, summary);
                for (int labelId : catalog.labelSet(set)) {
                    statistics.merge(labelId, key, summary);
                }
            });
            collected.forEachRelationships(statistics::addRelationships);
        } catch (IndexOutOfBoundsException damaged) {
            throw StatisticsCollector.corrupt(memory, damaged);
        }
        return statistics;
    }

    private void merge(int labelId, int propertyKeyId, PropertySummary summary) {
        properties
                .computeIfAbsent(new Key(labelId, propertyKeyId), key -> new PropertySummary())
                .merge(summary);
    }

    private void addRelationships(int startSet, int type, int endSet, long count) {
        relationshipsBySet.put(new Ends(startSet, type, endSet), count);
        for (int startLabel : withAny(startSet)) {
            for (int endLabel : withAny(endSet)) {
                relationships.merge(new Ends(startLabel, type, endLabel), count, Long::sum);
                relationships.merge(new Ends(startLabel, ANY, endLabel), count, Long::sum);
            }
        }
    }

    private int[] withAny(int labelSetId) {
        int[] labels = catalog.labelSet(labelSetId);
        int[] all = java.util.Arrays.copyOf(labels, labels.length + 1);
        all[labels.length] = ANY;
        return all;
    }

    @Override
    public boolean isExact() {
        return true;
    }

    @Override
    public long nodeCount() {
        return java.util.Arrays.stream(nodesByLabelSet).sum();
    }

    @Override
    public long relationshipCount() {
        return relationships(ANY, ANY, ANY);
    }

    @Override
    public long nodesWithLabel(int labelId) {
        return labelId == ANY ? nodeCount() : nodesWithLabels(new int[] {labelId});
    }

    @Override
    public long nodesWithLabels(int[] labelIds) {
        long count = 0;
        for (int labelSetId = 0; labelSetId < nodesByLabelSet.length; labelSetId++) {
            boolean all = true;
            for (int labelId : labelIds) {
                all &= catalog.hasLabel(labelSetId, labelId);
            }
            count += all ? nodesByLabelSet[labelSetId] : 0;
        }
        return count;
    }

    @Override
    public long relationships(int startLabelId, int typeId, int endLabelId) {
        return relationships.getOrDefault(new Ends(startLabelId, typeId, endLabelId), 0L);
    }

    @Override
    public long distinctValues(int labelId, int propertyKeyId) {
        PropertySummary summary = properties.get(new Key(labelId, propertyKeyId));
        return summary == null ? 1 : Math.max(1, summary.distinctEstimate());
    }

    @Override
    public long nodesWithProperty(int labelId, int propertyKeyId) {
        PropertySummary summary = properties.get(new Key(labelId, propertyKeyId));
        return summary == null ? 0 : summary.valueCount;
    }

    @Override
    public ZoneMap range(int labelId, int propertyKeyId) {
        PropertySummary summary = properties.get(new Key(labelId, propertyKeyId));
        long nodes = nodesWithLabel(labelId);
        return summary == null ? ZoneMap.allNull(nodes) : summary.range(nodes);
    }

    /** Relationships between nodes of exactly these label sets; for checks. */
    public long relationshipsOfLabelSets(int startLabelSetId, int type, int endLabelSetId) {
        return relationshipsBySet.getOrDefault(new Ends(startLabelSetId, type, endLabelSetId), 0L);
    }
}
