package org.thetisdb.storage.base;

import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.column.ColumnScratch;
import org.thetisdb.storage.column.ColumnSegment;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.Root;
import org.thetisdb.storage.file.SegmentDirectory;
import org.thetisdb.storage.file.StoreMemories;

/** The columns of nodes' properties for one worker: segments are opened at first use. Not thread safe. */
final class NodeColumns implements PropertyColumns.Segments {
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
    @Nullable
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

    private @Nullable ColumnSegment open(int propertyKeyId, int chunk, ColumnSegment[] byChunk) {
        SegmentDirectory directory = directories[propertyKeyId];
        if (!directory.has(chunk)) {
            return null;
        }
        Extent extent = directory.extent(chunk);
        ColumnSegment segment = ColumnSegment.open(stores.of(extent.file()), extent, scratch);
        if (segment.count() != root.rowCount(chunk)) {
            throw StoreErrors.corrupt(
                    "column has another length than its chunk: chunk=" + chunk + ", propertyKeyId=" + propertyKeyId
                            + ", place=" + extent,
                    root.rowCount(chunk) + " rows",
                    segment.count() + " rows");
        }
        byChunk[chunk] = segment;
        return segment;
    }

    @Override
    public @Nullable ColumnSegment segmentOf(int propertyKeyId, long node) {
        return segment(propertyKeyId, NodeIdLayout.chunk(node));
    }
}
