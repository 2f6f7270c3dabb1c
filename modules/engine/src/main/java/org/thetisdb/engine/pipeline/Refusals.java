package org.thetisdb.engine.pipeline;

/**
 * Says when to ask again whoever has refused several times: {@link Stage#takeNodes} may find out only after some work
 * that it cannot be done, and where it could not be done so far, it most often never can. Belongs to one worker.
 */
public final class Refusals {
    /** So many refusals in a row mean nothing: a few chunks may be unlike the others. */
    private static final int FREE = 2;

    private static final int PAUSE_BITS_MAX = 6;

    private int inARow;
    private int pause;

    /** Whether it is worth asking. */
    public boolean isTime() {
        if (pause > 0) {
            pause--;
            return false;
        }
        return true;
    }

    /** Takes note of what came of asking; returns the same. */
    public boolean note(boolean wasAccepted) {
        inARow = wasAccepted ? 0 : inARow + 1;
        pause = inARow <= FREE ? 0 : (1 << Math.min(PAUSE_BITS_MAX, inARow - FREE)) - 1;
        return wasAccepted;
    }
}
