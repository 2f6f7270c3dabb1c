package org.thetisdb.value;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The one exception that leaves Thetis. Its message says what happened, with {@code name=value} for each figure that
 * matters, where, and what to do next; a front end prints {@link #code()} and the message and never a stack trace.
 */
public final class ThetisException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What kind of error it is. */
    private final ErrorCode code;

    private final transient @Nullable Position position;

    /**
     * The place of an error in a query's text. Lines and columns count from 1, the offset from 0, in UTF-16 units.
     *
     * @param offset from 0
     * @param line from 1
     * @param column from 1
     */
    public record Position(int offset, int line, int column) {}

    /**
     * An error without a place in a text.
     *
     * @param code what kind of error it is
     * @param message what happened, with figures, where, and what to do next
     */
    public ThetisException(ErrorCode code, String message) {
        this(code, message, null, null);
    }

    /**
     * An error that another one led to.
     *
     * @param code what kind of error it is
     * @param message what happened, with figures, where, and what to do next
     * @param cause for debugging; not needed to understand the message
     */
    public ThetisException(ErrorCode code, String message, Throwable cause) {
        this(code, message, null, cause);
    }

    /**
     * An error at a place in a query's text.
     *
     * @param code what kind of error it is
     * @param message what happened, with figures, and what to do next
     * @param position where
     */
    public ThetisException(ErrorCode code, String message, Position position) {
        this(code, message, position, null);
    }

    private ThetisException(ErrorCode code, String message, @Nullable Position position, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
        this.position = position;
    }

    /** {@return what happened, with figures, where, and what to do next} */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }

    /** {@return what kind of error it is} */
    public ErrorCode code() {
        return code;
    }

    /**
     * The same error with a place in the query's text; this one if it has a place, or is about time or memory.
     *
     * @param place in the query's text
     * @return the error with the place, or this one
     */
    public ThetisException at(Position place) {
        return code.category() == ErrorCode.Category.USER ? placed(place) : this;
    }

    /**
     * As {@link #at}, for any code: for what happens to a file that the text names.
     *
     * @param place in the query's text
     * @return the error with the place, or this one if it has one
     */
    public ThetisException placed(Position place) {
        return position == null ? copy(place) : this;
    }

    /**
     * The same error without a place: for an error in a text that no user wrote.
     *
     * @return the error without a place, or this one
     */
    public ThetisException withoutPosition() {
        return position == null ? this : copy(null);
    }

    /**
     * The same error at another place of a text: for one that was found in another text that has the same parts.
     *
     * @param place in the query's text
     * @return the error with that place
     */
    public ThetisException moved(Position place) {
        return copy(place);
    }

    private ThetisException copy(@Nullable Position place) {
        ThetisException copy = new ThetisException(code, getMessage(), place, getCause());
        copy.setStackTrace(getStackTrace());
        for (Throwable suppressed : getSuppressed()) {
            copy.addSuppressed(suppressed);
        }
        return copy;
    }

    /** {@return where in the query's text, if the error belongs to a place in it} */
    public Optional<Position> position() {
        return Optional.ofNullable(position);
    }
}
