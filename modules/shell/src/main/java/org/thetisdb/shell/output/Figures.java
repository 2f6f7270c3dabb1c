package org.thetisdb.shell.output;

/** Numbers as people read them. By hand, because a formatter of the JDK costs a cold process 20 ms. Stateless. */
public final class Figures {
    private Figures() {}

    /**
     * How many there are, in words: {@code 1 node}, {@code 20,400 relationships}, {@code 0 properties}.
     *
     * @param one what one of them is called; it ends in {@code y} or takes an {@code s}
     */
    public static String counted(long count, String one) {
        String many = one.endsWith("y") ? one.substring(0, one.length() - 1) + "ies" : one + "s";
        return grouped(count) + " " + (count == 1 ? one : many);
    }

    /** A number with commas between thousands. */
    public static String grouped(long number) {
        String digits = Long.toString(Math.abs(number));
        StringBuilder text = new StringBuilder(number < 0 ? "-" : "");
        for (int index = 0; index < digits.length(); index++) {
            if (index > 0 && (digits.length() - index) % 3 == 0) {
                text.append(',');
            }
            text.append(digits.charAt(index));
        }
        return text.toString();
    }

    /** A size with one digit after the point. */
    public static String bytes(long bytes) {
        if (bytes < 1024) {
            return bytes + " B";
        }
        int shift = bytes >= 1L << 30 ? 30 : bytes >= 1L << 20 ? 20 : 10;
        long tenths = Math.round(bytes * 10.0 / (1L << shift));
        String unit = shift == 30 ? " GiB" : shift == 20 ? " MiB" : " KiB";
        return grouped(tenths / 10) + (tenths % 10 == 0 ? "" : "." + tenths % 10) + unit;
    }

    /** A time with three digits that matter. */
    public static String time(long nanos) {
        if (nanos < 1_000_000) {
            return nanos / 1000 + " µs";
        }
        if (nanos < 1_000_000_000L) {
            long tenths = (nanos + 50_000) / 100_000;
            return tenths / 10 + "." + tenths % 10 + " ms";
        }
        long hundredths = (nanos + 5_000_000) / 10_000_000;
        return hundredths / 100 + "." + (hundredths % 100 < 10 ? "0" : "") + hundredths % 100 + " s";
    }
}
