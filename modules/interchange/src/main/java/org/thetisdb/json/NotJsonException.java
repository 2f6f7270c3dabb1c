package org.thetisdb.json;

import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;

/** A text is not JSON. Whoever has read it says which text it was, with an error code of its own. */
public final class NotJsonException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int line;
    private final int column;

    private NotJsonException(String what, int line, int column, Throwable cause) {
        super(what, cause);
        this.line = line;
        this.column = column;
    }

    static NotJsonException at(TokenStreamLocation place, String what) {
        return new NotJsonException(what, place.getLineNr(), place.getColumnNr(), null);
    }

    /** The message without the parser's own account of places. */
    static NotJsonException of(JacksonException problem) {
        String what = problem.getOriginalMessage().replaceFirst(" \\(start marker at .*", "");
        TokenStreamLocation place = problem.getLocation();
        return new NotJsonException(what, place.getLineNr(), place.getColumnNr(), problem);
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
