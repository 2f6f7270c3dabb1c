package org.thetisdb.storage.options;

import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Which revisions stay readable: the newest always, and of the others those that are young enough by both measures.
 *
 * @param revisions how many revisions before the newest; at least 0
 * @param millis how long after it was followed by another one; at least 0
 */
public record Retention(long revisions, long millis) {
    /** Every revision, for ever. */
    public static final Retention ALL = new Retention(Long.MAX_VALUE, Long.MAX_VALUE);

    public Retention {
        if (revisions < 0 || millis < 0) {
            throw new ThetisException(
                    ErrorCode.USAGE,
                    "retention is out of range: revisions=" + revisions + ", millis=" + millis
                            + "; both must be 0 or more");
        }
    }

    /** The newest so many and those of now. */
    public static Retention ofRevisions(long revisions) {
        return new Retention(revisions, Long.MAX_VALUE);
    }

    /** What was current within so many milliseconds. */
    public static Retention ofMillis(long millis) {
        return new Retention(Long.MAX_VALUE, millis);
    }

    public boolean isAll() {
        return equals(ALL);
    }
}
