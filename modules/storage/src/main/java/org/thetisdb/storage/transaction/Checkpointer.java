package org.thetisdb.storage.transaction;

import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.thetisdb.io.depth.EndOfThread;
import org.thetisdb.storage.StoreEvent;
import org.thetisdb.storage.checkpoint.CheckpointResult;
import org.thetisdb.storage.checkpoint.CheckpointWriter;
import org.thetisdb.storage.checkpoint.Throttle;
import org.thetisdb.storage.delta.DeltaCheckpointSource;
import org.thetisdb.storage.options.FaultPoints;
import org.thetisdb.storage.options.FaultPoints.Point;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Makes a new base when enough has been changed since the last one, in a thread of its own. It works half of the time
 * and rests the other half, but for when changes come in faster than it writes; then writers are slowed down, too
 * ({@link WritePressure}).
 *
 * <p>Closing waits for what is under way, without rests, and for one that is due then ({@link #requestLast}): else
 * whoever opens the database next would replay all of it, and if that is a process of one query, so would each after
 * it.
 *
 * <p>A checkpoint that fails leaves everything as it was: the log has it all. It is tried again when as much again has
 * been changed. Where the new root counts already and only opening it has failed, opening is what is tried again: a
 * further root is made of the one that counts, never of an older one. Thread safe.
 */
final class Checkpointer implements AutoCloseable, WritePressure.Checkpoints {
    /** Looks so often whether it is still to rest. */
    private static final long REST_NANOS_MAX = 2_000_000;

    private final NewestEra newestEra;
    private final LogCutter cutter;
    private final EraExchange exchange;
    private final LazyLog log;
    private final CheckpointWriter writer;
    private final Compactor compactor;
    private final CheckpointPace pace;
    private final WritePressure pressure;
    private final FaultPoints faultPoints;
    private final StoreEvents events;
    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantLock oneAtATime = new ReentrantLock();
    private final Condition wanted = lock.newCondition();
    private final Thread thread = new Thread(this::run, "thetis-checkpoint");
    private boolean started;
    private boolean requested;

    /** Whether nothing more is asked for. */
    private volatile boolean ending;

    /** Guarded by {@link #oneAtATime}. */
    private boolean closed;

    /** Whether its own thread makes one. */
    private volatile boolean working;

    /** Whether the next one is made however few changes there are. */
    private volatile boolean forced;

    private volatile long nextBytes;
    private volatile Optional<ThetisException> failure = Optional.empty();

    /** A root that counts, but which is not read from yet; guarded by {@link #oneAtATime}. */
    private Optional<CheckpointResult> unopened = Optional.empty();

    /** @param events is told of each that holds */
    Checkpointer(
            StoreBase opened,
            NewestEra newestEra,
            LogCutter cutter,
            EraExchange exchange,
            LazyLog log,
            StoreEvents events) {
        this.events = events;
        this.newestEra = newestEra;
        this.cutter = cutter;
        this.exchange = exchange;
        this.log = log;
        this.writer = opened.checkpointWriter();
        this.compactor = new Compactor(writer);
        this.pace = opened.checkpointPace();
        this.pressure =
                new WritePressure(opened.writeLimits(), newestEra, System::nanoTime, LockSupport::parkNanos, this);
        this.faultPoints = opened.options().faultPoints();
        this.nextBytes = limitBytes();
        thread.setDaemon(true);
    }

    private long limitBytes() {
        return pace.limitBytes(newestEra.era().base().root().liveBytes());
    }

    /** What slows writers down while a checkpoint is made. */
    WritePressure pressure() {
        return pressure;
    }

    /** Why indexes are not compacted; nothing if they are. */
    Optional<ThetisException> compactionFailure() {
        return compactor.failure();
    }

    /** Why the last checkpoint did not come about; nothing if it did. */
    @Override
    public Optional<ThetisException> failure() {
        return failure;
    }

    /**
     * Told how much there is to write now; returns at once. What comes in while one is made is looked at when it ends.
     */
    @Override
    public void noteChanges(long bytes) {
        if (bytes == Long.MAX_VALUE) {
            forced = true;
            request();
        } else if (bytes >= nextBytes && !working) {
            request();
        }
    }

    @Override
    public void tryAgain() {
        if (!working) {
            forced = true;
            request();
        }
    }

    /** Asks for one if it is due, also where one is under way, which may leave much; before {@link #close}. */
    void requestLast() {
        if (failure.isEmpty() && newestEra.changedBytes() >= nextBytes) {
            try {
                request();
            } catch (OutOfMemoryError _) {
                // There is no room for a thread: the log has it all.
                return;
            }
        }
    }

    private void request() {
        if (ending) {
            return;
        }
        lock.lock();
        try {
            requested = true;
            if (!started) {
                // Tried again by the next commit if there is no room for a thread.
                thread.start();
                started = true;
            }
            wanted.signal();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        while (awaitRequest()) {
            try {
                if (isDue()) {
                    checkpoint(new Rest());
                }
            } catch (RuntimeException | Error problem) {
                // This thread has nobody to tell; whoever asks is told.
                nextBytes = newestEra.changedBytes() + limitBytes();
            } finally {
                working = false;
            }
            noteChanges(newestEra.changedBytes());
        }
    }

    /**
     * Who asks has counted before the last checkpoint has taken changes away, perhaps: then another one would be made
     * of few.
     */
    private boolean isDue() {
        boolean isForced = forced;
        forced = false;
        return isForced || newestEra.changedBytes() >= nextBytes;
    }

    /** Whether somebody asks for one; no if nobody will any more. */
    private boolean awaitRequest() {
        lock.lock();
        try {
            while (!requested && !ending) {
                wanted.awaitUninterruptibly();
            }
            working = requested;
            requested = false;
            return working;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Does something while no checkpoint is made: the newest era stays the newest. One that is under way is waited for,
     * and one that is due begins afterwards.
     */
    <T> T holdOff(Supplier<T> work) {
        oneAtATime.lock();
        try {
            return work.get();
        } finally {
            oneAtATime.unlock();
        }
    }

    /** Makes a checkpoint now, without rests, on the calling thread. */
    CheckpointResult checkpointNow() {
        return checkpoint(Throttle.NONE);
    }

    private CheckpointResult checkpoint(Throttle throttle) {
        oneAtATime.lock();
        try {
            requireOpen();
            open();
            long startNanos = System.nanoTime();
            pressure.began();
            CheckpointResult result = write(throttle);
            unopened = Optional.of(result);
            open();
            cutter.truncate();
            nextBytes = limitBytes();
            failure = Optional.empty();
            compactor.begin(newestEra.era().base());
            events.tell(new StoreEvent.CheckpointEnded(
                    result.superblock().revision(), result.writtenBytes(), System.nanoTime() - startNanos));
            return result;
        } catch (ThetisException problem) {
            failure = Optional.of(problem);
            throw problem;
        } catch (RuntimeException | Error problem) {
            failure = Optional.of(new ThetisException(
                    ErrorCode.INTERNAL, "a checkpoint has failed: " + problem + "; it is tried again", problem));
            throw problem;
        } finally {
            pressure.ended();
            oneAtATime.unlock();
        }
    }

    private void open() {
        if (unopened.isPresent()) {
            exchange.install(unopened.get());
            unopened = Optional.empty();
        }
    }

    private CheckpointResult write(Throttle throttle) {
        Era era = newestEra.era();
        boolean done = false;
        try {
            LogCutter.Cut cut = cutter.cut();
            try (DeltaCheckpointSource source = new DeltaCheckpointSource(
                    era.snapshot(cut.revision(), cut.catalog()), cut.timeMillis(), cut.logMark())) {
                CheckpointResult result =
                        writer.write(era.base(), source, cutter.oldestRevision(), new Pauses(source, throttle));
                faultPoints.pass(Point.CHECKPOINT_PUBLISHED);
                done = true;
                return result;
            }
        } catch (RuntimeException | Error problem) {
            if (writer.hasPublishedAfter(era.base())) {
                // What was committed since the cut is known to nobody but the log.
                throw log.fail(problem);
            }
            throw problem;
        } finally {
            if (!done) {
                cutter.abandon();
            }
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new ThetisException(ErrorCode.CLOSED, "the database has been closed, and makes no checkpoint");
        }
    }

    /** What is done between two pieces of work, whoever asked for the checkpoint. */
    private final class Pauses implements Throttle {
        private final DeltaCheckpointSource source;
        private final Throttle throttle;

        Pauses(DeltaCheckpointSource source, Throttle throttle) {
            this.source = source;
            this.throttle = throttle;
        }

        @Override
        public void wrote(long bytes) {
            source.refresh();
            pressure.wrote(bytes);
            throttle.wrote(bytes);
        }

        @Override
        public boolean isHurried() {
            return throttle.isHurried();
        }
    }

    /** Rests as long as it has worked, unless writers wait for it, or whoever closes the database. */
    private final class Rest implements Throttle {
        private long since = System.nanoTime();

        @Override
        public void wrote(long bytes) {
            long until = 2 * System.nanoTime() - since;
            for (long left = until - System.nanoTime(); left > 0 && !isPressed(); left = until - System.nanoTime()) {
                LockSupport.parkNanos(this, Math.min(left, REST_NANOS_MAX));
            }
            since = System.nanoTime();
        }

        /** Whether somebody waits for what is being made, or soon would. */
        private boolean isPressed() {
            return ending || pressure.isFelt() || newestEra.changedBytes() > 2 * limitBytes();
        }

        /** Writers who wait for it go on by themselves as soon as they may; who closes the database does not. */
        @Override
        public boolean isHurried() {
            return ending;
        }
    }

    @Override
    @SuppressWarnings("LockNotBeforeTry") // Nothing is done while it is held.
    public void close() {
        lock.lock();
        try {
            ending = true;
            wanted.signal();
        } finally {
            lock.unlock();
        }
        EndOfThread.await(thread);
        // One that somebody asked for is waited for, too.
        oneAtATime.lock();
        try {
            closed = true;
            compactor.close();
            writer.dropCompaction();
        } finally {
            oneAtATime.unlock();
        }
    }
}
