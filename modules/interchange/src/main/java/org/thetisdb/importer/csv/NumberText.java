package org.thetisdb.importer.csv;

import java.nio.charset.StandardCharsets;

/** Reads numbers from bytes. Each method says whether all bytes made a value, which is then in a field. */
final class NumberText {
    /** As many digits as any 64-bit integer can hold without a check. */
    private static final int SAFE_DIGITS = 18;

    /** Doubles hold every integer of so many digits, and every power of ten up to 10^22, exactly. */
    private static final int EXACT_DIGITS = 15;

    private static final double[] POWERS_OF_TEN = new double[23];

    static {
        double power = 1;
        for (int exponent = 0; exponent < POWERS_OF_TEN.length; exponent++) {
            POWERS_OF_TEN[exponent] = power;
            power *= 10;
        }
    }

    long integer;
    double number;

    boolean integer(byte[] bytes, int from, int length) {
        int position = from;
        int end = from + length;
        boolean negative = length > 0 && bytes[from] == '-';
        if (negative || length > 0 && bytes[from] == '+') {
            position++;
        }
        if (position == end) {
            return false;
        }
        if (end - position > SAFE_DIGITS) {
            return longInteger(bytes, from, length);
        }
        long value = 0;
        for (; position < end; position++) {
            int digit = bytes[position] - '0';
            if (digit < 0 || digit > 9) {
                return false;
            }
            value = value * 10 + digit;
        }
        integer = negative ? -value : value;
        return true;
    }

    private boolean longInteger(byte[] bytes, int from, int length) {
        try {
            integer = Long.parseLong(new String(bytes, from, length, StandardCharsets.ISO_8859_1));
            return true;
        } catch (NumberFormatException outOfRange) {
            return false;
        }
    }

    boolean number(byte[] bytes, int from, int length) {
        int position = from;
        int end = from + length;
        boolean negative = length > 0 && bytes[from] == '-';
        if (negative) {
            position++;
        }
        long digits = 0;
        int digitCount = 0;
        int scale = 0;
        boolean point = false;
        for (; position < end; position++) {
            int digit = bytes[position] - '0';
            if (digit >= 0 && digit <= 9) {
                digits = digits * 10 + digit;
                digitCount++;
                scale += point ? 1 : 0;
                if (digitCount > EXACT_DIGITS) {
                    return slowNumber(bytes, from, length);
                }
            } else if (bytes[position] == '.' && !point) {
                point = true;
            } else {
                return slowNumber(bytes, from, length);
            }
        }
        if (digitCount == 0) {
            return false;
        }
        // One exact division of two exact values is correctly rounded.
        double magnitude = digits / POWERS_OF_TEN[scale];
        number = negative ? -magnitude : magnitude;
        return true;
    }

    private boolean slowNumber(byte[] bytes, int from, int length) {
        String text = new String(bytes, from, length, StandardCharsets.ISO_8859_1);
        char last = text.charAt(text.length() - 1);
        boolean suffixed = last == 'd' || last == 'D' || last == 'f' || last == 'F' || last <= ' ';
        if (suffixed || text.charAt(0) <= ' ' || text.startsWith("0x") || text.startsWith("0X")) {
            return false;
        }
        try {
            number = Double.parseDouble(text);
            return true;
        } catch (NumberFormatException noNumber) {
            return false;
        }
    }
}
