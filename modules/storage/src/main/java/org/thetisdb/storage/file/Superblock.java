package org.thetisdb.storage.file;

import java.util.UUID;
import org.thetisdb.io.PagedFileGeometry;

/**
 * Which root counts.
 *
 * @param databaseId given at creation, the same for all revisions
 * @param rootNumber 1 for a fresh import, one more for each root after it
 * @param revision up to which the root holds all commits; 1 for a fresh import
 * @param timeMillis when that revision was committed, in milliseconds since 1970
 * @param root where the root lies
 * @param rootFileId of the data file that holds the root; see {@link DataFileIdentity}
 * @param geometry pages and checksum table of that file
 * @param logMark a commit at or after the root's revision that the log must have
 */
public record Superblock(
        UUID databaseId,
        long rootNumber,
        long revision,
        long timeMillis,
        Extent root,
        long rootFileId,
        PagedFileGeometry geometry,
        LogMark logMark) {
    /** Which data file holds the root. */
    public DataFileIdentity rootFile() {
        return new DataFileIdentity(databaseId, root.file(), rootFileId);
    }

    /** The same root, with what is known of the log now. */
    public Superblock withLogMark(LogMark mark) {
        return new Superblock(databaseId, rootNumber, revision, timeMillis, root, rootFileId, geometry, mark);
    }
}
