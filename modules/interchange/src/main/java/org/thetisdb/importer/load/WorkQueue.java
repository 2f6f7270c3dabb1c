package org.thetisdb.importer.load;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import org.thetisdb.importer.csv.CsvBlock;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Where the producer and the workers meet: a bounded queue of work, the blocks that are free, and the first failure.
 * After a failure the producer gets it at its next call and the workers get no more work.
 *
 * <p>Invariant: {@code unfinished} = items in the queue + items that workers have.
 */
final class WorkQueue {
    private final Queue<WorkItem> items = new ArrayDeque<>();
    private final Queue<CsvBlock> freeBlocks = new ArrayDeque<>();
    private final int itemCountMax;
    private int unfinished;
    private Optional<Throwable> failure = Optional.empty();

    WorkQueue(int blockCount, int blockBytes) {
        itemCountMax = blockCount;
        for (int index = 0; index < blockCount; index++) {
            freeBlocks.add(new CsvBlock(blockBytes));
        }
    }

    /** For the producer: waits for a block that nobody uses. */
    synchronized CsvBlock freeBlock() {
        if (Thread.currentThread().isInterrupted()) {
            cancel(new InterruptedException());
        }
        while (freeBlocks.isEmpty() && failure.isEmpty()) {
            await();
        }
        throwFailure();
        return freeBlocks.remove();
    }

    synchronized void release(CsvBlock block) {
        freeBlocks.add(block);
        notifyAll();
    }

    /** For the producer: adds work, and waits if there is much already. */
    synchronized void add(WorkItem item) {
        while (items.size() >= itemCountMax && failure.isEmpty()) {
            await();
        }
        throwFailure();
        items.add(item);
        unfinished++;
        notifyAll();
    }

    /** For the producer: waits until all work that was added is done. */
    synchronized void awaitAll() {
        while (unfinished > 0 && failure.isEmpty()) {
            await();
        }
        throwFailure();
    }

    /** For workers: waits for work; {@link WorkItem.End} after a failure or {@link #end}. */
    synchronized WorkItem take() {
        while (items.isEmpty() && failure.isEmpty()) {
            await();
        }
        return failure.isPresent() || items.peek() instanceof WorkItem.End ? new WorkItem.End() : items.remove();
    }

    /** For workers: the item taken last is done. */
    synchronized void finished() {
        unfinished--;
        notifyAll();
    }

    /** Lets the workers end once the work that was added is done. */
    synchronized void end() {
        items.add(new WorkItem.End());
        notifyAll();
    }

    /** Records why all have to stop; only the first reason counts. */
    synchronized void fail(Throwable reason) {
        if (failure.isEmpty()) {
            failure = Optional.of(reason);
        }
        notifyAll();
    }

    private void throwFailure() {
        if (failure.isEmpty()) {
            return;
        }
        switch (failure.get()) {
            case ThetisException known -> throw known;
            case OutOfMemoryError exhausted ->
                throw new ThetisException(
                        ErrorCode.MEMORY_EXHAUSTED,
                        "the import ran out of memory: " + exhausted.getMessage()
                                + "; give the JVM more heap or the import a smaller --memory",
                        exhausted);
            case Throwable other -> throw new ThetisException(ErrorCode.INTERNAL, "the import failed: " + other, other);
        }
    }

    @SuppressWarnings("WaitNotInLoop") // Whoever calls asks again.
    private void await() {
        try {
            wait();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            cancel(interrupted);
        }
    }

    private void cancel(InterruptedException interrupted) {
        fail(new ThetisException(
                ErrorCode.IMPORT_INTERRUPTED, "the import was cancelled; nothing of it is left", interrupted));
    }
}
