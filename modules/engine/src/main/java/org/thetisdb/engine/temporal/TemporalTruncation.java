package org.thetisdb.engine.temporal;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.util.Locale;
import org.thetisdb.engine.semantics.Errors;

/** The start of the millennium, …, microsecond that a date or time lies in. */
public final class TemporalTruncation {
    private TemporalTruncation() {}

    /** Whether the unit is a day or longer. */
    public static boolean isDateUnit(String unit) {
        return switch (unit.toLowerCase(Locale.ROOT)) {
            case "millennium", "century", "decade", "year", "weekyear", "quarter", "month", "week", "day" -> true;
            default -> false;
        };
    }

    public static LocalDate date(LocalDate date, String unit) {
        int year = date.getYear();
        try {
            return switch (unit.toLowerCase(Locale.ROOT)) {
                case "millennium" -> LocalDate.of(year - Math.floorMod(year, 1000), 1, 1);
                case "century" -> LocalDate.of(year - Math.floorMod(year, 100), 1, 1);
                case "decade" -> LocalDate.of(year - Math.floorMod(year, 10), 1, 1);
                case "year" -> LocalDate.of(year, 1, 1);
                case "weekyear" -> TemporalParser.ofWeek(date.get(IsoFields.WEEK_BASED_YEAR), 1, 1);
                case "quarter" -> LocalDate.of(year, (date.getMonthValue() - 1) / 3 * 3 + 1, 1);
                case "month" -> date.withDayOfMonth(1);
                case "week" -> date.minusDays(date.getDayOfWeek().getValue() - 1);
                case "day" -> date;
                default ->
                    throw unknown(unit, "millennium, century, decade, year, weekYear, quarter, month, week, day");
            };
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
