package org.thetisdb.engine.trail;

import java.util.BitSet;
import org.thetisdb.engine.hash.LongTable;
import org.thetisdb.engine.pipeline.Worker;

/**
 * Notes to which of the nodes at which a search begins trails lead from others of them.
 *
 * <p>Along directed relationships that are all to which the search follows one. Without directions each node has the
 * start from which it was found; where a relationship leads from one start's nodes to those of another one, both can
 * be reached from each other, by a trail as long as both ways and 1. Of the ways between a start and the nearest other
 * one, a shortest has such a relationship. To the others a trail may still lead from themselves ({@link TrailsBack}).
 *
 * <p>Used by one thread at a time.
 */
final class StartsMet implements HopWatch {
    private final VisitedNodes visited;
    private final LongTable starts;
    private final boolean isDirected;
    private final long maximum;
    private final Branches origins;
    private final BitSet met = new BitSet();
    private int metCount;

    /**
     * @param starts level 0 of the search, numbered as in its table
     * @param isDirected whether all relationships are followed along their direction, or all against it
     * @param maximum how long a trail may be
     */
    StartsMet(
            Worker worker, String operator, VisitedNodes visited, LongTable starts, boolean isDirected, long maximum) {
        this.visited = visited;
        this.starts = starts;
        this.isDirected = isDirected;
        this.maximum = maximum;
        this.origins = new Branches(worker, operator, visited);
    }

    /** A search from other nodes begins. */
    void begin() {
        met.clear();
        metCount = 0;
        for (int number = 0; number < starts.count() && !isDirected; number++) {
            origins.set(number, number);
        }
    }

    /** Whether a trail leads to the start with this number. */
    boolean isMet(int number) {
        return met.get(number);
    }

    /** Whether no trail leads to those that were not met. */
    boolean isSure() {
        return isDirected;
    }

    @Override
    public boolean isAwaited() {
        return metCount < starts.count() && (isDirected || visited.depth() <= (maximum - 1) / 2);
    }

    @Override
    public void followed(int from, int addedNumber) {
        boolean isNew = addedNumber >= 0;
        int number = isNew ? addedNumber : ~addedNumber;
        if (isDirected) {
            if (!isNew && number < starts.count()) {
                meet(number);
            }
        } else if (isNew) {
            origins.set(number, origins.of(from));
        } else if (origins.of(number) != origins.of(from)) {
            meet(origins.of(from), origins.of(number), visited.levelOfAdded(number));
        } else if (number == from && visited.depth() == 0) {
            meet(number);
        }
    }

    @Override
    public void followedDense(long from, long to) {
        if (isDirected) {
            int number = starts.find(to);
            if (number >= 0) {
                meet(number);
            }
            return;
        }
        int origin = origins.ofNode(to);
        int originOfFrom = origins.ofNode(from);
        if (origin == Branches.NONE) {
            origins.setNode(to, originOfFrom);
        } else if (origin != originOfFrom) {
            meet(originOfFrom, origin, visited.levelOf(to));
        } else if (to == from && visited.depth() == 0) {
            meet(origin);
        }
    }

    private void meet(int one, int other, int levelOfOther) {
        if (visited.depth() + 1L + levelOfOther <= maximum) {
            meet(one);
            meet(other);
        }
    }

    private void meet(int number) {
        if (!met.get(number)) {
            met.set(number);
            metCount++;
        }
    }

    @Override
    public void makeDense() {
        if (isAwaited() && !isDirected) {
            origins.makeDense(0);
        }
    }

    @Override
    public long bytes() {
        return origins.bytes();
    }

    void release() {
        origins.release();
    }
}
