package org.thetisdb.engine.expression;

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
import java.util.Map;
import java.util.Set;

/**
 * Makes temporal values from maps of fields. A field that is absent comes from the base value ({@code date}, {@code
 * time} or {@code datetime}) if there is one, else it is the first of its kind; without a base, a field needs all
 * greater ones.
 */
final class TemporalFields {
    private static final Set<String> KNOWN = Set.of(
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

    private final Map<?, ?> fields;

    TemporalFields(Map<?, ?> fields) {
        this.fields = fields;
        for (Object key : fields.keySet()) {
            if (!KNOWN.contains(key)) {
                throw Errors.temporal("unknown temporal field: field=" + key + "; known are " + KNOWN);
            }
        }
    }

    private boolean has(String key) {
        return fields.containsKey(key);
    }

    private long number(String key, long otherwise) {
        Object value = fields.get(key);
        return value == null ? otherwise : ScalarFunctions.integer("the field " + key, value);
    }

    private Object base(String key) {
        Object base = fields.get(key);
        return base != null ? base : fields.get("datetime");
    }

    private RuntimeException invalid(RuntimeException cause) {
        return Errors.temporal(
                "no such date or time: fields=" + Errors.show(fields) + ", reason=" + cause.getMessage());
    }

    private void needs(String part, String whole) {
        if (has(part) && !has(whole)) {
            throw Errors.temporal(part + " needs " + whole + ": fields=" + Errors.show(fields));
        }
    }

    // --------------------------------------------------------------------------------------------- date

    LocalDate date() {
        Object base = base("date");
        return date(base == null ? null : dateOf(base));
    }

    static LocalDate dateOf(Object value) {
        return switch (value) {
            case LocalDate date -> date;
            case LocalDateTime time -> time.toLocalDate();
            case ZonedDateTime time -> time.toLocalDate();
            default -> throw Errors.type("a date", "a value with a date", value);
        };
    }

    LocalDate date(LocalDate base) {
        try {
            if (base == null && !has("year")) {
                throw Errors.temporal("a date needs a year: fields=" + Errors.show(fields));
            }
            if (has("week") || has("dayOfWeek")) {
                return weekDate(base);
            }
            if (has("quarter") || has("dayOfQuarter")) {
                return quarterDate(base);
            }
            if (has("ordinalDay")) {
                long year = base == null ? number("year", 0) : number("year", base.getYear());
                return LocalDate.ofYearDay(Math.toIntExact(year), Math.toIntExact(number("ordinalDay", 1)));
            }
            if (base == null) {
                needs("day", "month");
            }
            long year = number("year", base == null ? 0 : base.getYear());
            long month = number("month", base == null ? 1 : base.getMonthValue());
            long day = number("day", base == null ? 1 : base.getDayOfMonth());
            return LocalDate.of(Math.toIntExact(year), Math.toIntExact(month), Math.toIntExact(day));
        } catch (DateTimeException | ArithmeticException impossible) {
            throw invalid(impossible);
        }
    }

    private LocalDate weekDate(LocalDate base) {
        if (base == null) {
            needs("dayOfWeek", "week");
            return TemporalParser.ofWeek(number("year", 0), number("week", 1), number("dayOfWeek", 1));
        }
        return TemporalParser.ofWeek(
                number("year", base.get(IsoFields.WEEK_BASED_YEAR)),
                number("week", base.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR)),
                number("dayOfWeek", base.getDayOfWeek().getValue()));
    }

    private LocalDate quarterDate(LocalDate base) {
        if (base == null) {
            needs("dayOfQuarter", "quarter");
            return TemporalParser.ofQuarter(number("year", 0), number("quarter", 1), number("dayOfQuarter", 1));
        }
        return TemporalParser.ofQuarter(
                number("year", base.getYear()),
                number("quarter", base.get(IsoFields.QUARTER_OF_YEAR)),
                number("dayOfQuarter", base.get(IsoFields.DAY_OF_QUARTER)));
    }

    // --------------------------------------------------------------------------------------------- time

    /** @param hourNeeded whether the time is all there is, so that an hour or a base must be given */
    LocalTime localTime(boolean hourNeeded) {
        Object base = base("time");
        if (base == null && hourNeeded && !has("hour")) {
            throw Errors.temporal("a time needs an hour: fields=" + Errors.show(fields));
        }
        return localTime(base == null ? null : timeOf(base));
    }

    static LocalTime timeOf(Object value) {
        return switch (value) {
            case LocalTime time -> time;
            case OffsetTime time -> time.toLocalTime();
            case LocalDateTime time -> time.toLocalTime();
            case ZonedDateTime time -> time.toLocalTime();
            default -> throw Errors.type("a time", "a value with a time", value);
        };
    }

    LocalTime localTime(LocalTime base) {
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

    /** Each of the three fields replaces its own digits of the base, and higher ones that it is large enough for. */
    private int nanos(int base) {
        long result = base;
        if (has("millisecond")) {
            result = inRange("millisecond", 999) * 1_000_000
                    + (has("microsecond") || has("nanosecond") ? 0 : base % 1_000_000);
        }
        if (has("microsecond")) {
            long micros = inRange("microsecond", has("millisecond") ? 999 : 999_999);
            long above =
                    has("millisecond") || micros < 1000 && base % 1_000_000 == 0 ? result / 1_000_000 * 1_000_000 : 0;
            result = above + micros * 1_000 + (has("nanosecond") ? 0 : base % 1_000);
        }
        if (has("nanosecond")) {
            long most = has("microsecond") ? 999 : has("millisecond") ? 999_999 : 999_999_999;
            long nanos = inRange("nanosecond", most);
            long unit = nanos < 1_000 ? 1_000 : nanos < 1_000_000 ? 1_000_000 : 1_000_000_000;
            result = has("millisecond") || has("microsecond") ? result + nanos : base / unit * unit + nanos;
        }
        return Math.toIntExact(result);
    }

    private long inRange(String key, long most) {
        long value = number(key, 0);
        if (value < 0 || value > most) {
            throw new DateTimeException(key + " " + value + " is not between 0 and " + most);
        }
        return value;
    }

    /** The zone that is asked for; null if none. */
    private ZoneId timezone() {
        Object zone = fields.get("timezone");
        return zone == null ? null : TemporalParser.zone(ScalarFunctions.text("the field timezone", zone));
    }

    private static ZoneId zoneOf(Object base) {
        return switch (base) {
            case null -> null;
            case ZonedDateTime time -> time.getZone();
            case OffsetTime time -> time.getOffset();
            default -> null;
        };
    }

    OffsetTime time() {
        Object base = base("time");
        ZoneId wanted = timezone();
        if (base == null) {
            LocalTime time = localTime(true);
            return OffsetTime.of(time, offset(wanted == null ? ZoneOffset.UTC : wanted, null));
        }
        ZoneOffset own = base instanceof ZonedDateTime zoned ? zoned.getOffset() : (ZoneOffset) zoneOf(base);
        ZoneOffset target = wanted == null ? (own == null ? ZoneOffset.UTC : own) : offset(wanted, base);
        OffsetTime time =
                OffsetTime.of(timeOf(base), own == null ? target : own).withOffsetSameInstant(target);
        return OffsetTime.of(localTime(time.toLocalTime()), target);
    }

    private static ZoneOffset offset(ZoneId zone, Object base) {
        if (zone instanceof ZoneOffset offset) {
            return offset;
        }
        return base instanceof ZonedDateTime zoned
                ? zone.getRules().getOffset(zoned.toInstant())
                : zone.getRules().getOffset(Instant.EPOCH);
    }

    // ----------------------------------------------------------------------------------------- datetime

    LocalDateTime localDateTime() {
        return LocalDateTime.of(date(), localTime(false));
    }

    ZonedDateTime dateTime(ZoneId defaultZone) {
        ZoneId wanted = timezone();
        if (has("epochSeconds") || has("epochMillis")) {
            return epoch(wanted == null ? ZoneOffset.UTC : wanted);
        }
        Object timeBase = base("time");
        ZoneId own = zoneOf(timeBase);
        if (timeBase == null) {
            return ZonedDateTime.of(localDateTime(), wanted == null ? defaultZone : wanted);
        }
        // The date, its fields included, decides what the base's zone is away from UTC; the fields of the time come
        // last.
        ZoneId target = wanted != null ? wanted : own != null ? own : defaultZone;
        ZonedDateTime moved = ZonedDateTime.of(date(), timeOf(timeBase), own == null ? target : own)
                .withZoneSameInstant(target);
        return ZonedDateTime.ofLocal(
                LocalDateTime.of(moved.toLocalDate(), localTime(moved.toLocalTime())), target, moved.getOffset());
    }

    private ZonedDateTime epoch(ZoneId zone) {
        Instant instant = has("epochSeconds")
                ? Instant.ofEpochSecond(number("epochSeconds", 0), nanos(0))
                : Instant.ofEpochMilli(number("epochMillis", 0)).plusNanos(number("nanosecond", 0));
        return instant.atZone(zone);
    }
}
