package org.thetisdb.storage.column;

import org.thetisdb.value.vector.Vector;

/** Blocked columns of values that are all in memory. */
public final class BlockedColumns {
    private BlockedColumns() {}

    public static EncodedColumn encode(Vector values) {
        BlockedColumnWriter writer = new BlockedColumnWriter();
        writer.start(values.count());
        writer.add(values);
        return writer.finish();
    }
}
