package org.thetisdb.json;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;

/** A text is not JSON. Whoever has read it says which text it was, with an error code of its own. */
public final class NotJsonException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int line;
    private final int column;

    private NotJsonException(String what, int line, int column, @Nullable Throwable cause) {
        super(what, cause);
        this.line = line;
        this.column = column;
    }

    static NotJsonException at(TokenStreamLocation place, String what) {
        // Before the first token there is no place yet.
        return new NotJsonException(what, Math.max(1, place.getLineNr()), Math.max(1, place.getColumnNr()), null);
    }

    static NotJsonException of(JacksonException problem) {
        TokenStreamLocation place = problem.getLocation();
        return new NotJsonException(
                plain(problem.getOriginalMessage()), place.getLineNr(), place.getColumnNr(), problem);
    }

    /** The parser's message without its own account of places, codes of characters and lists of what JSON has. */
    private static String plain(String message) {
        String plain = message.replaceFirst(" \\(start marker at .*", "")
                .replaceFirst("\\('(.+)' \\(code [^)]*\\)\\)", "`$1`")
                .replaceFirst(" \\(JSON String, .*\\)$", "");
        return plain.substring(0, 1).toLowerCase(Locale.ROOT) + plain.substring(1);
    }

    /** The line in the text; the first is 1. */
    public int line() {
        return line;
    }

    /** The column in the line, in UTF-16 units; the first is 1. */
    public int column() {
        return column;
    }
}
