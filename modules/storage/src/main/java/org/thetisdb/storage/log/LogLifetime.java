package org.thetisdb.storage.log;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Whether a log can still be written: it can until it has failed or was closed, and never again after that.
 *
 * <p>Threads: changed under the log's lock; read by any thread.
 */
final class LogLifetime {
    private final Path directory;
    private final LogWaiters waiters;

    /** Made while there is memory for it. */
    private final ThetisException lastResort;

    private volatile @Nullable ThetisException failure;
    private volatile boolean closed;

    /** @param file in which the log ends when it is opened */
    LogLifetime(Path directory, Path file, LogWaiters waiters) {
        this.directory = directory;
        this.waiters = waiters;
        this.lastResort = LogErrors.failed(file, new OutOfMemoryError("nothing more is known"));
    }

    Optional<ThetisException> failure() {
        return Optional.ofNullable(failure);
    }

    boolean hasEnded() {
        return failure != null || closed;
    }

    boolean isClosed() {
        return closed;
    }

    void close() {
        closed = true;
    }

    void requireUsable() {
        ThetisException known = failure;
        if (known != null) {
            throw new ThetisException(ErrorCode.LOG_FAILED, known.getMessage(), known);
        }
        if (closed) {
            throw LogErrors.closed(directory);
        }
    }

    /**
     * Ends all writing and wakes all who wait.
     *
     * @param file in which the log ends
     * @return what is to be thrown
     */
    ThetisException fail(Path file, Throwable cause) {
        ThetisException known = failure;
        if (known == null) {
            known = described(file, cause);
            failure = known;
        }
        waiters.wakeAll();
        return known;
    }

    /** There is one in any case: what has ended the log may keep its description from being made. */
    private ThetisException described(Path file, Throwable cause) {
        try {
            return LogErrors.failed(file, cause);
        } catch (RuntimeException | Error _) {
            return lastResort;
        }
    }
}
