package org.thetisdb.session;

import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Until when results may be read: the end of their transaction or of their session. A result asks here instead of being
 * told, so that nobody has to know of results that only wait with their rows. Belongs to the session's thread.
 */
final class ResultScope {
    /** What has ended. */
    enum End {
        NONE,
        TRANSACTION,
        SESSION
    }

    private End end = End.NONE;

    boolean isOver() {
        return end != End.NONE;
    }

    /** The first end counts. */
    void end(End what) {
        if (end == End.NONE) {
            end = what;
        }
    }

    /** The error of a result that cannot be read any more, because of this or because it was closed itself. */
    ThetisException error() {
        return end == End.TRANSACTION
                ? new ThetisException(
                        ErrorCode.TRANSACTION_ENDED,
                        "the result has ended with its transaction; read results before the transaction's end")
                : new ThetisException(ErrorCode.CLOSED, "the result has been closed; run the query again");
    }
}
