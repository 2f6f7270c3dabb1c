package org.thetisdb.io.simulated;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Hears of all that is asked of the temporary files of a {@link SimulatedFileSystem}, and lets it fail on demand.
 * Thread safe.
 */
public final class TemporaryFaults {
    /** What is asked of a temporary file. */
    public enum Operation {
        CREATE,
        WRITE,
        READ,
        MAP
    }

    private final AtomicInteger open = new AtomicInteger();
    private volatile Consumer<Operation> before = _ -> {};

    /**
     * Called before each operation, by the thread that asks for it and without any lock; fails it by throwing
     * something.
     */
    public void before(Consumer<Operation> action) {
        before = action;
    }

    /** How many temporary files are open. */
    public int openCount() {
        return open.get();
    }

    void pass(Operation operation) {
        before.accept(operation);
    }

    void opened() {
        open.incrementAndGet();
    }

    void closed() {
        open.decrementAndGet();
    }
}
