package org.thetisdb.engine.spill;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.storage.spill.VectorCodec;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorAppends;
import org.thetisdb.value.vector.VectorKind;

/**
 * Puts rows on disk, in their order: collects them until a block is full, encodes it column by column and hands it to
 * a {@link SpillOutput}. What it holds itself is a block of rows, twice at most while one is encoded.
 *
 * <p>Used by one thread at a time, which also uses the output.
 */
public final class RowWriter {
    /** A block of this size costs little beside its header, and a reader holds one or two. */
    public static final int BLOCK_BYTES = 256 << 10;

    /** Smaller blocks would be mostly headers. */
    public static final int BLOCK_BYTES_MIN = 8 << 10;

    /** Rows copied at a time, so that a block does not become much longer than wanted. */
    private static final int SLICE_ROWS_MAX = 1024;

    private final SpillOutput output;
    private final int[] slots;
    private final int blockBytes;
    private final Vector[] pending;
    private Vector scratch = new Vector();
    private SpilledRows rows;
    private int[] slice = {};
    private int pendingCount;

    /**
     * @param slots of the columns to write
     * @param blockBytes what the rows of a block take in memory, about; at least {@link #BLOCK_BYTES_MIN}
     */
    public RowWriter(SpillOutput output, int[] slots, int blockBytes) {
        this.output = output;
        this.slots = slots.clone();
        this.blockBytes = Math.max(BLOCK_BYTES_MIN, blockBytes);
        this.pending = new Vector[slots.length];
        Arrays.setAll(pending, index -> new Vector());
        this.rows = newRows();
    }

    /** Rows without any yet, where this writer may {@linkplain #continueIn continue}. */
    public SpilledRows newRows() {
        return new SpilledRows(output, slots);
    }

    /** Ends the block, and puts what follows behind other rows of the same output and columns. */
    public void continueIn(SpilledRows other) {
        endBlock();
        rows = other;
    }

    /** Writes all rows of a batch. */
    public void append(Batch batch) {
        int count = batch.count();
        if (count > sliceRows(batch)) {
            append(batch, identity(count), 0, count);
            return;
        }
        long bytes = 0;
        for (int column = 0; column < slots.length; column++) {
            pending[column].append(batch.column(slots[column]), count);
            bytes += heldBytes(pending[column]);
        }
        appended(count, bytes);
    }

    private static int[] identity(int count) {
        int[] all = new int[count];
        Arrays.setAll(all, index -> index);
        return all;
    }

    /**
     * Writes rows of a batch.
     *
     * @param selected numbers of rows
     * @param from the first of them that counts
     * @param count how many
     * @throws ThetisException {@link ErrorCode#DISK_FULL}, {@link ErrorCode#IO_FAILED}
     */
    public void append(Batch batch, int[] selected, int from, int count) {
        int sliceRows = sliceRows(batch);
        for (int done = 0; done < count; done += sliceRows) {
            appendSlice(batch, selected, from + done, Math.min(sliceRows, count - done));
        }
    }

    /** Few rows at a time where rows are long. */
    private int sliceRows(Batch batch) {
        long bytes = 1;
        for (int slot : slots) {
            bytes += batch.column(slot).bytesReserved();
        }
        long rowBytes = Math.max(1, bytes / Math.max(1, batch.count()));
        return Math.clamp(blockBytes / rowBytes, 1, SLICE_ROWS_MAX);
    }

    private void appendSlice(Batch batch, int[] selected, int from, int count) {
        long bytes = 0;
        boolean isSliced = false;
        for (int column = 0; column < slots.length; column++) {
            Vector source = batch.column(slots[column]);
            Vector target = pending[column];
            if (!VectorAppends.longs(target, source, selected, from, count)) {
                if (!isSliced) {
                    slice(selected, from, count);
                    isSliced = true;
                }
                scratch.gather(source, slice, count);
                target.append(scratch, count);
            }
            bytes += heldBytes(target);
        }
        appended(count, bytes);
    }

    private void slice(int[] selected, int from, int count) {
        if (slice.length < count) {
            slice = new int[count];
        }
        System.arraycopy(selected, from, slice, 0, count);
    }

    private void appended(int count, long bytes) {
        pendingCount += count;
        if (bytes >= blockBytes || pendingCount >= SpilledRows.BLOCK_ROWS_MAX) {
            writeBlock(bytes);
        }
    }

    /** What the entries take, without what arrays that are used again have to spare. */
    static long heldBytes(Vector column) {
        int count = column.count();
        return switch (column.kind()) {
            case NULL -> count;
            case FLOAT -> 9L * count;
            case STRING -> 9L * count + column.stringBytes();
            case OBJECT -> column.bytesReserved();
            case RELATIONSHIP -> 25L * count;
            case TIME, LOCAL_DATETIME, ZONED_DATETIME -> 17L * count;
            case BOOLEAN, INTEGER, DATE, LOCAL_TIME, NODE -> 9L * count;
        };
    }

    @SuppressWarnings("ByteBufferBackingArray") // The output makes it with an array of its own, from offset 0.
    private void writeBlock(long heldBytes) {
        byte[][][] variants = new byte[pending.length][][];
        long bytesMax = SpillBlockLayout.HEADER_BYTES;
        for (int column = 0; column < pending.length; column++) {
            variants[column] = output.values().vectors().variants(pending[column]);
            bytesMax += VectorCodec.bytesMax(pending[column], variants[column]);
        }
        if (bytesMax > Integer.MAX_VALUE - Long.BYTES) {
            throw new ThetisException(
                    ErrorCode.LIMIT_EXCEEDED,
                    "a row is too long to be put on disk: bytes=" + bytesMax + ", bytesMax=" + Integer.MAX_VALUE
                            + "; let the query keep shorter values");
        }
        ByteBuffer buffer = output.room(bytesMax);
        int at = buffer.position();
        buffer.position(at + SpillBlockLayout.HEADER_BYTES);
        for (int column = 0; column < pending.length; column++) {
            VectorCodec.put(buffer, pending[column], variants[column]);
        }
        int bytes = buffer.position() - at;
        SpillBlockLayout.seal(buffer.array(), at, bytes, pendingCount, slots.length);
        rows.add(output.offset(at), bytes, pendingCount, heldBytes);
        clearPending();
    }

    private void clearPending() {
        for (int column = 0; column < pending.length; column++) {
            if (pending[column].kind() == VectorKind.OBJECT || isFarTooLong(pending[column])) {
                pending[column] = new Vector();
            } else {
                pending[column].reset(pending[column].kind(), 0);
            }
        }
        pendingCount = 0;
        scratch = isFarTooLong(scratch) ? new Vector() : scratch;
    }

    /** Whether strings have taken so much that each of hundreds of writers should not keep the room. */
    private boolean isFarTooLong(Vector column) {
        return column.stringBytes() > 2L * blockBytes;
    }

    /** Ends the rows; nothing may be appended any more. What is staged stays so until somebody reads. */
    public SpilledRows finish() {
        endBlock();
        rows.seal();
        Arrays.setAll(pending, index -> new Vector());
        return rows;
    }

    /** Ends the block: all rows are in the output. */
    public void endBlock() {
        if (pendingCount > 0) {
            writeBlock(Arrays.stream(pending).mapToLong(RowWriter::heldBytes).sum());
        }
    }
}
