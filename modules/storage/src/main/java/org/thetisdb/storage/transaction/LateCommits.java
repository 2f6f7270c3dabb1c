package org.thetisdb.storage.transaction;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.thetisdb.storage.log.Operations;
import org.thetisdb.storage.options.FaultPoints;
import org.thetisdb.storage.options.FaultPoints.Point;
import org.thetisdb.value.Invariant;

/**
 * What is committed while a checkpoint is made: from the cut of the log until it has been applied to the new base.
 *
 * <pre>
 *   cut ── only in the log ──┤ loggedTo ── in memory, too ──┤ the last commit
 *          published                      the last MiB, and what is not published
 * </pre>
 *
 * <p>What is published can be read in the log; only what comes last has to be in memory, since there is no time for the
 * log while others wait.
 *
 * <p>Invariant: between {@link #begin} and {@link #discard} each commit is published and at most {@link #loggedTo}, or
 * in here, or was handed out by {@link #take}; what was handed out comes back if the new era does not come about.
 *
 * <p>Threads: {@link #begin}, {@link #add}, {@link #rest}, {@link #loggedTo} and {@link #discard} under the commit
 * lock; the rest is for the one thread that makes a checkpoint.
 */
final class LateCommits {
    /** A commit; what it did can be read until the checkpoint that it was late for has truncated the log. */
    record Late(long revision, Operations operations) {}

    /**
     * What can be applied without the lock.
     *
     * @param loggedTo up to this revision all is to be read in the log
     * @param commits what comes after that, and perhaps some before it
     */
    record Part(long loggedTo, List<Late> commits) {}

    /** So much is kept of what the log has, too. */
    private static final long KEPT_BYTES_MAX = 1 << 20;

    private final CommitLock lock;
    private final LazyLog log;
    private final FaultPoints faultPoints;
    private boolean kept;
    private ArrayDeque<Late> commits = new ArrayDeque<>();
    private long keptBytes;
    private long loggedTo;
    private long published;

    LateCommits(CommitLock lock, LazyLog log, FaultPoints faultPoints) {
        this.lock = lock;
        this.log = log;
        this.faultPoints = faultPoints;
    }

    /** Every commit is kept from now on. */
    void begin() {
        lock.requireHeld();
        commits = new ArrayDeque<>();
        keptBytes = 0;
        loggedTo = 0;
        kept = true;
    }

    /** @param nowPublished up to which revision all is in the log, to be read */
    void add(long revision, Operations operations, long nowPublished) {
        lock.requireHeld();
        published = nowPublished;
        if (kept) {
            commits.add(new Late(revision, operations));
            keptBytes += operations.bytes();
            while (keptBytes > KEPT_BYTES_MAX && commits.getFirst().revision() <= published) {
                Late first = commits.removeFirst();
                keptBytes -= first.operations().bytes();
                loggedTo = first.revision();
            }
        }
    }

    /** Those that nobody has taken, and that come after {@link #loggedTo}. */
    Collection<Late> rest() {
        lock.requireHeld();
        return commits;
    }

    /** Up to which revision all is to be read in the log; 0 if it is all here. */
    long loggedTo() {
        lock.requireHeld();
        return loggedTo;
    }

    /** No commit is kept any more. Takes no memory that could be lacking. */
    void discard() {
        lock.requireHeld();
        kept = false;
        commits.clear();
    }

    /**
     * Hands out all that are here.
     *
     * @param all gets them, too, and loses those that can be read in the log instead
     */
    Part take(List<Late> all) {
        lock.lock();
        try {
            Invariant.check(kept, "what is applied to a new base was kept since the log was cut");
            // Memory first: no commit may be in neither list.
            ArrayDeque<Late> fresh = new ArrayDeque<>();
            Part taken = new Part(loggedTo, new ArrayList<>(commits));
            all.addAll(taken.commits());
            commits = fresh;
            keptBytes = 0;
            faultPoints.pass(Point.LATE_TAKEN);
            forgetPublished(all);
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** Of what was handed out. */
    private void forgetPublished(List<Late> all) {
        long last = loggedTo;
        for (Late each : all) {
            last = each.revision() <= published ? Math.max(last, each.revision()) : last;
        }
        long readable = last;
        all.removeIf(each -> each.revision() <= readable);
        loggedTo = last;
    }

    /** Takes back what was handed out. */
    void putBack(List<Late> taken) {
        lock.lock();
        try {
            ArrayDeque<Late> all = new ArrayDeque<>(taken);
            all.addAll(commits);
            commits = all;
            keptBytes =
                    all.stream().mapToLong(each -> each.operations().bytes()).sum();
        } catch (RuntimeException | Error e) {
            // The next era would lack them; the log has them.
            throw log.fail(e);
        } finally {
            lock.unlock();
        }
    }
}
