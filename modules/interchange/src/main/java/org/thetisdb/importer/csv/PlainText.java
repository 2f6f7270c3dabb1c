package org.thetisdb.importer.csv;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a field without quotes looks like, found in one pass over its bytes, as far as that decides on its type. Belongs
 * to one thread.
 *
 * <pre>
 *   decimal   [-] 0 | 1-9 digits   [. digits]   [e [+|-] digits]
 * </pre>
 */
final class PlainText {
    private static final int DIGITS_MAX = 40;

    /** So many digits and no more stay what they are on the way through a float. */
    private static final int KEPT_DIGITS = 15;

    /** The largest integer up to which floats have all. */
    private static final long EXACT_INTEGER_MAX = 1L << 53;

    private static final Pattern LIKE_NUMBER = Pattern.compile("[-+]?[0-9][0-9, ]*(\\.[0-9]*)?([eE][-+]?[0-9]+)?");
    private static final Pattern LEADING_ZERO = Pattern.compile("[-+]?0[0-9].*");
    private static final Pattern INTEGER = Pattern.compile("-?[0-9]+");
    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?");

    private static final String[][] BOOLEANS = {{"true", "false"}, {"True", "False"}, {"TRUE", "FALSE"}};

    private byte[] bytes = {};
    private int start;
    private int end;
    private boolean decimal;
    private boolean point;
    private boolean exponent;
    private int digits;
    private int decimals;

    void read(byte[] source, int from, int length) {
        bytes = source;
        start = from;
        end = from + length;
        point = false;
        exponent = false;
        digits = 0;
        decimals = 0;
        decimal = readDecimal() || isNotFinite();
    }

    private boolean readDecimal() {
        int at = start < end && bytes[start] == '-' ? start + 1 : start;
        int wholeEnd = digitsFrom(at);
        if (wholeEnd == at || wholeEnd - at > DIGITS_MAX || bytes[at] == '0' && wholeEnd - at > 1) {
            return false;
        }
        digits = wholeEnd - at;
        at = wholeEnd;
        if (at < end && bytes[at] == '.') {
            int fractionEnd = digitsFrom(at + 1);
            decimals = fractionEnd - at - 1;
            if (decimals == 0 || decimals > DIGITS_MAX) {
                return false;
            }
            point = true;
            digits += decimals;
            at = fractionEnd;
        }
        if (at < end && (bytes[at] == 'e' || bytes[at] == 'E')) {
            exponent = true;
            at++;
            if (at < end && (bytes[at] == '+' || bytes[at] == '-')) {
                at++;
            }
            int exponentEnd = digitsFrom(at);
            if (exponentEnd == at || exponentEnd - at > 3) {
                return false;
            }
            at = exponentEnd;
        }
        return at == end;
    }

    private int digitsFrom(int from) {
        int at = from;
        while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
            at++;
        }
        return at;
    }

    /** NaN and the infinities are floats as much as if they had a point. */
    private boolean isNotFinite() {
        boolean word = is("NaN") || is("Infinity") || is("-Infinity");
        point = word;
        decimals = 0;
        digits = 0;
        return word;
    }

    private boolean is(String word) {
        if (end - start != word.length()) {
            return false;
        }
        for (int index = 0; index < word.length(); index++) {
            if (bytes[start + index] != word.charAt(index)) {
                return false;
            }
        }
        return true;
    }

    /** Whether it is written as an integer is written back. */
    boolean integer() {
        return decimal && !point && !exponent && !is("-0");
    }

    /** Whether it is written as numbers are. */
    boolean decimal() {
        return decimal;
    }

    boolean point() {
        return point;
    }

    /** Digits after the point; 0 for NaN and the infinities. */
    int decimals() {
        return decimals;
    }

    /** Whether it ends in a zero that is not written back. */
    boolean trailingZero() {
        return point && !exponent && decimals > 1 && bytes[end - 1] == '0';
    }

    /** Whether a float is the very number that is written. */
    boolean isKeptBy(double number) {
        if (Double.isNaN(number) || digits == 0) {
            return true;
        }
        if (!point && !exponent) {
            return Math.abs(number) < EXACT_INTEGER_MAX;
        }
        if (digits <= KEPT_DIGITS && !exponent) {
            return true;
        }
        return Double.isFinite(number)
                && new BigDecimal(ColumnParser.text(bytes, start, end - start))
                                .compareTo(new BigDecimal(Double.toString(number)))
                        == 0;
    }

    /** A bit for the way in which it is spelled if it is a boolean, else 0. */
    int spelling() {
        int length = end - start;
        if (length != 4 && length != 5) {
            return 0;
        }
        for (int way = 0; way < BOOLEANS.length; way++) {
            if (is(BOOLEANS[way][0]) || is(BOOLEANS[way][1])) {
                return 1 << way;
            }
        }
        return 0;
    }

    /** Whether it may be a date or a datetime: it begins with a year. */
    boolean beginsLikeDate() {
        int at = start < end && (bytes[start] == '-' || bytes[start] == '+') ? start + 1 : start;
        int yearEnd = digitsFrom(at);
        return yearEnd - at >= 4 && yearEnd < end && bytes[yearEnd] == '-';
    }

    /** Whether a time in it has an offset from UTC. */
    boolean offset() {
        int at = start;
        while (at < end && bytes[at] != ':') {
            at++;
        }
        for (; at < end && bytes[at] != '['; at++) {
            if (bytes[at] == 'Z' || bytes[at] == '+' || bytes[at] == '-') {
                return true;
            }
        }
        return false;
    }

    /** Whether people would take it for a number. */
    static boolean looksLikeNumber(String text) {
        return LIKE_NUMBER.matcher(text).matches();
    }

    /** What is wrong with what looks like a number; nothing if it does not. */
    static Optional<String> whyNoNumber(String text) {
        if (!looksLikeNumber(text)) {
            return Optional.empty();
        }
        if (text.startsWith("+")) {
            return Optional.of("begins with a plus sign");
        }
        if (LEADING_ZERO.matcher(text).matches()) {
            return Optional.of("begins with a zero");
        }
        if (INTEGER.matcher(text).matches()) {
            return Optional.of("has more digits than a number keeps");
        }
        return DECIMAL.matcher(text).matches()
                ? Optional.of("has more digits than a float keeps")
                : Optional.of("is not written as a number is");
    }
}
