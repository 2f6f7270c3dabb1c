package org.thetisdb.storage.column;

import org.jspecify.annotations.Nullable;

/** How the values of a segment are written. The numbers are part of the file format. */
public enum Encoding {
    /** No value at all. */
    EMPTY(0, 0),
    /** Part 0: packed {@code longs}. Width 0 is a constant. */
    PACKED(1, 1),
    /** Parts 0 and 1: packed {@code longs} and {@code longs2}. */
    PACKED_PAIR(2, 2),
    /** Parts 0 to 2: packed seconds, nanoseconds, zone codes; part 3: zone names. */
    ZONED(3, 4),
    /** Part 0: doubles, 8 bytes each. */
    DOUBLES(4, 1),
    /** Part 0: packed integers; a value is one of them divided by 10 to the power of the header's aux. */
    DECIMAL(5, 1),
    /** Part 0: packed offsets, one more than values; part 1: UTF-8 bytes. */
    STRINGS(6, 2),
    /** Part 0: packed codes; part 1: packed offsets of the dictionary; part 2: UTF-8 bytes. */
    STRING_DICTIONARY(7, 3),
    /** Part 0: packed offsets, one more than lists; part 1: a segment of all elements. */
    LISTS(8, 2),
    /** Part 0: records of 32 bytes. */
    POINTS(9, 1),
    /** Parts 0 to 3: packed months, days, seconds, nanoseconds. */
    DURATIONS(10, 4),
    /** Part 0: packed offsets, one more than values; part 1: values as {@link VariantCodec} writes them. */
    VARIANT(11, 2);

    private static final Encoding[] BY_NUMBER = values();

    private final int number;
    private final int partCount;

    Encoding(int number, int partCount) {
        this.number = number;
        this.partCount = partCount;
    }

    public int number() {
        return number;
    }

    int partCount() {
        return partCount;
    }

    /** The encoding with this number, or null if there is none. */
    static @Nullable Encoding ofNumber(int number) {
        return number >= 0 && number < BY_NUMBER.length ? BY_NUMBER[number] : null;
    }
}
