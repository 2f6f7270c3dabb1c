package org.thetisdb.engine.temporal;

import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.temporal.CalendarSpan.Unit;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;
import org.thetisdb.value.vector.ZoneCode;

/**
 * Seconds since 1970 as clocks showed them at their places, and what they are replaced by. Their extremes tell what
 * makes that cheap: those of 68 years are divided as {@code int}s, from their first day on, and those of one month are
 * not divided to find which it is.
 *
 * <p>Of dates, days are there in place of seconds. Where an entry is null anything may be, before and after. One of the
 * methods is called, once, by the thread that made it.
 */
final class LocalSeconds {
    private static final int PER_DAY = 86_400;
    private static final int PER_HOUR = 3600;
    private static final int PER_MINUTE = 60;
    private static final int HOURS_PER_DAY = 24;
    private static final int MINUTES_PER_HOUR = 60;

    private final long[] values;
    private final boolean @Nullable [] nulls;
    private final int count;
    private final boolean areDays;

    /** The days of the least and the greatest value; the last is before the first if all entries are null. */
    private final long firstDay;

    private final long lastDay;

    /** Writes the seconds of datetimes, or the days of dates, where they will be replaced. */
    LocalSeconds(Vector from, int count, long[] into) {
        this.values = into;
        this.nulls = from.hasNulls() ? from.nulls() : null;
        this.count = count;
        this.areDays = from.kind() == VectorKind.DATE;
        write(from);
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        for (int row = 0; row < count; row++) {
            boolean isThere = nulls == null || !nulls[row];
            least = isThere ? Math.min(least, into[row]) : least;
            greatest = isThere ? Math.max(greatest, into[row]) : greatest;
        }
        this.firstDay = areDays ? least : Math.floorDiv(least, PER_DAY);
        this.lastDay = areDays ? greatest : Math.floorDiv(greatest, PER_DAY);
    }

    private void write(Vector from) {
        long[] first = from.longs();
        if (from.kind() != VectorKind.ZONED_DATETIME) {
            System.arraycopy(first, 0, values, 0, count);
            return;
        }
        long[] second = from.longs2();
        for (int row = 0; row < count; row++) {
            values[row] = first[row] + ZoneCode.zoneCode(second[row]) - ZoneCode.UTC;
        }
    }

    /** Whether all entries are there as {@code int}s of seconds since the first day began. */
    private boolean areNear() {
        return lastDay >= firstDay && lastDay - firstDay < Integer.MAX_VALUE / PER_DAY;
    }

    /** By days since 1970. */
    void toDays() {
        if (areDays) {
            return;
        }
        long origin = firstDay * PER_DAY;
        boolean areNear = areNear();
        for (int row = 0; areNear && row < count; row++) {
            values[row] = firstDay + (int) (values[row] - origin) / PER_DAY;
        }
        for (int row = 0; !areNear && row < count; row++) {
            values[row] = Math.floorDiv(values[row], PER_DAY);
        }
    }

    /** By days of the week, of which Monday is 1. */
    void toDaysOfWeek() {
        toDays();
        for (int row = 0; row < count; row++) {
            values[row] = CalendarSpan.dayOfWeek(values[row]);
        }
    }

    /** By what is asked of the weeks, months, … in which they lie. */
    void toSpans(DaySpans wanted, Unit unit) {
        if (firstDay <= lastDay && !wanted.fillOfOne(unit, values, count, firstDay, lastDay)) {
            toDays();
            wanted.replace(unit, values, nulls, count, firstDay, lastDay);
        }
    }

    /** By the hour, the minute or the second that a clock shows. Loops apart: a division by a constant is a product. */
    void toClock(ChronoUnit unit) {
        long origin = originOfClocks();
        switch (unit) {
            case HOURS -> {
                for (int row = 0; row < count; row++) {
                    values[row] = (int) (values[row] - origin) / PER_HOUR % HOURS_PER_DAY;
                }
            }
            case MINUTES -> {
                for (int row = 0; row < count; row++) {
                    values[row] = (int) (values[row] - origin) / PER_MINUTE % MINUTES_PER_HOUR;
                }
            }
            default -> {
                for (int row = 0; row < count; row++) {
                    values[row] = (int) (values[row] - origin) % PER_MINUTE;
                }
            }
        }
    }

    /** The start of a day from which all are {@code int}s on; those of many years are made seconds of their days. */
    private long originOfClocks() {
        if (areNear()) {
            return firstDay * PER_DAY;
        }
        for (int row = 0; row < count; row++) {
            values[row] = Math.floorMod(values[row], PER_DAY);
        }
        return 0;
    }

    /** By the start of the hour, the minute or the second in which they lie. */
    void toStarts(long unitSeconds) {
        boolean areNear = areNear();
        long origin = firstDay * PER_DAY;
        int divisor = (int) unitSeconds;
        for (int row = 0; areNear && row < count; row++) {
            values[row] -= (int) (values[row] - origin) % divisor;
        }
        for (int row = 0; !areNear && row < count; row++) {
            values[row] -= Math.floorMod(values[row], divisor);
        }
    }
}
