package org.thetisdb.storage.delta;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.arena.RecordArena;

/**
 * A relationship that was made, changed or deleted since the base, as a record.
 *
 * <pre>
 *   0              8               16             20        24        28        32             40
 *   +--------------+---------------+--------------+---------+---------+---------+------+-------+-----------------+
 *   | start │ type | end │ heights | slot │ flags | created | deleted | version | next | next  | further next …  |
 *   +--------------+---------------+--------------+---------+---------+---------+------+-------+-----------------+
 *     39      11     39    4 + 4     28     2       mark      mark      handle   forward backward  forward, backward
 * </pre>
 *
 * <p>{@code created} is 0 for a relationship of the base, {@code deleted} if nobody has, {@code version} if no property
 * was written since the base. A record is in the list of its start and in that of its end; {@code next} is the one that
 * follows there. One of greater height has further ones, with which long lists are searched ({@link LinkLists}): those
 * of heights 2, 3, … of the forward list, then those of the backward list.
 *
 * <p>What changes, or is followed while others write, is loaded and stored as a volatile variable: all but the first
 * two fields. The flags belong to whoever excludes others.
 */
final class LinkLayout {
    static final long CREATED = 20;
    static final long DELETED = 24;
    static final long VERSION = 28;
    static final int HEIGHT_MAX = 10;

    /** Is being put into the lists of both its ends. */
    static final int ENTERING = 1 << RelationshipIdLayout.SLOT_BITS;

    /** Is in the lists of both its ends. */
    static final int LISTED = ENTERING << 1;

    private static final long START = 0;
    private static final long END = 8;
    private static final long SLOT = 16;
    private static final long NEXT_FORWARD = 32;
    private static final long NEXT_BACKWARD = 36;
    private static final long FURTHER = 40;
    private static final int NODE_BITS = NodeIdLayout.CHUNK_BITS + NodeIdLayout.ROW_BITS;
    private static final long NODE_MASK = (1L << NODE_BITS) - 1;
    private static final int FORWARD_HEIGHT_SHIFT = 40;
    private static final int BACKWARD_HEIGHT_SHIFT = 44;
    private static final int HEIGHT_MASK = 15;

    static {
        if (NODE_BITS > FORWARD_HEIGHT_SHIFT
                || RelationshipIdLayout.TYPE_COUNT_MAX > 1 << 63 - FORWARD_HEIGHT_SHIFT
                || LISTED < 0
                || HEIGHT_MAX > HEIGHT_MASK
                || FURTHER != NEXT_BACKWARD + Integer.BYTES
                || bytes(1, 1) != 40) {
            throw new AssertionError("a link takes 40 bytes, and its parts have room: nodeBits=" + NODE_BITS);
        }
    }

    private LinkLayout() {}

    /** The bytes of a record. */
    static long bytes(int forwardHeight, int backwardHeight) {
        return FURTHER + (long) Integer.BYTES * (forwardHeight + backwardHeight - 2);
    }

    static void write(
            MemorySegment block,
            long at,
            long relationship,
            long start,
            long end,
            int forwardHeight,
            int backwardHeight,
            int created) {
        block.set(
                ValueLayout.JAVA_LONG,
                at + START,
                start | (long) RelationshipIdLayout.type(relationship) << FORWARD_HEIGHT_SHIFT);
        block.set(
                ValueLayout.JAVA_LONG,
                at + END,
                end | (long) forwardHeight << FORWARD_HEIGHT_SHIFT | (long) backwardHeight << BACKWARD_HEIGHT_SHIFT);
        block.set(ValueLayout.JAVA_INT, at + SLOT, RelationshipIdLayout.slot(relationship));
        block.set(ValueLayout.JAVA_INT, at + CREATED, created);
    }

    static long start(MemorySegment block, long at) {
        return block.get(ValueLayout.JAVA_LONG, at + START) & NODE_MASK;
    }

    static long end(MemorySegment block, long at) {
        return block.get(ValueLayout.JAVA_LONG, at + END) & NODE_MASK;
    }

    /** The node at the other end as a list of this side has it. */
    static long neighbour(MemorySegment block, long at, boolean forward) {
        return block.get(ValueLayout.JAVA_LONG, at + (forward ? END : START)) & NODE_MASK;
    }

    static int slot(MemorySegment block, long at) {
        return block.get(ValueLayout.JAVA_INT, at + SLOT) & RelationshipIdLayout.SLOT_COUNT_MAX - 1;
    }

    static long relationship(MemorySegment block, long at) {
        long first = block.get(ValueLayout.JAVA_LONG, at + START);
        int type = (int) (first >>> FORWARD_HEIGHT_SHIFT);
        return RelationshipIdLayout.id(type, NodeIdLayout.chunk(first & NODE_MASK), slot(block, at));
    }

    static boolean hasFlag(MemorySegment block, long at, int flag) {
        return (block.get(ValueLayout.JAVA_INT, at + SLOT) & flag) != 0;
    }

    static void addFlag(MemorySegment block, long at, int flag) {
        block.set(ValueLayout.JAVA_INT, at + SLOT, block.get(ValueLayout.JAVA_INT, at + SLOT) | flag);
    }

    static int created(MemorySegment block, long at) {
        return (int) RecordArena.INT.getVolatile(block, at + CREATED);
    }

    static int deleted(MemorySegment block, long at) {
        return (int) RecordArena.INT.getVolatile(block, at + DELETED);
    }

    static int version(MemorySegment block, long at) {
        return (int) RecordArena.INT.getVolatile(block, at + VERSION);
    }

    static int height(MemorySegment block, long at, boolean forward) {
        long heights = block.get(ValueLayout.JAVA_LONG, at + END);
        return (int) (heights >>> (forward ? FORWARD_HEIGHT_SHIFT : BACKWARD_HEIGHT_SHIFT)) & HEIGHT_MASK;
    }

    /** The next one in a list; 0 at its end. */
    static int next(MemorySegment block, long at, boolean forward) {
        return (int) RecordArena.INT.getVolatile(block, at + (forward ? NEXT_FORWARD : NEXT_BACKWARD));
    }

    /** The next one of at least a height, which this one has, too. */
    static int next(MemorySegment block, long at, boolean forward, int height) {
        return (int) RecordArena.INT.getVolatile(block, at + nextField(block, at, forward, height));
    }

    static void setNext(MemorySegment block, long at, boolean forward, int height, int link) {
        RecordArena.INT.setVolatile(block, at + nextField(block, at, forward, height), link);
    }

    private static long nextField(MemorySegment block, long at, boolean forward, int height) {
        if (height == 1) {
            return forward ? NEXT_FORWARD : NEXT_BACKWARD;
        }
        int before = forward ? 0 : height(block, at, true) - 1;
        return FURTHER + (long) Integer.BYTES * (before + height - 2);
    }
}
