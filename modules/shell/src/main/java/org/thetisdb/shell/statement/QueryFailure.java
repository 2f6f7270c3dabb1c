package org.thetisdb.shell.statement;

import java.util.Optional;
import org.thetisdb.cypher.ErrorText;
import org.thetisdb.shell.output.Output;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.ThetisException.Position;

/** An error together with the text that it has a place in. */
public final class QueryFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String source;
    private final ThetisException failure;

    /**
     * @param source in which the place has its offset
     * @param message which may tell more than the cause
     * @param place which may be another one than that of the cause
     */
    QueryFailure(String source, ThetisException cause, String message, Optional<Position> place) {
        super(message, cause);
        this.source = source;
        this.failure = place.map(at -> new ThetisException(cause.code(), message, at))
                .orElseGet(() -> new ThetisException(cause.code(), message));
    }

    /**
     * Code, message, and the line of the source with a caret.
     *
     * @param columns of the terminal; 0 if it is shown elsewhere
     */
    public String rendered(int columns) {
        return ErrorText.render(source, failure, columns);
    }

    /** Prints it {@link #rendered}, or with the number of the line alone if there is no memory for the line. */
    public void print(Output errors) {
        try {
            errors.println(rendered(errors.columns())).flush();
        } catch (OutOfMemoryError noRoom) {
            String line =
                    failure.position().map(place -> ", line " + place.line()).orElse("");
            errors.println(failure.code().code() + line + ": " + failure.getMessage())
                    .flush();
        }
    }
}
