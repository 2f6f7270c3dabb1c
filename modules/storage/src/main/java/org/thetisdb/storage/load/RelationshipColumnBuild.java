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
        long partBytes = ENTRY_BYTES * Math.min(places.length, partEntries);
        target.pool().reserve(partBytes);
        writer.start(places.length);
        for (int from = 0; from < places.length; from += partEntries) {
            writer.add(part(bucket, propertyKeyId, places, from, Math.min(partEntries, places.length - from)));
        }
        EncodedColumn encoded = writer.finish();
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
        target.pool().release(partBytes);
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
