package org.thetisdb.reference.function;

import java.time.LocalTime;
import java.util.Optional;
import java.util.Set;

/**
 * The time of day of a map. What is not given comes from the time to begin with, if there is one; otherwise it is 0,
 * and no field may be given without those that are larger. Of the three parts of a second any may be given; together
 * they replace the whole fraction, and each is smaller than a unit of the next larger one that is given.
 */
final class TimeFields {
    static final Set<String> KEYS = Set.of("hour", "minute", "second", "millisecond", "microsecond", "nanosecond");
    private static final String[] PARTS_OF_SECOND = {"millisecond", "microsecond", "nanosecond"};

    private TimeFields() {}

    static boolean given(Fields fields) {
        return fields.hasAny(KEYS.toArray(String[]::new));
    }

    static LocalTime time(Fields fields, Optional<LocalTime> base) {
        boolean parts = fields.hasAny(PARTS_OF_SECOND);
        if (base.isEmpty()) {
            fields.noneAfterMissing("hour", "minute", "second");
            if (parts && !fields.has("second")) {
                throw Faults.temporal("parts of a second are given, but second is not");
            }
        }
        LocalTime start = base.orElse(LocalTime.MIDNIGHT);
        return LocalTime.of(
                fields.number("hour", start.getHour(), 0, 23),
                fields.number("minute", start.getMinute(), 0, 59),
                fields.number("second", start.getSecond(), 0, 59),
                parts ? nanosecond(fields) : start.getNano());
    }

    static int nanosecond(Fields fields) {
        boolean milliseconds = fields.has("millisecond");
        boolean microseconds = fields.has("microsecond");
        int millisecond = fields.number("millisecond", 0, 0, 999);
        int microsecond = fields.number("microsecond", 0, 0, milliseconds ? 999 : 999_999);
        int most = microseconds ? 999 : milliseconds ? 999_999 : 999_999_999;
        return millisecond * 1_000_000 + microsecond * 1_000 + fields.number("nanosecond", 0, 0, most);
    }
}
