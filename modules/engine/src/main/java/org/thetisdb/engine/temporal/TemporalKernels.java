package org.thetisdb.engine.temporal;

import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.engine.temporal.CalendarSpan.Unit;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;
import org.thetisdb.value.vector.ZoneCode;

/** Components of dates and datetimes by arithmetic on their longs, without making objects. */
public final class TemporalKernels {
    private static final long SECONDS_PER_DAY = 86_400;
    private static final long SECONDS_MAX = CalendarSpan.DAYS_MAX * SECONDS_PER_DAY;

    /** Offsets are at most 18 hours; the codes of regions lie above. */
    private static final int OFFSET_SECONDS_MAX = 18 * 3600;

    /** What the kernels compute. */
    private sealed interface Component {
        /** Of the calendar: a span's number, or which of its days it is. */
        record OfDate(Unit unit, boolean isWithin) implements Component {}

        /** Of the time of day. */
        record OfTime(ChronoUnit unit) implements Component {}

        /** Since 1970, in UTC. */
        record OfEpoch(ChronoUnit unit) implements Component {}
    }

    private static final Component.OfDate DAY_OF_WEEK = new Component.OfDate(Unit.WEEK, true);

    private static final Map<String, Component> COMPONENTS = Map.ofEntries(
            Map.entry("year", new Component.OfDate(Unit.YEAR, false)),
            Map.entry("quarter", new Component.OfDate(Unit.QUARTER, false)),
            Map.entry("month", new Component.OfDate(Unit.MONTH, false)),
            Map.entry("week", new Component.OfDate(Unit.WEEK, false)),
            Map.entry("weekYear", new Component.OfDate(Unit.WEEK_YEAR, false)),
            Map.entry("day", new Component.OfDate(Unit.MONTH, true)),
            Map.entry("dayOfWeek", DAY_OF_WEEK),
            Map.entry("weekDay", DAY_OF_WEEK),
            Map.entry("dayOfQuarter", new Component.OfDate(Unit.QUARTER, true)),
            Map.entry("quarterDay", new Component.OfDate(Unit.QUARTER, true)),
            Map.entry("ordinalDay", new Component.OfDate(Unit.YEAR, true)),
            Map.entry("dayOfYear", new Component.OfDate(Unit.YEAR, true)),
            Map.entry("hour", new Component.OfTime(ChronoUnit.HOURS)),
            Map.entry("minute", new Component.OfTime(ChronoUnit.MINUTES)),
            Map.entry("second", new Component.OfTime(ChronoUnit.SECONDS)),
            Map.entry("epochSeconds", new Component.OfEpoch(ChronoUnit.SECONDS)),
            Map.entry("epochMillis", new Component.OfEpoch(ChronoUnit.MILLIS)));

    private TemporalKernels() {}

    /** Writes the component of each entry; false, and nothing done, if there is no kernel for it. */
    public static boolean component(Vector from, int count, String key, Vector into) {
        Component component = COMPONENTS.get(key);
        if (component == null || !isThere(component, from, count) || !hasOffsets(from, count)) {
            return false;
        }
        into.reset(VectorKind.INTEGER, count);
        Vectors.addNulls(from, false, into);
        long[] to = into.longs();
        switch (component) {
            case Component.OfDate date -> replaceByDays(date, new LocalSeconds(from, count, to));
            case Component.OfTime time -> new LocalSeconds(from, count, to).toClock(time.unit());
            case Component.OfEpoch epoch -> sinceEpoch(epoch.unit(), from, count, to);
        }
        return true;
    }

    private static boolean isThere(Component component, Vector from, int count) {
        return switch (component) {
            case Component.OfDate ignored -> true;
            case Component.OfTime ignored -> from.kind() != VectorKind.DATE;
            case Component.OfEpoch epoch ->
                from.kind() == VectorKind.ZONED_DATETIME
                        && (epoch.unit() == ChronoUnit.SECONDS || haveMillis(from, count));
        };
    }

    private static void replaceByDays(Component.OfDate component, LocalSeconds seconds) {
        if (component.equals(DAY_OF_WEEK)) {
            seconds.toDaysOfWeek();
        } else {
            seconds.toSpans(component.isWithin() ? DaySpans.DAY_WITHIN : DaySpans.NUMBER, component.unit());
        }
    }

    private static void sinceEpoch(ChronoUnit unit, Vector from, int count, long[] to) {
        long[] seconds = from.longs();
        long[] second = from.longs2();
        if (unit == ChronoUnit.SECONDS) {
            System.arraycopy(seconds, 0, to, 0, count);
            return;
        }
        for (int row = 0; row < count; row++) {
            to[row] = seconds[row] * 1000 + ZoneCode.nanosecond(second[row]) / 1_000_000;
        }
    }

    /**
     * Writes the start of the unit that each entry lies in; false, and nothing done, if there is no kernel for it.
     *
     * @param unit as a query names it
     * @param kind of the results: DATE, or the kind of the entries
     */
    public static boolean truncated(Vector from, int count, String unit, VectorKind kind, Vector into) {
        boolean isDate = kind == VectorKind.DATE;
        Optional<Unit> dateUnit = TemporalTruncation.dateUnit(unit);
        long clockSeconds = dateUnit.isPresent() ? 0 : TemporalTruncation.clockSeconds(unit);
        if (!isDate && kind != from.kind()
                || dateUnit.isEmpty() && (isDate || clockSeconds == 0)
                || !isModerateDate(from, count)) {
            return false;
        }
        into.reset(kind, count);
        Vectors.addNulls(from, false, into);
        long[] to = into.longs();
        LocalSeconds seconds = new LocalSeconds(from, count, to);
        if (dateUnit.isPresent()) {
            seconds.toSpans(DaySpans.FIRST_DAY, dateUnit.get());
            for (int row = 0; !isDate && row < count; row++) {
                to[row] *= SECONDS_PER_DAY;
            }
        } else {
            seconds.toStarts(clockSeconds);
        }
        if (!isDate) {
            toInstants(from, count, into);
        }
        return true;
    }

    /** Makes local seconds what the kind holds, at the offsets of other entries and without parts of seconds. */
    private static void toInstants(Vector from, int count, Vector into) {
        long[] second = into.longs2();
        if (into.kind() != VectorKind.ZONED_DATETIME) {
            Arrays.fill(second, 0, count, 0);
            return;
        }
        for (int row = 0; row < count; row++) {
            int zone = ZoneCode.zoneCode(from.longs2()[row]);
            into.longs()[row] -= zone - ZoneCode.UTC;
            second[row] = ZoneCode.pack(0, zone);
        }
    }

    /** Whether entries are dates or datetimes, none of them far from 1970 or in a zone whose offset changes. */
    static boolean isModerateDate(Vector from, int count) {
        return switch (from.kind()) {
            case DATE, LOCAL_DATETIME, ZONED_DATETIME -> hasOffsets(from, count) && areModerate(from, count);
            default -> false;
        };
    }

    /** Whether all entries are so near to 1970 that the starts of their millennia are dates. */
    private static boolean areModerate(Vector from, int count) {
        long most = from.kind() == VectorKind.DATE ? CalendarSpan.DAYS_MAX : SECONDS_MAX;
        long[] longs = from.longs();
        boolean areModerate = true;
        for (int row = 0; row < count; row++) {
            areModerate &= from.isNull(row) || longs[row] > -most && longs[row] < most;
        }
        return areModerate;
    }

    /** Writes the local date of each entry; false, and nothing done, if there is no kernel for the vector. */
    public static boolean date(Vector from, int count, Vector into) {
        boolean zoned = from.kind() == VectorKind.ZONED_DATETIME;
        if (!zoned && from.kind() != VectorKind.LOCAL_DATETIME || !hasOffsets(from, count)) {
            return false;
        }
        into.reset(VectorKind.DATE, count);
        Vectors.addNulls(from, false, into);
        new LocalSeconds(from, count, into.longs()).toDays();
        return true;
    }

    /**
     * Adds a duration of days, seconds and nanoseconds (no months) to each entry, where a day has always 24 hours;
     * false, and nothing done, if there is no kernel for it.
     */
    public static boolean plus(Vector from, int count, IsoDuration duration, Vector into) {
        boolean datetimes = from.kind() == VectorKind.ZONED_DATETIME || from.kind() == VectorKind.LOCAL_DATETIME;
        boolean moderate = duration.days() > -CalendarSpan.DAYS_MAX
                && duration.days() < CalendarSpan.DAYS_MAX
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
        boolean[] nulls = from.hasNulls() ? from.nulls() : null;
        long[] second = from.longs2();
        int greatest = 0;
        for (int row = 0; row < count; row++) {
            int code = ZoneCode.zoneCode(second[row]);
            greatest = Math.max(greatest, nulls == null || !nulls[row] ? code : 0);
        }
        return greatest <= ZoneCode.UTC + OFFSET_SECONDS_MAX;
    }
}
