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
 *   0              8          16             20        24        28        32
 *   +--------------+----------+--------------+---------+---------+---------+
 *   | start │ type | end      | slot │ flags | created | deleted | version |
 *   +--------------+----------+--------------+---------+---------+---------+
 *     39      11     39         28     2       mark      mark      handle
 * </pre>
 *
 * <p>{@code created} is 0 for a relationship of the base, {@code deleted} if nobody has, {@code version} if no property
 * was written since the base. These three change, and are loaded and stored as volatile variables. The flags belong to
 * whoever excludes others.
 */
final class LinkLayout {
    static final long CREATED = 20;
    static final long DELETED = 24;
    static final long VERSION = 28;
    static final long BYTES = 32;

    /** Is being put into the lists of both its ends. */
    static final int ENTERING = 1 << RelationshipIdLayout.SLOT_BITS;

    /** Is in the lists of both its ends. */
    static final int LISTED = ENTERING << 1;

    private static final long START = 0;
    private static final long END = 8;
    private static final long SLOT = 16;
    private static final int NODE_BITS = NodeIdLayout.CHUNK_BITS + NodeIdLayout.ROW_BITS;
    private static final long NODE_MASK = (1L << NODE_BITS) - 1;
    private static final int TYPE_SHIFT = 40;

    static {
        if (NODE_BITS > TYPE_SHIFT
                || RelationshipIdLayout.TYPE_COUNT_MAX > 1 << 63 - TYPE_SHIFT
                || LISTED < 0
                || VERSION + Integer.BYTES != BYTES) {
            throw new AssertionError("a link takes 32 bytes, and its parts have room: nodeBits=" + NODE_BITS);
        }
    }

    private LinkLayout() {}

    static void write(MemorySegment block, long at, long relationship, long start, long end, int created) {
        long type = RelationshipIdLayout.type(relationship);
        block.set(ValueLayout.JAVA_LONG, at + START, start | type << TYPE_SHIFT);
        block.set(ValueLayout.JAVA_LONG, at + END, end);
        block.set(ValueLayout.JAVA_INT, at + SLOT, RelationshipIdLayout.slot(relationship));
        block.set(ValueLayout.JAVA_INT, at + CREATED, created);
    }

    static long start(MemorySegment block, long at) {
        return block.get(ValueLayout.JAVA_LONG, at + START) & NODE_MASK;
    }

    static long end(MemorySegment block, long at) {
        return block.get(ValueLayout.JAVA_LONG, at + END);
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
        int type = (int) (first >>> TYPE_SHIFT);
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
}
