package org.thetisdb.storage.log;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.ReentrantLock;
import org.thetisdb.storage.options.FaultPoints;
import org.thetisdb.storage.options.FaultPoints.Point;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.ThetisException;

/**
 * Writes and syncs a log's records, one write and one sync for all who wait.
 *
 * <p>There is no thread that syncs: of those who wait in {@link #await}, one leads. While it writes and syncs, others
 * append; when it is done it wakes those whose records are durable, and one of the rest, which leads next. So the batch
 * is whatever came in during one sync, nobody waits for company, and a single client pays for no hand-over between
 * threads.
 *
 * <p>Group commit as such is D. DeWitt et al.: Implementation Techniques for Main Memory Database Systems, SIGMOD 1984;
 * that a commit's locks are given up before its record is durable, with later readers waiting for it, is their
 * pre-commit, too. What is different here: no timer and no size fills a group, the sync that is under way does; and
 * nobody sees a commit before it is durable, because {@code published} is moved after {@link #await}.
 *
 * <p>Invariants: durable ≤ written ≤ appended; each of them only grows; what is written begins at {@code written}, in
 * the segment that the log ends in; one thread at most has the file.
 *
 * <p>Threads: {@link #written()} and {@link #durable()} may be read by any; all else under the log's lock, which is
 * given up during a write, a sync and a wait.
 */
final class GroupCommit {
    private final ReentrantLock lock;
    private final LogWaiters waiters;
    private final LogLifetime lifetime;
    private final LogEnd end;
    private final LogOptions options;
    private final FaultPoints faultPoints;
    private volatile long written;
    private volatile long durable;

    GroupCommit(ReentrantLock lock, LogWaiters waiters, LogLifetime lifetime, LogEnd end, LogOptions options) {
        this.lock = lock;
        this.waiters = waiters;
        this.lifetime = lifetime;
        this.end = end;
        this.options = options;
        this.faultPoints = options.faultPoints();
    }

    /** Up to which position records are in a file. */
    long written() {
        return written;
    }

    /** Up to which position records are on the device. */
    long durable() {
        return durable;
    }

    /**
     * Returns when everything up to a position is written, or is on the device. Called without the lock.
     *
     * @throws ThetisException {@link ErrorCode#LOG_FAILED} if it is not and never will be; {@link ErrorCode#CLOSED} if
     *     the log was closed before
     */
    void await(long position, boolean forDevice) {
        if (reached(forDevice) >= position) {
            return;
        }
        boolean interrupted = false;
        lock.lock();
        try {
            while (reached(forDevice) < position) {
                lifetime.requireUsable();
                if (waiters.isLeaderWanted()) {
                    lead(forDevice);
                } else {
                    interrupted |= waiters.park(position, forDevice);
                }
            }
        } finally {
            lock.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private long reached(boolean forDevice) {
        return forDevice ? durable : written;
    }

    /** Writes what is buffered, without the lock; syncs if anybody wants that. */
    private void lead(boolean forDevice) {
        boolean force = forDevice || waiters.areAnyForDevice();
        MemorySegment batch = end.take();
        long upTo = end.appended();
        long offset = end.offset() - batch.byteSize();
        SegmentWriter target = end.segment();
        waiters.takeFile();
        try {
            unlocked(() -> {
                faultPoints.pass(Point.LOG_TAKEN);
                write(target, offset, batch);
                if (force) {
                    force(target);
                } else {
                    faultPoints.pass(Point.LOG_WRITTEN);
                }
            });
            reached(upTo, force ? upTo : durable);
            preallocateAhead(target);
        } catch (RuntimeException | Error e) {
            // What was taken from the buffer may not be in the file, and nothing may come after a gap.
            throw fail(e);
        } finally {
            waiters.giveFileBack();
            wakeWaiters();
        }
    }

    /** What is read ahead waits meanwhile. */
    private void force(SegmentWriter target) {
        options.commitGate().begin();
        try {
            faultPoints.pass(Point.LOG_WRITTEN);
            target.force();
        } finally {
            options.commitGate().end();
        }
    }

    /** As {@link #lead}, with the lock, and always with a sync. */
    void flush() {
        MemorySegment batch = end.take();
        long offset = end.offset() - batch.byteSize();
        try {
            write(end.segment(), offset, batch);
            end.segment().force();
        } catch (RuntimeException | Error e) {
            throw fail(e);
        }
        noteDurable();
    }

    /** All that was appended is on the device. */
    void noteDurable() {
        reached(end.appended(), end.appended());
    }

    private void reached(long newWritten, long newDurable) {
        assert durable <= newDurable && newDurable <= newWritten && newWritten <= end.appended()
                : "durable=" + newDurable + ", written=" + newWritten + ", appended=" + end.appended();
        written = newWritten;
        durable = newDurable;
        wakeReached();
    }

    private void write(SegmentWriter target, long offset, MemorySegment batch) {
        requireAfterTheLast(target, offset, batch);
        if (batch.byteSize() > 0) {
            target.write(offset, batch);
        }
    }

    /** That what is written next begins where the last was written, and lies whole in its segment. */
    private void requireAfterTheLast(SegmentWriter target, long offset, MemorySegment batch) {
        Invariant.check(
                end.position(offset) == written,
                "nothing is written where a record is, and no gap is left",
                "position",
                end.position(offset),
                "written",
                written);
        Invariant.check(
                offset >= LogLayout.HEADER_BYTES && offset + batch.byteSize() <= target.preallocatedBytes(),
                "records are within their segment",
                "offset",
                offset,
                "bytes",
                batch.byteSize());
    }

    private void preallocateAhead(SegmentWriter target) {
        long endOffset = end.offset();
        if (!target.isRoomScarce(endOffset, options.segmentBytes())) {
            return;
        }
        try {
            unlocked(() -> {
                try {
                    target.makeRoom(endOffset, options, written == durable);
                } catch (ThetisException e) {
                    // Whoever needs the space will ask again, and get the error.
                    if (e.code() != ErrorCode.DISK_FULL) {
                        throw e;
                    }
                }
            });
        } catch (ThetisException _) {
            // The leader's own commit is on the device; later ones will get the error.
            return;
        }
    }

    /** Does something without the lock; whatever it throws is the end of the log. */
    private void unlocked(Runnable work) {
        lock.unlock();
        Throwable problem = null;
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            problem = e;
        } finally {
            lock.lock();
        }
        if (problem != null) {
            throw fail(problem);
        }
    }

    private ThetisException fail(Throwable cause) {
        return lifetime.fail(end.segment().path(), cause);
    }

    /** Wakes those who have what they wait for. */
    private void wakeReached() {
        if (lifetime.hasEnded()) {
            waiters.wakeAll();
        } else {
            waiters.wakeReached(written, durable);
        }
    }

    /** As {@link #wakeReached}, and one more to write next if nobody does. */
    void wakeWaiters() {
        wakeReached();
        waiters.wakeNext();
    }
}
