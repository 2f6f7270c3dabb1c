package org.thetisdb.reference.function;

import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.IsoFields;
import java.time.temporal.Temporal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.reference.function.TemporalFields.Parts;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;

/** {@code value.key}; null, which is empty here, for a component that the value does not have. */
final class Components {
    private Components() {}

    static Optional<Object> of(Object value, String key) {
        return Optional.ofNullable(
                switch (value) {
                    case IsoDuration duration -> ofDuration(duration, key);
                    case Point point -> ofPoint(point, key);
                    case Temporal temporal ->
                        Parts.date(temporal)
                                .map(date -> ofDate(date, key))
                                .or(() -> Parts.time(temporal).map(time -> ofTime(time, key)))
                                .or(() -> Parts.offset(temporal).map(offset -> ofZone(temporal, offset, key)))
                                .orElse(null);
                    default -> null;
                });
    }

    private static @Nullable Object ofDate(LocalDate date, String key) {
        return switch (key) {
            case "year" -> (long) date.getYear();
            case "quarter" -> (date.getMonthValue() + 2) / 3L;
            case "month" -> (long) date.getMonthValue();
            case "week" -> date.getLong(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
            case "weekYear" -> date.getLong(IsoFields.WEEK_BASED_YEAR);
            case "day" -> (long) date.getDayOfMonth();
            case "ordinalDay" -> (long) date.getDayOfYear();
            case "weekDay", "dayOfWeek" -> (long) date.getDayOfWeek().getValue();
            case "dayOfQuarter" -> date.getLong(IsoFields.DAY_OF_QUARTER);
            default -> null;
        };
    }

    private static @Nullable Object ofTime(LocalTime time, String key) {
        return switch (key) {
            case "hour" -> (long) time.getHour();
            case "minute" -> (long) time.getMinute();
            case "second" -> (long) time.getSecond();
            case "millisecond" -> time.getNano() / 1_000_000L;
            case "microsecond" -> time.getNano() / 1_000L;
            case "nanosecond" -> (long) time.getNano();
            default -> null;
        };
    }

    private static @Nullable Object ofZone(Temporal value, ZoneOffset offset, String key) {
        return switch (key) {
            case "timezone" -> Parts.zone(value).orElseThrow().getId();
            case "offset" -> offset.getId();
            case "offsetMinutes" -> offset.getTotalSeconds() / 60L;
            case "offsetSeconds" -> (long) offset.getTotalSeconds();
            case "epochSeconds" -> value instanceof ZonedDateTime zoned ? zoned.toEpochSecond() : null;
            case "epochMillis" -> value instanceof ZonedDateTime zoned ? epochMillis(zoned) : null;
            default -> null;
        };
    }

    private static long epochMillis(ZonedDateTime zoned) {
        try {
            return zoned.toInstant().toEpochMilli();
        } catch (ArithmeticException overflow) {
            throw Faults.range("too far away for an INTEGER of milliseconds: value=" + zoned);
        }
    }

    /**
     * Months, days and seconds are never converted into one another. Seconds are rounded down: -0.1 s is -1 s and 0.9
     * s.
     */
    private static @Nullable Object ofDuration(IsoDuration duration, String key) {
        long months = duration.months();
        long days = duration.days();
        long seconds = duration.seconds();
        return switch (key) {
            case "years" -> months / 12;
            case "quarters" -> months / 3;
            case "months" -> months;
            case "quartersOfYear" -> months / 3 % 4;
            case "monthsOfQuarter" -> months % 3;
            case "monthsOfYear" -> months % 12;
            case "weeks" -> days / 7;
            case "days" -> days;
            case "daysOfWeek" -> days % 7;
            case "hours" -> seconds / 3600;
            case "minutes" -> seconds / 60;
            case "seconds" -> seconds;
            case "minutesOfHour" -> seconds / 60 % 60;
            case "secondsOfMinute" -> seconds % 60;
            case "milliseconds" -> whole(duration, 1_000_000);
            case "microseconds" -> whole(duration, 1_000);
            case "nanoseconds" -> whole(duration, 1);
            case "millisecondsOfSecond" -> duration.nanoseconds() / 1_000_000L;
            case "microsecondsOfSecond" -> duration.nanoseconds() / 1_000L;
            case "nanosecondsOfSecond" -> (long) duration.nanoseconds();
            default -> null;
        };
    }

    private static long whole(IsoDuration duration, long unitNanos) {
        BigInteger whole = BigInteger.valueOf(duration.seconds())
                .multiply(BigInteger.valueOf(1_000_000_000 / unitNanos))
                .add(BigInteger.valueOf(duration.nanoseconds() / unitNanos));
        if (whole.bitLength() > 63) {
            throw Faults.range("too long for an INTEGER: duration=" + duration);
        }
        return whole.longValue();
    }

    private static @Nullable Object ofPoint(Point point, String key) {
        return switch (key) {
            case "x" -> point.x();
            case "y" -> point.y();
            case "z" -> point.isThreeDimensional() ? point.z() : null;
            case "longitude" -> point.isGeographic() ? point.x() : null;
            case "latitude" -> point.isGeographic() ? point.y() : null;
            case "height" -> point.isGeographic() && point.isThreeDimensional() ? point.z() : null;
            case "crs" -> point.crs();
            case "srid" -> (long) point.srid();
            default -> null;
        };
    }
}
