package org.thetisdb.reference.function;

import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.Comparator;
import java.util.OptionalInt;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;

/**
 * Equality, comparison and order of temporal values, durations and points.
 *
 * <p>Values of different types are never equal and not comparable; their order is decided elsewhere. Values with a zone
 * are ordered by instant, those of one instant by offset from west to east, those of one offset by the name of the
 * zone. So instants in different zones are different values. Durations are equal if all their parts are, cannot be
 * compared by {@code <}, since months have no length, and are ordered by the length that they have on average.
 * Points cannot be compared either, and are ordered by coordinate reference system and coordinates.
 */
public final class TemporalOrder {
    private static final Comparator<ZonedDateTime> ZONED = Comparator.comparing(ZonedDateTime::toInstant)
            .thenComparingInt(zoned -> zoned.getOffset().getTotalSeconds())
            .thenComparing(zoned -> zoned.getZone().getId());
    private static final Comparator<OffsetTime> TIME = Comparator.comparingLong((OffsetTime time) ->
                    time.toLocalTime().toNanoOfDay() - time.getOffset().getTotalSeconds() * 1_000_000_000L)
            .thenComparingInt(time -> time.getOffset().getTotalSeconds());
    private static final Comparator<IsoDuration> DURATION = Comparator.comparing(TemporalOrder::averageNanoseconds)
            .thenComparingLong(IsoDuration::months)
            .thenComparingLong(IsoDuration::days);
    private static final Comparator<Point> POINT = Comparator.comparingInt(Point::srid)
            .thenComparingDouble(point -> point.x() + 0.0)
            .thenComparingDouble(point -> point.y() + 0.0)
            .thenComparingDouble(point -> point.z() + 0.0);

    private TemporalOrder() {}

    /** Whether this class knows the value's type. */
    public static boolean covers(Object value) {
        return value instanceof Temporal || value instanceof IsoDuration || value instanceof Point;
    }

    /** {@code left = right}, which is never null for these types. Both are of types that are covered. */
    public static boolean equal(Object left, Object right) {
        return left.getClass() == right.getClass() && order(left, right) == 0;
    }

    /** The sign of the difference for {@code <} and the like; empty if these give null. */
    public static OptionalInt compare(Object left, Object right) {
        boolean comparable = left instanceof Temporal && left.getClass() == right.getClass();
        return comparable ? OptionalInt.of(order(left, right)) : OptionalInt.empty();
    }

    /**
     * The order of two values of one type for ORDER BY; 0 if and only if they are equal.
     *
     * @throws IllegalArgumentException if they are of different types or of one that is not covered
     */
    public static int order(Object left, Object right) {
        return switch (left) {
            case LocalDate date when right instanceof LocalDate other -> date.compareTo(other);
            case LocalTime time when right instanceof LocalTime other -> time.compareTo(other);
            case OffsetTime time when right instanceof OffsetTime other -> TIME.compare(time, other);
            case LocalDateTime local when right instanceof LocalDateTime other -> local.compareTo(other);
            case ZonedDateTime zoned when right instanceof ZonedDateTime other -> ZONED.compare(zoned, other);
            case IsoDuration duration when right instanceof IsoDuration other -> DURATION.compare(duration, other);
            case Point point when right instanceof Point other -> POINT.compare(point, other);
            default -> throw new IllegalArgumentException("no common order: left=" + left + ", right=" + right);
        };
    }

    /** A key that is equal, in Java's sense, for values that are one group: for DISTINCT, grouping and joins. */
    public static Object key(Object value) {
        return value instanceof Point point
                ? new Point(point.srid(), point.x() + 0.0, point.y() + 0.0, point.z() + 0.0)
                : value;
    }

    private static BigInteger averageNanoseconds(IsoDuration duration) {
        return BigInteger.valueOf(duration.months())
                .multiply(BigInteger.valueOf(DurationFunctions.SECONDS_PER_MONTH))
                .add(BigInteger.valueOf(duration.days())
                        .multiply(BigInteger.valueOf(DurationFunctions.SECONDS_PER_DAY)))
                .multiply(DurationFunctions.NANOS_PER_SECOND)
                .add(DurationFunctions.nanoseconds(duration));
    }
}
