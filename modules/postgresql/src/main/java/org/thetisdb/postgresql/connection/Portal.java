package org.thetisdb.postgresql.connection;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.postgresql.type.ResultColumn;

/** A statement with values for its parameters, and its rows as far as they were read. */
final class Portal {
    private final Prepared prepared;
    private final List<@Nullable Object> arguments;
    private final List<Integer> formats;
    private final Optional<List<ResultColumn>> columns;
    private Optional<RowSource> rows = Optional.empty();
    private Optional<RowsAhead> ahead = Optional.empty();
    private boolean done;

    /** How many were made before it. */
    private long number;

    /** Whether it outlives its transaction. */
    private boolean held;

    Portal(
            Prepared prepared,
            List<@Nullable Object> arguments,
            List<Integer> formats,
            Optional<List<ResultColumn>> columns) {
        this.prepared = prepared;
        this.arguments = arguments;
        this.formats = formats;
        this.columns = columns;
    }

    Prepared prepared() {
        return prepared;
    }

    List<@Nullable Object> arguments() {
        return arguments;
    }

    /** The columns of its rows; empty if it has none. */
    Optional<List<ResultColumn>> columns() {
        return columns;
    }

    /** The format of a column: what was asked for, one for all, or text. */
    int format(int column) {
        return format(formats, column);
    }

    static int format(List<Integer> formats, int column) {
        return formats.isEmpty() ? 0 : formats.size() == 1 ? formats.getFirst() : formats.get(column);
    }

    List<Integer> formats() {
        return formats;
    }

    Optional<RowSource> rows() {
        return rows;
    }

    /** Rows that were read before they were asked for; there as long as it is open. */
    Optional<RowsAhead> ahead() {
        return ahead;
    }

    void open(RowSource source) {
        rows = Optional.of(source);
        ahead = columns.map(ofAll -> new RowsAhead(ofAll, System::nanoTime));
    }

    boolean isDone() {
        return done;
    }

    void finish() {
        done = true;
        close();
    }

    void number(long made) {
        number = made;
    }

    long number() {
        return number;
    }

    void hold() {
        held = true;
    }

    boolean isHeld() {
        return held;
    }

    void close() {
        rows.ifPresent(RowSource::close);
        rows = Optional.empty();
        ahead = Optional.empty();
    }
}
