package org.thetisdb.storage;

import org.thetisdb.value.vector.VectorKind;

/**
 * What a column segment holds, without reading it.
 *
 * @param kind the one kind of its values; OBJECT if mixed or of a kind without bounds; NULL if there are none
 * @param valueCount entries that are not null
 * @param nullCount entries that are null
 * @param minimum smallest {@code longs} entry for kinds that use longs (dates, datetimes by second, …)
 * @param maximum largest {@code longs} entry
 * @param minimumDouble smallest number for kind FLOAT, NaN left out
 * @param maximumDouble largest number for kind FLOAT
 * @param distinctEstimate about how many different values
 */
public record ZoneMap(
        VectorKind kind,
        long valueCount,
        long nullCount,
        long minimum,
        long maximum,
        double minimumDouble,
        double maximumDouble,
        long distinctEstimate) {
    /** Nothing is known: any value may be there. */
    public static final ZoneMap UNKNOWN = new ZoneMap(
            VectorKind.OBJECT, 1, 1, Long.MIN_VALUE, Long.MAX_VALUE, -Double.MAX_VALUE, Double.MAX_VALUE, 1);

    /** No value at all: every entry is null. */
    public static ZoneMap allNull(long count) {
        return new ZoneMap(VectorKind.NULL, 0, count, 0, 0, 0, 0, 0);
    }

    public boolean hasBounds() {
        return kind.usesLongs();
    }

    /**
     * Whether a value whose {@code longs} entry is smaller comes before another one. Not so for times with an offset:
     * the entry is of the local day.
     */
    public boolean isOrderedByBounds() {
        return switch (kind) {
            case INTEGER, DATE, LOCAL_TIME, LOCAL_DATETIME, ZONED_DATETIME -> true;
            case NULL, BOOLEAN, FLOAT, STRING, TIME, NODE, RELATIONSHIP, OBJECT -> false;
        };
    }
}
