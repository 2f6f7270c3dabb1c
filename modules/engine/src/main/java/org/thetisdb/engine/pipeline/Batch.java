package org.thetisdb.engine.pipeline;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorCheck;

/**
 * A batch of rows that knows where it came from.
 *
 * <p>A column is either held by the batch itself (what its stage computed), or it is the parent's, seen through
 * {@code parentRows}: row i here stems from row {@code parentRows[i]} there. Such a column is gathered when it is first
 * asked for and kept until the batch is refilled. So a filter or an expansion costs nothing for columns that nobody
 * reads afterwards, and string columns that only the last operator of a plan needs are not copied on the way. Where a
 * batch is a {@linkplain #fillFromPart part} of its parent, which has not gathered a column itself, the others of its
 * rows are not gathered for it.
 *
 * <p>Invariants: {@code 0 <= parentRows[i] < parent.count()}; without parent rows, row i is the parent's row i and both
 * have the same count. A batch is refilled only by the stage that owns it, after everything it pushed has returned.
 */
public final class Batch implements Rows {
    /** Slot of a column that nobody reads. */
    public static final int NO_SLOT = -1;

    private static final int[] IDENTITY = {};
    private static final Vector[] NO_VECTORS = {};
    private static final long[] NO_FILLS = {};

    private Vector[] held;
    private Vector[] gathered;
    private long[] gatheredAt;
    private long fill;
    private int count;
    private @Nullable Batch parent;
    private long parentFill;
    private int[] parentRows = IDENTITY;
    private int stringBytesMax = Integer.MAX_VALUE;

    /** Whether these are rows of the parent whose others may be too long to be gathered. */
    private boolean isPart;

    public Batch(int slotCount) {
        held = slotCount == 0 ? NO_VECTORS : new Vector[slotCount];
        gathered = slotCount == 0 ? NO_VECTORS : new Vector[slotCount];
        gatheredAt = slotCount == 0 ? NO_FILLS : new long[slotCount];
    }

    /** Begins a new filling without parent; held columns are to be set or kept by the owner. */
    public void fill(int newCount) {
        fill++;
        count = newCount;
        parent = null;
        parentRows = IDENTITY;
    }

    /** Begins a new filling whose rows are the parent's, one by one. */
    public void fillFrom(Batch newParent) {
        fill++;
        count = newParent.count;
        parent = newParent;
        parentFill = newParent.fill;
        parentRows = IDENTITY;
    }

    /** Begins a new filling whose row i stems from row {@code rows[i]} of the parent. */
    public void fillFrom(Batch newParent, int[] rows, int newCount) {
        assert areRowsOf(newParent, rows, newCount);
        fill++;
        count = newCount;
        parent = newParent;
        parentFill = newParent.fill;
        parentRows = rows;
        isPart = false;
    }

    /** As {@link #fillFrom(Batch, int[], int)}, where the parent's rows may be too long to be gathered together. */
    void fillFromPart(Batch newParent, int[] rows, int newCount) {
        fillFrom(newParent, rows, newCount);
        isPart = true;
    }

    /** Makes a vector of {@link #count} entries the column of a slot, for this filling and later ones. */
    public void hold(int slot, Vector column) {
        reserve(slot);
        held[slot] = column;
    }

    /** Slots are also allocated while a plan's stages are made. */
    private void reserve(int slot) {
        if (slot >= held.length) {
            int length = Math.max(slot + 1, held.length * 2);
            held = Arrays.copyOf(held, length);
            gathered = Arrays.copyOf(gathered, length);
            gatheredAt = Arrays.copyOf(gatheredAt, length);
        }
    }

    /** The vector that {@link #hold} gave to a slot, or a new one that it then holds. */
    public Vector own(int slot) {
        reserve(slot);
        Vector column = held[slot];
        if (column == null) {
            column = new Vector();
            held[slot] = column;
        }
        return column;
    }

    @Override
    public int count() {
        return count;
    }

    /** How many rows are meant if these are chosen, as {@link Stage#takeNodes} has it. */
    public int chosenCount(long @Nullable [] chosen) {
        if (chosen == null) {
            return count;
        }
        int found = 0;
        for (int word = 0; word < (count + Long.SIZE - 1) / Long.SIZE; word++) {
            found += Long.bitCount(chosen[word]);
        }
        return found;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    public Vector column(int slot) {
        Vector own = slot < held.length ? held[slot] : null;
        if (own != null) {
            return own;
        }
        if (parent == null) {
            throw new IllegalStateException("no such column: slot=" + slot + ", held=" + heldSlots());
        }
        assert parent.fill == parentFill : "the parent was refilled: slot=" + slot;
        return parentRows == IDENTITY ? parent.column(slot) : gather(parent, slot);
    }

    /** What the strings of some columns take, in bytes. */
    public long stringBytes(int[] slots) {
        long bytes = 0;
        for (int slot : slots) {
            bytes += column(slot).stringBytes();
        }
        return bytes;
    }

    private Vector gather(Batch from, int slot) {
        reserve(slot);
        if (gatheredAt[slot] == fill) {
            return gathered[slot];
        }
        Vector target = gathered[slot];
        if (target == null) {
            target = new Vector();
            gathered[slot] = target;
        }
        target.limitStringBytes(stringBytesMax);
        if (isPart) {
            from.pick(slot, parentRows, count, target);
        } else {
            target.choose(from.column(slot), parentRows, count);
        }
        gatheredAt[slot] = fill;
        return target;
    }

    /** Makes a vector a column of some of the rows. */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private void pick(int slot, int[] rows, int rowCount, Vector target) {
        boolean isMade = slot < held.length && (held[slot] != null || gatheredAt[slot] == fill);
        if (isMade || parent == null) {
            target.choose(column(slot), rows, rowCount);
        } else if (parentRows == IDENTITY) {
            parent.pick(slot, rows, rowCount, target);
        } else {
            int[] picked = new int[rowCount];
            for (int index = 0; index < rowCount; index++) {
                picked[index] = parentRows[rows[index]];
            }
            parent.pick(slot, picked, rowCount, target);
        }
    }

    /**
     * Says how much the strings of a column may take, from now on, that is gathered for this batch or for one from
     * which its rows stem: beyond that asking for it ends in a {@link org.thetisdb.value.vector.VectorFullException}.
     *
     * @param max in bytes; {@link Integer#MAX_VALUE} for any
     */
    void limitStringBytes(int max) {
        // What has no parent gathers nothing, and may be rows that workers share.
        Batch above = parent;
        for (Batch batch = this; above != null; above = batch.parent) {
            batch.stringBytesMax = max;
            batch = above;
        }
    }

    private static boolean areRowsOf(Batch batch, int[] rows, int rowCount) {
        for (int index = 0; index < rowCount; index++) {
            if (rows[index] < 0 || rows[index] >= batch.count) {
                return false;
            }
        }
        return true;
    }

    /** The batch that this one's rows stem from; null for none. */
    @Nullable
    Batch parent() {
        return parent;
    }

    /** Whether the batch that this one's rows stem from has been refilled since, so that nothing may be read of it. */
    boolean isParentRefilled() {
        return parent != null && parent.fill != parentFill;
    }

    /** Whether every row stems from a row that the parent has, or from the same one there; true without a parent. */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    boolean areParentRowsInBounds() {
        if (parent == null) {
            return true;
        }
        return parentRows == IDENTITY ? count == parent.count : areRowsOf(parent, parentRows, count);
    }

    /** How often this batch was filled. */
    long fills() {
        return fill;
    }

    /** The column that the batch itself holds in a slot; null for none. */
    @Nullable
    Vector heldIn(int slot) {
        return slot < held.length ? held[slot] : null;
    }

    int slotCount() {
        return held.length;
    }

    /** Overwrites what was gathered from the parents, for those who have kept it, and forgets all columns. */
    void expire() {
        for (Vector column : gathered) {
            if (column != null) {
                VectorCheck.spoil(column);
            }
        }
        clear();
    }

    private String heldSlots() {
        StringBuilder slots = new StringBuilder();
        for (Batch batch = this; batch != null; batch = batch.parent) {
            for (int slot = 0; slot < batch.held.length; slot++) {
                if (batch.held[slot] != null) {
                    slots.append(slots.isEmpty() ? "" : ",").append(slot);
                }
            }
        }
        return slots.toString();
    }

    /** Forgets held columns, so that the vectors of a finished run can be freed. */
    public void clear() {
        Arrays.fill(held, null);
        Arrays.fill(gathered, null);
        parent = null;
        count = 0;
    }
}
