package org.thetisdb.engine.temporal;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalField;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.semantics.Errors;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;

/** {@code value.component} of temporal values, durations and points; null for a component that the type lacks. */
public final class Components {
    private Components() {}

    public static @Nullable Object of(Object value, String key) {
        return switch (value) {
            case IsoDuration duration -> duration(duration, key);
            case Point point -> point(point, key);
            case Temporal temporal -> temporal(temporal, key);
            default -> throw Errors.type("." + key, "a node, relationship, map, temporal value or point", value);
        };
    }

    private static @Nullable Object temporal(Temporal temporal, String key) {
        TemporalField field = field(key);
        if (field != null) {
            return temporal.isSupported(field) ? temporal.getLong(field) : null;
        }
        return switch (key) {
            case "millisecond" -> fraction(temporal, 1_000_000);
            case "microsecond" -> fraction(temporal, 1_000);
            case "timezone" ->
                switch (temporal) {
                    case ZonedDateTime time -> time.getZone().getId();
                    case OffsetTime time -> time.getOffset().getId();
                    default -> null;
                };
            case "offset" ->
                temporal.isSupported(ChronoField.OFFSET_SECONDS)
                        ? offset(temporal).getId()
                        : null;
            case "offsetMinutes" -> offsetSeconds(temporal, 60);
            case "offsetSeconds" -> offsetSeconds(temporal, 1);
            case "epochSeconds" -> temporal instanceof ZonedDateTime time ? (Object) time.toEpochSecond() : null;
            case "epochMillis" -> temporal instanceof ZonedDateTime time ? (Object) epochMillis(time) : null;
            default -> null;
        };
    }

    private static long epochMillis(ZonedDateTime time) {
        try {
            return time.toInstant().toEpochMilli();
        } catch (ArithmeticException overflow) {
            throw Errors.overflow("epochMillis", time);
        }
    }

    private static ZoneOffset offset(Temporal temporal) {
        return ZoneOffset.ofTotalSeconds(temporal.get(ChronoField.OFFSET_SECONDS));
    }

    private static @Nullable Object fraction(Temporal temporal, long nanos) {
        return temporal.isSupported(ChronoField.NANO_OF_SECOND)
                ? (Object) (temporal.getLong(ChronoField.NANO_OF_SECOND) / nanos)
                : null;
    }

    private static @Nullable Object offsetSeconds(Temporal temporal, long seconds) {
        return temporal.isSupported(ChronoField.OFFSET_SECONDS)
                ? (Object) (temporal.getLong(ChronoField.OFFSET_SECONDS) / seconds)
                : null;
    }

    private static @Nullable TemporalField field(String key) {
        return switch (key) {
            case "year" -> ChronoField.YEAR;
            case "quarter" -> IsoFields.QUARTER_OF_YEAR;
            case "month" -> ChronoField.MONTH_OF_YEAR;
            case "week" -> IsoFields.WEEK_OF_WEEK_BASED_YEAR;
            case "weekYear" -> IsoFields.WEEK_BASED_YEAR;
            case "dayOfQuarter" -> IsoFields.DAY_OF_QUARTER;
            case "quarterDay" -> IsoFields.DAY_OF_QUARTER;
            case "day" -> ChronoField.DAY_OF_MONTH;
            case "ordinalDay", "dayOfYear" -> ChronoField.DAY_OF_YEAR;
            case "dayOfWeek", "weekDay" -> ChronoField.DAY_OF_WEEK;
            case "hour" -> ChronoField.HOUR_OF_DAY;
            case "minute" -> ChronoField.MINUTE_OF_HOUR;
            case "second" -> ChronoField.SECOND_OF_MINUTE;
            case "nanosecond" -> ChronoField.NANO_OF_SECOND;
            default -> null;
        };
    }

    /** Whether a temporal value has a date part; for truncation and construction. */
    public static boolean hasDate(Object value) {
        return value instanceof LocalDate || value instanceof LocalDateTime || value instanceof ZonedDateTime;
    }

    public static boolean hasTime(Object value) {
        return value instanceof LocalTime
                || value instanceof OffsetTime
                || value instanceof LocalDateTime
                || value instanceof ZonedDateTime;
    }

    private static @Nullable Object duration(IsoDuration duration, String key) {
        long months = duration.months();
        long seconds = duration.seconds();
        long nanos = duration.nanoseconds();
        return switch (key) {
            case "years" -> months / 12;
            case "quarters" -> months / 3;
            case "months" -> months;
            case "weeks" -> duration.days() / 7;
            case "days" -> duration.days();
            case "hours" -> seconds / 3600;
            case "minutes" -> seconds / 60;
            case "seconds" -> seconds;
            case "milliseconds" -> total(duration, 1000);
            case "microseconds" -> total(duration, 1_000_000);
            case "nanoseconds" -> total(duration, 1_000_000_000);
            case "quartersOfYear" -> months / 3 % 4;
            case "monthsOfQuarter" -> months % 3;
            case "monthsOfYear" -> months % 12;
            case "daysOfWeek" -> duration.days() % 7;
            case "minutesOfHour" -> seconds / 60 % 60;
            case "secondsOfMinute" -> seconds % 60;
            case "millisecondsOfSecond" -> nanos / 1_000_000;
            case "microsecondsOfSecond" -> nanos / 1_000;
            case "nanosecondsOfSecond" -> nanos;
            default -> null;
        };
    }

    private static long total(IsoDuration duration, long perSecond) {
        try {
            long part = duration.nanoseconds() / (IsoDuration.NANOS_PER_SECOND / perSecond);
            return Math.addExact(Math.multiplyExact(duration.seconds(), perSecond), part);
        } catch (ArithmeticException overflow) {
            throw Errors.overflow("a duration's total", duration, perSecond);
        }
    }

    private static @Nullable Object point(Point point, String key) {
        boolean deep = point.isThreeDimensional();
        boolean geographic = point.isGeographic();
        return switch (key) {
            case "x" -> point.x();
            case "y" -> point.y();
            case "z" -> deep ? (Object) point.z() : null;
            case "longitude" -> geographic ? (Object) point.x() : null;
            case "latitude" -> geographic ? (Object) point.y() : null;
            case "height" -> geographic && deep ? (Object) point.z() : null;
            case "crs" -> point.crs();
            case "srid" -> (long) point.srid();
            default -> null;
        };
    }
}
