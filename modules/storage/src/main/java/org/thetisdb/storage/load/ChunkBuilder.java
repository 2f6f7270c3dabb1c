package org.thetisdb.storage.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.column.ColumnEncoder;
import org.thetisdb.storage.column.EncodedColumn;
import org.thetisdb.storage.column.LongValues;
import org.thetisdb.storage.index.IndexBuilder;
import org.thetisdb.storage.index.IndexRun;
import org.thetisdb.storage.statistics.PropertySummary;
import org.thetisdb.value.vector.Vector;

/** An open chunk of nodes of one label set: its columns as they grow. Not thread safe, but may change hands. */
final class ChunkBuilder {
    /** After so many it is known how large they are. */
    private static final int FIRST_ROWS = 64;

    /** As whoever writes such a chunk anew has its columns in memory, with a small budget, too. */
    private static final long CHUNK_BYTES_MAX = 16 << 20;

    private final LoadTarget target;
    private final int labelSetId;
    private final int chunk;
    private final Map<Integer, Vector> columns = new TreeMap<>();
    private int rowCount;
    private long reservedBytes;

    ChunkBuilder(LoadTarget target, int labelSetId) {
        this.target = target;
        this.labelSetId = labelSetId;
        this.chunk = target.root().newChunk(labelSetId);
    }

    boolean isFull() {
        return room() == 0;
    }

    /** How many nodes it takes next at most; fewer where they are so large that the chunk would take much memory. */
    int room() {
        int rows = NodeIdLayout.CHUNK_ROWS - rowCount;
        if (rowCount == 0) {
            return FIRST_ROWS;
        }
        long rowBytes = Math.max(1, reservedBytes / rowCount);
        return Math.clamp((CHUNK_BYTES_MAX - reservedBytes) / rowBytes, 0, rows);
    }

    /** Adds nodes, at most {@link #room}, and gives their ids. */
    void append(int[] propertyKeyIds, Vector[] values, int from, int count, long[] nodeIds) {
        long bytes = 0;
        for (int index = 0; index < propertyKeyIds.length; index++) {
            Vector column = columns.computeIfAbsent(propertyKeyIds[index], key -> new Vector());
            column.padWithNulls(rowCount);
            column.append(values[index], from, count);
            bytes += bytes(values[index], from, count);
        }
        for (int index = 0; index < count; index++) {
            nodeIds[from + index] = NodeIdLayout.id(chunk, rowCount + index);
        }
        rowCount += count;
        reservedBytes += bytes;
        target.pool().reserve(bytes);
    }

    /** About what an entry range takes in memory. */
    private static long bytes(Vector vector, int from, int count) {
        long bytes = count;
        switch (vector.kind()) {
            case NULL -> {}
            case STRING -> {
                bytes += count * 8L;
                for (int index = from; index < from + count; index++) {
                    bytes += vector.isNull(index) ? 0 : vector.lengths()[index];
                }
            }
            case OBJECT -> {
                bytes += count * 64L;
                for (int index = from; index < from + count; index++) {
                    bytes += vector.isNull(index) ? 0 : LongValues.bytesOf(vector.objects()[index]);
                }
            }
            default -> bytes += count * (vector.kind().usesLongs2() ? 16L : 8L);
        }
        return bytes;
    }

    /** Encodes and writes the chunk; the builder is of no use afterwards. */
    void write(ColumnEncoder encoder) {
        long values = 0;
        for (Map.Entry<Integer, Vector> entry : columns.entrySet()) {
            Vector column = entry.getValue();
            column.padWithNulls(rowCount);
            PropertySummary summary = new PropertySummary();
            summary.add(column, rowCount);
            if (summary.valueCount() > 0) {
                EncodedColumn encoded = encoder.encode(column);
                target.root()
                        .nodeColumn(entry.getKey(), chunk, target.extents().append(encoded.bytes()), encoded.zoneMap());
                target.statistics().property(labelSetId, entry.getKey(), summary);
                values += summary.valueCount();
                addToIndexes(entry.getKey(), column);
            }
        }
        target.root().chunkRows(chunk, rowCount);
        target.statistics().nodes(labelSetId, rowCount);
        target.countProperties(values);
        target.pool().release(reservedBytes);
        columns.clear();
    }

    private void addToIndexes(int propertyKeyId, Vector column) {
        List<IndexBuilder> builders = new ArrayList<>(target.indexes(labelSetId, propertyKeyId));
        if (builders.isEmpty()) {
            return;
        }
        for (IndexBuilder builder : builders) {
            IndexRun run = new IndexRun();
            for (int row = 0; row < rowCount; row++) {
                run.add(column, row, NodeIdLayout.id(chunk, row));
            }
            builder.add(run);
        }
    }
}
