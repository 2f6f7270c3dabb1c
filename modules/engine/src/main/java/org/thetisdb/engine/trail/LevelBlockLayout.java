package org.thetisdb.engine.trail;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * A block of a {@link NodeLevels}: a code for each of the nodes whose ids have the same highest bits.
 *
 * <pre>
 *   node id   38 ───── 18 │ 17 ──── 0
 *             block       │ place               code   0: not reached;  1 + level: reached at that level
 *
 *   narrow block, 256 KiB   a byte for each node    levels 0 to 254
 *   wide block, 1 MiB       an int for each node    levels 0 to 2^31 - 2
 * </pre>
 */
final class LevelBlockLayout {
    static final int BLOCK_BITS = 18;
    static final int BLOCK_NODES = 1 << BLOCK_BITS;
    static final long NARROW_BYTES = BLOCK_NODES;
    static final long WIDE_BYTES = (long) Integer.BYTES * BLOCK_NODES;
    static final int NARROW_LEVEL_MAX = 254;

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final long LOW_BITS = 0x7f7f7f7f7f7f7f7fL;
    private static final long ONES = 0x0101010101010101L;

    private LevelBlockLayout() {}

    /** The number of the block that has a node's code. */
    static int block(long node) {
        return (int) (node >>> BLOCK_BITS);
    }

    static int place(long node) {
        return (int) node & BLOCK_NODES - 1;
    }

    static long node(int block, int place) {
        return (long) block << BLOCK_BITS | place;
    }

    static int narrow(MemorySegment block, int place) {
        return Byte.toUnsignedInt(block.get(ValueLayout.JAVA_BYTE, place));
    }

    static void setNarrow(MemorySegment block, int place, int code) {
        block.set(ValueLayout.JAVA_BYTE, place, (byte) code);
    }

    static int wide(MemorySegment block, int place) {
        return block.getAtIndex(ValueLayout.JAVA_INT, place);
    }

    static void setWide(MemorySegment block, int place, int code) {
        block.setAtIndex(ValueLayout.JAVA_INT, place, code);
    }

    /**
     * The first place from one on whose code is another's, or, where that is 0, is not 0; {@link #BLOCK_NODES} if there
     * is none. Eight codes are looked at together.
     */
    static int findNarrow(MemorySegment block, int from, int code) {
        long pattern = ONES * code;
        long wanted = -1L << ((from & Long.BYTES - 1) << 3);
        for (int word = from & -Long.BYTES; word < BLOCK_NODES; word += Long.BYTES) {
            long codes = block.get(WORD, word) ^ pattern;
            // The highest bit of each byte that is not 0, exactly: no carry goes from one byte to the next.
            long differs = ((codes & LOW_BITS) + LOW_BITS | codes) & ~LOW_BITS;
            long found = (code == 0 ? differs : differs ^ ~LOW_BITS) & wanted;
            if (found != 0) {
                return word + (Long.numberOfTrailingZeros(found) >>> 3);
            }
            wanted = -1L;
        }
        return BLOCK_NODES;
    }

    /** As {@link #findNarrow}. */
    static int findWide(MemorySegment block, int from, int code) {
        int place = from;
        while (place < BLOCK_NODES && (wide(block, place) == code) == (code == 0)) {
            place++;
        }
        return place;
    }
}
