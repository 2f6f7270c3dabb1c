package org.thetisdb.trigger;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.engine.extension.ListenerExtension;
import org.thetisdb.extension.DatabaseEvent;
import org.thetisdb.value.ThetisException;

/**
 * Tells listeners what happens to a database, behind whoever does it: in a thread of its own, which begins with the
 * first event that somebody wants to hear of, and ends when there has been none for a second. Thread safe.
 */
public final class Listeners implements AutoCloseable {
    /** So many events wait; those that come then are lost. */
    private static final int CAPACITY = 1024;

    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Supplier<TriggerHost> host;
    private final RunOptions runOptions;
    private final Supplier<List<ListenerExtension>> known;
    private final Patience patience;
    private final ListenerGate gate = new ListenerGate();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final WaitingEvents waiting = new WaitingEvents(CAPACITY);
    private Optional<Thread> thread = Optional.empty();
    private boolean closed;

    /** What is called now listens to it. */
    private volatile Optional<StopSignal> current = Optional.empty();

    /** Nothing is told any more. */
    private volatile boolean over;

    /**
     * How long a database that is closed waits for its listeners.
     *
     * @param nanosToHear until they have heard of all that has happened
     * @param nanosToEnd until one has ended that was stopped
     */
    public record Patience(long nanosToHear, long nanosToEnd) {
        /** Five seconds and one. */
        public static Patience usual() {
            return new Patience(TimeUnit.SECONDS.toNanos(5), TimeUnit.SECONDS.toNanos(1));
        }
    }

    /**
     * Before anything has happened.
     *
     * @param host what they run among; asked when there is something to tell
     * @param runOptions what each call may use
     * @param known those that there are, whenever it is asked; must not wait
     */
    public Listeners(
            Supplier<TriggerHost> host,
            RunOptions runOptions,
            Supplier<List<ListenerExtension>> known,
            Patience patience) {
        this.host = host;
        this.runOptions = runOptions;
        this.known = known;
        this.patience = patience;
    }

    /** Something has happened. Returns at once, and throws nothing. */
    public void tell(DatabaseEvent event) {
        List<ListenerExtension> wanting = wanting(event);
        if (wanting.isEmpty()) {
            return;
        }
        lock.lock();
        try {
            if (!closed) {
                if (!waiting.add(event)) {
                    wanting.forEach(ListenerExtension::addLost);
                }
                begin();
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private List<ListenerExtension> wanting(DatabaseEvent event) {
        return known.get().stream().filter(each -> each.wants(event)).toList();
    }

    private void begin() {
        if (thread.isPresent()) {
            return;
        }
        try {
            // It is nobody's child: it must not keep what the thread has that begins it.
            Thread made = Thread.ofPlatform()
                    .name("thetis-events")
                    .daemon()
                    .inheritInheritableThreadLocals(false)
                    .unstarted(this::work);
            made.setContextClassLoader(ClassLoader.getSystemClassLoader());
            made.start();
            thread = Optional.of(made);
        } catch (OutOfMemoryError noThread) {
            // The next event tries it again.
            log("there is no thread to tell listeners what happens: " + noThread.getMessage());
        }
    }

    private void work() {
        try {
            for (Optional<DatabaseEvent> next = next(); next.isPresent(); next = next()) {
                DatabaseEvent event = next.get();
                wanting(event).forEach(each -> call(each, event));
            }
        } finally {
            end();
        }
    }

    private Optional<DatabaseEvent> next() {
        lock.lock();
        try {
            await(() -> !waiting.isEmpty() || closed, IDLE_NANOS);
            // Who comes when this is empty begins another thread.
            Optional<DatabaseEvent> next = waiting.take();
            thread = next.isPresent() ? thread : Optional.empty();
            return next;
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        lock.lock();
        try {
            if (thread.filter(Thread.currentThread()::equals).isPresent()) {
                thread = Optional.empty();
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for a time at most; a listener may have interrupted its thread, which means nothing here. */
    private void await(BooleanSupplier isSo, long nanos) {
        long until = System.nanoTime() + nanos;
        boolean isOver = false;
        while (!isOver && !isSo.getAsBoolean()) {
            try {
                isOver = changed.awaitNanos(until - System.nanoTime()) <= 0;
            } catch (InterruptedException meaningless) {
                isOver = System.nanoTime() >= until;
            }
        }
    }

    private void call(ListenerExtension listener, DatabaseEvent event) {
        StopSignal stop = new StopSignal(runOptions.timeoutNanos());
        current = Optional.of(stop);
        try {
            // Looked at after it is known what is to be stopped, as it is set before that is stopped.
            if (!over) {
                call(listener, event, stop);
            }
        } catch (ThetisException | StackOverflowError | OutOfMemoryError failure) {
            log("a listener has failed: name=" + listener.name() + ", event="
                    + event.getClass().getSimpleName() + ", error=" + failure.getMessage());
        } finally {
            current = Optional.empty();
        }
    }

    private void call(ListenerExtension listener, DatabaseEvent event, StopSignal stop) {
        TriggerCall.Caller caller = new TriggerCall.Caller("listener", listener.name(), false);
        TriggerHost among = host.get();
        TriggerCall statements = new TriggerCall(
                among, runOptions, caller, Optional.empty(), among.store().revision(), stop);
        try (ListenerCall call = new ListenerCall(statements, gate)) {
            listener.call(call, event, stop, runOptions.extensions());
        }
    }

    private static void log(String what) {
        System.getLogger("org.thetisdb").log(System.Logger.Level.WARNING, what);
    }

    /**
     * Lets listeners hear of what has happened for some time, then stops the one that is called. When it returns none
     * runs a statement, or ever will. A listener may close its database: nobody waits for it then.
     */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
            awaitEnd(patience.nanosToHear());
            over = true;
            int untold = waiting.size();
            waiting.clear();
            current.ifPresent(StopSignal::cancel);
            if (untold > 0) {
                log("listeners have not heard of all before the database was closed: events=" + untold);
            }
            awaitEnd(patience.nanosToEnd());
        } finally {
            lock.unlock();
        }
        gate.shut();
    }

    private void awaitEnd(long nanos) {
        boolean interrupted = Thread.interrupted();
        boolean isOwn = thread.filter(Thread.currentThread()::equals).isPresent();
        await(() -> isOwn || thread.isEmpty(), nanos);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
