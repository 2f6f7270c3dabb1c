package org.thetisdb.storage.transaction;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.thetisdb.storage.FaultPoints;
import org.thetisdb.storage.FaultPoints.Point;
import org.thetisdb.value.Invariant;

/**
 * What is committed while a checkpoint is made: from the cut of the log until it has been put over the new base.
 *
 * <p>Invariant: between {@link #begin} and {@link #forget} each commit is in here or was handed out by {@link #take},
 * in the order of revisions; what was handed out comes back if the new era does not come about.
 *
 * <p>Threads: {@link #begin}, {@link #add}, {@link #rest} and {@link #forget} under the commit lock; the rest is for the
 * one thread that makes a checkpoint.
 */
final class LateCommits {
    /** A commit's bytes, as the log has them. */
    record Late(long revision, byte[] operations) {}

    private final ReentrantLock commitLock;
    private final LazyLog log;
    private final FaultPoints faultPoints;
    private boolean kept;
    private List<Late> commits = new ArrayList<>();

    LateCommits(ReentrantLock commitLock, LazyLog log, FaultPoints faultPoints) {
        this.commitLock = commitLock;
        this.log = log;
        this.faultPoints = faultPoints;
    }

    /** Every commit is kept from now on. */
    void begin() {
        assert commitLock.isHeldByCurrentThread();
        commits = new ArrayList<>();
        kept = true;
    }

    void add(long revision, byte[] operations) {
        assert commitLock.isHeldByCurrentThread();
        if (kept) {
            commits.add(new Late(revision, operations));
        }
    }

    /** Those that nobody has taken. */
    List<Late> rest() {
        assert commitLock.isHeldByCurrentThread();
        return commits;
    }

    /** No commit is kept any more. Takes no memory that could be lacking. */
    void forget() {
        assert commitLock.isHeldByCurrentThread();
        kept = false;
        commits = List.of();
    }

    /**
     * Hands out all that are here.
     *
     * @param all gets them, too
     */
    List<Late> take(List<Late> all) {
        commitLock.lock();
        try {
            Invariant.check(kept, "what is put over a new base was kept since the log was cut");
            // Memory first: no commit may be in neither list.
            List<Late> fresh = new ArrayList<>();
            all.addAll(commits);
            List<Late> taken = commits;
            commits = fresh;
            faultPoints.pass(Point.LATE_TAKEN);
            return taken;
        } finally {
            commitLock.unlock();
        }
    }

    /** Takes back what was handed out. */
    void putBack(List<Late> taken) {
        commitLock.lock();
        try {
            commits.addAll(0, taken);
        } catch (RuntimeException | Error e) {
            // The next era would lack them; the log has them.
            throw log.fail(e);
        } finally {
            commitLock.unlock();
        }
    }
}
