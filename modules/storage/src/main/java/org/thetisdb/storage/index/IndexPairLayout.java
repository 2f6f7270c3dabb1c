package org.thetisdb.storage.index;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.thetisdb.storage.arena.RecordArena;

/**
 * A pair of a key and a node, as a record.
 *
 * <pre>
 *   0      4               8       16      24     28
 *   +------+---------------+-------+-------+------+------+---+-----------+
 *   | tag  | bytes of tail | head  | node  | next | next | … | tail      |
 *   +------+---------------+-------+-------+------+------+---+-----------+
 *    │ levels, from bit 8     of the key     a handle for each level, the lowest first
 * </pre>
 *
 * <p>The handles change, and are loaded and stored as volatile variables. With a number, three of four pairs
 * take 32 bytes. In a {@link PairRun} a pair has no handles.
 */
final class IndexPairLayout {
    private static final long TAG = 0;
    private static final long TAIL_BYTES = 4;
    private static final long HEAD = 8;
    private static final long NODE = 16;
    private static final long NEXT = 24;
    private static final int LEVELS_SHIFT = 8;
    private static final int TAG_MASK = (1 << LEVELS_SHIFT) - 1;

    static {
        if (NEXT != NODE + Long.BYTES || SortKey.TAG_TUPLE > TAG_MASK) {
            throw new AssertionError("fields follow one another, and a tag has room");
        }
    }

    private IndexPairLayout() {}

    static long bytes(IndexKey key, int levels) {
        return NEXT + (long) Integer.BYTES * levels + key.tail().length;
    }

    /** Writes all but the handles. */
    static void write(MemorySegment block, long at, IndexKey key, long node, int levels) {
        byte[] tail = key.tail();
        block.set(ValueLayout.JAVA_INT, at + TAG, key.tag() | levels << LEVELS_SHIFT);
        block.set(ValueLayout.JAVA_INT, at + TAIL_BYTES, tail.length);
        block.set(ValueLayout.JAVA_LONG, at + HEAD, key.head());
        block.set(ValueLayout.JAVA_LONG, at + NODE, node);
        MemorySegment.copy(tail, 0, block, ValueLayout.JAVA_BYTE, at + tailAt(levels), tail.length);
    }

    private static long tailAt(int levels) {
        return NEXT + (long) Integer.BYTES * levels;
    }

    static long node(MemorySegment block, long at) {
        return block.get(ValueLayout.JAVA_LONG, at + NODE);
    }

    static IndexKey key(MemorySegment block, long at) {
        int tag = block.get(ValueLayout.JAVA_INT, at + TAG);
        byte[] tail = new byte[block.get(ValueLayout.JAVA_INT, at + TAIL_BYTES)];
        MemorySegment.copy(block, ValueLayout.JAVA_BYTE, at + tailAt(tag >>> LEVELS_SHIFT), tail, 0, tail.length);
        return new IndexKey(tag & TAG_MASK, block.get(ValueLayout.JAVA_LONG, at + HEAD), tail);
    }

    /** Compares a pair with another one: by the key, then by the node. */
    static int compare(MemorySegment block, long at, IndexKey key, long node) {
        int tag = block.get(ValueLayout.JAVA_INT, at + TAG);
        int byTag = Integer.compare(tag & TAG_MASK, key.tag());
        if (byTag != 0) {
            return byTag;
        }
        int byHead = Long.compareUnsigned(block.get(ValueLayout.JAVA_LONG, at + HEAD), key.head());
        if (byHead != 0) {
            return byHead;
        }
        int byTail = compareTail(block, at, tag >>> LEVELS_SHIFT, key.tail());
        return byTail != 0 ? byTail : Long.compare(node(block, at), node);
    }

    private static int compareTail(MemorySegment block, long at, int levels, byte[] other) {
        int bytes = block.get(ValueLayout.JAVA_INT, at + TAIL_BYTES);
        long tail = at + tailAt(levels);
        // Most keys are numbers, which have none.
        int place = bytes + other.length == 0
                ? -1
                : (int) MemorySegment.mismatch(
                        block, tail, tail + bytes, MemorySegment.ofArray(other), 0, other.length);
        if (place < 0) {
            return 0;
        }
        return place < Math.min(bytes, other.length)
                ? Byte.compareUnsigned(block.get(ValueLayout.JAVA_BYTE, tail + place), other[place])
                : Integer.compare(bytes, other.length);
    }

    /** Compares two pairs, wherever they are: by the key, then by the node. */
    static int compare(MemorySegment block, long at, MemorySegment otherBlock, long otherAt) {
        int tag = block.get(ValueLayout.JAVA_INT, at + TAG);
        int otherTag = otherBlock.get(ValueLayout.JAVA_INT, otherAt + TAG);
        int byTag = Integer.compare(tag & TAG_MASK, otherTag & TAG_MASK);
        if (byTag != 0) {
            return byTag;
        }
        int byHead = Long.compareUnsigned(
                block.get(ValueLayout.JAVA_LONG, at + HEAD), otherBlock.get(ValueLayout.JAVA_LONG, otherAt + HEAD));
        if (byHead != 0) {
            return byHead;
        }
        int byTail = compareTails(
                block,
                at + tailAt(tag >>> LEVELS_SHIFT),
                block.get(ValueLayout.JAVA_INT, at + TAIL_BYTES),
                otherBlock,
                otherAt + tailAt(otherTag >>> LEVELS_SHIFT),
                otherBlock.get(ValueLayout.JAVA_INT, otherAt + TAIL_BYTES));
        return byTail != 0 ? byTail : Long.compare(node(block, at), node(otherBlock, otherAt));
    }

    private static int compareTails(
            MemorySegment block, long at, int bytes, MemorySegment otherBlock, long otherAt, int otherBytes) {
        int place = bytes + otherBytes == 0
                ? -1
                : (int) MemorySegment.mismatch(block, at, at + bytes, otherBlock, otherAt, otherAt + otherBytes);
        if (place < 0) {
            return 0;
        }
        return place < Math.min(bytes, otherBytes)
                ? Byte.compareUnsigned(
                        block.get(ValueLayout.JAVA_BYTE, at + place),
                        otherBlock.get(ValueLayout.JAVA_BYTE, otherAt + place))
                : Integer.compare(bytes, otherBytes);
    }

    /** What a pair takes without handles, so that the next one begins at a multiple of 8. */
    static int bareBytes(MemorySegment block, long at) {
        int bytes = (int) NEXT + block.get(ValueLayout.JAVA_INT, at + TAIL_BYTES);
        return bytes + Long.BYTES - 1 & -Long.BYTES;
    }

    /** Copies a pair without its handles. */
    static void copyBare(MemorySegment block, long at, byte[] into) {
        int tag = block.get(ValueLayout.JAVA_INT, at + TAG);
        int tailBytes = block.get(ValueLayout.JAVA_INT, at + TAIL_BYTES);
        MemorySegment.copy(block, ValueLayout.JAVA_BYTE, at, into, 0, (int) NEXT);
        MemorySegment.ofArray(into).set(ValueLayout.JAVA_INT_UNALIGNED, TAG, tag & TAG_MASK);
        MemorySegment.copy(
                block, ValueLayout.JAVA_BYTE, at + tailAt(tag >>> LEVELS_SHIFT), into, (int) NEXT, tailBytes);
    }

    static int next(MemorySegment block, long at, int level) {
        return (int) RecordArena.INT.getVolatile(block, nextAt(at, level));
    }

    static void setNext(MemorySegment block, long at, int level, int next) {
        RecordArena.INT.setVolatile(block, nextAt(at, level), next);
    }

    static boolean replaceNext(MemorySegment block, long at, int level, int expected, int next) {
        return RecordArena.INT.compareAndSet(block, nextAt(at, level), expected, next);
    }

    private static long nextAt(long at, int level) {
        return at + NEXT + (long) Integer.BYTES * level;
    }
}
