package org.thetisdb.storage.load;

import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.column.BlockedColumnWriter;
import org.thetisdb.storage.column.EncodedColumn;
import org.thetisdb.storage.spill.SpillBlock;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Writes the columns of relationships' properties, in the order of the forward lists, in bounded memory: part by part
 * of the column, for each of which the bucket's blocks are read once more. Mostly there is one part.
 *
 * <p>One for each worker; not thread safe.
 */
final class RelationshipColumnBuild {
    /** Arrived and sorted, each value and what it takes to find it. */
    private static final long ENTRY_BYTES = 2 * (17 + 2 * Integer.BYTES);

    /** A value encoded, and once more while the arrays grow or are copied. */
    private static final long ENCODED_BYTES = 2 * Long.BYTES;

    /** A column that takes more than such a part of the memory is built while no other one is that does. */
    private static final int SIDE_BY_SIDE_DIVISOR = 8;

    private final LoadTarget target;
    private final int partEntries;
    private final BlockedColumnWriter writer = new BlockedColumnWriter();
    private final Vector scratch = new Vector();
    private final Vector chosen = new Vector();
    private int[] rows = {};

    /** @param partBytes what a part may take */
    RelationshipColumnBuild(LoadTarget target, long partBytes) {
        this.target = target;
        long blocks = Math.clamp(partBytes / ENTRY_BYTES / NodeIdLayout.CHUNK_ROWS, 1, 1 << 10);
        partEntries = (int) blocks * NodeIdLayout.CHUNK_ROWS;
    }

    /** @param places for each entry, in the order of arrival, its place in the column */
    void write(Bucket bucket, int propertyKeyId, int[] places) {
        long encodedBytes = ENCODED_BYTES * places.length;
        boolean isLarge = encodedBytes > target.pool().limitBytes() / SIDE_BY_SIDE_DIVISOR;
        if (!isLarge) {
            write(bucket, propertyKeyId, places, writer);
            return;
        }
        target.largeColumns().lock();
        try {
            // Its buffers are not kept.
            write(bucket, propertyKeyId, places, new BlockedColumnWriter());
        } finally {
            target.largeColumns().unlock();
        }
    }

    private void write(Bucket bucket, int propertyKeyId, int[] places, BlockedColumnWriter into) {
        long heldBytes = ENCODED_BYTES * places.length + ENTRY_BYTES * Math.min(places.length, partEntries);
        target.pool().reserve(heldBytes);
        into.start(places.length);
        for (int from = 0; from < places.length; from += partEntries) {
            into.add(part(bucket, propertyKeyId, places, from, Math.min(partEntries, places.length - from)));
        }
        EncodedColumn encoded = into.finish();
        if (encoded.zoneMap().valueCount() > 0) {
            target.root()
                    .relationshipColumn(
                            bucket.type,
                            propertyKeyId,
                            bucket.chunk,
                            target.extents().append(encoded.bytes()),
                            encoded.zoneMap());
            target.countProperties(encoded.zoneMap().valueCount());
        }
        target.pool().release(heldBytes);
    }

    /** The values whose places are from {@code from} on, in the order of their places. */
    private Vector part(Bucket bucket, int propertyKeyId, int[] places, int from, int count) {
        Vector arrived = new Vector();
        arrived.reset(VectorKind.NULL, 0);
        int[] order = new int[count];
        int arrival = 0;
        for (SpillBlock block : bucket.blocks()) {
            EntryBlock.column(block.load(), propertyKeyId, scratch);
            int taken = 0;
            rows = rows.length < scratch.count() ? new int[scratch.count()] : rows;
            for (int row = 0; row < scratch.count(); row++) {
                int place = places[arrival + row] - from;
                if (place >= 0 && place < count) {
                    order[place] = arrived.count() + taken;
                    rows[taken++] = row;
                }
            }
            if (taken > 0) {
                chosen.gather(scratch, rows, taken);
                arrived.append(chosen, taken);
            }
            arrival += scratch.count();
        }
        Vector sorted = new Vector();
        sorted.gather(arrived, order, count);
        return sorted;
    }
}
