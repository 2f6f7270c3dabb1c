package org.thetisdb.extension.guard;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Checks that are woven into code that is held to a fence. Static, since code of any class calls it, from loops that
 * have nothing else at hand; the one number that changes is not 0 only while some call is to end.
 */
public final class Guard {
    /** No array has more elements. */
    public static final int LENGTH_MAX = 1 << 23;

    private static final VarHandle STOPPED;
    private static final ThreadLocal<@Nullable GuardedCall> CURRENT = new ThreadLocal<>();

    /** How many calls were stopped and have not ended. */
    @SuppressWarnings("unused") // Read and written by its handle.
    private static int stopped;

    static {
        try {
            STOPPED = MethodHandles.lookup().findStaticVarHandle(Guard.class, "stopped", int.class);
        } catch (ReflectiveOperationException missing) {
            throw new ExceptionInInitializerError(missing);
        }
    }

    private Guard() {}

    static @Nullable GuardedCall current() {
        return CURRENT.get();
    }

    static void enter(@Nullable GuardedCall call) {
        if (call == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(call);
        }
    }

    static void count(int change) {
        STOPPED.getAndAdd(change);
    }

    /** Returns if the call that the thread is in may go on. */
    public static void check() {
        // Opaque: it is loaded each time, and costs no more than that.
        if ((int) STOPPED.getOpaque() != 0) {
            look();
        }
    }

    private static void look() {
        GuardedCall call = CURRENT.get();
        String reason = call == null ? null : call.reason();
        if (reason != null) {
            throw new StoppedError(reason);
        }
    }

    /**
     * Returns if this is nothing that ends a call.
     *
     * @param thrown what was caught
     */
    public static void caught(Throwable thrown) {
        if (thrown instanceof StoppedError stop) {
            throw stop;
        }
    }

    /**
     * {@return the length of an array or capacity that may be made}
     *
     * @param length is returned
     */
    public static int length(int length) {
        if (length > LENGTH_MAX) {
            throw new StoppedError("too large an array: length=" + length + ", lengthMax=" + LENGTH_MAX);
        }
        return length;
    }

    /**
     * Returns if a matrix may be made.
     *
     * @param rows of it
     * @param columns of it
     */
    public static void area(int rows, int columns) {
        if (rows > 0 && columns > 0 && (long) rows * columns > LENGTH_MAX) {
            throw new StoppedError("too large an array: elements=" + (long) rows * columns + ", max=" + LENGTH_MAX);
        }
    }
}
