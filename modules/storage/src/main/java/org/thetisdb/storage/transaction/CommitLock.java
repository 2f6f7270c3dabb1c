package org.thetisdb.storage.transaction;

import java.util.concurrent.locks.ReentrantLock;
import org.thetisdb.value.Invariant;

/**
 * The lock under which commits get their revisions, one at a time, and eras are exchanged.
 *
 * <p>Lock order. Who holds a lock takes only locks below it; those on one line are taken from left to right.
 *
 * <pre>
 *   SchemaManager      one change of the schema at a time
 *   └ Checkpointer     one checkpoint at a time
 *     └ CommitLock     one commit at a time
 *       ├ NameTable ─► LazyLog ─► RedoLog      (RedoLog waits for a sync and writes without its lock)
 *       └ EraHistory: ended ─► eras ─► LazyLog
 *   StoreHistory ─► EraHistory ─► LazyLog       reads only; never together with the locks above
 *   Checkpointer's request, Superblocks, DataFiles: last of all, nothing is taken below them
 * </pre>
 *
 * <p>Nobody waits for the disk under this lock, but for {@link SchemaCommits}, which publishes a constraint before
 * another commit can break it. Nobody calls listeners under it. Thread safe; may be taken again by who holds it.
 */
final class CommitLock {
    private final ReentrantLock lock = new ReentrantLock();

    void lock() {
        lock.lock();
    }

    void unlock() {
        lock.unlock();
    }

    /** What is guarded by the lock is only looked at with it. */
    void requireHeld() {
        Invariant.check(lock.isHeldByCurrentThread(), "what commits share is guarded by the commit lock");
    }
}
