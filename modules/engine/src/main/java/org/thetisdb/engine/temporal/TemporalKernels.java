package org.thetisdb.engine.temporal;

import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;
import org.thetisdb.value.vector.ZoneCode;

/** Components of dates and datetimes by arithmetic on their longs, without making objects. */
public final class TemporalKernels {
    private static final long SECONDS_PER_DAY = 86_400;

    /** Within these, no sum can leave the range of dates unnoticed: about 100,000 years. */
    private static final long DAYS_MAX = 36_500_000;

    private static final long SECONDS_MAX = DAYS_MAX * SECONDS_PER_DAY;

    /** Offsets are at most 18 hours; the codes of regions lie above. */
    private static final int OFFSET_SECONDS_MAX = 18 * 3600;

    /** What the kernels compute. */
    private enum Component {
        YEAR,
        MONTH,
        DAY,
        HOUR,
        MINUTE,
        SECOND,
        EPOCH_SECONDS,
        EPOCH_MILLIS,
        NONE
    }

    private TemporalKernels() {}

    /** Writes the component of each entry; false, and nothing done, if there is no kernel for it. */
    public static boolean component(Vector from, int count, String key, Vector into) {
        Component component = named(key);
        boolean timeOfDate = from.kind() == VectorKind.DATE && component.ordinal() > Component.DAY.ordinal();
        boolean epochOfLocal = from.kind() == VectorKind.LOCAL_DATETIME
                && (component == Component.EPOCH_SECONDS || component == Component.EPOCH_MILLIS);
        if (component == Component.NONE
                || timeOfDate
                || epochOfLocal
                || !hasOffsets(from, count)
                || component == Component.EPOCH_MILLIS && !haveMillis(from, count)) {
            return false;
        }
        into.reset(VectorKind.INTEGER, count);
        Vectors.addNulls(from, false, into);
        long[] seconds = from.longs();
        long[] second = from.longs2();
        long[] to = into.longs();
        if (component == Component.YEAR && from.kind() == VectorKind.ZONED_DATETIME) {
            years(seconds, second, count, to);
            return true;
        }
        for (int row = 0; row < count; row++) {
            to[row] = switch (from.kind()) {
                case DATE -> ofDay(component, seconds[row]);
                case LOCAL_DATETIME -> ofSecond(component, seconds[row]);
                default -> zoned(component, seconds[row], second[row]);
            };
        }
        return true;
    }

    /** What is stored one after the other is often of the same year: then two comparisons tell it. */
    private static void years(long[] seconds, long[] second, int count, long[] to) {
        long year = 0;
        long begin = 0;
        long end = 0;
        for (int row = 0; row < count; row++) {
            long local = seconds[row] + ZoneCode.zoneCode(second[row]) - ZoneCode.UTC;
            if (local < begin || local >= end) {
                year = ofSecond(Component.YEAR, local);
                begin = firstDay(year) * SECONDS_PER_DAY;
                end = firstDay(year + 1) * SECONDS_PER_DAY;
            }
            to[row] = year;
        }
    }

    /** The day number of the first of January. */
    private static long firstDay(long year) {
        long before = year - 1;
        long leapDays = Math.floorDiv(before, 4L) - Math.floorDiv(before, 100L) + Math.floorDiv(before, 400L);
        return before * 365 + leapDays - 719_162;
    }

    /** Writes the local date of each entry; false, and nothing done, if there is no kernel for the vector. */
    public static boolean date(Vector from, int count, Vector into) {
        boolean zoned = from.kind() == VectorKind.ZONED_DATETIME;
        if (!zoned && from.kind() != VectorKind.LOCAL_DATETIME || !hasOffsets(from, count)) {
            return false;
        }
        into.reset(VectorKind.DATE, count);
        Vectors.addNulls(from, false, into);
        long[] seconds = from.longs();
        long[] second = from.longs2();
        long[] to = into.longs();
        for (int row = 0; row < count; row++) {
            long offset = zoned ? ZoneCode.zoneCode(second[row]) - ZoneCode.UTC : 0;
            to[row] = Math.floorDiv(seconds[row] + offset, SECONDS_PER_DAY);
        }
        return true;
    }

    /**
     * Adds a duration of days, seconds and nanoseconds (no months) to each entry, where a day has always 24 hours;
     * false, and nothing done, if there is no kernel for it.
     */
    public static boolean plus(Vector from, int count, IsoDuration duration, Vector into) {
        boolean datetimes = from.kind() == VectorKind.ZONED_DATETIME || from.kind() == VectorKind.LOCAL_DATETIME;
        boolean moderate = duration.days() > -DAYS_MAX
                && duration.days() < DAYS_MAX
                && duration.seconds() > -SECONDS_MAX
                && duration.seconds() < SECONDS_MAX;
        if (!datetimes
                || !moderate
                || duration.months() != 0
                || duration.nanoseconds() != 0
                || !hasOffsets(from, count)) {
            return false;
        }
        into.reset(from.kind(), count);
        Vectors.addNulls(from, false, into);
        long add = duration.days() * SECONDS_PER_DAY + duration.seconds();
        long[] seconds = from.longs();
        long[] to = into.longs();
        boolean inRange = true;
        for (int row = 0; row < count; row++) {
            to[row] = seconds[row] + add;
            inRange &= into.isNull(row) || Math.abs(to[row]) < SECONDS_MAX;
        }
        System.arraycopy(from.longs2(), 0, into.longs2(), 0, count);
        return inRange;
    }

    private static Component named(String key) {
        return switch (key) {
            case "year" -> Component.YEAR;
            case "month" -> Component.MONTH;
            case "day" -> Component.DAY;
            case "hour" -> Component.HOUR;
            case "minute" -> Component.MINUTE;
            case "second" -> Component.SECOND;
            case "epochSeconds" -> Component.EPOCH_SECONDS;
            case "epochMillis" -> Component.EPOCH_MILLIS;
            default -> Component.NONE;
        };
    }

    /** Whether the milliseconds of each entry fit into a long. */
    private static boolean haveMillis(Vector from, int count) {
        long most = Long.MAX_VALUE / 1000 - 1;
        long[] seconds = from.longs();
        for (int row = 0; row < count; row++) {
            if (!from.isNull(row) && Math.abs(seconds[row]) > most) {
                return false;
            }
        }
        return true;
    }

    /** Whether no entry has a zone whose offset depends on the instant. */
    private static boolean hasOffsets(Vector from, int count) {
        if (from.kind() != VectorKind.ZONED_DATETIME) {
            return true;
        }
        long[] second = from.longs2();
        for (int row = 0; row < count; row++) {
            if (!from.isNull(row) && ZoneCode.zoneCode(second[row]) > ZoneCode.UTC + OFFSET_SECONDS_MAX) {
                return false;
            }
        }
        return true;
    }

    private static long zoned(Component component, long seconds, long packed) {
        return switch (component) {
            case EPOCH_SECONDS -> seconds;
            case EPOCH_MILLIS -> seconds * 1000 + ZoneCode.nanosecond(packed) / 1_000_000;
            default -> ofSecond(component, seconds + ZoneCode.zoneCode(packed) - ZoneCode.UTC);
        };
    }

    private static long ofSecond(Component component, long localSeconds) {
        return switch (component) {
            case HOUR -> Math.floorMod(localSeconds, SECONDS_PER_DAY) / 3600;
            case MINUTE -> Math.floorMod(localSeconds, 3600L) / 60;
            case SECOND -> Math.floorMod(localSeconds, 60L);
            default -> ofDay(component, Math.floorDiv(localSeconds, SECONDS_PER_DAY));
        };
    }

    /** Year, month or day of a day number in the proleptic Gregorian calendar, with years that begin in March. */
    private static long ofDay(Component component, long epochDay) {
        long shifted = epochDay + 719_468;
        long era = Math.floorDiv(shifted, 146_097L);
        long dayOfEra = shifted - era * 146_097;
        long yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        long dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        long marchMonth = (5 * dayOfYear + 2) / 153;
        long month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
        return switch (component) {
            case YEAR -> yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
            case MONTH -> month;
            default -> dayOfYear - (153 * marchMonth + 2) / 5 + 1;
        };
    }
}
