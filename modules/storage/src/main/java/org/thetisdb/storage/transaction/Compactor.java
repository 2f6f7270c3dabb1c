package org.thetisdb.storage.transaction;

import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.thetisdb.io.depth.EndOfThread;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.storage.checkpoint.CheckpointWriter;
import org.thetisdb.storage.checkpoint.IndexCompaction;
import org.thetisdb.storage.checkpoint.Throttle;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Compacts runs of indexes beside checkpoints, one compaction at a time, each in a thread of its own that works half of
 * the time. A checkpoint begins one if it is worth it, and a later one adopts what it has made.
 *
 * <p>A compaction that fails leaves everything as it was, and the next checkpoint begins another. Thread safe.
 */
final class Compactor implements AutoCloseable {
    /** Short enough that nobody has to wait for long, long enough that the clock's steps do not count. */
    private static final long WORK_NANOS = 1_000_000;

    private final CheckpointWriter writer;
    private volatile boolean closed;
    private volatile Optional<ThetisException> failure = Optional.empty();

    /** The last one. */
    private @Nullable Thread thread;

    Compactor(CheckpointWriter writer) {
        this.writer = writer;
    }

    /** Why the last compaction did not come about; nothing if it did, or if there was none. */
    Optional<ThetisException> failure() {
        return failure;
    }

    /**
     * Begins a compaction if one is worth it and none runs; returns at once, and never fails. Not while a checkpoint is
     * written.
     *
     * @param base what the superblock names now
     */
    synchronized void begin(BaseSnapshot base) {
        try {
            if (!closed) {
                writer.beginCompaction(base).ifPresent(this::start);
            }
        } catch (ThetisException problem) {
            failure = Optional.of(problem);
        }
    }

    private void start(IndexCompaction compaction) {
        Thread started = new Thread(() -> run(compaction), "thetis-compaction");
        started.setDaemon(true);
        boolean running = false;
        try {
            started.start();
            running = true;
            thread = started;
        } finally {
            if (!running) {
                compaction.abandon();
            }
        }
    }

    private void run(IndexCompaction compaction) {
        try {
            compaction.run(new Rest());
            failure = Optional.empty();
        } catch (ThetisException problem) {
            failure = Optional.of(problem);
        } catch (RuntimeException | Error problem) {
            failure = Optional.of(new ThetisException(
                    ErrorCode.INTERNAL, "a compaction has failed: " + problem + "; it is tried again", problem));
        }
    }

    /** Rests as long as it has worked. */
    private final class Rest implements Throttle {
        private long since = System.nanoTime();

        @Override
        public void wrote(long bytes) {
            if (closed) {
                throw new ThetisException(ErrorCode.CLOSED, "the database is being closed, and its compaction ends");
            }
            long worked = System.nanoTime() - since;
            if (worked >= WORK_NANOS) {
                LockSupport.parkNanos(this, worked);
                since = System.nanoTime();
            }
        }
    }

    /** Waits until the one that runs has ended, which is soon. What it has made is dropped. */
    @Override
    public void close() {
        closed = true;
        running().ifPresent(EndOfThread::await);
    }

    private synchronized Optional<Thread> running() {
        return Optional.ofNullable(thread);
    }
}
