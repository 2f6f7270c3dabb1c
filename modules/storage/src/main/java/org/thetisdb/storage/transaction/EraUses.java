package org.thetisdb.storage.transaction;

import java.util.concurrent.atomic.LongAdder;

/**
 * Who uses an era, so that its files are closed when the last one leaves, not when the collector finds out.
 *
 * <pre>
 *   take       taken + 1, then: is it closed?          close      closed, then: given, then taken: are they equal?
 *   give back  given + 1                                          if not, it is open again
 * </pre>
 *
 * <p>Either the one who takes sees that it is closed, or the one who closes sees that it is taken; or both, and then it
 * is open again, nobody uses it, and the one who could not take it has it closed ({@link Era#take}). Both sums only
 * grow, and {@code given} is read first: if they are equal, nobody used the era when the reading of {@code given}
 * ended. Acquiring and releasing use no place that all threads share.
 *
 * <p>Two sums that grow, of which the one of those who left is read first, is how sleepable read-copy-update waits for
 * readers (P. McKenney: Sleepable RCU, 2006). Changed: nobody waits; a close that meets a user is taken back and tried
 * again when the user leaves.
 *
 * <p>Thread safe.
 */
final class EraUses {
    private final LongAdder taken = new LongAdder();
    private final LongAdder given = new LongAdder();
    private final LongAdder writersTaken = new LongAdder();
    private final LongAdder writersGiven = new LongAdder();
    private volatile boolean ended;
    private volatile boolean kept;
    private volatile boolean closed;

    /** Begins to use the era; false if it is closed, because a later one is the newest. */
    boolean take() {
        taken.increment();
        if (closed) {
            given.increment();
            return false;
        }
        return true;
    }

    void giveBack() {
        given.increment();
    }

    /** As {@link #take}, for one who writes, and for whom the log is kept from the era's end on. */
    boolean takeToWrite() {
        if (!take()) {
            return false;
        }
        writersTaken.increment();
        return true;
    }

    void giveBackWritten() {
        writersGiven.increment();
        giveBack();
    }

    /**
     * The era is no longer the newest.
     *
     * @param isKept whether it stays readable as a part of the past
     */
    void end(boolean isKept) {
        kept = isKept;
        ended = true;
    }

    boolean isEnded() {
        return ended;
    }

    boolean isKept() {
        return kept;
    }

    boolean hasWriters() {
        long back = writersGiven.sum();
        return writersTaken.sum() != back;
    }

    /** Closes an era that nobody uses; false if somebody does. One thread at a time. */
    boolean tryClose() {
        closed = true;
        long back = given.sum();
        closed = taken.sum() == back;
        return closed;
    }
}
