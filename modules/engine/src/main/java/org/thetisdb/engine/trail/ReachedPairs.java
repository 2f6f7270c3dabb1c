package org.thetisdb.engine.trail;

import java.util.Arrays;
import org.thetisdb.engine.hash.HashMixer;

/**
 * Remembers of some pairs of nodes whether trails lead from the one to the other. A pair takes the place of another one
 * with the same hash, so that it never grows. Used by one thread.
 */
final class ReachedPairs {
    /** Enough for the kinds of things that many rows share, and 100 KB. */
    private static final int PAIRS = 1 << 12;

    private final long[] starts = new long[PAIRS];
    private final long[] ends = new long[PAIRS];
    private final State[] states = new State[PAIRS];

    /** What is known of a pair. */
    enum State {
        UNKNOWN,
        APART,
        REACHED
    }

    ReachedPairs() {
        forget();
    }

    State of(long start, long end) {
        int place = place(start, end);
        return starts[place] == start && ends[place] == end ? states[place] : State.UNKNOWN;
    }

    void note(long start, long end, boolean isReached) {
        int place = place(start, end);
        starts[place] = start;
        ends[place] = end;
        states[place] = isReached ? State.REACHED : State.APART;
    }

    /** Begins anew: the graph may be another. */
    void forget() {
        Arrays.fill(states, State.UNKNOWN);
    }

    private static int place(long start, long end) {
        return (int) HashMixer.combine(HashMixer.fold(start), end) & PAIRS - 1;
    }
}
