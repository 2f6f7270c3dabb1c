package org.thetisdb.value.vector;

import org.jspecify.annotations.Nullable;

/** How the entries of a vector are laid out; see the package's drawing. */
public enum VectorKind {
    /** Every entry is null; no array is used. */
    NULL,
    /** {@code longs}: 0 or 1. */
    BOOLEAN,
    /** {@code longs}. */
    INTEGER,
    /** {@code doubles}. */
    FLOAT,
    /** {@code bytes}, {@code starts}, {@code lengths}: UTF-8. */
    STRING,
    /** {@code longs}: days since 1970-01-01. */
    DATE,
    /** {@code longs}: nanosecond of the day. */
    LOCAL_TIME,
    /** {@code longs}: nanosecond of the local day; {@code longs2}: offset from UTC in seconds. */
    TIME,
    /** {@code longs}: seconds since 1970-01-01T00:00 local; {@code longs2}: nanosecond of the second. */
    LOCAL_DATETIME,
    /** {@code longs}: seconds since the epoch, UTC; {@code longs2}: see {@link ZoneCode#pack}. */
    ZONED_DATETIME,
    /** {@code longs}: node ids. */
    NODE,
    /** {@code longs}: relationship ids; {@code longs2}: start nodes; {@code longs3}: end nodes. */
    RELATIONSHIP,
    /** {@code objects}: boxed values of any type, as the package {@code org.thetisdb.value} lists them. */
    OBJECT;

    /** {@return whether values of this kind are in {@link Vector#longs}} */
    public boolean usesLongs() {
        return switch (this) {
            case BOOLEAN, INTEGER, DATE, LOCAL_TIME, TIME, LOCAL_DATETIME, ZONED_DATETIME, NODE, RELATIONSHIP -> true;
            case NULL, FLOAT, STRING, OBJECT -> false;
        };
    }

    /** {@return whether values of this kind have a second part in {@link Vector#longs2}} */
    public boolean usesLongs2() {
        return switch (this) {
            case TIME, LOCAL_DATETIME, ZONED_DATETIME, RELATIONSHIP -> true;
            case NULL, BOOLEAN, INTEGER, FLOAT, STRING, DATE, LOCAL_TIME, NODE, OBJECT -> false;
        };
    }

    /**
     * {@return the kind that a boxed value has by itself}
     *
     * @param value boxed, or null
     */
    public static VectorKind of(@Nullable Object value) {
        return BoxedValues.kindOf(value);
    }
}
