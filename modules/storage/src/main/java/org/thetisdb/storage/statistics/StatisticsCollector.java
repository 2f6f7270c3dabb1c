package org.thetisdb.storage.statistics;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.thetisdb.storage.column.DistinctSketch;
import org.thetisdb.storage.file.KindCode;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.ThetisException;

/** Sums up what a load writes, or what a checkpoint changes. Thread safe. */
public final class StatisticsCollector {
    record PropertyId(int labelSetId, int propertyKeyId) implements Comparable<PropertyId> {
        @Override
        public int compareTo(PropertyId other) {
            return labelSetId != other.labelSetId
                    ? Integer.compare(labelSetId, other.labelSetId)
                    : Integer.compare(propertyKeyId, other.propertyKeyId);
        }
    }

    record Triple(int startLabelSetId, int type, int endLabelSetId) implements Comparable<Triple> {
        @Override
        public int compareTo(Triple other) {
            int byStart = Integer.compare(startLabelSetId, other.startLabelSetId);
            int byType = byStart != 0 ? byStart : Integer.compare(type, other.type);
            return byType != 0 ? byType : Integer.compare(endLabelSetId, other.endLabelSetId);
        }
    }

    private static final int MAGIC = 0x31545354;

    /** Takes the summaries one by one. */
    interface PropertyConsumer {
        void accept(int labelSetId, int propertyKeyId, PropertySummary summary);
    }

    /** Takes the counts of relationships one by one. */
    interface RelationshipConsumer {
        void accept(int startLabelSetId, int type, int endLabelSetId, long count);
    }

    private final Map<Integer, Long> nodes = new TreeMap<>();
    private final Map<PropertyId, PropertySummary> properties = new TreeMap<>();
    private final Map<Triple, Long> relationships = new TreeMap<>();

    /** What {@link #encode} wrote, to be gone on with. */
    public static StatisticsCollector decode(MemorySegment memory) {
        StatisticsCollector collector = new StatisticsCollector();
        try {
            collector.read(
                    ByteBuffer.wrap(memory.toArray(ValueLayout.JAVA_BYTE)).order(ByteOrder.LITTLE_ENDIAN));
        } catch (BufferUnderflowException | IndexOutOfBoundsException damaged) {
            throw corrupt(memory, damaged);
        }
        return collector;
    }

    static ThetisException corrupt(MemorySegment memory, RuntimeException cause) {
        return new ThetisException(
                ErrorCode.CORRUPT_STRUCTURE,
                "the statistics are damaged: bytes=" + memory.byteSize()
                        + "; restore the database from a backup or import it again",
                cause);
    }

    private synchronized void read(ByteBuffer buffer) {
        if (buffer.getInt() != MAGIC) {
            throw new IndexOutOfBoundsException("magic");
        }
        for (int left = buffer.getInt(); left > 0; left--) {
            nodes.put(buffer.getInt(), buffer.getLong());
        }
        for (int left = buffer.getInt(); left > 0; left--) {
            PropertyId id = new PropertyId(buffer.getInt(), buffer.getInt());
            PropertySummary summary = new PropertySummary();
            summary.kind = KindCode.kind(buffer.getInt());
            summary.valueCount = buffer.getLong();
            summary.minimum = buffer.getLong();
            summary.maximum = buffer.getLong();
            summary.minimumDouble = buffer.getDouble();
            summary.maximumDouble = buffer.getDouble();
            summary.sketch.read(buffer);
            properties.put(id, summary);
        }
        for (int left = buffer.getInt(); left > 0; left--) {
            relationships.put(new Triple(buffer.getInt(), buffer.getInt(), buffer.getInt()), buffer.getLong());
        }
    }

    synchronized void forEachNodes(BiConsumer<Integer, Long> consumer) {
        nodes.forEach(consumer);
    }

    synchronized void forEachProperty(PropertyConsumer consumer) {
        properties.forEach((id, summary) -> consumer.accept(id.labelSetId(), id.propertyKeyId(), summary));
    }

    synchronized void forEachRelationships(RelationshipConsumer consumer) {
        relationships.forEach((triple, count) ->
                consumer.accept(triple.startLabelSetId(), triple.type(), triple.endLabelSetId(), count));
    }

    /** Counts nodes; a negative count takes away. */
    public synchronized void nodes(int labelSetId, long count) {
        mergeCount(nodes, labelSetId, count);
    }

    private static <K> void mergeCount(Map<K, Long> counts, K key, long count) {
        if (count != 0) {
            counts.merge(key, count, (before, added) -> before + added == 0 ? null : Long.valueOf(before + added));
        }
    }

    public synchronized void property(int labelSetId, int propertyKeyId, PropertySummary summary) {
        properties
                .computeIfAbsent(new PropertyId(labelSetId, propertyKeyId), id -> new PropertySummary())
                .merge(summary);
    }

    /**
     * Takes values away that were counted before. Range and distinct values stay as wide as they are, until none is
     * left.
     */
    public synchronized void takeProperty(int labelSetId, int propertyKeyId, long valueCount) {
        properties.computeIfPresent(new PropertyId(labelSetId, propertyKeyId), (id, summary) -> {
            summary.valueCount -= valueCount;
            return summary.valueCount <= 0 ? null : summary;
        });
    }

    /** Counts relationships; a negative count takes away. */
    public synchronized void relationships(int startLabelSetId, int type, int endLabelSetId, long count) {
        mergeCount(relationships, new Triple(startLabelSetId, type, endLabelSetId), count);
    }

    /**
     * Makes sure, before a root counts, that what is counted here is what the root holds.
     *
     * @param nodeCount nodes of all chunks
     * @param forwardCount relationships in the lists of their starts
     * @param backwardCount relationships in the lists of their ends
     */
    public synchronized void requireCounts(long nodeCount, long forwardCount, long backwardCount) {
        nodes.forEach((labelSetId, count) -> Invariant.check(
                labelSetId >= 0 && count > 0,
                "nodes are counted by label set",
                "labelSet",
                labelSetId,
                "count",
                count));
        relationships.forEach((triple, count) -> Invariant.check(
                triple.startLabelSetId() >= 0 && triple.endLabelSetId() >= 0 && count > 0,
                "relationships are counted between nodes that exist",
                "type",
                triple.type(),
                "count",
                count));
        long countedNodes = nodes.values().stream().mapToLong(Long::longValue).sum();
        long counted =
                relationships.values().stream().mapToLong(Long::longValue).sum();
        Invariant.check(
                countedNodes == nodeCount, "counts of nodes are exact", "counted", countedNodes, "nodes", nodeCount);
        Invariant.check(
                forwardCount == backwardCount,
                "each relationship is in the lists of both its ends",
                "forward",
                forwardCount,
                "backward",
                backwardCount);
        Invariant.check(
                counted == forwardCount,
                "counts of relationships are exact",
                "counted",
                counted,
                "relationships",
                forwardCount);
    }

    /**
     * The statistics as bytes, little-endian: magic, then three runs, each with its count before it.
     *
     * <pre>
     *   nodes          { label set 4, count 8 }
     *   properties     { label set 4, key 4, kind 4, values 8, minimum 8, maximum 8, least and most double 8 + 8,
     *                    registers 2048 }
     *   relationships  { start label set 4, type 4, end label set 4, count 8 }
     * </pre>
     */
    public synchronized MemorySegment encode() {
        long bytes =
                16 + nodes.size() * 12L + relationships.size() * 20L + properties.size() * (52L + DistinctSketch.BYTES);
        ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(bytes)).order(ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(MAGIC).putInt(nodes.size());
        nodes.forEach((labelSetId, count) -> buffer.putInt(labelSetId).putLong(count));
        buffer.putInt(properties.size());
        properties.forEach((id, summary) -> {
            buffer.putInt(id.labelSetId()).putInt(id.propertyKeyId()).putInt(KindCode.of(summary.kind));
            buffer.putLong(summary.valueCount).putLong(summary.minimum).putLong(summary.maximum);
            buffer.putDouble(summary.minimumDouble).putDouble(summary.maximumDouble);
            summary.sketch.write(buffer);
        });
        buffer.putInt(relationships.size());
        relationships.forEach((triple, count) -> buffer.putInt(triple.startLabelSetId())
                .putInt(triple.type())
                .putInt(triple.endLabelSetId())
                .putLong(count));
        return MemorySegment.ofArray(buffer.array());
    }
}
