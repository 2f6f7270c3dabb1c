package org.thetisdb.engine.trail;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.pipeline.WorkBlocks;
import org.thetisdb.engine.pipeline.Worker;

/**
 * At which level a search has reached which nodes: a byte for each node id, in blocks that are made when the first of
 * their nodes is reached. A search of more levels than a byte has gets four bytes for each.
 *
 * <p>This is all that a search of a whole graph needs, so it is small enough for memory where a table of the nodes with
 * the ways to them is not; how a node was reached is found out by looking for a neighbour of the level above.
 *
 * <p>Used by one thread at a time.
 */
final class NodeLevels {
    static final int NONE = -1;
    private static final int ANY_CODE = 0;

    private final Worker worker;
    private final String operator;
    private MemorySegment[] blocks = {};
    private @Nullable WorkBlocks memory;
    private boolean wide;

    NodeLevels(Worker worker, String operator) {
        this.worker = worker;
        this.operator = operator;
    }

    /** Forgets all levels. */
    void begin() {
        if (wide || memory == null || !memory.areOfRun()) {
            release();
            return;
        }
        for (MemorySegment block : blocks) {
            block.fill((byte) 0);
        }
    }

    /** The level of a node, or {@link #NONE}. */
    int get(long node) {
        int index = LevelBlockLayout.block(node);
        if (index >= blocks.length || isMissing(blocks[index])) {
            return NONE;
        }
        int place = LevelBlockLayout.place(node);
        MemorySegment block = blocks[index];
        return (wide ? LevelBlockLayout.wide(block, place) : LevelBlockLayout.narrow(block, place)) - 1;
    }

    /**
     * Gives nodes a level that have none yet.
     *
     * @param added takes those, from its start on
     * @return how many they are
     */
    int mark(long[] nodes, int count, int level, long[] added) {
        if (level > LevelBlockLayout.NARROW_LEVEL_MAX && !wide) {
            widen();
        }
        return wide ? markWide(nodes, count, level + 1, added) : markNarrow(nodes, count, level + 1, added);
    }

    private int markNarrow(long[] nodes, int count, int code, long[] added) {
        int addedCount = 0;
        for (int index = 0; index < count; index++) {
            long node = nodes[index];
            MemorySegment block = madeBlock(LevelBlockLayout.block(node));
            int place = LevelBlockLayout.place(node);
            if (LevelBlockLayout.narrow(block, place) == 0) {
                LevelBlockLayout.setNarrow(block, place, code);
                added[addedCount++] = node;
            }
        }
        return addedCount;
    }

    private int markWide(long[] nodes, int count, int code, long[] added) {
        int addedCount = 0;
        for (int index = 0; index < count; index++) {
            long node = nodes[index];
            MemorySegment block = madeBlock(LevelBlockLayout.block(node));
            int place = LevelBlockLayout.place(node);
            if (LevelBlockLayout.wide(block, place) == 0) {
                LevelBlockLayout.setWide(block, place, code);
                added[addedCount++] = node;
            }
        }
        return addedCount;
    }

    private static boolean isMissing(MemorySegment block) {
        return block.byteSize() == 0;
    }

    private MemorySegment madeBlock(int index) {
        return index < blocks.length && !isMissing(blocks[index]) ? blocks[index] : makeBlock(index);
    }

    private MemorySegment makeBlock(int index) {
        if (index >= blocks.length) {
            int former = blocks.length;
            blocks = Arrays.copyOf(blocks, Math.max(index + 1, former + former / 2));
            Arrays.fill(blocks, former, blocks.length, MemorySegment.NULL);
        }
        MemorySegment block = memory().allocate(wide ? LevelBlockLayout.WIDE_BYTES : LevelBlockLayout.NARROW_BYTES);
        blocks[index] = block;
        return block;
    }

    private WorkBlocks memory() {
        WorkBlocks known = memory;
        if (known == null) {
            known = new WorkBlocks(worker, operator);
            memory = known;
        }
        return known;
    }

    private void widen() {
        WorkBlocks narrow = memory;
        memory = null;
        wide = true;
        for (int index = 0; index < blocks.length; index++) {
            MemorySegment block = blocks[index];
            if (!isMissing(block)) {
                MemorySegment wider = makeBlock(index);
                for (int place = 0; place < LevelBlockLayout.BLOCK_NODES; place++) {
                    LevelBlockLayout.setWide(wider, place, LevelBlockLayout.narrow(block, place));
                }
            }
        }
        if (narrow != null) {
            narrow.close();
        }
    }

    /**
     * The first node from one on that has a level.
     *
     * @param level which one; {@link #NONE} for any
     * @return {@link #NONE} if there is none
     */
    long next(long from, int level) {
        int code = level == NONE ? ANY_CODE : level + 1;
        int place = LevelBlockLayout.place(from);
        for (int index = LevelBlockLayout.block(from); index < blocks.length; index++) {
            if (!isMissing(blocks[index])) {
                int found = wide
                        ? LevelBlockLayout.findWide(blocks[index], place, code)
                        : LevelBlockLayout.findNarrow(blocks[index], place, code);
                if (found < LevelBlockLayout.BLOCK_NODES) {
                    return LevelBlockLayout.node(index, found);
                }
            }
            place = 0;
        }
        return NONE;
    }

    /** How many ids the blocks have room for. */
    long idCount() {
        return (long) blocks.length << LevelBlockLayout.BLOCK_BITS;
    }

    /** Forgets all levels and gives the memory back. */
    void release() {
        blocks = new MemorySegment[0];
        wide = false;
        if (memory != null) {
            memory.close();
            memory = null;
        }
    }
}
