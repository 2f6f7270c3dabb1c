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
 */
record SegmentHeader(UUID databaseId, int number, long firstRevision, long previousBytes, int previousChecksum) {}
