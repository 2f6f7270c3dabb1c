package org.thetisdb.engine.temporal;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.IsoFields;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.semantics.Arguments;
import org.thetisdb.engine.semantics.Errors;

/**
 * Makes temporal values from maps of fields. A field that is absent comes from the base value ({@code date}, {@code
 * time} or {@code datetime}) if there is one, else it is the first of its kind; without a base, a field needs all
 * greater ones.
 */
public final class TemporalFields {
    /** In the order in which an error lists them, which must not change from one start to the next. */
    private static final List<String> KNOWN = List.of(
            "date",
            "time",
            "datetime",
            "timezone",
            "epochSeconds",
            "epochMillis",
            "year",
            "quarter",
            "month",
            "week",
            "dayOfWeek",
            "dayOfQuarter",
            "ordinalDay",
            "day",
            "hour",
            "minute",
            "second",
            "millisecond",
            "microsecond",
            "nanosecond");

    private static final Set<String> NAMES = Set.copyOf(KNOWN);

    private final Map<?, ?> fields;

    public TemporalFields(Map<?, ?> fields) {
        this.fields = fields;
        for (Object key : fields.keySet()) {
            if (!NAMES.contains(key)) {
                throw Errors.temporal(
                        "unknown temporal field: field=" + key + "; known are " + String.join(", ", KNOWN));
            }
        }
    }

    private boolean has(String key) {
        return fields.containsKey(key);
    }

    private long number(String key, long otherwise) {
        Object value = fields.get(key);
        return value == null ? otherwise : Arguments.integer("the field " + key, value);
    }

    private @Nullable Object base(String key) {
        Object base = fields.get(key);
        return base != null ? base : fields.get("datetime");
    }

    private RuntimeException invalid(RuntimeException cause) {
        return Errors.temporal(
                "no such date or time: fields=" + Errors.show(fields) + ", reason=" + TemporalReason.of(cause));
    }

    private void needs(String part, String whole) {
        if (has(part) && !has(whole)) {
            throw Errors.temporal(part + " needs " + whole + ": fields=" + Errors.show(fields));
        }
    }

    // --------------------------------------------------------------------------------------------- date

    public LocalDate date() {
        Object base = base("date");
        return date(base == null ? null : dateOf(base));
    }

    public static LocalDate dateOf(Object value) {
        return switch (value) {
            case LocalDate date -> date;
            case LocalDateTime time -> time.toLocalDate();
            case ZonedDateTime time -> time.toLocalDate();
            default -> throw Errors.type("a date", "a value with a date", value);
        };
    }

    private LocalDate date(@Nullable LocalDate base) {
        try {
            if (base == null && !has("year")) {
                throw Errors.temporal("a date needs a year: fields=" + Errors.show(fields));
            }
            boolean week = has("week") || has("dayOfWeek");
            boolean quarter = has("quarter") || has("dayOfQuarter");
            boolean month = has("month") || has("day");
            if ((week ? 1 : 0) + (quarter ? 1 : 0) + (month ? 1 : 0) + (has("ordinalDay") ? 1 : 0) > 1) {
                throw Errors.temporal("fields of different kinds of dates: fields=" + Errors.show(fields)
                        + "; use month and day, week and dayOfWeek, quarter and dayOfQuarter, or ordinalDay");
            }
            if (week) {
                return weekDate(base);
            }
            if (quarter) {
                return quarterDate(base);
            }
            if (has("ordinalDay")) {
                long year = base == null ? number("year", 0) : number("year", base.getYear());
                return LocalDate.ofYearDay(Math.toIntExact(year), Math.toIntExact(number("ordinalDay", 1)));
            }
            if (base == null) {
                needs("day", "month");
            }
            return calendarDate(base);
        } catch (DateTimeException | ArithmeticException impossible) {
            throw invalid(impossible);
        }
    }

    /**
     * A day that comes from the base and is not in the month becomes its last one, as if months had been added; so do
     * days of quarters and weeks of years.
     */
    private LocalDate calendarDate(@Nullable LocalDate base) {
        LocalDate first = LocalDate.of(
                Math.toIntExact(number("year", base == null ? 0 : base.getYear())),
                Math.toIntExact(number("month", base == null ? 1 : base.getMonthValue())),
                1);
        int day = base == null ? 1 : Math.min(base.getDayOfMonth(), first.lengthOfMonth());
        return first.withDayOfMonth(Math.toIntExact(number("day", day)));
    }

    private LocalDate weekDate(@Nullable LocalDate base) {
        if (base == null) {
            needs("dayOfWeek", "week");
            return TemporalParser.ofWeek(number("year", 0), number("week", 1), number("dayOfWeek", 1));
        }
        long year = number("year", base.get(IsoFields.WEEK_BASED_YEAR));
        long week = Math.min(base.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), TemporalParser.weeks(year));
        return TemporalParser.ofWeek(
                year,
                number("week", week),
                number("dayOfWeek", base.getDayOfWeek().getValue()));
    }

    private LocalDate quarterDate(@Nullable LocalDate base) {
        if (base == null) {
            needs("dayOfQuarter", "quarter");
            return TemporalParser.ofQuarter(number("year", 0), number("quarter", 1), number("dayOfQuarter", 1));
        }
        long year = number("year", base.getYear());
        long quarter = number("quarter", base.get(IsoFields.QUARTER_OF_YEAR));
        long day = Math.min(base.get(IsoFields.DAY_OF_QUARTER), TemporalParser.daysOfQuarter(year, quarter));
        return TemporalParser.ofQuarter(year, quarter, number("dayOfQuarter", day));
    }

    // --------------------------------------------------------------------------------------------- time

    /** @param hourNeeded whether the time is all there is, so that an hour or a base must be given */
    public LocalTime localTime(boolean hourNeeded) {
        Object base = base("time");
        if (base == null && hourNeeded && !has("hour")) {
            throw Errors.temporal("a time needs an hour: fields=" + Errors.show(fields));
        }
        return localTime(base == null ? null : timeOf(base));
    }

    public static LocalTime timeOf(Object value) {
        return switch (value) {
            case LocalTime time -> time;
            case OffsetTime time -> time.toLocalTime();
            case LocalDateTime time -> time.toLocalTime();
            case ZonedDateTime time -> time.toLocalTime();
            default -> throw Errors.type("a time", "a value with a time", value);
        };
    }

    private LocalTime localTime(@Nullable LocalTime base) {
        if (base == null) {
            needs("minute", "hour");
            needs("second", "minute");
            for (String fraction : new String[] {"millisecond", "microsecond", "nanosecond"}) {
                needs(fraction, "second");
            }
        }
        try {
            return LocalTime.of(
                    Math.toIntExact(number("hour", base == null ? 0 : base.getHour())),
                    Math.toIntExact(number("minute", base == null ? 0 : base.getMinute())),
                    Math.toIntExact(number("second", base == null ? 0 : base.getSecond())),
                    nanos(base == null ? 0 : base.getNano()));
        } catch (DateTimeException | ArithmeticException impossible) {
            throw invalid(impossible);
        }
    }

    /** The three fields together replace the base's fraction; each is less than one of the next larger one given. */
    private int nanos(int base) {
        boolean millis = has("millisecond");
        boolean micros = has("microsecond");
        if (!millis && !micros && !has("nanosecond")) {
            return base;
        }
        long most = micros ? 999 : millis ? 999_999 : 999_999_999;
        return (int) (inRange("millisecond", 999) * 1_000_000
                + inRange("microsecond", millis ? 999 : 999_999) * 1_000
                + inRange("nanosecond", most));
    }

    private long inRange(String key, long most) {
        long value = number(key, 0);
        if (value < 0 || value > most) {
            throw new DateTimeException(key + " " + value + " is not between 0 and " + most);
        }
        return value;
    }

    /** The zone that is asked for; null if none. */
    private @Nullable ZoneId timezone() {
        Object zone = fields.get("timezone");
        return zone == null ? null : TemporalParser.zone(Arguments.text("the field timezone", zone));
    }

    private static @Nullable ZoneId zoneOf(@Nullable Object base) {
        return switch (base) {
            case ZonedDateTime time -> time.getZone();
            case OffsetTime time -> time.getOffset();
            case null, default -> null;
        };
    }

    /**
     * The time zone comes last: it moves a time that has one, and is that of a time without.
     *
     * @param now when a region's offset is asked for and nothing else tells an instant
     */
    public OffsetTime time(Instant now) {
        Object base = base("time");
        LocalTime time = localTime(true);
        ZoneId wanted = timezone();
        Instant instant = base instanceof ZonedDateTime zoned ? zoned.toInstant() : now;
        ZoneOffset target = wanted == null ? null : wanted.getRules().getOffset(instant);
        ZoneOffset own = base instanceof ZonedDateTime zoned ? zoned.getOffset() : (ZoneOffset) zoneOf(base);
        ZoneOffset start = own != null ? own : target != null ? target : ZoneOffset.UTC;
        return OffsetTime.of(time, start).withOffsetSameInstant(target == null ? start : target);
    }

    // ----------------------------------------------------------------------------------------- datetime

    public LocalDateTime localDateTime() {
        return LocalDateTime.of(date(), localTime(false));
    }

    public ZonedDateTime dateTime(ZoneId defaultZone) {
        ZoneId wanted = timezone();
        if (has("epochSeconds") || has("epochMillis")) {
            return epoch(wanted == null ? ZoneOffset.UTC : wanted);
        }
        Object timeBase = base("time");
        ZoneId own = zoneOf(timeBase);
        if (timeBase == null) {
            return ZonedDateTime.of(localDateTime(), wanted == null ? defaultZone : wanted);
        }
        ZoneId target = wanted != null ? wanted : own != null ? own : defaultZone;
        ZoneOffset offset = timeBase instanceof ZonedDateTime zoned ? zoned.getOffset() : null;
        ZonedDateTime there = ZonedDateTime.ofLocal(localDateTime(), own == null ? target : own, offset);
        return TemporalParser.atZone(there, target);
    }

    private ZonedDateTime epoch(ZoneId zone) {
        try {
            Instant instant = has("epochSeconds")
                    ? Instant.ofEpochSecond(number("epochSeconds", 0), nanos(0))
                    : Instant.ofEpochMilli(number("epochMillis", 0)).plusNanos(inRange("nanosecond", 999_999));
            return instant.atZone(zone);
        } catch (DateTimeException impossible) {
            throw invalid(impossible);
        }
    }
}
