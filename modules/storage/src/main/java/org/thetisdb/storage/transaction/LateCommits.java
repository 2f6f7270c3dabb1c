package org.thetisdb.storage.transaction;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.storage.log.Operations;
import org.thetisdb.storage.options.FaultPoints;
import org.thetisdb.storage.options.FaultPoints.Point;
import org.thetisdb.value.Invariant;

/**
 * What is committed while a checkpoint is made: from the cut of the log until it has been applied to the new base.
 *
 * <p>Invariant: between {@link #begin} and {@link #discard} each commit is in here or was handed out by {@link #take},
 * in the order of revisions; what was handed out comes back if the new era does not come about.
 *
 * <p>Threads: {@link #begin}, {@link #add}, {@link #rest} and {@link #discard} under the commit lock; the rest is for
 * the one thread that makes a checkpoint.
 */
final class LateCommits {
    /** A commit; what it did can be read until the checkpoint that it was late for has truncated the log. */
    record Late(long revision, Operations operations) {}

    private final CommitLock lock;
    private final LazyLog log;
    private final FaultPoints faultPoints;
    private boolean kept;
    private List<Late> commits = new ArrayList<>();

    LateCommits(CommitLock lock, LazyLog log, FaultPoints faultPoints) {
        this.lock = lock;
        this.log = log;
        this.faultPoints = faultPoints;
    }

    /** Every commit is kept from now on. */
    void begin() {
        lock.requireHeld();
        commits = new ArrayList<>();
        kept = true;
    }

    void add(long revision, Operations operations) {
        lock.requireHeld();
        if (kept) {
            commits.add(new Late(revision, operations));
        }
    }

    /** Those that nobody has taken. */
    List<Late> rest() {
        lock.requireHeld();
        return commits;
    }

    /** No commit is kept any more. Takes no memory that could be lacking. */
    void discard() {
        lock.requireHeld();
        kept = false;
        commits = List.of();
    }

    /**
     * Hands out all that are here.
     *
     * @param all gets them, too
     */
    List<Late> take(List<Late> all) {
        lock.lock();
        try {
            Invariant.check(kept, "what is applied to a new base was kept since the log was cut");
            // Memory first: no commit may be in neither list.
            List<Late> fresh = new ArrayList<>();
            all.addAll(commits);
            List<Late> taken = commits;
            commits = fresh;
            faultPoints.pass(Point.LATE_TAKEN);
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** Takes back what was handed out. */
    void putBack(List<Late> taken) {
        lock.lock();
        try {
            commits.addAll(0, taken);
        } catch (RuntimeException | Error e) {
            // The next era would lack them; the log has them.
            throw log.fail(e);
        } finally {
            lock.unlock();
        }
    }
}
