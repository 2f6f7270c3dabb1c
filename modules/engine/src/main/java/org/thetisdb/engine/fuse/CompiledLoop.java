package org.thetisdb.engine.fuse;

import org.jspecify.annotations.Nullable;
import org.thetisdb.value.Invariant;

/**
 * The code of a shape, on its way from a request to being fast. Thread safe.
 *
 * <pre>
 *   REQUESTED ──class defined──► WARMING ──HotSpot has compiled it──► COMPILED
 *       │                          ▲                                     │
 *       └──too long, no rights──►  REFUSED          └──slow again────────┘
 * </pre>
 */
final class CompiledLoop {
    /** How far it is. */
    enum State {
        REQUESTED,
        WARMING,
        COMPILED,
        REFUSED
    }

    private volatile State state = State.REQUESTED;
    private volatile @Nullable FusedLoop loop;
    private volatile double nanosPerRow;
    private volatile String reason = "";
    private volatile long classBytes;

    State state() {
        return state;
    }

    /** Whether there is code. */
    boolean isDefined() {
        return loop != null;
    }

    /** The code; not before it is {@link State#WARMING}. */
    FusedLoop loop() {
        return Invariant.present(loop, "a loop is used once it is defined");
    }

    /** What it took when it was warmed, in nanoseconds for each row; 0 if it was not. */
    double nanosPerRow() {
        return nanosPerRow;
    }

    /** Why it is {@link State#REFUSED}. */
    String reason() {
        return reason;
    }

    /** The length of its class, in bytes. */
    long classBytes() {
        return classBytes;
    }

    void define(FusedLoop made, long bytes) {
        classBytes = bytes;
        loop = made;
        state = State.WARMING;
    }

    void complete(double nanos) {
        nanosPerRow = nanos;
        state = State.COMPILED;
    }

    void refuse(String why) {
        reason = why;
        state = State.REFUSED;
    }

    /** HotSpot has thrown its code away: true for the first who says so. */
    synchronized boolean coolDown() {
        boolean isFirst = state == State.COMPILED;
        if (isFirst) {
            state = State.WARMING;
        }
        return isFirst;
    }
}
