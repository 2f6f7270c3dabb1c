package org.thetisdb.storage.base;

import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.column.BlockedColumn;
import org.thetisdb.storage.column.ColumnScratch;
import org.thetisdb.storage.column.ColumnSegment;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.Root;
import org.thetisdb.storage.file.SegmentDirectory;
import org.thetisdb.storage.file.StoreMemories;

/** The columns of relationships' properties for one worker: opened at first use. Not thread safe. */
final class RelationshipColumns implements PropertyColumns.Segments {
    private final Root root;
    private final StoreMemories stores;
    private final ColumnScratch scratch = new ColumnScratch();
    private final int keyCount;
    private final int typeCount;
    private final SegmentDirectory[] directories;
    private final BlockedColumn[][] columns;

    RelationshipColumns(Root root, StoreMemories stores) {
        this.root = root;
        this.stores = stores;
        keyCount = root.catalog().propertyKeyCount();
        typeCount = root.catalog().typeCount();
        directories = new SegmentDirectory[typeCount * keyCount];
        columns = new BlockedColumn[typeCount * keyCount][];
    }

    /** The column of a chunk, or null if no relationship of the type that starts there has the property. */
    @Nullable
    BlockedColumn column(int type, int propertyKeyId, int chunk) {
        if (propertyKeyId < 0 || propertyKeyId >= keyCount || type >= typeCount || chunk >= root.chunkCount()) {
            return null;
        }
        int place = type * keyCount + propertyKeyId;
        if (columns[place] == null) {
            directories[place] = root.relationshipColumn(type, propertyKeyId);
            columns[place] = new BlockedColumn[directories[place] == SegmentDirectory.EMPTY ? 0 : root.chunkCount()];
        }
        if (chunk >= columns[place].length) {
            return null;
        }
        BlockedColumn column = columns[place][chunk];
        if (column == null && directories[place].has(chunk)) {
            Extent extent = directories[place].extent(chunk);
            column = BlockedColumn.open(stores.of(extent.file()), extent, scratch);
            columns[place][chunk] = column;
        }
        return column;
    }

    @Override
    public @Nullable ColumnSegment segmentOf(int propertyKeyId, long relationship) {
        BlockedColumn column = column(
                RelationshipIdLayout.type(relationship), propertyKeyId, RelationshipIdLayout.chunk(relationship));
        int block = BlockedColumn.block(RelationshipIdLayout.slot(relationship));
        return column == null || block >= column.blockCount() ? null : column.segment(block);
    }
}
