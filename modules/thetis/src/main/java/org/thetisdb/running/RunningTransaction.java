package org.thetisdb.running;

/**
 * A transaction that runs: one that was begun explicitly, a statement that is one by itself, until its result is read
 * to its end, or a session of the past. Any thread.
 */
public interface RunningTransaction {
    /** What it is called, for as long as the database is open. */
    String id();

    /** What is known of it now; of one that runs, not all of it need be of the same moment. */
    TransactionState state();

    /**
     * Ends it in its owner's place. What it holds is released before this returns if its owner is elsewhere; otherwise
     * by its owner, as soon as his statement has noticed.
     *
     * @return false if it has ended before
     */
    boolean end(Ending ending);

    /** Its time-outs, and since when they run. */
    Deadlines deadlines();

    /** How long nothing has been done with it; 0 while something is. */
    long idleNanos(long nowNanos);
}
