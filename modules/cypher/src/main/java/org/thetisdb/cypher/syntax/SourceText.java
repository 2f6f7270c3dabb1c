package org.thetisdb.cypher.syntax;

import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.ThetisException.Position;

/** A query's text, which turns offsets into positions for errors. */
public record SourceText(String text) {
    /** The line and column of an offset; lines end with LF, CR or CRLF. */
    public Position position(int offset) {
        int line = 1;
        int lineStart = 0;
        int end = Math.min(offset, text.length());
        for (int index = 0; index < end; index++) {
            char unit = text.charAt(index);
            boolean crlf = unit == '\r' && index + 1 < text.length() && text.charAt(index + 1) == '\n';
            if (unit == '\n' || unit == '\r' && !crlf) {
                line++;
                lineStart = index + 1;
            }
        }
        return new Position(end, line, end - lineStart + 1);
    }

    /** An error at an offset, to be thrown by the caller. */
    public ThetisException error(ErrorCode code, int offset, String message) {
        return new ThetisException(code, message, position(offset));
    }
}
