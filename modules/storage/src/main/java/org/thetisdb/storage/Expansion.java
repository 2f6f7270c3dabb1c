package org.thetisdb.storage;

import org.jspecify.annotations.Nullable;

/**
 * A resumable walk over the lists of neighbours of many nodes. First one of the {@code start} methods, then
 * {@link #next} until it returns 0. Not thread safe; valid until its reader is refreshed or closed, but a walk that is
 * under way survives {@link GraphReader#refresh}: it takes up its pages again.
 */
public interface Expansion {
    /**
     * Begins a walk over all relationships of some nodes.
     *
     * @param nodes ids, kept until the walk ends and not to be changed meanwhile
     * @param nulls null if no entry is null; entries that are null have no neighbours
     * @param typeIds the types to follow; empty for all
     * @param withRelationships whether {@link #next} is to give relationship ids (it is faster without)
     */
    void start(
            long[] nodes,
            boolean @Nullable [] nulls,
            int count,
            int[] typeIds,
            GraphReader.Side side,
            boolean withRelationships);

    /**
     * Begins a walk over the relationships between {@code from[i]} and {@code to[i]}; FORWARD means from → to. Finds
     * them by search in the shorter sorted list, or by reading all there are of {@code from} if that {@link
     * #hasSingles}.
     */
    void startBetween(
            long[] from,
            long[] to,
            boolean @Nullable [] nulls,
            int count,
            int[] typeIds,
            GraphReader.Side side,
            boolean withRelationships);

    /**
     * Fills the arrays with up to {@code capacity} further relationships. With side BOTH, one call gives relationships
     * of one side only, told by {@link #isForward}, and a loop is given once. Rows ascend within a call for a single
     * type and side; over the whole walk they need not.
     *
     * @param rows takes the index i of the node whose relationship it is
     * @param relationships takes relationship ids; left as it is without {@code withRelationships}
     * @param neighbours takes the node at the other end
     * @return how many were given; 0 when the walk is at its end
     */
    int next(int[] rows, long[] relationships, long[] neighbours, int capacity);

    /**
     * Whether the last call of {@link #next} gave relationships that start (true) or end (false) at the given nodes.
     */
    boolean isForward();

    /**
     * Whether a node, and those stored beside it, have one relationship at most of these types on this side, as stored,
     * and all of them are read at once. It is a hint: what was changed since is not looked at.
     *
     * @param withRelationships as of {@link #start}
     */
    boolean hasSingles(long node, int[] typeIds, GraphReader.Side side, boolean withRelationships);
}
