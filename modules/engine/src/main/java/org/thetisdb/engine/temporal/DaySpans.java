package org.thetisdb.engine.temporal;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.temporal.CalendarSpan.Unit;

/**
 * What {@link CalendarSpan} tells of the days of a batch. Where these are of a few years, in whatever order, each day of
 * the range between them is told once, and all rows look up theirs: to find the year and month of a day takes some
 * twenty times as long.
 *
 * <pre>
 *   days       15340 15371 14975 …       least 14975, greatest 15371
 *   of range   12 12 12 … 1 1 1 …        of month, by span: 14975 = 2011-01-01
 *                                  ──►   1 2 1 …
 * </pre>
 */
enum DaySpans {
    /** The number of the span that a day lies in. */
    NUMBER {
        @Override
        long of(CalendarSpan span, long day) {
            return span.number(day);
        }
    },
    /** Which of the span's days it is, from 1. */
    DAY_WITHIN {
        @Override
        long of(CalendarSpan span, long day) {
            return day + 1 - span.firstDay(day);
        }
    },
    /** The span's first day. */
    FIRST_DAY {
        @Override
        long of(CalendarSpan span, long day) {
            return span.firstDay(day);
        }
    };

    /** A longer range takes more than its rows one by one. */
    private static final int DAYS_PER_ROW_MAX = 4;

    abstract long of(CalendarSpan span, long day);

    /**
     * Writes what all days of a range have, if that is one value.
     *
     * @return whether it is; else nothing was written
     */
    boolean fillOfOne(Unit unit, long[] into, int count, long firstDay, long lastDay) {
        CalendarSpan span = new CalendarSpan(unit);
        boolean isOne = firstDay == lastDay || this != DAY_WITHIN && lastDay < span.endDay(firstDay);
        if (isOne) {
            Arrays.fill(into, 0, count, of(span, firstDay));
        }
        return isOne;
    }

    /**
     * Replaces each day.
     *
     * @param nulls rows without a day, where anything may be and stay; null for none
     * @param firstDay the first of them, and there is one
     */
    void replace(Unit unit, long[] days, boolean @Nullable [] nulls, int count, long firstDay, long lastDay) {
        CalendarSpan span = new CalendarSpan(unit);
        if (lastDay - firstDay >= (long) DAYS_PER_ROW_MAX * count) {
            for (int row = 0; row < count; row++) {
                days[row] = nulls == null || !nulls[row] ? of(span, days[row]) : days[row];
            }
        } else {
            lookUp(ofRange(span, firstDay, (int) (lastDay - firstDay) + 1), firstDay, days, nulls, count);
        }
    }

    private static void lookUp(long[] ofRange, long least, long[] days, boolean @Nullable [] nulls, int count) {
        for (int row = 0; row < count; row++) {
            days[row] = nulls == null || !nulls[row] ? ofRange[(int) (days[row] - least)] : days[row];
        }
    }

    private long[] ofRange(CalendarSpan span, long least, int length) {
        long[] values = new long[length];
        int end;
        for (int start = 0; start < length; start = end) {
            long first = of(span, least + start);
            end = (int) Math.min(length, span.endDay(least + start) - least);
            Arrays.fill(values, start, end, first);
            for (int day = start; this == DAY_WITHIN && day < end; day++) {
                values[day] += day - start;
            }
        }
        return values;
    }
}
