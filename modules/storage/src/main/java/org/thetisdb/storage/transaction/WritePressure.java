package org.thetisdb.storage.transaction;

import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Slows writers down when changes come in faster than checkpoints take them away, so that their memory stays within its
 * share.
 *
 * <pre>
 *   share of the budget
 *   ├────── 5/16 ──────┼────────── 5/16 ──────────┼───────── 5/16 ─────────┤
 *   a checkpoint begins  changes while it is made,  the same once more: they are applied to the new base
 *   (at 1/4 at most)     at the rate of WriteDelay  before the former era goes
 * </pre>
 *
 * <p>The room is the same for each checkpoint, whatever it begins with. What was written in its time is what the next
 * one begins with, so each is about as long as the one before. If each got what was left of a limit instead, a short
 * one would follow a long one for ever, and writers would be fast and slow in turn (seen: by a factor of five).
 *
 * <p>A transaction asks before its first change, and again after some bytes of changes, never while it holds a lock. So
 * a large one is slowed as many small ones are, until it has written more than all the room: what it writes from then
 * on goes to temporary files and does not count before it commits, so nobody would gain by its waiting. At the limit
 * writers wait until the checkpoint has ended; those that have waited for as long as the options say fail with an error
 * that may be tried again. If checkpoints fail, waiting is of no use, and they get the reason at once. Readers never
 * come here.
 *
 * <p>A checkpoint may begin with less than that, because the base is small. Then writers are free up to where it would
 * have begun at the latest, and the curve begins there. If they were free up to there, but the curve began with the
 * checkpoint, they would be ahead of it then, and all would stop until it has caught up (seen: for 0.7 s).
 *
 * <p>What a checkpoint begins with may be more than the limit, because of a large transaction: it is in temporary files
 * then. Writers have the same room beyond it, since it is not they who took the rest, and not less than half as much as
 * the checkpoint has to write, in these files: else they would stand still for minutes. The next one begins with half
 * as much at most, and so on. After a checkpoint that has failed there is no such room: what writers put into it while
 * one after the other fails is without a limit.
 *
 * <p>Invariants: nobody waits unless a checkpoint is being made or is asked for; a wait ends with the checkpoint.
 *
 * <p>Thread safe.
 */
final class WritePressure {
    /** What the checkpoints do, as far as writers have to know. */
    interface Checkpoints {
        /** There are so many bytes of changes; returns at once. */
        void noteChanges(long bytes);

        /** One is wanted although the last one has failed; returns at once. */
        void tryAgain();

        /** Why the last one did not come about; nothing if it did. */
        Optional<ThetisException> failure();
    }

    /** How a thread waits. */
    @FunctionalInterface
    interface Pauses {
        /** Returns after about that time, or earlier. */
        void pause(long nanos);
    }

    /**
     * How much there may be, and how long to wait.
     *
     * @param startBytes of changes make a checkpoint begin that somebody waits for; with fewer nobody waits
     * @param roomBytes of changes may come in while it is made
     * @param waitNanosMax how long one writer waits at the limit
     */
    record Limits(long startBytes, long roomBytes, long waitNanosMax) {
        static final double START_SHARE = 1.0 / 4;

        /** What a checkpoint begins with, what comes in meanwhile, and the same once more: less than the whole. */
        private static final double ROOM_SHARE = 5.0 / 16;

        /** @param shareBytes what changes may take; {@link Long#MAX_VALUE} for as much as they like */
        static Limits of(long shareBytes, long waitNanosMax) {
            return shareBytes == Long.MAX_VALUE
                    ? new Limits(Long.MAX_VALUE, 0, waitNanosMax)
                    : new Limits((long) (shareBytes * START_SHARE), (long) (shareBytes * ROOM_SHARE), waitNanosMax);
        }

        /** Of changes, beyond which a checkpoint must be under way. */
        long limitBytes() {
            return startBytes + roomBytes;
        }
    }

    /** Somebody who waits looks again, and is asked whether he still wants to. */
    private static final long PAUSE_NANOS_MAX = 20_000_000;

    /** Before the first checkpoint, whose code has not been compiled yet. */
    private static final double NANOS_PER_BYTE_FIRST = 100;

    /** Of what is in files, which came in a row and is written in a row; before the first checkpoint of such. */
    private static final double NANOS_PER_BYTE_IN_FILES_FIRST = 40;

    /** Of what the last ones took: others may use the processors and the disk the next time. */
    private static final double EXPECTED_MARGIN = 1.5;

    /** Of what a checkpoint begins with; less than the room of one that begins within the limit. */
    private static final double ROOM_OF_LARGE_START = 0.5;

    private static final long EXPECTED_NANOS_MIN = 50_000_000;

    /** A checkpoint that is wanted has to wait for one large transaction: until it begins, others slow down. */
    private static final long NOT_BEGUN_PAUSE_NANOS = 5_000_000;

    private final LongSupplier usedBytes;
    private final LongSupplier nanoTime;
    private final Pauses pauses;
    private final Checkpoints checkpoints;
    private final Limits limits;

    /** The checkpoint that is being made; null if none is. */
    private volatile @Nullable Running running;

    /** Of a checkpoint, up to the limit. */
    private volatile double nanosPerByte = NANOS_PER_BYTE_FIRST;

    /** Beyond the limit. */
    private volatile double nanosPerByteInFiles = NANOS_PER_BYTE_IN_FILES_FIRST;

    private record Running(WriteDelay delay, long startBytes, long beganNanos) {}

    /** @param usedBytes of changes in the newest era */
    WritePressure(
            Limits limits, LongSupplier usedBytes, LongSupplier nanoTime, Pauses pauses, Checkpoints checkpoints) {
        this.limits = limits;
        this.usedBytes = usedBytes;
        this.nanoTime = nanoTime;
        this.pauses = pauses;
        this.checkpoints = checkpoints;
    }

    // ---------------------------------------------------------------- checkpoints

    /** A checkpoint begins. */
    void began() {
        long start = usedBytes.getAsLong();
        // The last one has taken nothing away, so there is no more room than it had.
        long from = checkpoints.failure().isPresent() ? limits.startBytes() : Math.max(start, limits.startBytes());
        long room = limits.startBytes() == Long.MAX_VALUE
                ? Long.MAX_VALUE - from
                : Math.max(limits.roomBytes(), (long) (from * ROOM_OF_LARGE_START));
        double taking = bytesInMemory(start) * nanosPerByte + bytesInFiles(start) * nanosPerByteInFiles;
        long expected = Math.max(EXPECTED_NANOS_MIN, (long) (taking * EXPECTED_MARGIN));
        running = new Running(new WriteDelay(from, from + room, expected), start, nanoTime.getAsLong());
    }

    /** It has ended, in whatever way. */
    void ended() {
        Running ending = running;
        running = null;
        if (ending != null && ending.startBytes() > 0) {
            learn(ending.startBytes(), nanoTime.getAsLong() - ending.beganNanos());
        }
    }

    /** Half of it is forgotten each time: one that was slow for a reason of its own slows only a few. */
    private void learn(long startBytes, long nanos) {
        if (bytesInFiles(startBytes) == 0) {
            nanosPerByte = (nanosPerByte + (double) nanos / startBytes) / 2;
        } else {
            double ofFiles = Math.max(0, nanos - bytesInMemory(startBytes) * nanosPerByte) / bytesInFiles(startBytes);
            nanosPerByteInFiles = (nanosPerByteInFiles + ofFiles) / 2;
        }
    }

    private long bytesInMemory(long startBytes) {
        return Math.min(startBytes, limits.limitBytes());
    }

    private long bytesInFiles(long startBytes) {
        return startBytes - bytesInMemory(startBytes);
    }

    /** Whether the checkpoint that is being made had better hurry: writers use the room that it leaves. */
    boolean isFelt() {
        Running current = running;
        if (current == null) {
            return false;
        }
        WriteDelay delay = current.delay();
        return usedBytes.getAsLong() > delay.startBytes() + (delay.limitBytes() - delay.startBytes()) / 8;
    }

    // ---------------------------------------------------------------- writers

    /**
     * Waits as long as a writer has to before some more changes.
     *
     * @param ownBytes that its transaction has written already, of operations
     * @param stillWanted asked now and then while it waits; an error ends the wait
     * @throws ThetisException {@link ErrorCode#WRITE_STALLED}
     */
    void admit(long ownBytes, Runnable stillWanted) {
        long used = usedBytes.getAsLong();
        if (used >= limits.startBytes() && !isInFiles(ownBytes)) {
            checkpoints.noteChanges(used);
            await(stillWanted);
        }
    }

    /** Whether what a transaction has still to write leaves others' room as it is. */
    private boolean isInFiles(long ownBytes) {
        return ownBytes > limits.roomBytes() && checkpoints.failure().isEmpty();
    }

    private void await(Runnable stillWanted) {
        long begunNanos = nanoTime.getAsLong();
        long untilNanos = Long.MAX_VALUE;
        while (true) {
            long nowNanos = nanoTime.getAsLong();
            long delay = delayNanos(nowNanos);
            if (delay == WriteDelay.STOPPED) {
                requireUseful(nowNanos - begunNanos);
                delay = PAUSE_NANOS_MAX;
            } else {
                // Whoever comes later and finds more changes waits for a later time: nobody overtakes.
                untilNanos =
                        Math.min(untilNanos, delay > Long.MAX_VALUE - nowNanos ? Long.MAX_VALUE : nowNanos + delay);
                delay = untilNanos - nowNanos;
            }
            if (delay <= 0) {
                return;
            }
            pauses.pause(Math.min(delay, PAUSE_NANOS_MAX));
            stillWanted.run();
        }
    }

    private long delayNanos(long nowNanos) {
        long used = usedBytes.getAsLong();
        Running current = running;
        if (current != null) {
            return current.delay().delayNanos(used, nowNanos - current.beganNanos());
        }
        if (used < limits.limitBytes()) {
            return 0;
        }
        return checkpoints.failure().isPresent() ? WriteDelay.STOPPED : NOT_BEGUN_PAUSE_NANOS;
    }

    private void requireUseful(long waitedNanos) {
        Optional<ThetisException> failure = checkpoints.failure();
        if (running == null && failure.isPresent()) {
            checkpoints.tryAgain();
            throw new ThetisException(
                    ErrorCode.WRITE_STALLED,
                    "changes cannot be written to the data files, and there is no memory for more: "
                            + failure.get().getMessage() + "; fix the cause and run the transaction again",
                    failure.get());
        }
        if (waitedNanos >= limits.waitNanosMax()) {
            throw new ThetisException(
                    ErrorCode.WRITE_STALLED,
                    "changes wait to be written to the data files, and there is no memory for more: changedBytes="
                            + usedBytes.getAsLong() + ", limitBytes=" + limits.limitBytes() + ", waitedMillis="
                            + waitedNanos / 1_000_000
                            + "; run the transaction again, or give the database more memory");
        }
    }
}
