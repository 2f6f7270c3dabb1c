package org.thetisdb.storage.file;

/**
 * A commit that the log must have, as the superblock notes it when a checkpoint is made and when the log is closed.
 * Whoever opens the log makes sure of it: without it nothing would tell an older copy of the last segment, or one that
 * was cut between two records, from a log that ends there.
 *
 * @param revision of the commit; 0 if none is known
 * @param checksum of its record, which tells it from a commit with the same number in another course of the database
 */
public record LogMark(long revision, int checksum) {
    public static final LogMark NONE = new LogMark(0, 0);

    public boolean isKnown() {
        return revision > 0;
    }
}
