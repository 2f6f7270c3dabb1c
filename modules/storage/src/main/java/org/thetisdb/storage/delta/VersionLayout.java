package org.thetisdb.storage.delta;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.thetisdb.storage.arena.RecordArena;

/**
 * What one transaction left of a node, or of a relationship's properties, as a record.
 *
 * <pre>
 *   0       4       8      12              16          20     24                       then
 *   +-------+-------+------+---------------+-----------+------+------------------------+---------------------+
 *   | stamp | older | jump | depth │ flags | label set | keys | where values are       | values              |
 *   +-------+-------+------+---------------+-----------+------+------------------------+---------------------+
 *     mark    handle handle  28      3                  handle  2 or 4 bytes each        see PropertyBytes
 * </pre>
 *
 * <p>{@code keys} is a list of property keys, 0 for none; where the value of each is counts from the beginning of the
 * record. {@code older} is 0 if the version before is the base's, or none. The label set is that of before the node was
 * deleted, if it was; a relationship's version has none.
 *
 * <p>Nothing changes but the stamp's mark, which may be replaced by one that says the same ({@link StampTable}).
 */
final class VersionLayout {
    static final long STAMP = 0;

    /** The base has none of its properties, because the node was made since. */
    static final int FRESH = 1 << 28;

    /** The node was deleted. */
    static final int DELETED = 1 << 29;

    private static final long OLDER = 4;
    private static final long JUMP = 8;
    private static final long DEPTH = 12;
    private static final long LABEL_SET = 16;
    private static final long KEYS = 20;
    private static final long PLACES = 24;

    /** The places of values take 4 bytes each. */
    private static final int WIDE = 1 << 30;

    private static final int DEPTH_MASK = FRESH - 1;
    private static final int NARROW_MAX = 0xFFFF;

    static {
        if (bytes(0, 0) != 24 || (FRESH | DELETED | WIDE | DEPTH_MASK) != Integer.MAX_VALUE) {
            throw new AssertionError("a version takes 24 bytes besides its properties: bytes=" + bytes(0, 0));
        }
    }

    private VersionLayout() {}

    private static boolean isWide(int count, long valueBytes) {
        return PLACES + (long) Short.BYTES * count + valueBytes > NARROW_MAX;
    }

    /** The bytes of a record. */
    static long bytes(int count, long valueBytes) {
        return valuesAt(count, isWide(count, valueBytes)) + valueBytes;
    }

    private static long valuesAt(int count, boolean wide) {
        return PLACES + (wide ? (long) Integer.BYTES : Short.BYTES) * count;
    }

    /** Writes what comes before the versions below are known. */
    static void writeHead(MemorySegment block, long at, int stamp, int labelSet, int keys) {
        block.set(ValueLayout.JAVA_INT, at + STAMP, stamp);
        block.set(ValueLayout.JAVA_INT, at + LABEL_SET, labelSet);
        block.set(ValueLayout.JAVA_INT, at + KEYS, keys);
    }

    static void writeChain(MemorySegment block, long at, int older, int jump, int depth) {
        block.set(ValueLayout.JAVA_INT, at + OLDER, older);
        block.set(ValueLayout.JAVA_INT, at + JUMP, jump);
        block.set(ValueLayout.JAVA_INT, at + DEPTH, depth);
    }

    /** Adds the flags to the depth, and returns where the values begin, from the beginning of the record. */
    static long writeFlags(MemorySegment block, long at, int flags, int count, long valueBytes) {
        boolean wide = isWide(count, valueBytes);
        int depth = block.get(ValueLayout.JAVA_INT, at + DEPTH);
        block.set(ValueLayout.JAVA_INT, at + DEPTH, depth | flags | (wide ? WIDE : 0));
        return valuesAt(count, wide);
    }

    static void writePlace(MemorySegment block, long at, int index, long place) {
        if ((block.get(ValueLayout.JAVA_INT, at + DEPTH) & WIDE) != 0) {
            block.set(ValueLayout.JAVA_INT, at + PLACES + (long) Integer.BYTES * index, (int) place);
        } else {
            block.set(ValueLayout.JAVA_SHORT, at + PLACES + (long) Short.BYTES * index, (short) place);
        }
    }

    /** Where a value is, from the beginning of the record. */
    static int place(MemorySegment block, long at, int index) {
        return (block.get(ValueLayout.JAVA_INT, at + DEPTH) & WIDE) != 0
                ? block.get(ValueLayout.JAVA_INT, at + PLACES + (long) Integer.BYTES * index)
                : block.get(ValueLayout.JAVA_SHORT, at + PLACES + (long) Short.BYTES * index) & NARROW_MAX;
    }

    static int stamp(MemorySegment block, long at) {
        return (int) RecordArena.INT.getOpaque(block, at + STAMP);
    }

    static int older(MemorySegment block, long at) {
        return block.get(ValueLayout.JAVA_INT, at + OLDER);
    }

    static int jump(MemorySegment block, long at) {
        return block.get(ValueLayout.JAVA_INT, at + JUMP);
    }

    static int depth(MemorySegment block, long at) {
        return block.get(ValueLayout.JAVA_INT, at + DEPTH) & DEPTH_MASK;
    }

    static boolean hasFlag(MemorySegment block, long at, int flag) {
        return (block.get(ValueLayout.JAVA_INT, at + DEPTH) & flag) != 0;
    }

    static int labelSet(MemorySegment block, long at) {
        return block.get(ValueLayout.JAVA_INT, at + LABEL_SET);
    }

    static int keys(MemorySegment block, long at) {
        return block.get(ValueLayout.JAVA_INT, at + KEYS);
    }
}
