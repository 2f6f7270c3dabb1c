package org.thetisdb.storage.options;

/**
 * Told of each place of a change at which an error that nobody can foresee (memory, stack, the JVM itself) would leave
 * work half done. A store does nothing there; tests throw, and see that it stays correct or closes with a clear error.
 * Called by whatever thread is at work.
 */
@FunctionalInterface
public interface FaultPoints {
    /** Of a store that is used. */
    FaultPoints NONE = point -> {};

    /** Where. */
    enum Point {
        /** A transaction has noted how to take a change back, or has made the change. */
        CHANGE,
        /** Memory for changes is about to be asked for. */
        BLOCK,
        /** A change is about to be taken back. */
        ROLLBACK,
        /** A commit is about to be appended to the log. */
        COMMIT_CHECKED,
        /** A record is encoded and about to be put into the log's buffer. */
        LOG_RECORD,
        /** A part of a large transaction is about to be written. */
        LOG_PART,
        /** A large commit has become a segment of the log, and the log does not know it. */
        LOG_ADOPTED,
        /** A commit is in the log's buffer. */
        COMMIT_LOGGED,
        /** A commit has its revision, and nobody has heard of it. */
        COMMIT_STAMPED,
        /** A commit is counted, and its thread about to wait for the device. */
        COMMIT_COUNTED,
        /** A leader has taken the log's buffer to write it. */
        LOG_TAKEN,
        /** The log's buffer is written, and not synced. */
        LOG_WRITTEN,
        /** A commit is as durable as it should be, and not shown. */
        COMMIT_DURABLE,
        /** A commit is shown. */
        COMMIT_SHOWN,
        /** The log's own thread is about to sync. */
        FLUSH,
        /** A new name is in the log, and not in the catalog. */
        NAME_LOGGED,
        /** Commits are kept for the next era from now on. */
        CHECKPOINT_CUT,
        /** A new root counts, and nobody has opened it. */
        CHECKPOINT_PUBLISHED,
        /** Commits that came in late were taken to be put into the next era. */
        LATE_TAKEN,
        /** All begins in the next era from now on. */
        ERA_BEGUN,
        /** A commit from the log is about to be put into an era, or is in it. */
        REPLAY
    }

    /** May throw any unchecked exception or error. */
    void pass(Point point);
}
