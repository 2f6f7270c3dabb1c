package org.thetisdb.reference.function;

import java.time.LocalDate;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.util.List;
import java.util.Optional;

/** The start of the unit of time that contains a date or a time. */
final class Truncation {
    private static final List<String> DATE_UNITS =
            List.of("millennium", "century", "decade", "year", "weekyear", "quarter", "month", "week", "day");

    private Truncation() {}

    /** A millennium, century or decade begins with a year that it divides, so that year -1 is in the one that ends. */
    static LocalDate date(String unit, LocalDate date) {
        return Faults.temporal(() -> switch (unit) {
            case "millennium" -> years(date, 1_000);
            case "century" -> years(date, 100);
            case "decade" -> years(date, 10);
            case "year" -> years(date, 1);
            case "weekyear" -> DateFields.ofWeek(date.get(IsoFields.WEEK_BASED_YEAR), 1, 1);
            case "quarter" -> LocalDate.of(date.getYear(), (date.getMonthValue() - 1) / 3 * 3 + 1, 1);
            case "month" -> date.withDayOfMonth(1);
            case "week" -> date.minusDays(date.getDayOfWeek().getValue() - 1);
            default -> date;
        });
    }

    private static LocalDate years(LocalDate date, int count) {
        return LocalDate.of(Math.floorDiv(date.getYear(), count) * count, 1, 1);
    }

    static boolean isOfDate(String unit) {
        return DATE_UNITS.contains(unit);
    }

    /** Midnight, if the unit is a day or longer. */
    static LocalTime time(String unit, LocalTime time) {
        return switch (unit) {
            case "hour" -> time.truncatedTo(ChronoUnit.HOURS);
            case "minute" -> time.truncatedTo(ChronoUnit.MINUTES);
            case "second" -> time.truncatedTo(ChronoUnit.SECONDS);
            case "millisecond" -> time.truncatedTo(ChronoUnit.MILLIS);
            case "microsecond" -> time.truncatedTo(ChronoUnit.MICROS);
            default -> LocalTime.MIDNIGHT;
        };
    }

    /**
     * The time with the fields that are given. Of a fraction that was cut off at milliseconds or microseconds these
     * stay, and what is given is added below.
     */
    static LocalTime withFields(String unit, LocalTime truncated, Fields fields) {
        LocalTime changed = TimeFields.time(fields, Optional.of(truncated));
        boolean below = fields.has("nanosecond") || fields.has("microsecond") && unit.equals("millisecond");
        if (!below || fields.has("millisecond") || !unit.matches("millisecond|microsecond")) {
            return changed;
        }
        if (unit.equals("microsecond") && fields.has("microsecond")) {
            return changed;
        }
        int unitNanos = unit.equals("millisecond") ? 1_000_000 : 1_000;
        if (changed.getNano() >= unitNanos) {
            throw Faults.temporal("more than the unit: unit=" + unit + ", nanosecond=" + changed.getNano());
        }
        return changed.withNano(truncated.getNano() + changed.getNano());
    }

    static boolean isKnown(String unit) {
        return isOfDate(unit) || unit.matches("hour|minute|second|millisecond|microsecond");
    }
}
