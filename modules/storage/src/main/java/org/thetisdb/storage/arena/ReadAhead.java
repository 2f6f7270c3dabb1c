package org.thetisdb.storage.arena;

import java.lang.foreign.MemorySegment;
import org.thetisdb.io.memory.MemoryAdvice;

/**
 * Brings what lies around a record of the file, for one who reads records that are near each other ({@link
 * NearRecords}). Not thread safe.
 */
public final class ReadAhead {
    private static final int REGION_BYTES = 1 << 16;
    private static final int REGION_UNIT_BITS = Integer.numberOfTrailingZeros(RecordArena.units(REGION_BYTES));

    private final RecordArena arena;
    private int region = -1;

    /** Of the records of an arena. */
    public ReadAhead(RecordArena arena) {
        this.arena = arena;
    }

    /** A record is going to be read; nothing happens if it is in the same region as the one before. */
    public void at(int handle) {
        int wanted = handle >>> REGION_UNIT_BITS;
        if (wanted != region && arena.isInFile()) {
            region = wanted;
            MemorySegment block = arena.block(handle);
            long from = RecordArena.offset(handle) & -REGION_BYTES;
            MemoryAdvice.soon(block.asSlice(from, Math.min(2L * REGION_BYTES, block.byteSize() - from)));
        }
    }
}
