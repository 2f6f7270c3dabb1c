package org.thetisdb.engine.spill;

import java.nio.ByteBuffer;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Reads rows that were put on disk, block by block. Blocks that follow each other in the file are read together, up to
 * {@link #READ_BYTES}, so that the next one is there when it is asked for.
 *
 * <p>Used by one thread at a time; any number of readers may read the same rows.
 */
public final class RowReader {
    /** What is read together at most, unless a block is longer. */
    public static final int READ_BYTES = SpillOutput.STAGED_BYTES;

    private final SpilledRows rows;
    private final Batch batch = new Batch(0);
    private final int end;
    private final int readBytes;
    private int block;
    private DirectoryPage page = new DirectoryPage();
    private byte[] bytes = {};
    private long bytesFrom;
    private int bytesCount;

    /** Reads all rows. */
    public RowReader(SpilledRows rows) {
        this(rows, 0, rows.blockCount());
    }

    /** Reads the rows of the blocks from {@code from} up to {@code end}, which is left out. */
    public RowReader(SpilledRows rows, int from, int end) {
        this(rows, from, end, READ_BYTES);
    }

    /** As {@link #RowReader(SpilledRows, int, int)}; no more than {@code readBytes} are read together. */
    public RowReader(SpilledRows rows, int from, int end, int readBytes) {
        this.rows = rows;
        this.readBytes = readBytes;
        this.block = from - 1;
        this.end = end;
        rows.output().flush();
    }

    /**
     * Advances to the next block; false if there is none.
     *
     * @throws ThetisException {@link ErrorCode#IO_FAILED}, {@link ErrorCode#CHECKSUM_MISMATCH}
     */
    public boolean next() {
        return next(batch);
    }

    /** As {@link #next()}, into a batch of the caller's, which holds the columns then. */
    public boolean next(Batch into) {
        block++;
        if (block >= end) {
            bytes = new byte[0];
            return false;
        }
        int entry = block % DirectoryPage.BLOCKS;
        if (entry == 0 || page.count() == 0) {
            page = rows.page(block);
        }
        long offset = page.offset(entry);
        int length = page.length(entry);
        if (offset < bytesFrom || offset + length > bytesFrom + bytesCount) {
            readFrom(entry);
        }
        int at = (int) (offset - bytesFrom);
        int count = page.rowCount(entry);
        SpillBlockLayout.check(bytes, at, length, count, rows.slots().length);
        ByteBuffer buffer = ByteBuffer.wrap(bytes).position(at + SpillBlockLayout.HEADER_BYTES);
        for (int slot : rows.slots()) {
            rows.output().values().vectors().get(buffer, count, into.own(slot));
        }
        into.fill(count);
        return true;
    }

    /** Reads a block, and those of the same page that follow it at once, as many as are read together. */
    private void readFrom(int first) {
        long from = page.offset(first);
        int count = page.length(first);
        int pageEnd = Math.min(page.count(), first + end - block);
        for (int next = first + 1; next < pageEnd; next++) {
            boolean isNext = page.offset(next) == from + count;
            if (!isNext || count + page.length(next) > readBytes) {
                break;
            }
            count += page.length(next);
        }
        if (bytes.length < count) {
            bytes = new byte[count];
        }
        rows.output().file().read(from, bytes, count);
        bytesFrom = from;
        bytesCount = count;
    }

    /** What the rows of a block that was read take in memory. */
    public long heldBytes(Batch read) {
        long held = 0;
        for (int slot : rows.slots()) {
            held += RowWriter.heldBytes(read.column(slot));
        }
        return held;
    }

    /** The block's rows, until {@link #next} is called again; their columns have the slots of the rows written. */
    public Batch rows() {
        return batch;
    }
}
