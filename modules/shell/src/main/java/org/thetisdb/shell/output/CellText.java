package org.thetisdb.shell.output;

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

    /** On one line: line ends and tabs as their escapes. */
    public static String onOneLine(String text) {
        boolean plain = true;
        for (int index = 0; plain && index < text.length(); index++) {
            plain = text.charAt(index) >= ' ';
        }
        return plain ? text : text.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t");
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
