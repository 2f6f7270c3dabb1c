package org.thetisdb.engine.fuse;

import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.loop.FusedLoop;
import org.thetisdb.engine.loop.LoopCode;
import org.thetisdb.engine.loop.LoopDefiner;
import org.thetisdb.engine.loop.LoopShape;
import org.thetisdb.engine.loop.LoopTooLongException;
import org.thetisdb.value.Invariant;

/**
 * The code of a shape, on its way from a request to being fast. Thread safe.
 *
 * <pre>
 *   REQUESTED ──class defined──► WARMING ──HotSpot has compiled it──► COMPILED
 *       │                          ▲                                     │
 *       ├──too long, no rights──►  REFUSED          └──slow again────────┘
 *       └──looked for only──────►  UNKNOWN, or SLOWER or REFUSED: as an earlier process has found
 * </pre>
 */
final class CompiledLoop {
    /** How far it is. */
    enum State {
        REQUESTED,
        WARMING,
        COMPILED,
        REFUSED,
        /** It was looked for in what earlier processes have left, and is not there. */
        UNKNOWN,
        /** It is there, but was not faster than the interpreter. */
        SLOWER
    }

    private volatile State state = State.REQUESTED;
    private volatile @Nullable FusedLoop loop;
    private volatile double nanosPerRow;
    private volatile String reason = "";
    private volatile long classBytes;
    private volatile boolean isRetrieved;
    private volatile boolean isTooLong;
    private volatile double interpretedNanos;

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

    /** Whether it is {@link State#REFUSED} for its shape alone, as it would be by any process. */
    boolean isTooLong() {
        return isTooLong;
    }

    /** The length of its class, in bytes. */
    long classBytes() {
        return classBytes;
    }

    /** Whether its class was made by an earlier process. */
    boolean isRetrieved() {
        return isRetrieved;
    }

    /** What the interpreter took for a row when an earlier process found it faster. */
    double interpretedNanos() {
        return interpretedNanos;
    }

    /** An earlier process has left its class. */
    void retrieve(FusedLoop made, long bytes) {
        isRetrieved = true;
        define(made, bytes);
    }

    /** Nothing is known of it. */
    void miss() {
        state = State.UNKNOWN;
    }

    /** An earlier process has found that it is not faster. */
    void lose(double compiled, double interpreted) {
        nanosPerRow = compiled;
        interpretedNanos = interpreted;
        state = State.SLOWER;
    }

    /** Makes the class of a shape; where that cannot be, it is refused, with the reason. */
    void define(LoopShape shape) {
        try {
            byte[] bytes = LoopCode.bytes(shape);
            define(LoopDefiner.load(bytes), bytes.length);
        } catch (LoopTooLongException tooLong) {
            refuseTooLong("its loop is too long: steps=" + tooLong.stepCount());
        } catch (ReflectiveOperationException forbidden) {
            refuse("no class may be defined: " + forbidden.getMessage());
        } catch (LinkageError | UnsupportedOperationException failure) {
            refuse("its class could not be defined: " + failure.getMessage());
        }
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

    /** No process can make it. */
    void refuseTooLong(String why) {
        isTooLong = true;
        refuse(why);
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
