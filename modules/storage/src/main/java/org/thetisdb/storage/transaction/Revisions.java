package org.thetisdb.storage.transaction;

import java.util.List;
import java.util.Optional;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.log.LogReader;

/** What can be read of a store's revisions, whether it is written here or in another process. Thread safe. */
interface Revisions {
    /** The number of the newest revision that can be read. */
    long revision();

    /** The graph as of a revision; an error if there is none yet, or no more. */
    Snapshot snapshot(long revision);

    /** All eras that are retained, oldest first. */
    List<Era> eras();

    Catalog catalog();

    /** A reader of the log, if there is one. */
    Optional<LogReader> logReader();
}
