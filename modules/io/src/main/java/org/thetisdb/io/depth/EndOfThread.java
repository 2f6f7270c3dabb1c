package org.thetisdb.io.depth;

/** Waits for threads whose work must not go on when their owner has closed what they work with. */
public final class EndOfThread {
    private EndOfThread() {}

    /** Returns when the thread has ended, even if the caller is interrupted, which it stays. */
    public static void await(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
