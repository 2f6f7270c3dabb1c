package org.thetisdb.reference.function;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.thetisdb.reference.function.TemporalFields.Parts;

/**
 * The functions that make temporal values and durations. All clocks give the statement's time, in UTC if no zone
 * is given.
 */
final class TemporalFunctions {
    private static final Set<String> TYPES = Set.of("date", "localtime", "time", "localdatetime", "datetime");
    private static final Set<String> CLOCKS = Set.of("transaction", "statement", "realtime");

    private final Clock clock;

    TemporalFunctions(Clock clock) {
        this.clock = clock;
    }

    static boolean knows(String name) {
        return TYPES.contains(type(name)) || type(name).equals("duration");
    }

    private static String type(String name) {
        int dot = name.indexOf('.');
        return dot < 0 ? name : name.substring(0, dot);
    }

    @Nullable
    Object call(Arguments given) {
        String name = given.function();
        String type = type(name);
        String method = name.equals(type) ? "" : name.substring(type.length() + 1);
        if (type.equals("duration")) {
            return method.isEmpty() ? DurationFunctions.duration(given) : DurationBetween.call(method, given);
        }
        return switch (method) {
            case "" -> given.count() == 0 ? project(type, now(ZoneOffset.UTC)) : make(type, given);
            case "truncate" -> truncate(type, given);
            case "fromepoch" -> fromEpoch(whole(given, 0), whole(given, 1));
            case "fromepochmillis" ->
                Faults.temporal(() -> Instant.ofEpochMilli(whole(given, 0)).atZone(ZoneOffset.UTC));
            default -> {
                if (!CLOCKS.contains(method)) {
                    throw new IllegalArgumentException("no such function: name=" + name);
                }
                ZoneId zone = given.count() == 0 ? ZoneOffset.UTC : TemporalText.zone(given.text(0));
                yield project(type, now(zone));
            }
        };
    }

    private static ZonedDateTime fromEpoch(long seconds, long nanoseconds) {
        return Faults.temporal(() -> Instant.ofEpochSecond(seconds, nanoseconds).atZone(ZoneOffset.UTC));
    }

    private static long whole(Arguments given, int index) {
        if (!(given.get(index) instanceof Double number)) {
            return given.integer(index);
        }
        return ConversionFunctions.toInteger(number)
                .map(Long.class::cast)
                .orElseThrow(() -> Faults.argument("no instant is so many units away: value=" + number));
    }

    private ZonedDateTime now(ZoneId zone) {
        return clock.instant().atZone(zone);
    }

    private @Nullable Object make(String type, Arguments given) {
        return switch (given.get(0)) {
            case String text -> parse(type, text);
            case Map<?, ?> map -> Fields.anyIsNull(map) ? null : select(type, new Fields(map));
            case Temporal temporal -> Faults.temporal(() -> project(type, temporal));
            default -> given.fail("a STRING, a MAP or a temporal value", 0);
        };
    }

    private Object parse(String type, String text) {
        return switch (type) {
            case "date" -> TemporalText.date(text);
            case "localtime" -> TemporalText.localTime(text);
            case "time" -> TemporalText.time(text, ZoneOffset.UTC);
            case "localdatetime" -> TemporalText.localDateTime(text);
            default -> TemporalText.dateTime(text, ZoneOffset.UTC);
        };
    }

    private Object select(String type, Fields fields) {
        // With a time zone alone, the clock's value there is meant.
        if (fields.map().size() == 1 && fields.has("timezone")) {
            return project(type, now(TemporalText.zone(fields.text("timezone").orElseThrow())));
        }
        TemporalFields selected = new TemporalFields(fields, clock.instant());
        return Faults.temporal(() -> switch (type) {
            case "date" -> selected.date();
            case "localtime" -> selected.localTime();
            case "time" -> selected.time();
            case "localdatetime" -> selected.localDateTime();
            default -> selected.dateTime();
        });
    }

    /** What a type keeps of a value of any type; what has no zone is in the default one. */
    private Object project(String type, Temporal value) {
        return switch (type) {
            case "date" -> dateOf(type, value);
            case "localtime" -> timeOf(type, value);
            case "time" -> timeOf(type, value).atOffset(Parts.offset(value).orElse(ZoneOffset.UTC));
            case "localdatetime" -> localOf(type, value);
            default ->
                value instanceof ZonedDateTime zoned
                        ? zoned
                        : localOf(type, value).atZone(ZoneOffset.UTC);
        };
    }

    private static LocalDate dateOf(String type, Temporal value) {
        return Parts.date(value).orElseThrow(() -> Faults.type(type + "()", "a value with a date", value));
    }

    private static LocalTime timeOf(String type, Temporal value) {
        return Parts.time(value).orElseThrow(() -> Faults.type(type + "()", "a value with a time", value));
    }

    /** A date begins at midnight. */
    private static LocalDateTime localOf(String type, Temporal value) {
        return dateOf(type, value).atTime(Parts.time(value).orElse(LocalTime.MIDNIGHT));
    }

    /**
     * The start of the unit that contains a value, with the fields that are given. A time zone among them changes
     * the zone and leaves the local time as it is.
     */
    private Object truncate(String type, Arguments given) {
        String unit = given.text(0).toLowerCase(Locale.ROOT);
        Object second = given.count() > 1 ? given.get(1) : now(ZoneOffset.UTC);
        Temporal value = second instanceof Temporal temporal ? temporal : given.fail("a temporal value", 1);
        Fields fields = new Fields(given.count() > 2 ? given.map(2) : Map.of());
        requireUnit(type, unit);
        fields.allowOnly(TemporalFields.KEYS);
        return Faults.temporal(() -> switch (type) {
            case "date" -> truncatedDate(unit, dateOf(type, value), fields);
            case "localtime" -> truncatedTime(unit, timeOf(type, value), fields);
            case "time" -> {
                ZoneOffset offset = zone(fields)
                        .map(zone -> zone.getRules().getOffset(clock.instant()))
                        .or(() -> Parts.offset(value))
                        .orElse(ZoneOffset.UTC);
                yield truncatedTime(unit, timeOf(type, value), fields).atOffset(offset);
            }
            case "localdatetime" -> truncated(unit, localOf(type, value), fields);
            default -> {
                ZoneId zone = zone(fields).or(() -> Parts.zone(value)).orElse(ZoneOffset.UTC);
                ZoneOffset preferred = Parts.offset(value).orElse(null);
                yield ZonedDateTime.ofLocal(truncated(unit, localOf(type, value), fields), zone, preferred);
            }
        });
    }

    private static void requireUnit(String type, String unit) {
        if (!Truncation.isKnown(unit)) {
            throw Faults.temporal("no such unit: unit=" + unit);
        }
        boolean smaller = !Truncation.isOfDate(unit);
        if (smaller && type.equals("date")) {
            throw Faults.temporal("a date has no such unit: unit=" + unit);
        }
        if (!smaller && !unit.equals("day") && (type.equals("localtime") || type.equals("time"))) {
            throw Faults.temporal("a time has no such unit: unit=" + unit);
        }
    }

    private static Optional<ZoneId> zone(Fields fields) {
        return fields.text("timezone").map(TemporalText::zone);
    }

    private static LocalDate truncatedDate(String unit, LocalDate date, Fields fields) {
        return DateFields.date(fields, Optional.of(Truncation.date(unit, date)));
    }

    private static LocalTime truncatedTime(String unit, LocalTime time, Fields fields) {
        return Truncation.withFields(unit, Truncation.time(unit, time), fields);
    }

    private static LocalDateTime truncated(String unit, LocalDateTime local, Fields fields) {
        return truncatedDate(unit, local.toLocalDate(), fields)
                .atTime(truncatedTime(unit, local.toLocalTime(), fields));
    }
}
