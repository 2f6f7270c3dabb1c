package org.thetisdb.shell;

import java.util.Optional;
import org.thetisdb.CypherText;

/** Values as text in one cell of a table, and what room they take on a terminal. Stateless. */
final class CellText {
    private CellText() {}

    /** Strings without quotes, anything else as Cypher writes it. */
    static String of(Object value, Optional<String> nullText) {
        return switch (value) {
            case null -> nullText.orElse("null");
            case String string -> string;
            default -> CypherText.of(value);
        };
    }

    /** On one line: line ends and tabs as their escapes. */
    static String onOneLine(String text) {
        boolean plain = true;
        for (int index = 0; plain && index < text.length(); index++) {
            plain = text.charAt(index) >= ' ';
        }
        return plain ? text : text.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t");
    }

    /** The text, or if it is too wide as much of its beginning as fits with an ellipsis behind it. */
    static String shortened(String text, int columns) {
        if (width(text) <= columns) {
            return text;
        }
        int taken = 0;
        int end = 0;
        while (end < text.length()) {
            int codePoint = text.codePointAt(end);
            int wide = width(codePoint);
            if (taken + wide > columns - 1) {
                break;
            }
            taken += wide;
            end += Character.charCount(codePoint);
        }
        return text.substring(0, end) + "…";
    }

    /** The columns that a text takes on a terminal: 2 for East Asian wide characters and emoji, 0 for marks. */
    static int width(String text) {
        int width = 0;
        for (int index = 0; index < text.length(); ) {
            int codePoint = text.codePointAt(index);
            index += Character.charCount(codePoint);
            width += width(codePoint);
        }
        return width;
    }

    private static int width(int codePoint) {
        return codePoint < 0x300 ? 1 : wideWidth(codePoint);
    }

    private static int wideWidth(int codePoint) {
        int type = Character.getType(codePoint);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        boolean wide = codePoint >= 0x1100 && codePoint <= 0x115F
                || codePoint >= 0x2E80 && codePoint <= 0xA4CF
                || codePoint >= 0xAC00 && codePoint <= 0xD7A3
                || codePoint >= 0xF900 && codePoint <= 0xFAFF
                || codePoint >= 0xFE30 && codePoint <= 0xFE6F
                || codePoint >= 0xFF00 && codePoint <= 0xFF60
                || codePoint >= 0xFFE0 && codePoint <= 0xFFE6
                || codePoint >= 0x1F300 && codePoint <= 0x1FAFF
                || codePoint >= 0x20000 && codePoint <= 0x3FFFD;
        return wide ? 2 : 1;
    }
}
