package org.thetisdb.cypher.parse;

import org.thetisdb.cypher.syntax.SourceText;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.UnicodeText;

/** Numbers and strings from their spelling. */
final class LiteralParser {
    private LiteralParser() {}

    /** An integer; {@code negative} for one after a minus, so that the smallest one can be written. */
    static Long integer(SourceText source, int offset, String text, boolean negative) {
        String digits = text.indexOf('_') < 0 ? text : text.replace("_", "");
        int radix = 10;
        if (digits.length() > 2 && digits.charAt(0) == '0') {
            char mark = digits.charAt(1);
            radix = mark == 'x' || mark == 'X' ? 16 : mark == 'o' ? 8 : 10;
        }
        String bare = radix == 10 ? digits : digits.substring(2);
        for (int index = 0; index < bare.length(); index++) {
            if (Character.digit(bare.charAt(index), radix) < 0) {
                throw source.error(ErrorCode.SYNTAX, offset, "`" + text + "` is not a number");
            }
        }
        try {
            return Long.parseLong(negative ? "-" + bare : bare, radix);
        } catch (NumberFormatException e) {
            throw source.error(
                    ErrorCode.NUMBER_OUT_OF_RANGE,
                    offset,
                    "the integer " + text + " is too large; integers have 64 bits"
                            + " (-9223372036854775808 to 9223372036854775807)");
        }
    }

    static Double decimal(SourceText source, int offset, String text) {
        double value = Double.parseDouble(text.indexOf('_') < 0 ? text : text.replace("_", ""));
        if (Double.isInfinite(value)) {
            throw source.error(
                    ErrorCode.NUMBER_OUT_OF_RANGE, offset, "the number " + text + " is too large for a 64-bit float");
        }
        return value;
    }

    /** The value of a string token, quotes included in {@code text}. */
    static String string(SourceText source, int offset, String text) {
        int end = text.length() - 1;
        int escape = text.indexOf('\\');
        if (escape < 0) {
            return text.substring(1, end);
        }
        StringBuilder value = new StringBuilder(end);
        int index = 1;
        while (index < end) {
            char unit = text.charAt(index++);
            if (unit != '\\') {
                value.append(unit);
                continue;
            }
            char mark = text.charAt(index++);
            switch (mark) {
                case 't' -> value.append('\t');
                case 'b' -> value.append('\b');
                case 'n' -> value.append('\n');
                case 'r' -> value.append('\r');
                case 'f' -> value.append('\f');
                case '\\', '\'', '"', '`' -> value.append(mark);
                case 'u' -> index = unicode(source, offset, text, index, 4, value);
                case 'U' -> index = unicode(source, offset, text, index, 8, value);
                default ->
                    throw source.error(
                            ErrorCode.SYNTAX,
                            offset + index - 2,
                            "`\\" + mark + "` is not an escape; use one of \\\\ \\' \\\" \\` \\t \\b \\n \\r \\f"
                                    + " \\uXXXX \\UXXXXXXXX");
            }
        }
        return text(source, offset, value.toString());
    }

    /** Two escapes may make a surrogate pair; half of one is not a character. */
    private static String text(SourceText source, int offset, String value) {
        int lone = UnicodeText.firstLoneSurrogate(value);
        if (lone >= 0) {
            throw source.error(
                    ErrorCode.SYNTAX,
                    offset,
                    "the string is not valid text: it holds " + UnicodeText.describe(value, lone)
                            + "; write the character itself, or all of it as \\UXXXXXXXX");
        }
        return value;
    }

    private static int unicode(
            SourceText source, int offset, String text, int index, int digitCount, StringBuilder value) {
        int codePoint = 0;
        for (int digit = 0; digit < digitCount; digit++) {
            int next = index + digit < text.length() - 1 ? Character.digit(text.charAt(index + digit), 16) : -1;
            if (next < 0) {
                throw source.error(
                        ErrorCode.SYNTAX,
                        offset + index - 2,
                        "`\\" + text.charAt(index - 1) + "` needs " + digitCount + " hexadecimal digits");
            }
            codePoint = codePoint << 4 | next;
        }
        if (!Character.isValidCodePoint(codePoint)) {
            throw source.error(ErrorCode.SYNTAX, offset + index - 2, "no such Unicode character");
        }
        value.appendCodePoint(codePoint);
        return index + digitCount;
    }
}
