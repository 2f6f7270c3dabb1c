package org.thetisdb.demo;

/** The three years in which everything happens: [START, END), in milliseconds since 1970, UTC. */
final class Timeline {
    static final long DAY_MILLIS = 86_400_000L;
    static final long HOUR_MILLIS = 3_600_000L;
    static final long MINUTE_MILLIS = 60_000L;
    /** 2010-01-01. */
    static final long START_MILLIS = 14_610 * DAY_MILLIS;

    static final int DAYS = 1096;
    /** 2013-01-01. */
    static final long END_MILLIS = START_MILLIS + DAYS * DAY_MILLIS;

    /** How much is written in each hour of a day: little at night, most in the evening. */
    private static final WeightedChoice HOURS = new WeightedChoice(
            new double[] {3, 2, 1, 1, 1, 2, 3, 5, 6, 6, 5, 5, 6, 5, 5, 5, 6, 7, 9, 11, 12, 12, 9, 6});

    private Timeline() {}

    /** Moves a moment within its day so that days have their busy hours. */
    static long atBusyHour(long epochMillis, DeterministicRandom random) {
        long day = epochMillis - Math.floorMod(epochMillis, DAY_MILLIS);
        return day + HOURS.draw(random) * HOUR_MILLIS + random.nextLong(HOUR_MILLIS);
    }

    /** Months since the start, each of 31 days: the high bits of ids, so that ids grow with time. */
    static long slice(long epochMillis) {
        return (epochMillis - START_MILLIS) / (31 * DAY_MILLIS);
    }
}
