package org.thetisdb.reference.function;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Temporal values from maps. {@code date}, {@code time} and {@code datetime} name values to begin with, of which all but
 * the zone of a {@code date} is taken; {@code timezone} moves a value that has a zone already to another one without
 * changing the instant, and is the zone of one that has none.
 */
record TemporalFields(Fields fields, ZoneId defaultZone, Instant now) {
    private static final Set<String> DATE = union(DateFields.KEYS, Set.of("date"));
    private static final Set<String> LOCAL_TIME = union(TimeFields.KEYS, Set.of("time"));
    private static final Set<String> TIME = union(LOCAL_TIME, Set.of("timezone"));
    private static final Set<String> LOCAL_DATETIME = union(union(DATE, LOCAL_TIME), Set.of("datetime"));
    private static final Set<String> EPOCH = Set.of("epochSeconds", "epochMillis");
    private static final Set<String> DATETIME = union(union(LOCAL_DATETIME, EPOCH), Set.of("timezone"));

    static Set<String> union(Set<String> some, Set<String> others) {
        return Stream.of(some, others).flatMap(Collection::stream).collect(Collectors.toUnmodifiableSet());
    }

    LocalDate date() {
        fields.allowOnly(DATE);
        return datePart("date");
    }

    private LocalDate datePart(String key) {
        Optional<LocalDate> base = fields.temporal(key).map(value -> Parts.date(value)
                .orElseThrow(() -> Faults.type("the field " + key, "a value with a date", value)));
        return DateFields.date(fields, base);
    }

    LocalTime localTime() {
        fields.allowOnly(LOCAL_TIME);
        return timePart("time");
    }

    private LocalTime timePart(String key) {
        Optional<LocalTime> base = fields.temporal(key).map(value -> Parts.time(value)
                .orElseThrow(() -> Faults.type("the field " + key, "a value with a time", value)));
        if (base.isEmpty() && key.equals("time") && !TimeFields.given(fields) && onlyTime()) {
            throw Faults.argument("a time needs an hour: " + fields.map().keySet());
        }
        return TimeFields.time(fields, base);
    }

    /** Whether the map is one of a time without a date, which cannot be left out as a whole. */
    private boolean onlyTime() {
        return !DateFields.given(fields) && !fields.has("date");
    }

    OffsetTime time() {
        fields.allowOnly(TIME);
        LocalTime local = timePart("time");
        Optional<ZoneOffset> had = fields.temporal("time").flatMap(Parts::offset);
        Optional<ZoneOffset> wanted = fields.text("timezone").map(TemporalText::zone).map(this::offsetNow);
        ZoneOffset start = had.or(() -> wanted).orElse(offsetNow(defaultZone));
        return local.atOffset(start).withOffsetSameInstant(wanted.orElse(start));
    }

    /** A region has no offset without an instant: the statement's. */
    private ZoneOffset offsetNow(ZoneId zone) {
        return zone.getRules().getOffset(now);
    }

    LocalDateTime localDateTime() {
        fields.allowOnly(LOCAL_DATETIME);
        return local();
    }

    private LocalDateTime local() {
        if (fields.has("datetime")) {
            if (fields.hasAny("date", "time")) {
                throw Faults.argument("datetime is given, and date or time too");
            }
            return datePart("datetime").atTime(timePart("datetime"));
        }
        if (!fields.has("date") && !fields.has("time")) {
            fields.noneAfterMissing("year", "hour");
            if (fields.has("hour")) {
                requireWholeDate();
            }
        }
        return datePart("date").atTime(timePart("time"));
    }

    /** A time on an unknown day of a known month, week, quarter or year is no time. */
    private void requireWholeDate() {
        if (!fields.hasAny("day", "dayOfWeek", "dayOfQuarter", "ordinalDay")) {
            throw Faults.argument("hour is given, but the day is not: " + fields.map().keySet());
        }
    }

    ZonedDateTime dateTime() {
        fields.allowOnly(DATETIME);
        Optional<ZoneId> wanted = fields.text("timezone").map(TemporalText::zone);
        if (fields.hasAny("epochSeconds", "epochMillis")) {
            return ofEpoch().atZone(wanted.orElse(defaultZone));
        }
        Optional<ZoneId> had = fields.temporal("datetime").or(() -> fields.temporal("time")).flatMap(Parts::zone);
        ZoneId start = had.or(() -> wanted).orElse(defaultZone);
        LocalDateTime local = local();
        return Faults.temporal(() -> local.atZone(start).withZoneSameInstant(wanted.orElse(start)));
    }

    private Instant ofEpoch() {
        fields.allowOnly(union(EPOCH, union(Set.of("timezone"), TimeFields.KEYS)));
        if (fields.has("epochSeconds") && fields.has("epochMillis")) {
            throw Faults.argument("epochSeconds and epochMillis are given");
        }
        if (fields.hasAny("hour", "minute", "second")) {
            throw Faults.argument("an instant has parts of a second only: " + fields.map().keySet());
        }
        return Faults.temporal(() -> {
            if (fields.has("epochMillis")) {
                int below = fields.number("microsecond", 0, 0, 999) * 1_000
                        + fields.number("nanosecond", 0, 0, fields.has("microsecond") ? 999 : 999_999);
                return Instant.ofEpochMilli(fields.number("epochMillis").getAsLong()).plusNanos(below);
            }
            int below = TimeFields.time(fields, Optional.of(LocalTime.MIDNIGHT)).getNano();
            return Instant.ofEpochSecond(fields.number("epochSeconds").getAsLong(), below);
        });
    }

    /** What a temporal value has of a date, a time of day and a zone. */
    static final class Parts {
        private Parts() {}

        static Optional<LocalDate> date(Temporal value) {
            return switch (value) {
                case LocalDate date -> Optional.of(date);
                case LocalDateTime local -> Optional.of(local.toLocalDate());
                case ZonedDateTime zoned -> Optional.of(zoned.toLocalDate());
                default -> Optional.empty();
            };
        }

        static Optional<LocalTime> time(Temporal value) {
            return switch (value) {
                case LocalTime time -> Optional.of(time);
                case OffsetTime time -> Optional.of(time.toLocalTime());
                case LocalDateTime local -> Optional.of(local.toLocalTime());
                case ZonedDateTime zoned -> Optional.of(zoned.toLocalTime());
                default -> Optional.empty();
            };
        }

        static Optional<ZoneId> zone(Temporal value) {
            return switch (value) {
                case OffsetTime time -> Optional.of(time.getOffset());
                case ZonedDateTime zoned -> Optional.of(zoned.getZone());
                default -> Optional.empty();
            };
        }

        static Optional<ZoneOffset> offset(Temporal value) {
            return switch (value) {
                case OffsetTime time -> Optional.of(time.getOffset());
                case ZonedDateTime zoned -> Optional.of(zoned.getOffset());
                default -> Optional.empty();
            };
        }
    }
}
