package org.thetisdb.storage.log;

import java.util.UUID;

/**
 * What a segment says of itself and of the one before it.
 *
 * @param databaseId of the database whose log this is
 * @param number also the file's name
 * @param firstRevision the first commit in this segment has it, once there is one
 * @param previousBytes where the records of the segment before this one end; 0 if there was none
 * @param previousChecksum the chained checksums of all records there; 0 if there was none
 * @param partsId which parts are in it, if it is a segment of one commit; 0 if it is not
 */
record SegmentHeader(
        UUID databaseId, int number, long firstRevision, long previousBytes, int previousChecksum, long partsId) {
    /** Whether it has the parts of one commit, then that commit, and nothing after it. */
    boolean isOfOneCommit() {
        return partsId != 0;
    }

    /** The same with parts. */
    SegmentHeader withParts(long id) {
        return new SegmentHeader(databaseId, number, firstRevision, previousBytes, previousChecksum, id);
    }
}
