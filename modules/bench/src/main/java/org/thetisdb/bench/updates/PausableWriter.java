package org.thetisdb.bench.updates;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.thetisdb.bench.peer.UpdateTarget;
import org.thetisdb.snb.UpdateBatch;
import org.thetisdb.snb.UpdateStatement;
import org.thetisdb.snb.UpdateStream;

/**
 * A thread that applies one update after the other, but for when it is paused. It begins paused, and ends with the
 * updates.
 *
 * <p>Threads: one other thread pauses it, goes on with it and closes it.
 */
final class PausableWriter implements AutoCloseable {
    private final UpdateTarget target;
    private final UpdateStream stream;
    private final Map<String, String> texts;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final CompletableFuture<Void> done;

    // All guarded by the lock.
    private boolean isWanted;
    private boolean isWriting;
    private boolean isEnded;
    private long written;
    private Throwable failure;

    /** @param texts by the name of a query */
    PausableWriter(UpdateTarget target, UpdateStream stream, Map<String, String> texts) {
        this.target = target;
        this.stream = stream;
        this.texts = texts;
        this.done = CompletableFuture.runAsync(
                this::run, task -> Thread.ofPlatform().daemon().name("bench-writer").start(task));
    }

    /** Lets it write until it is paused. */
    void goOn() {
        lock.lock();
        try {
            isWanted = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns when its last statement is done.
     *
     * @return whether it was writing until now: false once the updates are used up
     * @throws IllegalStateException if a statement failed
     */
    boolean pause() {
        lock.lock();
        try {
            isWanted = false;
            while (isWriting) {
                changed.awaitUninterruptibly();
            }
            if (failure != null) {
                throw new IllegalStateException("the writer failed", failure);
            }
            return !isEnded;
        } finally {
            lock.unlock();
        }
    }

    /** Statements done so far. */
    long written() {
        lock.lock();
        try {
            return written;
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        try {
            Optional<UpdateBatch> day = stream.next();
            while (day.isPresent()) {
                if (!write(day.get().statements())) {
                    return;
                }
                day = stream.next();
            }
        } catch (IOException problem) {
            fail(new UncheckedIOException(problem));
        } catch (RuntimeException | Error problem) {
            fail(problem);
        } finally {
            end();
        }
    }

    private boolean write(List<UpdateStatement> statements) {
        Iterator<UpdateStatement> each = statements.iterator();
        while (each.hasNext()) {
            if (!awaitTurn()) {
                return false;
            }
            UpdateStatement statement = each.next();
            target.update(texts.get(statement.query()), statement.parameters());
        }
        return true;
    }

    /** Whether there is to be a next statement, which may take a while to know. */
    private boolean awaitTurn() {
        lock.lock();
        try {
            written += isWriting ? 1 : 0;
            while (!isWanted && !isEnded) {
                isWriting = false;
                changed.signalAll();
                changed.awaitUninterruptibly();
            }
            isWriting = !isEnded;
            return isWriting;
        } finally {
            lock.unlock();
        }
    }

    private void fail(Throwable problem) {
        lock.lock();
        try {
            failure = problem;
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        lock.lock();
        try {
            isEnded = true;
            isWriting = false;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        end();
        done.join();
    }
}
