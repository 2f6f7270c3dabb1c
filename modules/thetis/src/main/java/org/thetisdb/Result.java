package org.thetisdb;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Notification;
import org.thetisdb.value.ThetisException;

/**
 * A query's records, to be read once. A query that reads runs when the first is asked for: a small result is made
 * whole, a large one streams a bounded number of batches ahead of its reader. A statement that writes has run to its
 * end; its result is the records and nothing else.
 *
 * <p>Closes itself when the last record was read or an error was met; else {@link #close} it, or the session. A result
 * that reads holds what it has still to read, so one that is kept open keeps that state of the graph in memory; one
 * that was lost is closed by a later statement of its session. Belongs to the session's thread, but for {@link
 * #cancel}.
 */
public final class Result implements Iterator<Record>, Iterable<Record>, AutoCloseable {
    private enum State {
        OPEN,
        EXHAUSTED,
        CLOSED
    }

    private final ResultScope scope;
    private final Columns columns;

    /** What is still to be read from the graph; empty when the statement is completed, and nothing of it is held. */
    private volatile Optional<OpenRows> open;

    /** All records that are left, when the statement is completed; {@code row} and {@code rowCount} are of them. */
    private List<Record> kept = List.of();

    private List<Notification> inherited = List.of();
    private State state = State.OPEN;
    private Optional<ResultSummary> summary = Optional.empty();
    private Optional<String> finalPlan = Optional.empty();
    private int row;
    private int rowCount;

    /** A result that is read from the graph; to be added to the {@link OpenResults}. */
    Result(OpenRows rows) {
        this.scope = rows.scope();
        this.columns = rows.columns();
        this.open = Optional.of(rows);
    }

    /**
     * The result of a statement that is run to its end here; between {@link Session#enter} and {@link Session#leave}
     * only. It holds the records, and nothing of where they came from, which is the caller's to close.
     */
    static Result completed(OpenRows rows) {
        Result result = new Result(rows);
        List<Record> records = rows.readAll();
        result.noteEnd(rows);
        result.open = Optional.empty();
        result.keep(records);
        return result;
    }

    /** {@return the names of the columns, in order} */
    public List<String> keys() {
        return columns.names();
    }

    @Override
    public boolean hasNext() {
        return row < rowCount && !scope.isOver() || advance();
    }

    /**
     * The next record.
     *
     * @throws NoSuchElementException if there is none
     */
    @Override
    public Record next() {
        if ((row >= rowCount || scope.isOver()) && !advance()) {
            throw new NoSuchElementException("the result has no more records");
        }
        if (open.isEmpty()) {
            return kept.get(row++);
        }
        OpenRows rows = open.get();
        Object[] values = rows.batchHasReferences() ? resolvedRow(rows) : copiedRow(rows);
        row++;
        return new Record(columns, values);
    }

    /** This very object: a result can be read once. */
    @Override
    public Iterator<Record> iterator() {
        return this;
    }

    /**
     * {@return the only record, after which the result is closed}
     *
     * @throws ThetisException {@link ErrorCode#UNEXPECTED_RESULT} if there is none or more than one
     */
    public Record single() {
        if (!hasNext()) {
            throw new ThetisException(
                    ErrorCode.UNEXPECTED_RESULT, "expected one record, found none; use list() where that may happen");
        }
        Record only = next();
        if (hasNext()) {
            close();
            throw new ThetisException(
                    ErrorCode.UNEXPECTED_RESULT, "expected one record, found more; add LIMIT 1 or use list()");
        }
        return only;
    }

    /** {@return all records that were not read yet, after which the result is closed} */
    public List<Record> list() {
        List<Record> records = new ArrayList<>();
        while (hasNext()) {
            records.add(next());
        }
        return records;
    }

    /** {@return the records as a sequential stream, which closes the result when it is closed} */
    public Stream<Record> stream() {
        Spliterator<Record> records =
                Spliterators.spliteratorUnknownSize(this, Spliterator.ORDERED | Spliterator.NONNULL);
        return StreamSupport.stream(records, false).onClose(this::close);
    }

    /**
     * Runs the query to its end and counts the rest of its rows without making records of them.
     *
     * @return how many there were
     */
    public long consume() {
        long count = 0;
        while (hasNext()) {
            count += rowCount - row;
            row = rowCount;
        }
        return count;
    }

    /**
     * Reads the rest as {@link #consume} does, and tells what the statement did.
     *
     * @return counters, revision and notifications
     * @throws ThetisException as {@link #next} for what had still to be read; {@link ErrorCode#CLOSED} if the result
     *     was closed before its end
     */
    public ResultSummary summary() {
        if (open.isPresent() && state == State.OPEN) {
            consume();
        }
        return summary.orElseThrow(scope::error);
    }

    /** {@return the drawing of the plan: for EXPLAIN at once, for PROFILE when all records were read; else empty} */
    public Optional<String> plan() {
        if (open.isEmpty() || scope.isOver()) {
            return finalPlan;
        }
        OpenRows rows = open.get();
        rows.session().enter(this);
        try {
            return rows.plan();
        } finally {
            rows.session().leave();
        }
    }

    /** Ends the query soon: whoever reads gets an error of code {@link ErrorCode#QUERY_CANCELLED}. Any thread. */
    public void cancel() {
        open.ifPresent(OpenRows::cancel);
    }

    /** Lets go of everything; what was read stays usable. Does nothing the second time. */
    @Override
    public void close() {
        if (state != State.OPEN) {
            return;
        }
        finish(State.CLOSED);
    }

    /**
     * Reads all that is left; the records are handed out as before. Does nothing if that has been done. Not between
     * {@link Session#enter} and {@link Session#leave}.
     */
    void keepRest() {
        if (state != State.OPEN || open.isEmpty()) {
            return;
        }
        List<Record> records = list();
        // Reading to the end has closed this result in every way; what was read is still to be handed out.
        state = State.OPEN;
        keep(records);
    }

    private void keep(List<Record> records) {
        kept = records;
        row = 0;
        rowCount = records.size();
    }

    private void noteEnd(OpenRows rows) {
        finalPlan = rows.plan();
        ResultSummary own = rows.summary();
        List<Notification> all = new ArrayList<>(inherited);
        all.addAll(own.notifications());
        summary = Optional.of(new ResultSummary(own.counters(), own.revision(), all));
    }

    /** What is still to be read from the graph; empty if the statement is completed. */
    Optional<OpenRows> openRows() {
        return open;
    }

    /** Called when its scope is over and its rows are closed. */
    void letGo() {
        open = Optional.empty();
    }

    /** The records of a statement that is completed, which stay to be read. */
    List<Record> records() {
        return kept;
    }

    /** What a statement that is completed has changed. */
    Counters counters() {
        return summary.orElseThrow().counters();
    }

    /** Adds what other statements have changed that belong to this one. */
    void addCounters(Counters more) {
        summary = summary.map(
                known -> new ResultSummary(known.counters().plus(more), known.revision(), known.notifications()));
    }

    /** Takes over what was to be told about a query that this result is about. */
    void inherit(List<Notification> notifications) {
        inherited = notifications;
    }

    /** To be called when the statement's own transaction was committed. */
    void committed(long revision) {
        summary = summary.map(known -> new ResultSummary(known.counters(), revision, known.notifications()));
    }

    private boolean advance() {
        if (state == State.EXHAUSTED) {
            return false;
        }
        if (state != State.OPEN || scope.isOver()) {
            finish(State.CLOSED);
            throw scope.error();
        }
        if (open.isEmpty()) {
            finish(State.EXHAUSTED);
            return false;
        }
        OpenRows rows = open.get();
        row = 0;
        rowCount = 0;
        rows.session().enter(this);
        try {
            rowCount = rows.nextBatch();
            if (rowCount == 0) {
                noteEnd(rows);
            }
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError failure) {
            throw fail(rows, failure);
        } finally {
            rows.session().leave();
        }
        if (rowCount == 0) {
            finish(State.EXHAUSTED);
        }
        return rowCount > 0;
    }

    /** Touches the heap only, so that a database being closed under it does no harm but to this row. */
    private Object[] copiedRow(OpenRows rows) {
        Object[] values;
        try {
            values = rows.values(row);
        } catch (RuntimeException failure) {
            throw rows.session().translate(failure);
        }
        Database database = rows.session().database();
        if (database.isClosed()) {
            throw database.closedError();
        }
        return values;
    }

    /** Reads what nodes and relationships hold, and so must not run while the database is being closed. */
    private Object[] resolvedRow(OpenRows rows) {
        rows.session().enter(this);
        try {
            return rows.resolvedValues(row);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError failure) {
            throw fail(rows, failure);
        } finally {
            rows.session().leave();
        }
    }

    /** The error for the user; the result is closed. */
    private ThetisException fail(OpenRows rows, Throwable failure) {
        ThetisException translated = rows.session().translate(failure);
        rows.noteFailure(translated);
        rows.session().leave();
        try {
            finish(State.CLOSED);
        } catch (RuntimeException second) {
            translated.addSuppressed(second);
        }
        return translated;
    }

    private void finish(State end) {
        state = end;
        kept = List.of();
        row = 0;
        rowCount = 0;
        if (open.isEmpty()) {
            return;
        }
        OpenRows rows = open.get();
        open = Optional.empty();
        if (rows.session().enterToClose(this)) {
            try {
                rows.close();
                rows.siblings().remove(this, rows);
            } finally {
                rows.session().leave();
            }
        }
    }
}
