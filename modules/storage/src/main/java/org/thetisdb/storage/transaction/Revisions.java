package org.thetisdb.storage.transaction;

import java.util.List;
import java.util.Optional;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.delta.DeltaSnapshot;
import org.thetisdb.storage.log.LogReader;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** What can be read of a store's revisions, whether it is written here or in another process. Thread safe. */
interface Revisions {
    /** The number of the newest revision that can be read. */
    long revision();

    /** The graph as of the newest revision, used until it is released. */
    DeltaSnapshot newest();

    /**
     * The graph as of a revision, used until it is released.
     *
     * @throws ThetisException {@link ErrorCode#REVISION_NOT_FOUND} if there is none yet, or no more
     */
    Snapshot snapshot(long revision);

    /** All eras that are retained, oldest first. */
    List<Era> eras();

    Catalog catalog();

    /** A reader of the log, if there is one. */
    Optional<LogReader> logReader();

    /** @throws ThetisException {@link ErrorCode#REVISION_NOT_FOUND} if there is no such revision yet */
    static void requirePublished(long revision, long newest) {
        if (revision > newest || revision < 1) {
            throw new ThetisException(
                    ErrorCode.REVISION_NOT_FOUND,
                    "there is no such revision: revision=" + revision + ", newest=" + newest
                            + "; CALL history.revisions() lists them");
        }
    }
}
