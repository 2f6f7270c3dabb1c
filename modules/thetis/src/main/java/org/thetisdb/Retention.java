package org.thetisdb;

import java.time.Duration;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Which revisions stay readable: the newest always, and of the others those that are young enough by both measures. The
 * space of the rest is reused over time. Immutable.
 *
 * @param revisions how many revisions before the newest; at least 0
 * @param age how long after it was followed by another one; not negative, and counted in milliseconds
 */
public record Retention(long revisions, Duration age) {
    private static final Duration FOR_EVER = Duration.ofMillis(Long.MAX_VALUE);

    /** Every revision, for ever. */
    public static final Retention ALL = new Retention(Long.MAX_VALUE, FOR_EVER);

    /**
     * A time that is longer than the clock of commits can say means for ever.
     *
     * @throws ThetisException {@link ErrorCode#USAGE} if either is negative
     */
    public Retention {
        if (revisions < 0 || age.isNegative()) {
            throw new ThetisException(
                    ErrorCode.USAGE,
                    "retention is out of range: revisions=" + revisions + ", age=" + age + "; both must be 0 or more");
        }
        age = age.compareTo(FOR_EVER) > 0 ? FOR_EVER : age;
    }

    /**
     * {@return the newest revision and so many before it, however old}
     *
     * @param revisions how many before the newest; at least 0
     * @throws ThetisException {@link ErrorCode#USAGE} if the number is negative
     */
    public static Retention ofRevisions(long revisions) {
        return new Retention(revisions, FOR_EVER);
    }

    /**
     * {@return what was the newest revision at some moment within that time, however many they are}
     *
     * @param age how long ago at most; not negative
     * @throws ThetisException {@link ErrorCode#USAGE} if the time is negative
     */
    public static Retention ofAge(Duration age) {
        return new Retention(Long.MAX_VALUE, age);
    }
}
