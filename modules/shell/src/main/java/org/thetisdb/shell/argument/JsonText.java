package org.thetisdb.shell.argument;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Reads JSON (RFC 8259): objects become maps in their order, numbers {@code Long} or {@code Double}. Written by hand
 * because loading a library for it would cost a one-shot query more than the query. One use, one thread.
 */
public final class JsonText {
    /** Deeper texts are mistakes. Smallest value tested: this one and one more. */
    static final int NESTING_MAX = 200;

    private final String text;
    private final String source;
    private int at;

    private JsonText(String text, String source) {
        this.text = text;
        this.source = source;
    }

    /**
     * The value of a text that holds one value and nothing else.
     *
     * @param source for messages: a file or an option
     * @throws ThetisException {@link ErrorCode#INVALID_PARAMETER} with line and column
     */
    public static Object parse(String text, String source) {
        JsonText json = new JsonText(text, source);
        Object value = json.value(0);
        json.skipBlanks();
        if (json.at < text.length()) {
            throw json.error("more text behind the value");
        }
        return value;
    }

    private Object value(int depth) {
        if (depth > NESTING_MAX) {
            throw error("nested too deeply: levelsMax=" + NESTING_MAX);
        }
        skipBlanks();
        char unit = at < text.length() ? text.charAt(at) : '\0';
        return switch (unit) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> string();
            case 't' -> word("true", Boolean.TRUE);
            case 'f' -> word("false", Boolean.FALSE);
            case 'n' -> word("null", null);
            default -> {
                if (unit == '-' || unit >= '0' && unit <= '9') {
                    yield number();
                }
                throw error(at < text.length() ? "no value of JSON begins with `" + unit + "`" : "a value is missing");
            }
        };
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> map = new LinkedHashMap<>();
        at++;
        skipBlanks();
        if (take('}')) {
            return map;
        }
        do {
            skipBlanks();
            if (at >= text.length() || text.charAt(at) != '"') {
                throw error("a name in double quotes is missing");
            }
            String name = string();
            skipBlanks();
            require(':');
            if (map.containsKey(name)) {
                throw error("the name \"" + name + "\" is there twice");
            }
            map.put(name, value(depth + 1));
            skipBlanks();
        } while (take(','));
        require('}');
        return map;
    }

    private List<Object> array(int depth) {
        List<Object> list = new ArrayList<>();
        at++;
        skipBlanks();
        if (take(']')) {
            return list;
        }
        do {
            list.add(value(depth + 1));
            skipBlanks();
        } while (take(','));
        require(']');
        return list;
    }

    private String string() {
        at++;
        StringBuilder string = new StringBuilder();
        while (at < text.length() && text.charAt(at) != '"') {
            char unit = text.charAt(at++);
            if (unit < ' ') {
                throw error("a control character must be written as \\u" + hex(unit));
            }
            string.append(unit == '\\' ? escaped() : unit);
        }
        require('"');
        return string.toString();
    }

    private char escaped() {
        char unit = at < text.length() ? text.charAt(at++) : '\0';
        return switch (unit) {
            case '"', '\\', '/' -> unit;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                int code = 0;
                for (int digit = 0; digit < 4; digit++, at++) {
                    int value = at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
                    if (value < 0) {
                        throw error("\\u needs four hexadecimal digits");
                    }
                    code = code << 4 | value;
                }
                yield (char) code;
            }
            default -> throw error("unknown escape in a string");
        };
    }

    private Object number() {
        int start = at;
        boolean whole = true;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            whole &= ".eE".indexOf(text.charAt(at)) < 0;
            at++;
        }
        String digits = text.substring(start, at);
        try {
            if (whole) {
                return Long.parseLong(digits);
            }
            return Double.parseDouble(digits);
        } catch (NumberFormatException wrong) {
            at = start;
            throw error("`" + digits + "` is no number" + (whole ? " of 64 bits" : ""));
        }
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) {
            throw error("expected " + word);
        }
        at += word.length();
        return value;
    }

    private void skipBlanks() {
        while (at < text.length() && " \t\r\n\uFEFF".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private boolean take(char unit) {
        boolean there = at < text.length() && text.charAt(at) == unit;
        at += there ? 1 : 0;
        return there;
    }

    private void require(char unit) {
        if (!take(unit)) {
            throw error("expected `" + unit + "`");
        }
    }

    private static String hex(char unit) {
        return Integer.toHexString(0x10000 | unit).substring(1);
    }

    private ThetisException error(String what) {
        int line = 1;
        int lineStart = 0;
        for (int index = 0; index < at && index < text.length(); index++) {
            if (text.charAt(index) == '\n') {
                line++;
                lineStart = index + 1;
            }
        }
        return new ThetisException(
                ErrorCode.INVALID_PARAMETER,
                source + " is not JSON: " + what + ", line=" + line + ", column=" + (at - lineStart + 1));
    }
}
