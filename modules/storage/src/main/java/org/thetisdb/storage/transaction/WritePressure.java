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
 * on goes to temporary files, so nobody would gain by its waiting. It takes no room from others either: it does not
 * count before it commits, nor after that while the same checkpoint is made (else they would stand still until the end,
 * seen: for six minutes). Below the limit nobody waits for longer than a second. At the limit writers wait until the
 * checkpoint has ended; those that have waited for as long as the options say fail with an error that may be tried
 * again. If checkpoints fail, waiting is of no use, and they get the reason at once. Readers never come here.
 *
 * <p>A checkpoint may begin with less than that, because the base is small. Then writers are free up to where it would
 * have begun at the latest, and the curve begins there. If they were free up to there, but the curve began with the
 * checkpoint, they would be ahead of it then, and all would stop until it has caught up (seen: for 0.7 s).
 *
 * <p>What a checkpoint begins with may be more than the limit, because of a large transaction: it is in temporary files
 * then. Writers may add as much again, in these files, since it is not they who took the rest: else they would stand
 * still for minutes. Half of it is for the time that is expected, so the next one begins with half as much, and so on;
 * the other half is for when it takes longer, by how much nobody knows. After a checkpoint that has failed there is no
 * such room: what writers put into it while one after the other fails is without a limit.
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

    /** What has been written. */
    interface Changes {
        /** In about so many bytes of memory, without that of transactions that run. */
        long changedBytes();

        /** In so many bytes of operations, by transactions that have ended and were slowed. */
        long slowedOperationBytes();

        /** The same by large ones, which nobody slowed, and by all that run. */
        long unslowedOperationBytes();
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

        /** Whether a transaction that has written so many bytes of operations waits before it writes more. */
        boolean slows(long ownBytes) {
            return startBytes == Long.MAX_VALUE || ownBytes <= roomBytes;
        }
    }

    /** Somebody who waits looks again, and is asked whether he still wants to. */
    private static final long PAUSE_NANOS_MAX = 20_000_000;

    /** The shortest pause, beside a checkpoint that has just begun: it may soon be seen to be fast. */
    private static final long PAUSE_NANOS_MIN = 1_000_000;

    /** Of the time since a checkpoint began, as how much a pause is so long. */
    private static final int PAUSE_DIVISOR = 4;

    /** Before the first checkpoint, whose code has not been compiled yet. */
    private static final double NANOS_PER_BYTE_FIRST = 100;

    /** Of what is in files, which came in a row and is written in a row; before the first checkpoint of such. */
    private static final double NANOS_PER_BYTE_IN_FILES_FIRST = 40;

    /** Of what the last ones took: others may use the processors and the disk the next time. */
    private static final double EXPECTED_MARGIN = 1.5;

    /** Of nodes with a few properties. */
    private static final double BYTES_PER_OPERATION_BYTE_FIRST = 3;

    private static final long OPERATION_BYTES_MIN = 1 << 16;

    /** Of the room beside a checkpoint that begins within the limit: it takes about as long as the ones before. */
    private static final double EVEN_SHARE = 0.8;

    /** Of the room beside one that begins beyond it: what that takes is not known before. */
    private static final double EVEN_SHARE_OF_LARGE_START = 0.5;

    private static final long EXPECTED_NANOS_MIN = 50_000_000;

    /** Of what a checkpoint is expected to write: less says nothing about how fast it is. */
    private static final double TELLING_SHARE = 1.0 / 16;

    /** Of the bytes of changes that it takes away, before the first checkpoint: most take less in files. */
    private static final double WRITTEN_PER_BYTE_FIRST = 1;

    /** Whoever has waited for so long may write if there is room at all: a few commits of many writers do no harm. */
    private static final long SLOWED_NANOS_MAX = 1_000_000_000;

    /** A checkpoint that is wanted has to wait for one large transaction: until it begins, others slow down. */
    private static final long NOT_BEGUN_PAUSE_NANOS = 5_000_000;

    private final Changes changes;
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

    /** Of memory, what an operation's byte takes where nobody but slowed transactions has written; learnt. */
    private volatile double bytesPerOperationByte = BYTES_PER_OPERATION_BYTE_FIRST;

    /** Of what a checkpoint writes, for a byte of changes; learnt. */
    private double writtenPerByte = WRITTEN_PER_BYTE_FIRST;

    /** By the checkpoint that is being made. */
    private long writtenBytes;

    /** Whether somebody has had to wait since it began. */
    private volatile boolean isWaitedFor;

    private record Running(WriteDelay delay, long startBytes, long slowedBytes, long unslowedBytes, long beganNanos) {
        Running expecting(long nanos) {
            return new Running(delay.expecting(nanos), startBytes, slowedBytes, unslowedBytes, beganNanos);
        }
    }

    /** @param changes in the newest era */
    WritePressure(Limits limits, Changes changes, LongSupplier nanoTime, Pauses pauses, Checkpoints checkpoints) {
        this.limits = limits;
        this.changes = changes;
        this.nanoTime = nanoTime;
        this.pauses = pauses;
        this.checkpoints = checkpoints;
    }

    Limits limits() {
        return limits;
    }

    // ---------------------------------------------------------------- checkpoints

    /** A checkpoint begins. */
    void began() {
        long slowed = changes.slowedOperationBytes();
        long unslowed = changes.unslowedOperationBytes();
        long start = changes.changedBytes();
        if (unslowed == 0 && start <= limits.limitBytes() && slowed > OPERATION_BYTES_MIN) {
            bytesPerOperationByte = (bytesPerOperationByte + (double) start / slowed) / 2;
        }
        // The last one has taken nothing away, so there is no more room than it had.
        long from = checkpoints.failure().isPresent() ? limits.startBytes() : Math.max(start, limits.startBytes());
        double taking = bytesInMemory(start) * nanosPerByte + bytesInFiles(start) * nanosPerByteInFiles;
        long expected = Math.max(EXPECTED_NANOS_MIN, (long) (taking * EXPECTED_MARGIN));
        writtenBytes = 0;
        isWaitedFor = false;
        running = new Running(delay(from, expected), start, slowed, unslowed, nanoTime.getAsLong());
    }

    private WriteDelay delay(long from, long expectedNanos) {
        if (limits.startBytes() == Long.MAX_VALUE) {
            return new WriteDelay(from, Long.MAX_VALUE, expectedNanos, EVEN_SHARE);
        }
        return from > limits.limitBytes()
                ? new WriteDelay(from, 2 * from, expectedNanos, EVEN_SHARE_OF_LARGE_START)
                : new WriteDelay(from, from + limits.roomBytes(), expectedNanos, EVEN_SHARE);
    }

    /**
     * It has written something. What it has done by now says better than those before it how long it takes: the code
     * of the first one may be compiled already, by another database of the process. Nobody has to wait for longer than
     * he was told, so it only becomes less; and what is in files comes last.
     */
    void wrote(long bytes) {
        Running current = running;
        writtenBytes += bytes;
        if (current == null || bytesInFiles(current.startBytes()) > 0) {
            return;
        }
        double done = writtenBytes / (current.startBytes() * writtenPerByte);
        if (done >= TELLING_SHARE) {
            double taking = (nanoTime.getAsLong() - current.beganNanos()) / Math.min(done, 1);
            long expected = Math.max(EXPECTED_NANOS_MIN, (long) (taking * EXPECTED_MARGIN));
            if (expected < current.delay().expectedNanos()) {
                running = current.expecting(expected);
            }
        }
    }

    /** It has ended, in whatever way. */
    void ended() {
        Running ending = running;
        running = null;
        if (ending != null && ending.startBytes() > 0) {
            learn(ending.startBytes(), nanoTime.getAsLong() - ending.beganNanos());
            if (writtenBytes > 0 && checkpoints.failure().isEmpty()) {
                writtenPerByte = (writtenPerByte + (double) writtenBytes / ending.startBytes()) / 2;
            }
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

    /**
     * What counts of the changes now. A large transaction that has come since the checkpoint began took no room from
     * others; how much of the memory is its own nobody counts, so it is inferred from what the others have written.
     */
    private long used(Running current) {
        long changed = changes.changedBytes();
        if (changes.unslowedOperationBytes() - current.unslowedBytes() <= limits.roomBytes()) {
            return changed;
        }
        double bySlowed = (changes.slowedOperationBytes() - current.slowedBytes()) * bytesPerOperationByte;
        return Math.min(changed, current.startBytes() + (long) bySlowed);
    }

    /** Whether the checkpoint that is being made had better hurry: writers wait for it, or use its room. */
    boolean isFelt() {
        Running current = running;
        if (current == null || isWaitedFor) {
            return current != null;
        }
        WriteDelay delay = current.delay();
        return used(current) > delay.startBytes() + (delay.limitBytes() - delay.startBytes()) / 8;
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
        long used = changes.changedBytes();
        if (used >= limits.startBytes() && !isInFiles(ownBytes)) {
            checkpoints.noteChanges(used);
            await(stillWanted);
        }
    }

    /** Whether what a transaction has still to write leaves others' room as it is. */
    private boolean isInFiles(long ownBytes) {
        return !limits.slows(ownBytes) && checkpoints.failure().isEmpty();
    }

    private void await(Runnable stillWanted) {
        long begunNanos = nanoTime.getAsLong();
        long untilNanos = Long.MAX_VALUE;
        while (true) {
            long nowNanos = nanoTime.getAsLong();
            long delay = delayNanos(nowNanos);
            boolean isStopped = delay == WriteDelay.STOPPED;
            if (isStopped) {
                requireUseful(nowNanos - begunNanos);
                delay = PAUSE_NANOS_MAX;
            } else {
                // Whoever comes later and finds more changes waits for a later time: nobody overtakes.
                untilNanos =
                        Math.min(untilNanos, delay > Long.MAX_VALUE - nowNanos ? Long.MAX_VALUE : nowNanos + delay);
                delay = untilNanos - nowNanos;
            }
            if (delay <= 0 || !isStopped && nowNanos - begunNanos >= SLOWED_NANOS_MAX) {
                return;
            }
            isWaitedFor = true;
            pauses.pause(Math.min(delay, pauseNanosMax(nowNanos)));
            stillWanted.run();
        }
    }

    private long pauseNanosMax(long nowNanos) {
        Running current = running;
        return current == null
                ? PAUSE_NANOS_MAX
                : Math.clamp((nowNanos - current.beganNanos()) / PAUSE_DIVISOR, PAUSE_NANOS_MIN, PAUSE_NANOS_MAX);
    }

    private long delayNanos(long nowNanos) {
        Running current = running;
        if (current != null) {
            return current.delay().delayNanos(used(current), nowNanos - current.beganNanos());
        }
        if (changes.changedBytes() < limits.limitBytes()) {
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
                            + changes.changedBytes() + ", limitBytes=" + limits.limitBytes() + ", waitedMillis="
                            + waitedNanos / 1_000_000
                            + "; run the transaction again, or give the database more memory");
        }
    }
}
