package org.thetisdb.engine.sort;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.order.SortKeys;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.HelperFailure;
import org.thetisdb.engine.pipeline.QueryContext;
import org.thetisdb.engine.pipeline.RowFeed;
import org.thetisdb.engine.pipeline.Worker;

/**
 * The rows of several sorted runs in their order; of equal rows those of the earlier run come first, so that sorting is
 * stable. The rows are read in {@linkplain SectionReader sections} that are small enough for a processor's cache, and
 * each is sorted by itself, so that several threads can do it:
 *
 * <pre>
 *   runs ──SectionReader──► section ──sort──► waiting, in their order ──► whoever reads
 *          one at a time              each by the thread that read it       then free again
 * </pre>
 *
 * <p>A helper reads and sorts as long as a section is free; the reader itself does so when the section that it needs is
 * not there and one is free. So all is done without helpers, too, and helpers wait for nobody but for each other while
 * they read.
 *
 * <p>Invariants: each section is free, in work, waiting or being read; sections wait in the order in which they were
 * read. After {@link #stop} no helper uses runs or sections.
 *
 * <p>Threads: {@link #next} and {@link #stop} are called by one thread at a time.
 */
final class MergedRuns implements RowFeed {
    private final SectionReader reader;
    private final SortKeys keys;
    private final Worker worker;
    private final QueryContext query;
    private final int helpersMax;
    private final Object reading = new Object();
    private final Deque<MergeSection> free = new ArrayDeque<>();
    private final Deque<MergeSection> waiting = new ArrayDeque<>();
    private final Batch batch = new Batch(0);
    private final int[] places;
    private @Nullable MergeSection current;
    private @Nullable Throwable failure;
    private int helpers;
    private boolean isRead;

    /**
     * @param worker reads the rows, and may have helpers
     * @param sections are filled in turn; there are no more helpers than there are sections but one
     */
    MergedRuns(SectionReader reader, SortKeys keys, Worker worker, Deque<MergeSection> sections) {
        this.reader = reader;
        this.keys = keys;
        this.worker = worker;
        this.query = worker.query();
        this.helpersMax = Math.min(worker.helperCount(), sections.size() - 1);
        this.places = new int[worker.batchRows()];
        this.free.addAll(sections);
    }

    @Override
    public @Nullable Batch next() {
        while (current == null || !current.next(batch, places)) {
            if (!advance()) {
                return null;
            }
        }
        return batch;
    }

    /** Goes to the next section; false if there is none. */
    private boolean advance() {
        release();
        callHelpers();
        while (true) {
            synchronized (this) {
                HelperFailure.rethrow(failure);
                MergeSection head = waiting.peek();
                if (head != null && head.isSorted()) {
                    current = waiting.remove();
                    return true;
                }
                if (head == null && isRead) {
                    return false;
                }
            }
            if (!produce()) {
                awaitHead();
            }
        }
    }

    private synchronized void release() {
        if (current != null) {
            free.add(current);
            current = null;
        }
    }

    private void callHelpers() {
        while (mayCallHelper()) {
            boolean called = false;
            try {
                worker.helpers().execute(this::help);
                called = true;
            } catch (RejectedExecutionException | OutOfMemoryError noThread) {
                // Nothing was begun, so nothing is lost: the reader does it alone.
                called = false;
            } finally {
                if (!called) {
                    noteHelperDone();
                }
            }
            if (!called) {
                return;
            }
        }
    }

    private synchronized boolean mayCallHelper() {
        boolean may = helpers < helpersMax && helpers < free.size() && !isRead;
        helpers += may ? 1 : 0;
        return may;
    }

    private synchronized void noteHelperDone() {
        helpers--;
        notifyAll();
    }

    private void help() {
        try {
            boolean hasMore = true;
            while (hasMore) {
                hasMore = produce();
            }
        } catch (RuntimeException | Error thrown) {
            noteFailure(thrown);
        } finally {
            noteHelperDone();
        }
    }

    private synchronized void noteFailure(Throwable thrown) {
        failure = failure == null ? thrown : failure;
        isRead = true;
    }

    /** Reads and sorts a section; false if none is free or all is read. */
    private boolean produce() {
        MergeSection section;
        synchronized (reading) {
            section = takeFree();
            if (section == null) {
                return false;
            }
            section.begin();
            boolean hasRows = read(section);
            noteRead(section, hasRows);
            if (!hasRows) {
                return false;
            }
        }
        section.sort(keys, query);
        noteSorted(section);
        return true;
    }

    /** Reads a section. Whoever fails says so before another may read on: rows of a damaged block are missing. */
    private boolean read(MergeSection section) {
        try {
            return reader.read(section);
        } catch (RuntimeException | Error thrown) {
            noteFailure(thrown);
            throw thrown;
        }
    }

    private synchronized @Nullable MergeSection takeFree() {
        return isRead ? null : free.poll();
    }

    private synchronized void noteRead(MergeSection section, boolean hasRows) {
        if (hasRows) {
            waiting.add(section);
        } else {
            free.add(section);
            isRead = true;
        }
    }

    private synchronized void noteSorted(MergeSection section) {
        section.noteSorted();
        notifyAll();
    }

    /** Waits for the helper that has the next section, if one has it. */
    private void awaitHead() {
        waitWhile(() -> {
            MergeSection head = waiting.peek();
            return head != null && !head.isSorted() && failure == null;
        });
    }

    /** Waits until no helper works any more; nothing can be read afterwards. */
    void stop() {
        synchronized (this) {
            isRead = true;
        }
        waitWhile(() -> helpers > 0);
    }

    /** Waits for news of helpers, who must stop before the run can end: an interrupt only cancels them. */
    private synchronized void waitWhile(BooleanSupplier isPending) {
        boolean interrupted = false;
        while (isPending.getAsBoolean()) {
            try {
                wait();
            } catch (InterruptedException exception) {
                interrupted = true;
                query.cancel();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
