package org.thetisdb.engine.spill;

import java.util.Arrays;
import org.thetisdb.storage.spill.SpillFile;

/**
 * Rows on disk, as blocks of a temporary file. Written by a {@link RowWriter}; when it is done they may be read by any
 * number of {@link RowReader}s, each from any block on. The file is its owner's to close, when nobody reads any more.
 */
public final class SpilledRows {
    /** The rows of a block are numbered by what sorts and tables use for numbers of rows. */
    static final int BLOCK_ROWS_MAX = 1 << 20;

    private final SpillOutput output;
    private final int[] slots;
    private long[] offsets = {};
    private int[] lengths = {};
    private int[] rowCounts = {};
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
        if (blockCount == offsets.length) {
            int more = Math.max(8, 2 * blockCount);
            offsets = Arrays.copyOf(offsets, more);
            lengths = Arrays.copyOf(lengths, more);
            rowCounts = Arrays.copyOf(rowCounts, more);
        }
        offsets[blockCount] = offset;
        lengths[blockCount] = length;
        rowCounts[blockCount] = rows;
        blockCount++;
        rowCount += rows;
        bytes += length;
        heldBytesMax = Math.max(heldBytesMax, heldBytes);
        lengthMax = Math.max(lengthMax, length);
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

    long offset(int block) {
        return offsets[block];
    }

    int length(int block) {
        return lengths[block];
    }

    /** How many blocks there are: a reader can begin at any. */
    public int blockCount() {
        return blockCount;
    }

    /** The rows of a block. */
    public int rowCount(int block) {
        return rowCounts[block];
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
