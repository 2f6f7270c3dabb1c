package org.thetisdb.session;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Does again what failed by bad luck, after pauses that double and differ at random, so that those who were in each
 * other's way do not meet again. Thread safe if its random numbers are.
 */
final class Retries {
    /** About what a commit takes that another one has to get out of the way of. */
    static final long FIRST_PAUSE_NANOS = 500_000;

    static final long PAUSE_NANOS_MAX = 500_000_000;

    /** How a thread waits. */
    @FunctionalInterface
    interface Sleeper {
        /** Returns after about that time, or early if the thread is interrupted, which it stays. */
        void sleep(long nanos);
    }

    private final RandomGenerator random;
    private final LongSupplier nanoTime;
    private final Sleeper sleeper;

    Retries(RandomGenerator random, LongSupplier nanoTime, Sleeper sleeper) {
        this.random = random;
        this.nanoTime = nanoTime;
        this.sleeper = sleeper;
    }

    /** With the machine's own time. */
    static Retries ofSystem(RandomGenerator random) {
        return new Retries(random, System::nanoTime, LockSupport::parkNanos);
    }

    /**
     * Runs work until it succeeds, fails with an error that another try would meet again, or patience is at its end.
     *
     * @param limitNanos no pause begins that would end later than this after the first try began
     * @param triesMax at least 1
     */
    <T> T run(Supplier<T> work, long limitNanos, int triesMax) {
        long startNanos = nanoTime.getAsLong();
        long pauseNanos = FIRST_PAUSE_NANOS;
        for (int tries = 1; ; tries++) {
            ThetisException failure;
            try {
                return work.get();
            } catch (ThetisException thrown) {
                failure = thrown;
            }
            if (!isWorthAnotherTry(failure)) {
                throw failure;
            }
            long pause = pauseNanos / 2 + random.nextLong(pauseNanos / 2 + 1);
            long elapsedNanos = nanoTime.getAsLong() - startNanos;
            if (tries >= triesMax || elapsedNanos + pause > limitNanos) {
                throw gaveUp(failure, tries, elapsedNanos);
            }
            sleeper.sleep(pause);
            if (Thread.currentThread().isInterrupted()) {
                throw failure;
            }
            pauseNanos = Math.min(2 * pauseNanos, PAUSE_NANOS_MAX);
        }
    }

    /** Whoever ended a query or a transaction, or limited its time, does not want it again. */
    static boolean isWorthAnotherTry(ThetisException failure) {
        return failure.code().category() == ErrorCode.Category.TRANSIENT
                && switch (failure.code()) {
                    case QUERY_CANCELLED, QUERY_TIMED_OUT, TRANSACTION_TERMINATED, TRANSACTION_TIMED_OUT -> false;
                    default -> true;
                };
    }

    private static ThetisException gaveUp(ThetisException failure, int tries, long elapsedNanos) {
        return new ThetisException(
                failure.code(),
                failure.getMessage() + "; gave up: tries=" + tries + ", elapsedMillis=" + elapsedNanos / 1_000_000,
                failure);
    }
}
