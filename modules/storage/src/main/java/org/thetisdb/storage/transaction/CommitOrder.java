package org.thetisdb.storage.transaction;

import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.thetisdb.storage.delta.WriteSet;
import org.thetisdb.storage.file.LogMark;
import org.thetisdb.storage.log.Operations;
import org.thetisdb.storage.log.RedoLog;
import org.thetisdb.storage.options.FaultPoints;
import org.thetisdb.storage.options.FaultPoints.Point;
import org.thetisdb.storage.statistics.CountChanges;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.ThetisException;

/**
 * Gives commits their revisions, in the order of the log, and publishes them once they are durable.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>revision of a commit = revision of the commit before + 1, in the log as in memory;
 *   <li>time of a commit ≥ time of the commit before;
 *   <li>published ≤ the last revision that is as durable as was asked for ≤ last revision, so nobody reads what a crash
 *       could take back (at durability SYNC);
 *   <li>published only grows;
 *   <li>a commit is stamped with a revision &gt; published, so it shows in new snapshots only, and whole;
 *   <li>what the log has is in memory, or the log takes nothing more.
 * </ul>
 *
 * <p>Threads: {@link #append} and {@link #last} under the commit lock; {@link #publish} by any number of threads
 * together, without it (group commit: one sync for all who wait, see {@link RedoLog}); the rest by any thread.
 */
final class CommitOrder {
    /** How far the clock may be turned back without a commit taking notice: what time services correct by slewing. */
    static final long CLOCK_TOLERANCE_MILLIS = 1_000;

    /**
     * What is to be committed.
     *
     * @param operations what the log is to have
     * @param effect makes it hold in memory, given its revision
     */
    record Commit(
            Optional<String> message,
            Operations operations,
            CountChanges counts,
            WriteSet writes,
            LongConsumer effect) {}

    /** Where a commit is in the log, and its number. */
    record Appended(long revision, long position) {}

    /** The commit that the log has last. */
    record Last(long revision, long timeMillis, LogMark mark) {}

    private final CommitLock lock;
    private final LazyLog log;
    private final Clock clock;
    private final FaultPoints faultPoints;
    private final NewestEra newestEra;
    private final CommitValidation validation;
    private final AtomicLong published;

    // Guarded by the commit lock.

    private long lastRevision;
    private long lastTimeMillis;

    CommitOrder(
            StoreBase opened,
            Recovery recovery,
            CommitLock lock,
            LazyLog log,
            NewestEra newestEra,
            CommitValidation validation) {
        this.lock = lock;
        this.log = log;
        this.newestEra = newestEra;
        this.validation = validation;
        this.clock = opened.options().clock();
        this.faultPoints = opened.options().faultPoints();
        this.lastRevision = recovery.revision();
        this.lastTimeMillis = recovery.timeMillis();
        this.published = new AtomicLong(recovery.revision());
    }

    /** The newest revision that can be read. */
    long published() {
        return published.get();
    }

    /** The last commit, which need be neither durable nor published; under the commit lock. */
    Last last() {
        lock.requireHeld();
        return new Last(lastRevision, lastTimeMillis, log.lastCommit());
    }

    /**
     * @throws ThetisException {@link ErrorCode#STORE_READ_ONLY} if a write of the log or a commit has failed
     */
    void requireWritable() {
        log.failure().ifPresent(cause -> {
            throw new ThetisException(
                    ErrorCode.STORE_READ_ONLY,
                    "the database can only be read since a write of its log or a commit failed: " + cause.getMessage()
                            + "; fix the cause and open the database again",
                    cause);
        });
    }

    /**
     * Gives a commit its revision and its place in the log, and makes it hold in memory; under the commit lock. From
     * then on nobody can take it back, so an error that is not foreseen ends all writing: what was acknowledged is
     * there when the database is opened again, and this commit whole or not at all.
     */
    Appended append(Commit commit) {
        lock.requireHeld();
        long timeMillis = nextTimeMillis();
        long revision = lastRevision + 1;
        requireUnpublished(revision);
        RedoLog opened = log.get();
        faultPoints.pass(Point.COMMIT_CHECKED);
        long position = opened.append(revision, timeMillis, commit.message(), commit.operations());
        try {
            faultPoints.pass(Point.COMMIT_LOGGED);
            commit.effect().accept(revision);
            faultPoints.pass(Point.COMMIT_STAMPED);
            newestEra.noteCommit(revision, commit.operations(), commit.counts(), published.get());
            lastRevision = revision;
            lastTimeMillis = timeMillis;
            validation.noteCommit(revision, commit.writes(), published.get());
            faultPoints.pass(Point.COMMIT_COUNTED);
            return new Appended(revision, position);
        } catch (RuntimeException | Error e) {
            throw opened.fail(e);
        }
    }

    private void requireUnpublished(long revision) {
        long newest = published.get();
        Invariant.check(
                revision > newest,
                "a commit gets a revision that nobody reads yet",
                "revision",
                revision,
                "published",
                newest);
    }

    private long nextTimeMillis() {
        long now = clock.millis();
        if (now < lastTimeMillis - CLOCK_TOLERANCE_MILLIS) {
            throw new ThetisException(
                    ErrorCode.CLOCK_WENT_BACK,
                    "the clock shows a time before the last commit, so that revisions could not be found by time:"
                            + " nowMillis=" + now + ", lastCommitMillis=" + lastTimeMillis
                            + "; set the clock right and run the transaction again");
        }
        return Math.max(now, lastTimeMillis);
    }

    /** Waits until a commit is as durable as was asked for, and lets it be seen. */
    void publish(Appended appended) {
        RedoLog opened = log.get();
        try {
            opened.awaitDurable(appended.position());
            faultPoints.pass(Point.COMMIT_DURABLE);
            publish(appended.revision());
        } catch (ThetisException told) {
            throw told;
        } catch (RuntimeException | Error e) {
            throw opened.fail(e);
        }
    }

    /** Puts everything in the log on the device, and lets be seen what has come up to a revision. */
    void publishAll(Last last) {
        log.opened().ifPresent(RedoLog::sync);
        publish(last.revision());
    }

    private void publish(long revision) {
        published.accumulateAndGet(revision, Math::max);
    }
}
