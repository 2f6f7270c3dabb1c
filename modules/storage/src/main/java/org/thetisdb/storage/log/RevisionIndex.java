package org.thetisdb.storage.log;

import java.util.Arrays;

/**
 * Where commits lie in one segment, one entry for every few KiB. It grows as readers pass, from the segment's begin on
 * and without gaps; asking for what it has not got yet gives the place from which to read on.
 *
 * <pre>
 *   records   | 64 c10 c11 c12 c13 | c14 c15 c16 …      | c17 c18            | not read yet
 *   entries     10 @ 64              14 @ 4,200           17 @ 8,300           covered to 12,100, next revision 19
 * </pre>
 *
 * Any thread.
 */
final class RevisionIndex {
    private static final int ENTRY_DISTANCE_BYTES = 4 << 10;

    private long[] revisions = new long[16];
    private long[] offsets = new long[16];
    private int count;
    private long coveredBytes = LogLayout.HEADER_BYTES;
    private long nextRevision;

    RevisionIndex(long firstRevision) {
        nextRevision = firstRevision;
    }

    /**
     * A place between two records.
     *
     * @param nextRevision of the first commit after it
     */
    record Place(long offset, long nextRevision) {}

    /** A place from which on to look for a revision. */
    synchronized Place placeBefore(long revision) {
        if (revision >= nextRevision) {
            return new Place(coveredBytes, nextRevision);
        }
        int found = Arrays.binarySearch(revisions, 0, count, revision);
        int entry = found >= 0 ? found : -found - 2;
        return entry < 0
                ? new Place(LogLayout.HEADER_BYTES, nextRevisionAtBegin())
                : new Place(offsets[entry], revisions[entry]);
    }

    private long nextRevisionAtBegin() {
        return count == 0 ? nextRevision : revisions[0];
    }

    /** Up to where all records were seen, and so found to be whole. */
    synchronized long coveredBytes() {
        return coveredBytes;
    }

    /** The revision after the last commit seen. */
    synchronized long nextRevision() {
        return nextRevision;
    }

    /** A reader has seen a commit. */
    synchronized void passedCommit(long offset, long endOffset, long revision) {
        if (offset != coveredBytes) {
            return;
        }
        if (count == 0 || offset - offsets[count - 1] >= ENTRY_DISTANCE_BYTES) {
            if (count == revisions.length) {
                revisions = Arrays.copyOf(revisions, count * 2);
                offsets = Arrays.copyOf(offsets, count * 2);
            }
            revisions[count] = revision;
            offsets[count] = offset;
            count++;
        }
        coveredBytes = endOffset;
        nextRevision = revision + 1;
    }

    /** A reader has seen another record. */
    synchronized void passedOther(long offset, long endOffset) {
        if (offset == coveredBytes) {
            coveredBytes = endOffset;
        }
    }
}
