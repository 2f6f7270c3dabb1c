package org.thetisdb.shell;

import org.thetisdb.cypher.ErrorText;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.ThetisException.Position;

/** An error together with the query that it has a place in. */
public final class QueryFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ThetisException failure;
    private final String rendered;

    /** @param text in which the cause has its place */
    public QueryFailure(String text, ThetisException cause) {
        super(cause.getMessage(), cause);
        failure = cause;
        rendered = ErrorText.render(text, cause);
    }

    /** The same error with its place in a file: lines count from the file's first. */
    public QueryFailure within(String whole, int statementOffset) {
        if (failure.position().isEmpty()) {
            return this;
        }
        int offset = Math.min(statementOffset + failure.position().get().offset(), whole.length());
        int line = Statements.lineOf(whole, offset);
        int column = offset - whole.lastIndexOf('\n', offset - 1);
        QueryFailure placed = new QueryFailure(
                whole, new ThetisException(failure.code(), failure.getMessage(), new Position(offset, line, column)));
        placed.addSuppressed(failure);
        return placed;
    }

    /** Code, message, and the line of the query with a caret. */
    public String rendered() {
        return rendered;
    }
}
