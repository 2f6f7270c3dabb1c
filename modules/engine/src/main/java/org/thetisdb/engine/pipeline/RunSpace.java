package org.thetisdb.engine.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.SessionMemory;
import org.thetisdb.engine.evaluation.LongLists;

/**
 * What a run has outside the heap: temporary files, and blocks of memory. All of it is freed with the run at the
 * latest. Thread safe.
 */
final class RunSpace {
    /** Blocks have this part of a run's limit, since those in files cost little more: the rest is for the heap. */
    private static final int BLOCKS_DIVISOR = 4;

    private final QueryMemory memory;
    private final long limitBytes;
    private final Optional<SessionMemory> session;
    private final RunFiles files;
    private final List<WorkBlocks> blocks = new ArrayList<>();
    private volatile long blockBytes;
    private @Nullable LongLists longLists;

    RunSpace(QueryMemory memory, RunOptions options) {
        this.memory = memory;
        this.files = new RunFiles(memory.space());
        this.limitBytes = QueryMemory.spillableBytes(options.memoryBytes());
        this.session = options.session();
    }

    RunFiles files() {
        return files;
    }

    synchronized LongLists longLists(LongLists.Maker maker) {
        LongLists known = longLists == null ? maker.make(files::newLastingFile) : longLists;
        longLists = known;
        return known;
    }

    long spilledBytes() {
        return files.writtenBytes();
    }

    /** What its blocks in memory take. */
    long blockBytes() {
        return blockBytes;
    }

    synchronized void add(WorkBlocks more) {
        blocks.add(more);
    }

    synchronized void remove(WorkBlocks closed) {
        blocks.remove(closed);
    }

    /**
     * Takes memory for a block, if there is enough.
     *
     * @param reservedBytes what the run keeps on the heap
     */
    synchronized boolean tryTake(long bytes, long reservedBytes) {
        long blocksAfter = blockBytes + bytes;
        if (bytes > memory.shareBytesMax()
                || blocksAfter > limitBytes / BLOCKS_DIVISOR
                || blocksAfter > limitBytes - reservedBytes) {
            return false;
        }
        if (session.isPresent() && !session.get().tryTake(bytes, true)) {
            return false;
        }
        if (!memory.tryTakeOutside(bytes)) {
            session.ifPresent(shared -> shared.release(bytes));
            return false;
        }
        blockBytes += bytes;
        return true;
    }

    synchronized void release(long bytes) {
        blockBytes -= bytes;
        memory.releaseOutside(bytes);
        session.ifPresent(shared -> shared.release(bytes));
    }

    /** When nobody works for the run any more. */
    void close() {
        List<WorkBlocks> left;
        synchronized (this) {
            left = List.copyOf(blocks);
        }
        left.forEach(WorkBlocks::close);
        files.close();
    }
}
