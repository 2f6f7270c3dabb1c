package org.thetisdb.engine.sort;

import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.spill.RowReader;

/** Where a merge is in one of its runs. Used by one thread. */
final class RunCursor {
    private final RowReader reader;
    private final SortKeys keys;
    private final KeyPrefixes prefixes = new KeyPrefixes();
    private Batch block;
    private int row;
    private boolean done;

    /** At the first row. */
    RunCursor(RowReader reader, SortKeys keys) {
        this.reader = reader;
        this.keys = keys;
        this.block = reader.rows();
        nextBlock();
    }

    /** Reads on; what was gathered of the former block must have been used. */
    void nextBlock() {
        done = !reader.next();
        row = 0;
        block = reader.rows();
        if (!done && keys.slots().length > 0) {
            prefixes.fill(block.column(keys.slots()[0]), block.count(), keys.ascending()[0]);
        }
    }

    boolean isDone() {
        return done;
    }

    Batch block() {
        return block;
    }

    int row() {
        return row;
    }

    /** Passes the row; false if it was the last of its block. */
    boolean advance() {
        row++;
        return row < block.count();
    }

    /** The row's prefix, which says something if both cursors {@linkplain #isComparable are comparable}. */
    long prefix() {
        return prefixes.kind() == null ? 0 : prefixes.at(row);
    }

    /** Whether rows of both, until one of them reads its next block, can be told apart by their prefixes. */
    boolean isComparable(RunCursor other) {
        return prefixes.kind() != null && prefixes.kind() == other.prefixes.kind();
    }

    /** Whether rows of this one that compare as equal by exact prefixes of both are so. */
    boolean isDecidedByPrefix() {
        return prefixes.isExact() && keys.slots().length == 1;
    }

    /** Compares the rows themselves, which both have. */
    int compare(RunCursor other) {
        return keys.compare(block, row, other.block, other.row);
    }
}
