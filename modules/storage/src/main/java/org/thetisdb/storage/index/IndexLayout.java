package org.thetisdb.storage.index;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.thetisdb.storage.packing.PackedValues;

/**
 * The bytes of an index; all numbers little-endian.
 *
 * <pre>
 *   block (leaf or fences)
 *    0       2       3       4       5       6         8           12          16          24          32
 *   +-------+-------+-------+-------+-------+---------+-----------+-----------+-----------+-----------+
 *   | count | headb | shift | valb  | flags | prefix  | tailBytes | blockBytes| headLeast | valueLeast|
 *   +-------+-------+-------+-------+-------+---------+-----------+-----------+-----------+-----------+
 *   | 32  heads: (head - least) >>> shift        count × headb bits                                   |
 *   |     values: node, or offset of the child   count × valb bits                                    |
 *   |     tombstones (with tombstones)           count × 1 bit                                        |
 *   |     tailEnds (with tails)                  count × 4 bytes, then rounded up to 8                |
 *   |     prefix of all tails, rest of each tail, zero padding to 8 and 8 more                        |
 *   +-------------------------------------------------------------------------------------------------+
 *
 *   root
 *    0       4         8            16               24          32             40            44     48
 *   +-------+---------+------------+----------------+-----------+--------------+-------------+------+
 *   | magic | trees   | entryCount | tombstoneCount | runBytes  | filterOffset | filterWords | zero |
 *   +-------+---------+------------+----------------+-----------+--------------+-------------+------+
 *
 *   then for each tree
 *    0     4        8             16           24          32             40
 *   +-----+--------+-------------+------------+-----------+--------------+
 *   | tag | levels | rootOffset  | entryCount | headLeast | headGreatest |
 *   +-----+--------+-------------+------------+-----------+--------------+
 * </pre>
 *
 * <p>The least and the greatest head, compared as unsigned numbers, keep look-ups out of runs that cannot have the key.
 *
 * <p>A run that is not an index's oldest has a filter of its keys ({@link KeyFilterLayout}), so that few look-ups go
 * down its trees in vain; {@code filterWords} is 0 if there is none.
 *
 * <p>Offsets are those of the data file, in which all of a run lies. {@code runBytes} is what root, filter and blocks
 * take together. Entries that are tombstones count as entries.
 */
final class IndexLayout {
    static final int MAGIC = 0x34584454;
    static final int BLOCK_ENTRIES_MAX = 256;

    /** Blocks with long strings end early, so that one look-up does not pull in many pages. */
    static final int BLOCK_TAIL_BYTES_MAX = 12 << 10;

    static final int BLOCK_HEADER_BYTES = 32;
    static final int ROOT_HEADER_BYTES = 48;
    static final int TREE_BYTES = 40;
    static final int FLAG_TAILS = 1;
    static final int FLAG_TOMBSTONES = 2;

    static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private IndexLayout() {}

    static long valuesOffset(int count, int headBits) {
        return BLOCK_HEADER_BYTES + PackedValues.bytes(count, headBits);
    }

    static long tombstonesOffset(int count, int headBits, int valueBits) {
        return valuesOffset(count, headBits) + PackedValues.bytes(count, valueBits);
    }

    static long tailEndsOffset(int count, int headBits, int valueBits, boolean tombstones) {
        return tombstonesOffset(count, headBits, valueBits) + (tombstones ? PackedValues.bytes(count, 1) : 0);
    }

    static long tailsOffset(int count, int headBits, int valueBits, boolean tombstones, boolean tails) {
        return tailEndsOffset(count, headBits, valueBits, tombstones) + (tails ? (count * 4L + 7) / 8 * 8 : 0);
    }

    static int count(MemorySegment memory, long block) {
        return memory.get(SHORT, block) & 0xffff;
    }

    static int headBits(MemorySegment memory, long block) {
        return memory.get(ValueLayout.JAVA_BYTE, block + 2);
    }

    static int headShift(MemorySegment memory, long block) {
        return memory.get(ValueLayout.JAVA_BYTE, block + 3);
    }

    static int valueBits(MemorySegment memory, long block) {
        return memory.get(ValueLayout.JAVA_BYTE, block + 4);
    }

    static int flags(MemorySegment memory, long block) {
        return memory.get(ValueLayout.JAVA_BYTE, block + 5);
    }

    static int prefixBytes(MemorySegment memory, long block) {
        return memory.get(SHORT, block + 6) & 0xffff;
    }

    static int blockBytes(MemorySegment memory, long block) {
        return memory.get(INT, block + 12);
    }

    static long headLeast(MemorySegment memory, long block) {
        return memory.get(LONG, block + 16);
    }

    static long valueLeast(MemorySegment memory, long block) {
        return memory.get(LONG, block + 24);
    }
}
