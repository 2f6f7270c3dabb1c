package org.thetisdb.engine.pipeline;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.thetisdb.io.memory.BlockMemory;
import org.thetisdb.storage.spill.SpillFile;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Blocks of memory outside the heap that an operator of one worker fills during a run: of the budget's memory as long
 * as it has some, then in a temporary file that is mapped, so that the system writes them out and brings them back.
 * They are freed together, by {@link #close} or with the run.
 *
 * <p>Used by one thread at a time.
 */
public final class WorkBlocks implements AutoCloseable {
    private final Worker worker;
    private final QueryContext query;
    private final String operator;
    private final Arena arena = Arena.ofShared();
    private @Nullable SpillFile file;
    private long takenBytes;
    private long reservedBytes;
    private boolean closed;

    /** @param operator named in the error if the memory is exhausted and there is no place for files */
    public WorkBlocks(Worker worker, String operator) {
        this.worker = worker;
        this.query = worker.query();
        this.operator = operator;
        query.space().add(this);
    }

    /** Whether the blocks are those of the run that the worker works for now. */
    @SuppressWarnings("ReferenceEquality") // The very same run is meant.
    public boolean areOfRun() {
        return !closed && query == worker.query();
    }

    /**
     * A new block, all zeros.
     *
     * @throws ThetisException {@link ErrorCode#DISK_FULL}, {@link ErrorCode#IO_FAILED}; {@link
     *     ErrorCode#MEMORY_EXHAUSTED} where queries have no place for files
     */
    public MemorySegment allocate(long bytes) {
        query.checkpoint();
        if (query.tryTakeOutside(bytes)) {
            takenBytes += bytes;
            return BlockMemory.allocate(bytes, arena);
        }
        if (query.canSpill()) {
            return file().map(bytes, arena);
        }
        query.reserve(operator, bytes);
        reservedBytes += bytes;
        return BlockMemory.allocate(bytes, arena);
    }

    private SpillFile file() {
        SpillFile open = file;
        if (open == null) {
            open = worker.newSpillFile();
            file = open;
        }
        return open;
    }

    /** Frees the blocks. Does nothing the second time. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        arena.close();
        query.space().remove(this);
        query.space().release(takenBytes);
        query.release(reservedBytes);
        if (file != null) {
            file.close();
        }
    }
}
