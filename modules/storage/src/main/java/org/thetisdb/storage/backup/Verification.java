package org.thetisdb.storage.backup;

import java.nio.file.Path;
import java.util.Set;
import org.thetisdb.storage.options.StoreOptions;

/** Reads a copy before it counts. */
public interface Verification {
    /**
     * Opens and reads a copy; an error if it is not sound.
     *
     * @param toRead how to open it
     * @param revision the newest that must be in it
     * @param newDataFiles the numbers of data files that were copied just now
     * @param fromRevision the first of which the log was copied just now
     * @return how many pages were compared with their checksums
     */
    long verify(Path directory, StoreOptions toRead, long revision, Set<Integer> newDataFiles, long fromRevision);
}
