package org.thetisdb.storage.column;

import java.util.BitSet;
import java.util.Optional;
import java.util.function.IntFunction;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.ZoneMap;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Makes a new blocked column from the one that is there, if any, and changed values. Blocks of which nothing changed
 * are copied as bytes; the others are read, changed and encoded, one at a time.
 *
 * <p>Reusable, so that its buffers are; not thread safe.
 */
public final class BlockedColumnRewriter implements AutoCloseable {
    private static final int BLOCK_ROWS = NodeIdLayout.CHUNK_ROWS;

    /**
     * What changes in one block.
     *
     * @param count how many slots change: the first ones of the arrays
     * @param slots ascending, none twice. A slot that became free is among them, with null
     * @param free which of them belong to no relationship any more: {@link FreeRows}
     * @param values the new value of {@code slots[i]} is entry i, null for none
     */
    public record ChangedSlots(int count, int[] slots, boolean[] free, Vector values) {}

    private final ColumnOverflow overflow;
    private final ColumnEncoder encoder;
    private final Vector block = new Vector();
    private final BitSet freeRows = new BitSet();
    private final Runnable refresh;

    /**
     * @param refresh drops the pages that old columns use; called between blocks
     * @param space where a column goes while it is made that is too large for memory
     */
    public BlockedColumnRewriter(Runnable refresh, TemporarySpace space) {
        this.refresh = refresh;
        this.overflow = new ColumnOverflow(space);
        this.encoder = new ColumnEncoder(overflow);
    }

    /**
     * Rewrites a column.
     *
     * @param old nothing if there was no value yet
     * @param count the new length: the slot count of the forward lists, which may be more or less than before. What is
     *     new is null unless it is among the changes
     * @param changes what changes in a block, by its number; asked for once, by ascending number
     * @return the column, until the next one is made; nothing if no value is left, so that the column falls away
     */
    public Optional<EncodedColumn> rewrite(Optional<BlockedColumn> old, int count, IntFunction<ChangedSlots> changes) {
        encoder.startBlocked(count);
        ZoneMap total = ZoneMap.allNull(0);
        int blockCount = (int) (((long) count + BLOCK_ROWS - 1) / BLOCK_ROWS);
        for (int number = 0; number < blockCount; number++) {
            int rows = Math.min(BLOCK_ROWS, count - number * BLOCK_ROWS);
            ChangedSlots changed = changes.apply(number);
            boolean isOld = old.isPresent() && number < old.get().blockCount();
            if (isOld && changed.count() == 0 && old.get().segment(number).count() == rows) {
                total = ZoneMaps.union(total, old.get().copyTo(encoder, number));
            } else {
                read(isOld ? old : Optional.empty(), number, rows);
                freeRows.clear();
                for (int change = 0; change < changed.count(); change++) {
                    int row = BlockedColumn.rowInBlock(changed.slots()[change]);
                    block.copyEntry(row, changed.values(), change);
                    freeRows.set(row, changed.free()[change]);
                }
                FreeRows.fill(block, freeRows);
                total = ZoneMaps.union(total, encoder.addBlock(number, block, 0, rows));
            }
            refresh.run();
        }
        return total.valueCount() == 0 ? Optional.empty() : Optional.of(encoder.finishBlocked(total));
    }

    /** Makes the block hold the first {@code rows} old values of a block, and nulls after them. */
    private void read(Optional<BlockedColumn> old, int number, int rows) {
        if (old.isEmpty()) {
            block.reset(VectorKind.NULL, rows);
            return;
        }
        ColumnSegment segment = old.get().segment(number);
        int there = Math.min(rows, segment.count());
        block.reset(segment.kind(), there);
        segment.readRun(0, there, block, 0);
        block.padWithNulls(rows);
    }

    /** Frees the column that was made last, and its place on the disk. */
    @Override
    public void close() {
        overflow.close();
    }
}
