package org.thetisdb.postgresql.failure;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.thetisdb.value.ThetisException;

/** An error for the client. Immutable. */
public final class PostgresFailure extends RuntimeException {
    /** In Cypher that is made to fail: behind it are a code and a message. */
    public static final String MARK = "error of SQL ";

    private static final long serialVersionUID = 1L;
    private static final Pattern MARKED = Pattern.compile(MARK + "(\\w{5}): ([^']*)");

    /** What kind of error it is. */
    private final SqlState state;

    /** Whether the connection ends with it. */
    private final boolean fatal;

    private final transient Optional<String> hint;
    private final transient Optional<String> detail;
    private final transient OptionalInt offset;

    private PostgresFailure(
            SqlState state,
            String message,
            boolean fatal,
            Optional<String> detail,
            Optional<String> hint,
            OptionalInt offset,
            Optional<Throwable> cause) {
        super(message, cause.orElse(null));
        this.state = state;
        this.fatal = fatal;
        this.detail = detail;
        this.hint = hint;
        this.offset = offset;
    }

    /** An error that ends a statement. */
    public static PostgresFailure of(SqlState state, String message) {
        return new PostgresFailure(
                state, message, false, Optional.empty(), Optional.empty(), OptionalInt.empty(), Optional.empty());
    }

    /** An error at a place of the text, in UTF-16 units from 0. */
    public static PostgresFailure at(int offset, SqlState state, String message) {
        return of(state, message).placed(offset);
    }

    /** An error that ends the connection. */
    public static PostgresFailure fatal(SqlState state, String message) {
        return new PostgresFailure(
                state, message, true, Optional.empty(), Optional.empty(), OptionalInt.empty(), Optional.empty());
    }

    /** What is not supported. */
    public static PostgresFailure unsupported(String what) {
        return of(SqlState.FEATURE_NOT_SUPPORTED, what + " is not supported")
                .hint("whatever Cypher can do, cypher($$ ... $$) can");
    }

    /**
     * An error of the database.
     *
     * @param offsets from places of Cypher's text to those of the client's; negative where there is none
     */
    public static PostgresFailure of(ThetisException failure, IntUnaryOperator offsets) {
        OptionalInt offset = OptionalInt.empty();
        if (failure.position().isPresent()) {
            int mapped = offsets.applyAsInt(failure.position().get().offset());
            offset = mapped < 0 ? OptionalInt.empty() : OptionalInt.of(mapped);
        }
        String message = failure.getMessage();
        Matcher meant = MARKED.matcher(message);
        if (meant.find()) {
            SqlState state = SqlState.ofCode(meant.group(1)).orElse(SqlState.of(failure.code()));
            return new PostgresFailure(
                    state,
                    meant.group(2),
                    false,
                    Optional.empty(),
                    Optional.empty(),
                    OptionalInt.empty(),
                    Optional.of(failure));
        }
        // The last clause of a message says what to do next.
        int clause = message.lastIndexOf("; ");
        boolean advises = clause > 0 && clause > message.length() / 3;
        return new PostgresFailure(
                SqlState.of(failure.code()),
                advises ? message.substring(0, clause) : message,
                false,
                Optional.of(failure.code().code()),
                advises ? Optional.of(message.substring(clause + 2)) : Optional.empty(),
                offset,
                Optional.of(failure));
    }

    /** The same error with advice. */
    public PostgresFailure hint(String advice) {
        return new PostgresFailure(
                state, message(), fatal, detail, Optional.of(advice), offset, Optional.ofNullable(getCause()));
    }

    /** The same error at a place, if it has none yet. */
    public PostgresFailure placed(int where) {
        return offset.isPresent() || where < 0
                ? this
                : new PostgresFailure(
                        state, message(), fatal, detail, hint, OptionalInt.of(where), Optional.ofNullable(getCause()));
    }

    /** The same error at the place that belongs to its own; nowhere if that is negative. */
    public PostgresFailure moved(IntUnaryOperator offsets) {
        if (offset.isEmpty()) {
            return this;
        }
        int where = offsets.applyAsInt(offset.getAsInt());
        return new PostgresFailure(
                state,
                message(),
                fatal,
                detail,
                hint,
                where < 0 ? OptionalInt.empty() : OptionalInt.of(where),
                Optional.ofNullable(getCause()));
    }

    public String message() {
        return String.valueOf(getMessage());
    }

    public SqlState state() {
        return state;
    }

    /** {@return whether the connection ends} */
    public boolean isFatal() {
        return fatal;
    }

    public Optional<String> detail() {
        return detail;
    }

    public Optional<String> hint() {
        return hint;
    }

    /** {@return where in the text of the client, in UTF-16 units from 0} */
    public OptionalInt offset() {
        return offset;
    }
}
