package org.thetisdb.storage.transaction;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Files that are gone when somebody comes to open them, because a checkpoint has dropped the root or the revisions
 * that needed them. Whoever meets that looks for the newest root and tries again: that root no longer needs them.
 * Thread safe.
 */
final class Vanished {
    /** How often files may vanish between two looks before it is an error. */
    private static final int TRIES_MAX = 50;

    private static final long RETRY_NANOS = 2_000_000;

    private Vanished() {}

    /** Whether an error may be of this kind. */
    static boolean is(ThetisException problem) {
        return problem.code() == ErrorCode.FILE_MISSING || problem.code() == ErrorCode.LOG_SEGMENT_MISSING;
    }

    /**
     * Looks at what a root names, and again, after giving the one who makes the checkpoint a little time, where files
     * vanish meanwhile.
     *
     * @param newest what to look at now
     * @param isReplaced whether there is something newer by now than what was looked at; if not, what is
     *     missing is missing
     * @throws ThetisException of the last look
     */
    static <S, T> T retry(Supplier<S> newest, Function<S, T> look, Predicate<S> isReplaced) {
        for (int count = 1; ; count++) {
            S seen = newest.get();
            try {
                return look.apply(seen);
            } catch (ThetisException problem) {
                if (!is(problem) || count == TRIES_MAX) {
                    throw problem;
                }
                LockSupport.parkNanos(Vanished.class, RETRY_NANOS);
                if (!isReplaced.test(seen)) {
                    throw problem;
                }
            }
        }
    }
}
