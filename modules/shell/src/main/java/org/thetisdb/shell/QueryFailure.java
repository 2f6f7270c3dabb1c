package org.thetisdb.shell;

import org.thetisdb.cypher.ErrorText;
import org.thetisdb.value.ThetisException;

/** An error together with the query that it has a place in. */
public final class QueryFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String rendered;

    /** @param text in which the cause has its place */
    public QueryFailure(String text, ThetisException cause) {
        super(cause.getMessage(), cause);
        rendered = ErrorText.render(text, cause);
    }

    /** Code, message, and the line of the query with a caret. */
    public String rendered() {
        return rendered;
    }
}
