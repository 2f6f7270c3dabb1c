package org.thetisdb.storage.statistics;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.storage.column.DistinctSketch;
import org.thetisdb.storage.file.KindCode;

/** Sums up what a load writes. Thread safe. */
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

    static final int MAGIC = 0x31545354;

    private final Map<Integer, Long> nodes = new TreeMap<>();
    private final Map<PropertyId, PropertySummary> properties = new TreeMap<>();
    private final Map<Triple, Long> relationships = new TreeMap<>();

    public synchronized void nodes(int labelSetId, long count) {
        nodes.merge(labelSetId, count, Long::sum);
    }

    public synchronized void property(int labelSetId, int propertyKeyId, PropertySummary summary) {
        properties
                .computeIfAbsent(new PropertyId(labelSetId, propertyKeyId), id -> new PropertySummary())
                .merge(summary);
    }

    public synchronized void relationships(int startLabelSetId, int type, int endLabelSetId, long count) {
        relationships.merge(new Triple(startLabelSetId, type, endLabelSetId), count, Long::sum);
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
