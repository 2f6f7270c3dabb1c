package org.thetisdb.engine.trail;

import java.util.BitSet;
import org.thetisdb.engine.hash.LongTable;

/**
 * Notes to which of the nodes at which a search begins relationships lead that it follows. Along directed relationships
 * those are all at which trails from any of them end. Without directions a relationship may only lead back where the
 * search came from, so just those between two of them tell for sure.
 *
 * <p>Used by one thread at a time.
 */
final class StartsMet implements HopWatch {
    private final VisitedNodes visited;
    private final LongTable starts;
    private final boolean isDirected;
    private final BitSet met = new BitSet();

    /** @param starts level 0 of the search, numbered as in its table */
    StartsMet(VisitedNodes visited, LongTable starts, boolean isDirected) {
        this.visited = visited;
        this.starts = starts;
        this.isDirected = isDirected;
    }

    /** A search of other nodes begins. */
    void begin() {
        met.clear();
    }

    /** Whether a trail surely ends at the node with this number. */
    boolean isMet(int number) {
        return met.get(number);
    }

    /** Whether no trail ends at those that were not met. */
    boolean isSure() {
        return isDirected;
    }

    @Override
    public boolean isAwaited() {
        return isDirected || visited.depth() == 0;
    }

    @Override
    public void followed(int from, int addedNumber) {
        if (addedNumber < 0 && ~addedNumber < starts.count()) {
            met.set(~addedNumber);
        }
    }

    @Override
    public void followedDense(long from, long to) {
        int number = starts.find(to);
        if (number >= 0) {
            met.set(number);
        }
    }

    @Override
    public void makeDense() {
        // The numbers are those of the starts.
    }
}
