package org.thetisdb.engine.spill;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.thetisdb.storage.spill.SpillFile;
import org.thetisdb.value.Invariant;

/**
 * Rows on disk, as blocks of a temporary file. Written by a {@link RowWriter}; when it is done they may be read by any
 * number of {@link RowReader}s, each from any block on. The file is its owner's to close, when nobody reads any more.
 *
 * <p>Where the blocks are is on disk, too, in pages among the blocks, but for those of the last page: however much is
 * put on disk, and in however many runs, it takes hardly any memory.
 *
 * <pre>
 *   file    │ block │ block │ … │ block │ page │ block │ …
 *               ▲───────▲───────────▲──────╯
 *   memory  where each page is; how many blocks; the page that is not full
 * </pre>
 */
public final class SpilledRows {
    /** The rows of a block are numbered by what sorts and tables use for numbers of rows. */
    static final int BLOCK_ROWS_MAX = 1 << 20;

    private final SpillOutput output;
    private final int[] slots;
    private long[] pages = {};
    private int pageCount;

    /** Of the blocks after those of the pages on disk. */
    private DirectoryPage last = new DirectoryPage();

    private boolean isSealed;
    private int blockCount;
    private long rowCount;
    private long bytes;
    private long heldBytesMax;
    private int lengthMax;

    SpilledRows(SpillOutput output, int[] slots) {
        this.output = output;
        this.slots = slots;
    }

    void add(long offset, int length, int rows, long heldBytes) {
        Invariant.check(!isSealed, "nothing is added to rows that are complete", "blocks", blockCount);
        if (last.isFull()) {
            storeLast();
        }
        last.add(offset, length, rows);
        blockCount++;
        rowCount += rows;
        bytes += length;
        heldBytesMax = Math.max(heldBytesMax, heldBytes);
        lengthMax = Math.max(lengthMax, length);
    }

    private void storeLast() {
        ByteBuffer buffer = output.room(SpillDirectoryLayout.bytes(last.count()));
        if (pageCount == pages.length) {
            pages = Arrays.copyOf(pages, 2 * pageCount + 1);
        }
        pages[pageCount++] = output.offset(buffer.position());
        SpillDirectoryLayout.put(buffer, last);
        last = new DirectoryPage();
    }

    /** No blocks will be added. */
    void seal() {
        if (last.count() > 0) {
            storeLast();
        }
        isSealed = true;
    }

    /** The page with a block, of an output that was flushed. */
    DirectoryPage page(int block) {
        int page = block / DirectoryPage.BLOCKS;
        if (page >= pageCount) {
            return last;
        }
        int entries = Math.min(DirectoryPage.BLOCKS, blockCount - page * DirectoryPage.BLOCKS);
        byte[] read = new byte[SpillDirectoryLayout.bytes(entries)];
        file().read(pages[page], read, read.length);
        return SpillDirectoryLayout.get(read, entries);
    }

    /** Where the rows are: to be closed when all rows in it are done with. */
    public SpillFile file() {
        return output.file();
    }

    SpillOutput output() {
        return output;
    }

    int[] slots() {
        return slots;
    }

    /** How many blocks there are: a reader can begin at any. */
    public int blockCount() {
        return blockCount;
    }

    /** All rows. */
    public long rowCount() {
        return rowCount;
    }

    /** What they take on disk. */
    public long bytes() {
        return bytes;
    }

    /** What the rows of a block take in memory at most. */
    public long heldBytesMax() {
        return heldBytesMax;
    }

    /** The length of a block on disk at most. */
    public int lengthMax() {
        return lengthMax;
    }
}
