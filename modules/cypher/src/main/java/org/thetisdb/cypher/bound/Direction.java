package org.thetisdb.cypher.bound;

/** How a relationship pattern may be crossed, seen from the node on its left. */
public enum Direction {
    OUTGOING,
    INCOMING,
    BOTH;

    public Direction reversed() {
        return switch (this) {
            case OUTGOING -> INCOMING;
            case INCOMING -> OUTGOING;
            case BOTH -> BOTH;
        };
    }
}
