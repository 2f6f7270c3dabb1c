package org.thetisdb.storage.column;

import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.ZoneMap;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.vector.Vector;

/**
 * Encodes values as a {@link BlockedColumn} of segments of 32,768 values, part by part, so that the column need not be
 * in memory as a whole before it is encoded.
 *
 * <p>Reusable, so that its buffers are; not thread safe.
 */
public final class BlockedColumnWriter {
    private final ColumnEncoder encoder = new ColumnEncoder();
    private ZoneMap zone = ZoneMap.allNull(0);
    private int count;
    private int added;

    /** Starts a column of {@code count} values. */
    public void start(int count) {
        this.count = count;
        added = 0;
        zone = ZoneMap.allNull(0);
        encoder.startBlocked(count);
    }

    /** Adds the next values: whole segments, but for the last part. */
    public void add(Vector values) {
        Invariant.check(
                added % NodeIdLayout.CHUNK_ROWS == 0 && values.count() <= count - added,
                "parts of a column are of whole segments, but for the last",
                "added",
                added,
                "count",
                values.count());
        for (int first = 0; first < values.count(); first += NodeIdLayout.CHUNK_ROWS) {
            int rows = Math.min(NodeIdLayout.CHUNK_ROWS, values.count() - first);
            zone = ZoneMaps.union(zone, encoder.addBlock(added / NodeIdLayout.CHUNK_ROWS, values, first, rows));
            added += rows;
        }
    }

    /** The column, when all its values were added. */
    public EncodedColumn finish() {
        Invariant.check(added == count, "a column has as many values as were announced", "added", added);
        return encoder.finishBlocked(zone);
    }
}
