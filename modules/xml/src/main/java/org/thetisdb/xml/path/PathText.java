package org.thetisdb.xml.path;

import org.jspecify.annotations.Nullable;
import org.thetisdb.xml.document.DocumentException;

/** The characters of a path, with what is told of the place where it is wrong. Used by one thread. */
final class PathText {
    private static final int END = -1;
    private static final long INTEGER_MAX = (1L << 53) - 1;

    private final String text;
    private int at;

    PathText(String text) {
        this.text = text;
    }

    /** The next unit; -1 at the end. */
    int peek() {
        return peek(0);
    }

    int peek(int ahead) {
        return at + ahead < text.length() ? text.charAt(at + ahead) : END;
    }

    int place() {
        return at;
    }

    void backTo(int place) {
        at = place;
    }

    boolean isAtEnd() {
        return at >= text.length();
    }

    void skip(int count) {
        at += count;
    }

    void space() {
        while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') {
            at++;
        }
    }

    /** Takes a token if it is next. */
    boolean take(String token) {
        if (text.startsWith(token, at)) {
            at += token.length();
            return true;
        }
        return false;
    }

    void require(String token) {
        if (!take(token)) {
            throw wrong(token + " is expected");
        }
    }

    DocumentException wrong(String reason) {
        String near = text.substring(Math.min(at, text.length()), Math.min(text.length(), at + 20));
        return new DocumentException("a JSONPath expression is wrong: column=" + (at + 1) + ", near="
                + (near.isEmpty() ? "its end" : near) + ", reason=" + reason + "; path=" + text);
    }

    private static boolean isDigit(int unit) {
        return unit >= '0' && unit <= '9';
    }

    private static boolean isFirstOfName(int point) {
        return point >= 'a' && point <= 'z' || point >= 'A' && point <= 'Z' || point == '_' || point >= 0x80;
    }

    /** A name without quotes; null if there is none. */
    @Nullable
    String name() {
        int start = at;
        while (at < text.length()) {
            int point = text.codePointAt(at);
            if (!isFirstOfName(point) && (at == start || !isDigit(point))) {
                break;
            }
            at += Character.charCount(point);
        }
        return at == start ? null : text.substring(start, at);
    }

    /** The name of a function, if its parenthesis follows at once; null if there is none. */
    @Nullable
    String function() {
        int start = at;
        while (peek() >= 'a' && peek() <= 'z' || at > start && (peek() == '_' || isDigit(peek()))) {
            at++;
        }
        if (at > start && take("(")) {
            return text.substring(start, at - 1);
        }
        at = start;
        return null;
    }

    /** An integer; null if there is none. */
    @Nullable
    Long integer() {
        int start = at;
        boolean isNegative = take("-");
        int digits = at;
        while (isDigit(peek())) {
            at++;
        }
        if (at == digits) {
            at = start;
            return null;
        }
        boolean isZero = text.charAt(digits) == '0';
        if (isZero && (isNegative || at - digits > 1) || at - digits > 16) {
            throw wrong("an integer has no zero before it, and at most 53 bits");
        }
        long value = Long.parseLong(text.substring(digits, at));
        if (value > INTEGER_MAX) {
            throw wrong("an integer has at most 53 bits");
        }
        return isNegative ? -value : value;
    }

    /** A number of JSON; null if there is none. */
    @Nullable
    Number number() {
        int start = at;
        take("-");
        int digits = at;
        while (isDigit(peek())) {
            at++;
        }
        if (at == digits) {
            at = start;
            return null;
        }
        if (text.charAt(digits) == '0' && at - digits > 1) {
            throw wrong("a number has no zero before it");
        }
        boolean isFloat = false;
        if (peek() == '.') {
            isFloat = true;
            at++;
            digits();
        }
        if (peek() == 'e' || peek() == 'E') {
            isFloat = true;
            at++;
            if (peek() == '+' || peek() == '-') {
                at++;
            }
            digits();
        }
        String number = text.substring(start, at);
        if (isFloat || number.length() > 18 || number.equals("-0")) {
            return Double.valueOf(number);
        }
        return Long.valueOf(number);
    }

    private void digits() {
        if (!isDigit(peek())) {
            throw wrong("a digit is expected");
        }
        while (isDigit(peek())) {
            at++;
        }
    }

    /** A string in quotes of either kind; null if there is none. */
    @Nullable
    String string() {
        int quote = peek();
        if (quote != '"' && quote != '\'') {
            return null;
        }
        at++;
        StringBuilder value = new StringBuilder();
        while (peek() != quote) {
            int unit = peek();
            if (unit < ' ') {
                throw wrong(isAtEnd() ? "a string has no end" : "a string has no control characters");
            }
            if (unit == '\\') {
                at++;
                value.append(escaped(quote));
            } else {
                value.append(point());
            }
        }
        at++;
        return value.toString();
    }

    private String point() {
        int point = text.codePointAt(at);
        if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
            throw wrong("a half of a pair of surrogates stands alone");
        }
        at += Character.charCount(point);
        return Character.toString(point);
    }

    private String escaped(int quote) {
        int unit = peek();
        at++;
        return switch (unit) {
            case 'b' -> "\b";
            case 'f' -> "\f";
            case 'n' -> "\n";
            case 'r' -> "\r";
            case 't' -> "\t";
            case '/' -> "/";
            case '\\' -> "\\";
            case 'u' -> hexadecimal();
            default -> {
                if (unit != quote) {
                    at--;
                    throw wrong("there is no such escape");
                }
                yield Character.toString(quote);
            }
        };
    }

    private String hexadecimal() {
        char first = unit();
        if (Character.isHighSurrogate(first)) {
            require("\\u");
            char second = unit();
            if (!Character.isLowSurrogate(second)) {
                throw wrong("the second half of a pair of surrogates is expected");
            }
            return new String(new char[] {first, second});
        }
        if (Character.isLowSurrogate(first)) {
            throw wrong("a half of a pair of surrogates stands alone");
        }
        return Character.toString(first);
    }

    private char unit() {
        int value = 0;
        for (int count = 0; count < 4; count++) {
            int digit = peek() < 0x80 ? Character.digit(peek(), 16) : -1;
            if (digit < 0) {
                throw wrong("four hexadecimal digits are expected");
            }
            value = value * 16 + digit;
            at++;
        }
        return (char) value;
    }
}
