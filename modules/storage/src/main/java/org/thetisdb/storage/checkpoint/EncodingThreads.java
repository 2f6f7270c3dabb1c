package org.thetisdb.storage.checkpoint;

import org.thetisdb.io.depth.ProcessorGate;
import org.thetisdb.io.memory.MemoryAccount;

/**
 * How many threads may read and encode what a checkpoint writes, and from which size on more than one does.
 *
 * @param count of threads, the one that makes the checkpoint included; 1 for no other
 * @param rowsMin so many rows are encoded before another thread is started: a checkpoint of less is made sooner than
 *     a thread has begun
 * @param memory pays for what each further thread works on; while there is none, there is none of them
 * @param processors says how many of them may work, so that readers and writers keep theirs
 */
public record EncodingThreads(int count, int rowsMin, MemoryAccount memory, ProcessorGate processors) {
    /** Encoded within some milliseconds, which is a hundred times as long as it takes to start a thread. */
    public static final int ROWS_MIN_DEFAULT = 1 << 17;

    private static final int HANDED_ROWS_DIVISOR = 128;

    /** What has fewer rows is made sooner than another thread has taken it. */
    int handedRowsMin() {
        return rowsMin / HANDED_ROWS_DIVISOR;
    }
}
