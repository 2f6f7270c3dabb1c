package org.thetisdb.value;

/**
 * A duration as Cypher has it: months, days and seconds are kept apart because none is a fixed number of another.
 *
 * @param months any sign
 * @param days any sign
 * @param seconds any sign
 * @param nanoseconds 0 to 999,999,999, added to the seconds
 */
public record IsoDuration(long months, long days, long seconds, int nanoseconds) {
    /** 10^9. */
    public static final int NANOS_PER_SECOND = 1_000_000_000;
    /** No time at all. */
    public static final IsoDuration ZERO = new IsoDuration(0, 0, 0, 0);

    /** Checks the range of the nanoseconds. */
    public IsoDuration {
        if (nanoseconds < 0 || nanoseconds >= NANOS_PER_SECOND) {
            throw new IllegalArgumentException("nanoseconds out of range: nanoseconds=" + nanoseconds);
        }
    }

    /**
     * {@return a duration whose nanoseconds may be of any size and sign}
     *
     * @param months any sign
     * @param days any sign
     * @param seconds any sign
     * @param nanoseconds any size and sign; what is more than a second goes to the seconds
     * @throws ArithmeticException if the seconds do not fit
     */
    public static IsoDuration of(long months, long days, long seconds, long nanoseconds) {
        return new IsoDuration(months, days, Math.addExact(seconds, Math.floorDiv(nanoseconds, NANOS_PER_SECOND)), (int)
                Math.floorMod(nanoseconds, (long) NANOS_PER_SECOND));
    }

    /** ISO 8601 as openCypher prints it, for example {@code P1Y2M10DT2H30M5.5S}; zero is {@code PT0S}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("P");
        append(text, months / 12, 'Y');
        append(text, months % 12, 'M');
        append(text, days, 'D');
        long wholeSeconds = seconds;
        long fraction = nanoseconds;
        if (wholeSeconds < 0 && fraction > 0) {
            wholeSeconds++;
            fraction -= NANOS_PER_SECOND;
        }
        if (wholeSeconds != 0 || fraction != 0) {
            text.append('T');
            append(text, wholeSeconds / 3600, 'H');
            append(text, wholeSeconds % 3600 / 60, 'M');
            appendSeconds(text, wholeSeconds % 60, fraction);
        }
        return text.length() == 1 ? "PT0S" : text.toString();
    }

    private static void append(StringBuilder text, long amount, char unit) {
        if (amount != 0) {
            text.append(amount).append(unit);
        }
    }

    private static void appendSeconds(StringBuilder text, long seconds, long fraction) {
        if (seconds == 0 && fraction == 0) {
            return;
        }
        if (seconds < 0 || fraction < 0) {
            text.append('-');
        }
        text.append(Math.abs(seconds));
        if (fraction != 0) {
            String digits = Long.toString(NANOS_PER_SECOND + Math.abs(fraction)).substring(1);
            text.append('.').append(digits.replaceFirst("0+$", ""));
        }
        text.append('S');
    }
}
