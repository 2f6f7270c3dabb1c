package org.thetisdb.shell.output;

import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.CypherText;
import org.thetisdb.cypher.TextWidth;

/** Values as text in one cell of a table, and what room they take on a terminal. Stateless. */
public final class CellText {
    private CellText() {}

    /** Strings without quotes, anything else as Cypher writes it. */
    public static String of(@Nullable Object value, Optional<String> nullText) {
        return switch (value) {
            case null -> nullText.orElse("null");
            case String string -> string;
            default -> CypherText.of(value);
        };
    }

    /** On one line: line ends, tabs and whatever else would steer a terminal as their escapes. */
    public static String onOneLine(String text) {
        return escaped(text, false);
    }

    /** As {@link #onOneLine}, but line ends stay. */
    public static String onLines(String text) {
        return escaped(text, true);
    }

    private static String escaped(String text, boolean linesStay) {
        int index = 0;
        while (index < text.length() && !isEscaped(text.charAt(index), linesStay)) {
            index++;
        }
        if (index == text.length()) {
            return text;
        }
        StringBuilder shown = new StringBuilder(text.length() + 16).append(text, 0, index);
        for (; index < text.length(); index++) {
            char unit = text.charAt(index);
            if (isEscaped(unit, linesStay)) {
                appendEscape(shown, unit);
            } else {
                shown.append(unit);
            }
        }
        return shown.toString();
    }

    /** Control characters of ISO 6429, and those that turn the direction of what follows. */
    private static boolean isEscaped(char unit, boolean linesStay) {
        return Character.isISOControl(unit) && !(linesStay && unit == '\n')
                || unit >= '\u202a' && unit <= '\u202e'
                || unit >= '\u2066' && unit <= '\u2069';
    }

    private static void appendEscape(StringBuilder shown, char unit) {
        switch (unit) {
            case '\n' -> shown.append("\\n");
            case '\r' -> shown.append("\\r");
            case '\t' -> shown.append("\\t");
            default -> shown.append("\\u").append(HexFormat.of().toHexDigits(unit));
        }
    }

    /** The text, or if it is too wide as much of its beginning as fits with an ellipsis after it. */
    public static String shortened(String text, int columns) {
        if (width(text) <= columns) {
            return text;
        }
        int taken = 0;
        int end = 0;
        while (end < text.length()) {
            int next = TextWidth.characterEnd(text, end);
            int wide = TextWidth.ofCharacter(text, end, next);
            if (taken + wide > columns - 1) {
                break;
            }
            taken += wide;
            end = next;
        }
        return text.substring(0, end) + "…";
    }

    /** The columns that a text takes on a terminal. */
    public static int width(String text) {
        return TextWidth.of(text);
    }
}
