package org.thetisdb.storage.log;

import java.util.Arrays;

/**
 * Where commits lie in one segment, one entry for every few KiB, or more in a long log ({@link RevisionIndexes}). It
 * grows as readers pass, from the segment's begin on and without gaps; asking for what it has not got yet gives the
 * place from which to read on.
 *
 * <pre>
 *   records   | 64 c10 c11 c12 c13 | c14 c15 c16 …      | c17 c18            | not read yet
 *   entries     10 @ 64              14 @ 4,200           17 @ 8,300           covered to 12,100, next revision 19
 * </pre>
 *
 * Any thread.
 */
final class RevisionIndex {
    private final RevisionIndexes all;
    private long[] revisions = new long[16];
    private long[] offsets = new long[16];
    private int count;
    private long coveredBytes = LogLayout.HEADER_BYTES;
    private long nextRevision;

    RevisionIndex(RevisionIndexes all, long firstRevision) {
        this.all = all;
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
    void passedCommit(long offset, long endOffset, long revision) {
        if (noteCommit(offset, endOffset, revision)) {
            all.added();
        }
    }

    /** Whether there is one more entry. */
    private synchronized boolean noteCommit(long offset, long endOffset, long revision) {
        if (offset != coveredBytes) {
            return false;
        }
        boolean isNoted = count == 0 || offset - offsets[count - 1] >= all.distanceBytes();
        if (isNoted) {
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
        return isNoted;
    }

    synchronized int count() {
        return count;
    }

    /** Drops entries that are closer to each other, but never the first, and returns how many are left. */
    synchronized int thinOut(long distanceBytes) {
        int left = Math.min(count, 1);
        for (int entry = 1; entry < count; entry++) {
            if (offsets[entry] - offsets[left - 1] >= distanceBytes) {
                revisions[left] = revisions[entry];
                offsets[left] = offsets[entry];
                left++;
            }
        }
        count = left;
        revisions = Arrays.copyOf(revisions, Math.max(1, left));
        offsets = Arrays.copyOf(offsets, Math.max(1, left));
        return left;
    }

    /** A reader has seen another record. */
    synchronized void passedOther(long offset, long endOffset) {
        if (offset == coveredBytes) {
            coveredBytes = endOffset;
        }
    }
}
