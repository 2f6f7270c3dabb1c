package org.thetisdb.engine.trail;

/** Nodes from which a search goes on, read piece by piece. Used by one thread at a time. */
interface Frontier {
    /** Copies the next nodes, as many as there are up to a number: how many, 0 at the end. */
    int next(long[] into, int max);
}
