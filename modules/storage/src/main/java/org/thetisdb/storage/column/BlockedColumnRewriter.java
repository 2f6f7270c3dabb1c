package org.thetisdb.storage.column;

import java.util.BitSet;
import java.util.Optional;
import java.util.function.IntFunction;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.ZoneMap;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorFullException;
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
    public record ChangedSlots(int count, int[] slots, boolean[] free, ChangedValues values) {}

    /** Values of changed slots. */
    public interface ChangedValues {
        /**
         * Reads some.
         *
         * @param from the first entry
         * @param into takes them; is reset
         * @throws VectorFullException if it may not take as much
         */
        void read(int from, int count, Vector into);
    }

    private static final int PIECE_ROWS = 2048;
    private static final int SHRINKING = 8;

    /** Strings of a block that is in memory as a whole, and of a piece of another one. */
    private static final int BLOCK_BYTES_MAX = 12 << 20;

    private static final int PIECE_BYTES_MAX = 2 << 20;

    private final ColumnOverflow overflow;
    private final ColumnEncoder encoder;
    private final TemporarySpace space;
    private final int blockBytesMax;
    private Vector block = new Vector();
    private final Vector values = new Vector();
    private final BitSet freeRows = new BitSet();
    private final Runnable refresh;

    /**
     * @param refresh drops the pages that old columns and changed values use; called between blocks, and between
     *     pieces of them
     * @param space where a column goes while it is made that is too large for memory
     */
    public BlockedColumnRewriter(Runnable refresh, TemporarySpace space) {
        this(refresh, space, BLOCK_BYTES_MAX);
    }

    /** @param blockBytesMax of strings in one block; more are written piece by piece */
    BlockedColumnRewriter(Runnable refresh, TemporarySpace space, int blockBytesMax) {
        this.space = space;
        this.blockBytesMax = blockBytesMax;
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
                Optional<ColumnSegment> segment = isOld ? Optional.of(old.get().segment(number)) : Optional.empty();
                total = ZoneMaps.union(total, rewriteBlock(segment, number, rows, changed));
            }
            refresh.run();
        }
        return total.valueCount() == 0 ? Optional.empty() : Optional.of(encoder.finishBlocked(total));
    }

    private ZoneMap rewriteBlock(Optional<ColumnSegment> old, int number, int rows, ChangedSlots changed) {
        if (!readWhole(old, rows, changed)) {
            block = new Vector();
            return rewriteLong(old, number, rows, changed);
        }
        freeRows.clear();
        for (int change = 0; change < changed.count(); change++) {
            freeRows.set(BlockedColumn.rowInBlock(changed.slots()[change]), changed.free()[change]);
        }
        FreeRows.fill(block, freeRows);
        return encoder.addBlock(number, block, 0, rows);
    }

    /** Makes the block hold all its values; false if they are too long for that. */
    private boolean readWhole(Optional<ColumnSegment> old, int rows, ChangedSlots changed) {
        block.limitStringBytes(blockBytesMax);
        values.limitStringBytes(blockBytesMax);
        try {
            readOld(old, 0, rows);
            for (int change = 0; change < changed.count(); change += PIECE_ROWS) {
                patch(changed, change, Math.min(changed.count(), change + PIECE_ROWS), 0);
                refresh.run();
            }
            return true;
        } catch (VectorFullException tooMany) {
            refresh.run();
            return false;
        }
    }

    private ZoneMap rewriteLong(Optional<ColumnSegment> old, int number, int rows, ChangedSlots changed) {
        try (LongColumnWriter writer = new LongColumnWriter(space)) {
            int wanted = PIECE_ROWS;
            int change = 0;
            int row = 0;
            while (row < rows) {
                int some = Math.min(wanted, rows - row);
                int end = change;
                while (end < changed.count() && BlockedColumn.rowInBlock(changed.slots()[end]) < row + some) {
                    end++;
                }
                if (readPiece(old, row, some, changed, change, end)) {
                    writer.add(block);
                    change = end;
                    row += some;
                    wanted = Math.min(PIECE_ROWS, 2 * some);
                } else {
                    wanted = Math.max(1, some / SHRINKING);
                }
                refresh.run();
            }
            return encoder.addEncodedBlock(number, writer.finish());
        }
    }

    /** Makes the block hold some of its values; false if those are too long. */
    private boolean readPiece(
            Optional<ColumnSegment> old, int row, int count, ChangedSlots changed, int change, int changeEnd) {
        int bytesMax = count == 1 ? Integer.MAX_VALUE : PIECE_BYTES_MAX;
        block.limitStringBytes(bytesMax);
        values.limitStringBytes(bytesMax);
        try {
            readOld(old, row, count);
            patch(changed, change, changeEnd, row);
            return true;
        } catch (VectorFullException tooMany) {
            return false;
        }
    }

    /** Makes the block hold old values from a row on, and nulls where there are none. */
    private void readOld(Optional<ColumnSegment> old, int row, int count) {
        int there =
                old.map(segment -> Math.clamp(segment.count() - row, 0, count)).orElse(0);
        if (there == 0) {
            block.reset(VectorKind.NULL, count);
            return;
        }
        block.reset(old.orElseThrow().kind(), there);
        old.orElseThrow().readRun(row, there, block, 0);
        block.padWithNulls(count);
    }

    /** Puts some of the changed values over the old ones, of which the block has those from a row on. */
    private void patch(ChangedSlots changed, int from, int end, int row) {
        if (from < end) {
            changed.values().read(from, end - from, values);
            for (int change = from; change < end; change++) {
                block.copyEntry(BlockedColumn.rowInBlock(changed.slots()[change]) - row, values, change - from);
            }
        }
    }

    /** Frees the column that was made last, and its place on the disk. */
    @Override
    public void close() {
        overflow.close();
    }
}
