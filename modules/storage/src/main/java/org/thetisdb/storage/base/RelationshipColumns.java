package org.thetisdb.storage.base;

import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.column.BlockedColumn;
import org.thetisdb.storage.column.ColumnScratch;
import org.thetisdb.storage.column.ColumnSegment;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.Root;
import org.thetisdb.storage.file.SegmentDirectory;
import org.thetisdb.storage.file.StoreMemories;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Relationship properties of a snapshot for one worker: columns are opened at first use. Not thread safe. */
final class RelationshipColumns {
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

    private ColumnSegment segment(int propertyKeyId, long relationship) {
        BlockedColumn column = column(
                RelationshipIdLayout.type(relationship), propertyKeyId, RelationshipIdLayout.chunk(relationship));
        int block = BlockedColumn.block(RelationshipIdLayout.slot(relationship));
        return column == null || block >= column.blockCount() ? null : column.segment(block);
    }

    void read(int propertyKeyId, long[] relationships, boolean[] nulls, int count, Vector into) {
        into.reset(kind(propertyKeyId, relationships, nulls, count), count);
        if (into.kind() == VectorKind.NULL) {
            return;
        }
        long block = -1;
        ColumnSegment segment = null;
        int index = 0;
        while (index < count) {
            if (nulls != null && nulls[index]) {
                into.setNull(index++);
                continue;
            }
            long relationship = relationships[index];
            if (blockOf(relationship) != block) {
                block = blockOf(relationship);
                segment = segment(propertyKeyId, relationship);
            }
            int end = groupEnd(relationships, nulls, index, count);
            int row = BlockedColumn.rowInBlock(RelationshipIdLayout.slot(relationship));
            if (segment == null) {
                for (; index < end; index++) {
                    into.setNull(index);
                }
            } else if (end - index == 1) {
                segment.read(row, into, index);
            } else {
                segment.readRows(relationships, nulls, index, end - index, into, index);
            }
            index = end;
        }
    }

    /** Type, chunk and block of a relationship in one number. */
    private static long blockOf(long relationship) {
        return relationship >>> org.thetisdb.storage.NodeIdLayout.ROW_BITS;
    }

    /** One above the last entry of the group of relationships of one block, and nulls, that begins at {@code start}. */
    private static int groupEnd(long[] relationships, boolean[] nulls, int start, int count) {
        long block = blockOf(relationships[start]);
        int end = start + 1;
        while (end < count && (nulls != null && nulls[end] || blockOf(relationships[end]) == block)) {
            end++;
        }
        return end;
    }

    /** As for nodes: the one kind of all values that may be met, or OBJECT. */
    private VectorKind kind(int propertyKeyId, long[] relationships, boolean[] nulls, int count) {
        VectorKind kind = VectorKind.NULL;
        int index = 0;
        while (index < count) {
            if (nulls != null && nulls[index]) {
                index++;
                continue;
            }
            ColumnSegment segment = segment(propertyKeyId, relationships[index]);
            int end = groupEnd(relationships, nulls, index, count);
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

    boolean has(int propertyKeyId, long relationship) {
        ColumnSegment segment = segment(propertyKeyId, relationship);
        int row = BlockedColumn.rowInBlock(RelationshipIdLayout.slot(relationship));
        return segment != null && row < segment.count() && !segment.isNull(row);
    }
}
