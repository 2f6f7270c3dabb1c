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
import java.util.Optional;
import java.util.Set;

/**
 * Temporal values from maps. {@code date} and {@code time} name values to begin with, or {@code datetime} one for
 * both; of a {@code date} the zone is not taken. After the fields, {@code timezone} moves a value that has a zone
 * already to another one without changing the instant, and is the zone of one that has none. Fields that the type
 * does not have are ignored.
 *
 * @param fields the map
 * @param now the statement's instant
 */
record TemporalFields(Fields fields, Instant now) {
    static final Set<String> KEYS = Set.of(
            "date",
            "time",
            "datetime",
            "timezone",
            "epochSeconds",
            "epochMillis",
            "year",
            "month",
            "day",
            "week",
            "dayOfWeek",
            "quarter",
            "dayOfQuarter",
            "ordinalDay",
            "hour",
            "minute",
            "second",
            "millisecond",
            "microsecond",
            "nanosecond");

    TemporalFields {
        fields.allowOnly(KEYS);
    }

    LocalDate date() {
        Optional<LocalDate> base = base("date")
                .map(value -> Parts.date(value)
                        .orElseThrow(() -> Faults.type("the field date", "a value with a date", value)));
        return DateFields.date(fields, base);
    }

    private Optional<Temporal> base(String key) {
        return fields.temporal(key).or(() -> fields.temporal("datetime"));
    }

    /** A time alone needs an hour or another time; beside a date it is midnight. */
    LocalTime localTime() {
        if (!fields.hasAny("hour", "time", "datetime")) {
            throw Faults.temporal("a time needs an hour: " + fields.map().keySet());
        }
        return timeOfDay();
    }

    private LocalTime timeOfDay() {
        Optional<LocalTime> base = base("time")
                .map(value -> Parts.time(value)
                        .orElseThrow(() -> Faults.type("the field time", "a value with a time", value)));
        return TimeFields.time(fields, base);
    }

    /** A region has an offset at an instant: that of the value to begin with, or the statement's. */
    OffsetTime time() {
        LocalTime local = localTime();
        Optional<Temporal> base = base("time");
        Instant instant = base.isPresent() && base.get() instanceof ZonedDateTime zoned ? zoned.toInstant() : now;
        Optional<ZoneOffset> had = base.flatMap(Parts::offset);
        Optional<ZoneOffset> wanted = zone().map(zone -> zone.getRules().getOffset(instant));
        ZoneOffset start = had.or(() -> wanted).orElse(ZoneOffset.UTC);
        return local.atOffset(start).withOffsetSameInstant(wanted.orElse(start));
    }

    private Optional<ZoneId> zone() {
        return fields.text("timezone").map(TemporalText::zone);
    }

    LocalDateTime localDateTime() {
        return date().atTime(timeOfDay());
    }

    /** Where clocks are set back, a time that occurs twice has the offset of the value to begin with. */
    ZonedDateTime dateTime() {
        Optional<ZoneId> wanted = zone();
        if (fields.hasAny("epochSeconds", "epochMillis")) {
            return ofEpoch().atZone(wanted.orElse(ZoneOffset.UTC));
        }
        Optional<Temporal> base = base("time");
        ZoneId start = base.flatMap(Parts::zone).or(() -> wanted).orElse(ZoneOffset.UTC);
        ZoneOffset preferred = base.flatMap(Parts::offset).orElse(null);
        return ZonedDateTime.ofLocal(localDateTime(), start, preferred).withZoneSameInstant(wanted.orElse(start));
    }

    private Instant ofEpoch() {
        if (fields.has("epochSeconds")) {
            int below = TimeFields.nanosecond(fields);
            return Instant.ofEpochSecond(fields.number("epochSeconds").getAsLong(), below);
        }
        int below = fields.number("nanosecond", 0, 0, 999_999);
        return Instant.ofEpochMilli(fields.number("epochMillis").getAsLong()).plusNanos(below);
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
