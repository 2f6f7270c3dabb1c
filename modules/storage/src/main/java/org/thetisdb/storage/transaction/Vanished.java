package org.thetisdb.storage.transaction;

import java.util.concurrent.locks.LockSupport;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Files that are gone when somebody comes to open them, because a checkpoint has let go of the root or of the revisions
 * that needed them. Whoever meets that looks for the newest root and tries again: that root no longer needs them.
 * Thread safe.
 */
final class Vanished {
    /** How often files may vanish between two looks before it is an error. */
    static final int TRIES_MAX = 50;

    private static final long RETRY_NANOS = 2_000_000;

    private Vanished() {}

    /** Whether an error may be of this kind. */
    static boolean is(ThetisException problem) {
        return problem.code() == ErrorCode.FILE_MISSING || problem.code() == ErrorCode.LOG_SEGMENT_MISSING;
    }

    /** Gives the one who makes the checkpoint a little time. */
    static void await() {
        LockSupport.parkNanos(Vanished.class, RETRY_NANOS);
    }
}
