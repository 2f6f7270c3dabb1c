package org.thetisdb.engine.temporal;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import org.thetisdb.engine.semantics.Errors;
import org.thetisdb.engine.temporal.CalendarSpan.Unit;

/** The start of the millennium, …, microsecond that a date or time lies in. */
public final class TemporalTruncation {
    private TemporalTruncation() {}

    /** The unit, if it is a day or longer. */
    static Optional<Unit> dateUnit(String unit) {
        return switch (unit.toLowerCase(Locale.ROOT)) {
            case "millennium" -> Optional.of(Unit.MILLENNIUM);
            case "century" -> Optional.of(Unit.CENTURY);
            case "decade" -> Optional.of(Unit.DECADE);
            case "year" -> Optional.of(Unit.YEAR);
            case "weekyear" -> Optional.of(Unit.WEEK_YEAR);
            case "quarter" -> Optional.of(Unit.QUARTER);
            case "month" -> Optional.of(Unit.MONTH);
            case "week" -> Optional.of(Unit.WEEK);
            case "day" -> Optional.of(Unit.DAY);
            default -> Optional.empty();
        };
    }

    /** The seconds of a unit of hours, minutes or seconds; 0 for others. */
    static long clockSeconds(String unit) {
        return switch (unit.toLowerCase(Locale.ROOT)) {
            case "hour" -> 3600;
            case "minute" -> 60;
            case "second" -> 1;
            default -> 0;
        };
    }

    /** Whether the unit is a day or longer. */
    public static boolean isDateUnit(String unit) {
        return dateUnit(unit).isPresent();
    }

    public static LocalDate date(LocalDate date, String unit) {
        Unit known = dateUnit(unit)
                .orElseThrow(
                        () -> unknown(unit, "millennium, century, decade, year, weekYear, quarter, month, week, day"));
        try {
            return LocalDate.ofEpochDay(new CalendarSpan(known).firstDay(date.toEpochDay()));
        } catch (DateTimeException outOfRange) {
            throw Errors.temporal("the date is out of range: date=" + date + ", unit=" + unit);
        }
    }

    public static LocalTime time(LocalTime time, String unit) {
        return switch (unit.toLowerCase(Locale.ROOT)) {
            case "day" -> LocalTime.MIDNIGHT;
            case "hour" -> time.truncatedTo(ChronoUnit.HOURS);
            case "minute" -> time.truncatedTo(ChronoUnit.MINUTES);
            case "second" -> time.truncatedTo(ChronoUnit.SECONDS);
            case "millisecond" -> time.truncatedTo(ChronoUnit.MILLIS);
            case "microsecond" -> time.truncatedTo(ChronoUnit.MICROS);
            default -> throw unknown(unit, "day, hour, minute, second, millisecond, microsecond");
        };
    }

    private static RuntimeException unknown(String unit, String known) {
        return Errors.temporal("cannot truncate to this unit: unit=" + Errors.show(unit) + "; use one of " + known);
    }
}
