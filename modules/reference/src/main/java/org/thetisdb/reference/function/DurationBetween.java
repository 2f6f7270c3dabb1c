package org.thetisdb.reference.function;

import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import java.util.Optional;
import org.thetisdb.reference.function.TemporalFields.Parts;
import org.thetisdb.value.IsoDuration;

/**
 * The duration from one temporal value to another. What one of them lacks it takes from the other: the date, without
 * which the difference is one of the time of day only, and the zone; a date alone is its midnight. Months and days are
 * counted in the zone of the first.
 */
final class DurationBetween {
    private DurationBetween() {}

    static Object call(String method, Arguments given) {
        Temporal from = given.get(0) instanceof Temporal temporal ? temporal : given.fail("temporal values", 0);
        Temporal to = given.get(1) instanceof Temporal temporal ? temporal : given.fail("temporal values", 1);
        ZonedDateTime start = complete(from, to);
        ZonedDateTime end = complete(to, from);
        boolean dates = Parts.date(from).isPresent() && Parts.date(to).isPresent();
        return Faults.temporal(() -> switch (method) {
            case "between" -> dates ? between(start, end) : inSeconds(0, 0, start, end);
            case "inmonths" -> new IsoDuration(dates ? ChronoUnit.MONTHS.between(start, end) : 0, 0, 0, 0);
            case "indays" -> new IsoDuration(0, dates ? ChronoUnit.DAYS.between(start, end) : 0, 0, 0);
            case "inseconds" -> inSeconds(0, 0, start, end);
            default -> throw new IllegalArgumentException("no such function: name=duration." + method);
        });
    }

    private static ZonedDateTime complete(Temporal value, Temporal other) {
        Optional<LocalDate> date = Parts.date(value).or(() -> Parts.date(other));
        Optional<ZoneId> zone = Parts.zone(value).or(() -> Parts.zone(other));
        return date.orElse(LocalDate.EPOCH)
                .atTime(Parts.time(value).orElse(LocalTime.MIDNIGHT))
                .atZone(zone.orElse(ZoneOffset.UTC));
    }

    /** Whole months first, then whole days, then the rest, so that the start plus the duration is the end. */
    private static IsoDuration between(ZonedDateTime start, ZonedDateTime end) {
        long months = ChronoUnit.MONTHS.between(start, end);
        ZonedDateTime nearer = start.plusMonths(months);
        long days = ChronoUnit.DAYS.between(nearer, end);
        return inSeconds(months, days, nearer.plusDays(days), end);
    }

    private static IsoDuration inSeconds(long months, long days, ZonedDateTime start, ZonedDateTime end) {
        return IsoDuration.of(
                months, days, end.toEpochSecond() - start.toEpochSecond(), (long) end.getNano() - start.getNano());
    }
}
