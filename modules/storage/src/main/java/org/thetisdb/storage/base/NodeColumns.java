package org.thetisdb.storage.base;

import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.column.ColumnScratch;
import org.thetisdb.storage.column.ColumnSegment;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.Root;
import org.thetisdb.storage.file.SegmentDirectory;
import org.thetisdb.storage.file.StoreMemories;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Node properties of a snapshot for one worker: segments are opened at first use. Not thread safe. */
final class NodeColumns {
    private final Root root;
    private final StoreMemories stores;
    private final ColumnScratch scratch = new ColumnScratch();
    private final SegmentDirectory[] directories;
    private final ColumnSegment[][] segments;

    NodeColumns(Root root, StoreMemories stores) {
        this.root = root;
        this.stores = stores;
        int keyCount = root.catalog().propertyKeyCount();
        directories = new SegmentDirectory[keyCount];
        segments = new ColumnSegment[keyCount][];
    }

    /** The segment of a chunk, or null if no node of the chunk has the property. */
    ColumnSegment segment(int propertyKeyId, int chunk) {
        if (propertyKeyId < 0 || propertyKeyId >= segments.length) {
            return null;
        }
        ColumnSegment[] byChunk = segments[propertyKeyId];
        if (byChunk == null) {
            directories[propertyKeyId] = root.nodeColumn(propertyKeyId);
            byChunk = new ColumnSegment[root.chunkCount()];
            segments[propertyKeyId] = byChunk;
        }
        if (chunk < 0 || chunk >= byChunk.length) {
            return null;
        }
        ColumnSegment segment = byChunk[chunk];
        return segment != null ? segment : open(propertyKeyId, chunk, byChunk);
    }

    private ColumnSegment open(int propertyKeyId, int chunk, ColumnSegment[] byChunk) {
        SegmentDirectory directory = directories[propertyKeyId];
        if (!directory.has(chunk)) {
            return null;
        }
        Extent extent = directory.extent(chunk);
        ColumnSegment segment = ColumnSegment.open(stores.of(extent.file()), extent, scratch);
        if (segment.count() != root.rowCount(chunk)) {
            throw StoreErrors.corrupt(
                    "Column has another length than its chunk: chunk=" + chunk + ", propertyKeyId=" + propertyKeyId
                            + ", place=" + extent,
                    root.rowCount(chunk) + " rows",
                    segment.count() + " rows");
        }
        byChunk[chunk] = segment;
        return segment;
    }

    void readRun(int propertyKeyId, int chunk, int firstRow, int count, Vector into) {
        ColumnSegment segment = segment(propertyKeyId, chunk);
        if (segment == null) {
            into.reset(VectorKind.NULL, count);
            return;
        }
        into.reset(segment.kind(), count);
        segment.readRun(firstRow, count, into, 0);
    }

    void read(int propertyKeyId, long[] nodes, boolean[] nulls, int count, Vector into) {
        into.reset(kind(propertyKeyId, nodes, nulls, count), count);
        if (into.kind() == VectorKind.NULL) {
            return;
        }
        int chunk = -1;
        ColumnSegment segment = null;
        int index = 0;
        while (index < count) {
            if (nulls != null && nulls[index]) {
                into.setNull(index++);
                continue;
            }
            long node = nodes[index];
            if (NodeIdLayout.chunk(node) != chunk) {
                chunk = NodeIdLayout.chunk(node);
                segment = segment(propertyKeyId, chunk);
            }
            if (segment == null) {
                into.setNull(index++);
                continue;
            }
            int end = groupEnd(nodes, nulls, index, count);
            if (end - index == 1) {
                segment.read(NodeIdLayout.row(node), into, index);
            } else {
                segment.readRows(nodes, nulls, index, end - index, into, index);
            }
            index = end;
        }
    }

    /** One above the last entry of the group of nodes of one chunk, and nulls, that begins at {@code start}. */
    private static int groupEnd(long[] nodes, boolean[] nulls, int start, int count) {
        int chunk = NodeIdLayout.chunk(nodes[start]);
        int end = start + 1;
        while (end < count && (nulls != null && nulls[end] || NodeIdLayout.chunk(nodes[end]) == chunk)) {
            end++;
        }
        return end;
    }

    /** The one kind of all values that may be met, or OBJECT. Segments learn how many rows of them will be read. */
    private VectorKind kind(int propertyKeyId, long[] nodes, boolean[] nulls, int count) {
        VectorKind kind = VectorKind.NULL;
        int index = 0;
        while (index < count) {
            if (nulls != null && nulls[index]) {
                index++;
                continue;
            }
            ColumnSegment segment = segment(propertyKeyId, NodeIdLayout.chunk(nodes[index]));
            int end = groupEnd(nodes, nulls, index, count);
            if (segment != null && segment.kind() != VectorKind.NULL) {
                segment.announce(end - index);
                if (segment.kind() != kind) {
                    kind = kind == VectorKind.NULL ? segment.kind() : VectorKind.OBJECT;
                }
            }
            index = end;
        }
        return kind;
    }

    boolean has(int propertyKeyId, long node) {
        ColumnSegment segment = segment(propertyKeyId, NodeIdLayout.chunk(node));
        return segment != null && !segment.isNull(NodeIdLayout.row(node));
    }
}
