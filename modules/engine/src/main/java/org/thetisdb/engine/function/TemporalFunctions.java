package org.thetisdb.engine.function;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.semantics.Arguments;
import org.thetisdb.engine.semantics.Durations;
import org.thetisdb.engine.semantics.Errors;
import org.thetisdb.engine.temporal.Components;
import org.thetisdb.engine.temporal.TemporalFields;
import org.thetisdb.engine.temporal.TemporalParser;
import org.thetisdb.engine.temporal.TemporalTruncation;
import org.thetisdb.value.IsoDuration;

/** date(), time(), datetime(), duration() and the like. Now is the statement's clock; zones default to UTC. */
final class TemporalFunctions {
    private TemporalFunctions() {}

    static void register(FunctionDefinitions table) {
        for (String type : new String[] {"date", "localtime", "time", "localdatetime", "datetime"}) {
            table.add(
                    type,
                    (context, values) -> values.length == 0
                            ? convert(type, now(context, ZoneOffset.UTC))
                            : make(context, type, values[0]));
            for (String moment : new String[] {"transaction", "statement", "realtime"}) {
                table.add(type + "." + moment, (context, values) -> convert(type, now(context, zone(values))));
            }
            table.add(
                    type + ".truncate",
                    (context, values) -> truncate(
                            context,
                            type,
                            Arguments.text("truncate()", values[0]),
                            values.length > 1 ? values[1] : now(context, ZoneOffset.UTC),
                            values.length > 2 ? fields(values[2]) : Map.of()));
        }
        table.add("datetime.fromepoch", (context, values) -> fromEpoch(whole(values[0]), whole(values[1])));
        table.add(
                "datetime.fromepochmillis",
                (context, values) -> Instant.ofEpochMilli(whole(values[0])).atZone(ZoneOffset.UTC));
        registerDurations(table);
    }

    private static void registerDurations(FunctionDefinitions table) {
        table.add("duration", (context, values) -> switch (values[0]) {
            case String text -> TemporalParser.duration(text);
            case Map<?, ?> map -> duration(map);
            case IsoDuration duration -> duration;
            case Object other -> throw Errors.type("duration()", "a STRING or MAP", other);
        });
        difference(table, "duration.between", TemporalFunctions::between);
        difference(table, "duration.inmonths", (from, to) -> {
            ZonedDateTime[] ends = ends(from, to);
            boolean dates = Components.hasDate(from) && Components.hasDate(to);
            return IsoDuration.of(dates ? ChronoUnit.MONTHS.between(ends[0], ends[1]) : 0, 0, 0, 0);
        });
        difference(table, "duration.indays", (from, to) -> {
            ZonedDateTime[] ends = ends(from, to);
            boolean dates = Components.hasDate(from) && Components.hasDate(to);
            return IsoDuration.of(0, dates ? ChronoUnit.DAYS.between(ends[0], ends[1]) : 0, 0, 0);
        });
        difference(table, "duration.inseconds", (from, to) -> {
            ZonedDateTime[] ends = ends(from, to);
            Duration exact = Duration.between(ends[0], ends[1]);
            return IsoDuration.of(0, 0, exact.getSeconds(), exact.getNano());
        });
    }

    /** A difference is counted in one zone, in which the other's first or last date-times may be none. */
    private static void difference(FunctionDefinitions table, String name, BinaryOperator<Object> between) {
        table.add(name, (context, values) -> {
            try {
                return between.apply(values[0], values[1]);
            } catch (DateTimeException | ArithmeticException outOfRange) {
                throw Errors.temporal("the difference leaves the range of dates: from=" + Errors.show(values[0])
                        + ", to=" + Errors.show(values[1]) + "; use values farther from the first and the last year");
            }
        });
    }

    private static Map<?, ?> fields(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map;
        }
        throw Errors.type("truncate()", "a MAP of fields", value);
    }

    private static ZonedDateTime fromEpoch(long seconds, long nanoseconds) {
        try {
            return Instant.ofEpochSecond(seconds, nanoseconds).atZone(ZoneOffset.UTC);
        } catch (DateTimeException | ArithmeticException outOfRange) {
            throw Errors.temporal("no such instant: seconds=" + seconds + ", nanoseconds=" + nanoseconds);
        }
    }

    private static long whole(Object value) {
        Long whole = value instanceof Double number
                ? ConversionFunctions.whole(number)
                : (Long) Arguments.integer("fromEpoch()", value);
        if (whole == null) {
            throw Errors.argument("fromEpoch() takes a number: value=" + value);
        }
        return whole;
    }

    private static ZoneId zone(Object[] values) {
        return values.length == 0 ? ZoneOffset.UTC : TemporalParser.zone(Arguments.text("timezone", values[0]));
    }

    private static ZonedDateTime now(EvaluationContext context, ZoneId zone) {
        return context.clock().instant().atZone(zone);
    }

    // ------------------------------------------------------------------------------------- construction

    private static @Nullable Object make(EvaluationContext context, String type, Object value) {
        if (value instanceof String text) {
            return parse(type, text);
        }
        if (value instanceof Map<?, ?> map) {
            if (map.values().stream().anyMatch(each -> each == null)) {
                return null;
            }
            if (map.size() == 1 && map.containsKey("timezone")) {
                return convert(
                        type, now(context, TemporalParser.zone(Arguments.text("timezone", map.get("timezone")))));
            }
            return build(context, type, new TemporalFields(map));
        }
        return convert(type, value);
    }

    private static Object parse(String type, String text) {
        return switch (type) {
            case "date" -> TemporalParser.date(text);
            case "localtime" -> TemporalParser.localTime(text);
            case "time" -> TemporalParser.time(text);
            case "localdatetime" -> TemporalParser.localDateTime(text);
            default -> TemporalParser.dateTime(text, ZoneOffset.UTC);
        };
    }

    private static Object build(EvaluationContext context, String type, TemporalFields fields) {
        return switch (type) {
            case "date" -> fields.date();
            case "localtime" -> fields.localTime(true);
            case "time" -> fields.time(context.clock().instant());
            case "localdatetime" -> fields.localDateTime();
            default -> fields.dateTime(ZoneOffset.UTC);
        };
    }

    /** Another temporal value as this type: parts it lacks are dropped, parts that are missing are midnight and UTC. */
    private static Object convert(String type, Object value) {
        return switch (type) {
            case "date" -> TemporalFields.dateOf(value);
            case "localtime" -> TemporalFields.timeOf(value);
            case "time" -> OffsetTime.of(TemporalFields.timeOf(value), offsetOf(value));
            case "localdatetime" -> LocalDateTime.of(TemporalFields.dateOf(value), timeOrMidnight(value));
            default ->
                value instanceof ZonedDateTime
                        ? value
                        : ZonedDateTime.of(TemporalFields.dateOf(value), timeOrMidnight(value), ZoneOffset.UTC);
        };
    }

    private static LocalTime timeOrMidnight(Object value) {
        return Components.hasTime(value) ? TemporalFields.timeOf(value) : LocalTime.MIDNIGHT;
    }

    private static ZoneOffset offsetOf(Object value) {
        return switch (value) {
            case OffsetTime time -> time.getOffset();
            case ZonedDateTime time -> time.getOffset();
            default -> ZoneOffset.UTC;
        };
    }

    // --------------------------------------------------------------------------------------- truncation

    private static Object truncate(EvaluationContext context, String type, String unit, Object value, Map<?, ?> more) {
        Map<Object, Object> fields = new LinkedHashMap<>(more);
        keepFraction(fields, unit, timeOrMidnight(value).getNano());
        if (!Components.hasDate(value) || type.endsWith("time") && !type.contains("date")) {
            LocalTime time = TemporalTruncation.time(TemporalFields.timeOf(value), unit);
            if (type.equals("localtime")) {
                fields.put("time", time);
                return new TemporalFields(fields).localTime(true);
            }
            if (!type.equals("time")) {
                throw Errors.type(type + ".truncate()", "a value with a date", value);
            }
            fields.put("time", fields.containsKey("timezone") ? time : OffsetTime.of(time, offsetOf(value)));
            return new TemporalFields(fields).time(context.clock().instant());
        }
        boolean dateUnit = TemporalTruncation.isDateUnit(unit);
        LocalDate date = TemporalFields.dateOf(value);
        LocalDate firstDate = dateUnit || type.equals("date") ? TemporalTruncation.date(date, unit) : date;
        if (type.equals("date")) {
            fields.put("date", firstDate);
            return new TemporalFields(fields).date();
        }
        LocalTime time = dateUnit ? LocalTime.MIDNIGHT : TemporalTruncation.time(timeOrMidnight(value), unit);
        LocalDateTime local = LocalDateTime.of(firstDate, time);
        if (type.equals("localdatetime")) {
            fields.put("datetime", local);
            return new TemporalFields(fields).localDateTime();
        }
        boolean keepZone = value instanceof ZonedDateTime && !fields.containsKey("timezone");
        fields.put("datetime", keepZone ? sameZone(local, (ZonedDateTime) value) : local);
        return new TemporalFields(fields).dateTime(ZoneOffset.UTC);
    }

    private static ZonedDateTime sameZone(LocalDateTime local, ZonedDateTime value) {
        return ZonedDateTime.ofLocal(local, value.getZone(), value.getOffset());
    }

    /** Fields below the unit do not replace the unit itself. */
    private static void keepFraction(Map<Object, Object> fields, String unit, int nanosecond) {
        boolean microsecond = fields.containsKey("microsecond");
        if (fields.containsKey("millisecond") || !microsecond && !fields.containsKey("nanosecond")) {
            return;
        }
        if (unit.equalsIgnoreCase("millisecond")) {
            fields.put("millisecond", nanosecond / 1_000_000L);
        } else if (unit.equalsIgnoreCase("microsecond") && !microsecond) {
            fields.put("microsecond", nanosecond / 1_000L);
        }
    }

    // ---------------------------------------------------------------------------------------- durations

    private static @Nullable Object duration(Map<?, ?> map) {
        BigDecimal months = BigDecimal.ZERO;
        BigDecimal days = BigDecimal.ZERO;
        BigDecimal seconds = BigDecimal.ZERO;
        BigDecimal nanos = BigDecimal.ZERO;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (entry.getValue() == null) {
                return null;
            }
            BigDecimal amount = amount(entry);
            switch ((String) entry.getKey()) {
                case "years" -> months = months.add(amount.multiply(BigDecimal.valueOf(12)));
                case "quarters" -> months = months.add(amount.multiply(BigDecimal.valueOf(3)));
                case "months" -> months = months.add(amount);
                case "weeks" -> days = days.add(amount.multiply(BigDecimal.valueOf(7)));
                case "days" -> days = days.add(amount);
                case "hours" -> seconds = seconds.add(amount.multiply(BigDecimal.valueOf(3600)));
                case "minutes" -> seconds = seconds.add(amount.multiply(BigDecimal.valueOf(60)));
                case "seconds" -> seconds = seconds.add(amount);
                case "milliseconds" -> nanos = nanos.add(amount.multiply(BigDecimal.valueOf(1_000_000)));
                case "microseconds" -> nanos = nanos.add(amount.multiply(BigDecimal.valueOf(1_000)));
                case "nanoseconds" -> nanos = nanos.add(amount);
                default ->
                    throw Errors.temporal("unknown part of a duration: part=" + entry.getKey()
                            + "; use years, quarters, months, weeks, days, hours, minutes, seconds, milliseconds,"
                            + " microseconds or nanoseconds");
            }
        }
        return Durations.exact(months, days, seconds, nanos);
    }

    private static BigDecimal amount(Map.Entry<?, ?> entry) {
        return switch (entry.getValue()) {
            case Long number -> BigDecimal.valueOf(number);
            case Double number when Double.isFinite(number) -> BigDecimal.valueOf(number);
            case Double number ->
                throw Errors.argument("no duration has such a part: " + entry.getKey() + "=" + number);
            case Object other -> throw Errors.type("duration({" + entry.getKey() + "})", "a finite number", other);
        };
    }

    /**
     * Both ends with date, time and zone: a missing date is the other's, a missing time midnight, a missing zone the
     * other's.
     */
    private static ZonedDateTime[] ends(Object from, Object to) {
        boolean fromDate = Components.hasDate(from);
        boolean toDate = Components.hasDate(to);
        LocalDate epoch = LocalDate.EPOCH;
        LocalDate firstDate = fromDate ? TemporalFields.dateOf(from) : toDate ? TemporalFields.dateOf(to) : epoch;
        LocalDate secondDate = toDate ? TemporalFields.dateOf(to) : firstDate;
        ZoneId firstZone = zoneOf(from);
        ZoneId secondZone = zoneOf(to);
        ZoneId first = firstZone != null ? firstZone : secondZone != null ? secondZone : ZoneOffset.UTC;
        ZoneId second = secondZone != null ? secondZone : first;
        return new ZonedDateTime[] {
            ZonedDateTime.of(firstDate, timeOrMidnight(from), first),
            ZonedDateTime.of(secondDate, timeOrMidnight(to), second)
        };
    }

    private static @Nullable ZoneId zoneOf(Object value) {
        return switch (value) {
            case ZonedDateTime time -> time.getZone();
            case OffsetTime time -> time.getOffset();
            default -> {
                if (!Components.hasDate(value) && !Components.hasTime(value)) {
                    throw Errors.type("duration.between()", "temporal values", value);
                }
                yield null;
            }
        };
    }

    private static IsoDuration between(Object from, Object to) {
        ZonedDateTime[] ends = ends(from, to);
        ZonedDateTime at = ends[0];
        long months = 0;
        long days = 0;
        if (Components.hasDate(from) && Components.hasDate(to)) {
            months = ChronoUnit.MONTHS.between(at, ends[1]);
            at = at.plusMonths(months);
            days = ChronoUnit.DAYS.between(at, ends[1]);
            at = at.plusDays(days);
        }
        Duration rest = Duration.between(at, ends[1]);
        return IsoDuration.of(months, days, rest.getSeconds(), rest.getNano());
    }
}
