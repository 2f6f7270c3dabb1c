package org.thetisdb.engine.temporal;

import java.util.Map;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;
import org.thetisdb.value.vector.ZoneCode;

/** Parts of the durations between dates or datetimes by arithmetic on their longs, without making the durations. */
public final class TemporalDifferences {
    private static final long SECONDS_PER_DAY = 86_400;
    private static final long MILLIS_PER_SECOND = 1_000;
    private static final int NANOS_PER_MILLI = 1_000_000;
    private static final int MONTHS_PER_YEAR = 12;

    /** More than any month has days, so that months and days are compared as one number. */
    private static final int DAYS_PER_MONTH_MAX = 32;

    /** In what a difference is counted, and how many of these make what is asked for. */
    private record Measure(Count count, int divisor) {}

    private enum Count {
        MILLIS,
        SECONDS,
        DAYS,
        MONTHS
    }

    private static final Measure MONTHS = new Measure(Count.MONTHS, 1);
    private static final Measure QUARTERS = new Measure(Count.MONTHS, 3);
    private static final Measure YEARS = new Measure(Count.MONTHS, MONTHS_PER_YEAR);

    /** By function and component. */
    private static final Map<String, Measure> MEASURES = Map.ofEntries(
            Map.entry("duration.inseconds.milliseconds", new Measure(Count.MILLIS, 1)),
            Map.entry("duration.inseconds.seconds", new Measure(Count.SECONDS, 1)),
            Map.entry("duration.inseconds.minutes", new Measure(Count.SECONDS, 60)),
            Map.entry("duration.inseconds.hours", new Measure(Count.SECONDS, 3600)),
            Map.entry("duration.indays.days", new Measure(Count.DAYS, 1)),
            Map.entry("duration.indays.weeks", new Measure(Count.DAYS, 7)),
            Map.entry("duration.inmonths.months", MONTHS),
            Map.entry("duration.inmonths.quarters", QUARTERS),
            Map.entry("duration.inmonths.years", YEARS),
            Map.entry("duration.between.months", MONTHS),
            Map.entry("duration.between.quarters", QUARTERS),
            Map.entry("duration.between.years", YEARS));

    private TemporalDifferences() {}

    /** {@return whether there is a kernel for a component of what a function gives} */
    public static boolean has(String function, String component) {
        return MEASURES.containsKey(function + "." + component);
    }

    /**
     * Writes the component of the duration from each entry to that of the other vector; false, and nothing done, if
     * there is no kernel for the vectors.
     *
     * @param function there {@linkplain #has is} a kernel for it
     */
    public static boolean component(String function, String component, Vector from, Vector to, int count, Vector into) {
        Measure measure = MEASURES.get(function + "." + component);
        if (measure == null
                || from.kind() != to.kind()
                || !TemporalKernels.isModerateDate(from, count)
                || !TemporalKernels.isModerateDate(to, count)) {
            return false;
        }
        into.reset(VectorKind.INTEGER, count);
        Vectors.mergeNulls(from, false, to, false, into);
        long[] results = into.longs();
        switch (measure.count()) {
            case MILLIS -> millis(from, to, count, results);
            case SECONDS -> seconds(from, to, count, results);
            case DAYS -> days(from, to, count, results);
            case MONTHS -> months(from, to, count, results);
        }
        divide(results, count, measure.divisor());
        return true;
    }

    private static void divide(long[] results, int count, int divisor) {
        if (divisor > 1) {
            for (int row = 0; row < count; row++) {
                results[row] /= divisor;
            }
        }
    }

    /** As a duration has them: its nanoseconds count forwards, so a part of a second before is a whole one. */
    private static void seconds(Vector from, Vector to, int count, long[] results) {
        long unitSeconds = from.kind() == VectorKind.DATE ? SECONDS_PER_DAY : 1;
        long[] first = from.longs();
        long[] second = to.longs();
        for (int row = 0; row < count; row++) {
            results[row] = (second[row] - first[row]) * unitSeconds;
            results[row] -= nanoseconds(from, to, row) < 0 ? 1 : 0;
        }
    }

    private static void millis(Vector from, Vector to, int count, long[] results) {
        seconds(from, to, count, results);
        for (int row = 0; row < count; row++) {
            int nanos = Math.floorMod(nanoseconds(from, to, row), 1_000_000_000);
            results[row] = results[row] * MILLIS_PER_SECOND + nanos / NANOS_PER_MILLI;
        }
    }

    /** Whole days: towards zero. */
    private static void days(Vector from, Vector to, int count, long[] results) {
        seconds(from, to, count, results);
        for (int row = 0; row < count; row++) {
            boolean isPart = results[row] < 0 && nanoseconds(from, to, row) != 0;
            results[row] = (results[row] + (isPart ? 1 : 0)) / SECONDS_PER_DAY;
        }
    }

    /** How the nanoseconds of the second differ. */
    private static int nanoseconds(Vector from, Vector to, int row) {
        return switch (from.kind()) {
            case LOCAL_DATETIME -> (int) (to.longs2()[row] - from.longs2()[row]);
            case ZONED_DATETIME -> ZoneCode.nanosecond(to.longs2()[row]) - ZoneCode.nanosecond(from.longs2()[row]);
            default -> 0;
        };
    }

    /** Whole months, by the clock of where the first of both is. */
    private static void months(Vector from, Vector to, int count, long[] results) {
        Calendar first = new Calendar();
        Calendar second = new Calendar();
        for (int row = 0; row < count; row++) {
            if (from.isNull(row) || to.isNull(row)) {
                continue;
            }
            long offset =
                    from.kind() == VectorKind.ZONED_DATETIME ? ZoneCode.zoneCode(from.longs2()[row]) - ZoneCode.UTC : 0;
            long unit = from.kind() == VectorKind.DATE ? 1 : SECONDS_PER_DAY;
            long start = from.longs()[row] + offset;
            long end = to.longs()[row] + offset;
            long startDay = Math.floorDiv(start, unit);
            long endDay = Math.floorDiv(end, unit);
            long clocks = Math.floorMod(end, unit) - Math.floorMod(start, unit);
            if (clocks == 0) {
                clocks = nanoseconds(from, to, row);
            }
            if (endDay > startDay && clocks < 0) {
                endDay--;
            } else if (endDay < startDay && clocks > 0) {
                endDay++;
            }
            results[row] = (second.dayOfMonths(endDay) - first.dayOfMonths(startDay)) / DAYS_PER_MONTH_MAX;
        }
    }

    /** Days as numbers in which all months have equally many; belongs to one thread. */
    private static final class Calendar {
        private final CalendarSpan year = new CalendarSpan(CalendarSpan.Unit.YEAR);
        private final CalendarSpan month = new CalendarSpan(CalendarSpan.Unit.MONTH);

        long dayOfMonths(long day) {
            long months = year.number(day) * MONTHS_PER_YEAR + month.number(day);
            return months * DAYS_PER_MONTH_MAX + day - month.firstDay(day);
        }
    }
}
