package org.thetisdb;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;

/**
 * A query's records, to be read once. The query runs when the first is asked for: a small
 * result is made whole, a large one streams a bounded number of batches ahead of its reader.
 *
 * <p>Closes itself when the last record was read or an error was met; else {@link #close} it, or the session. Belongs
 * to the session's thread, but for {@link #cancel}.
 */
public final class Result implements Iterator<Record>, Iterable<Record>, AutoCloseable {
    private enum State {
        OPEN,
        EXHAUSTED,
        CLOSED,
        TRANSACTION_ENDED
    }

    /** Neighbours among the open results of the session, which owns these fields. */
    Result previousOpen;

    Result nextOpen;

    private final Session session;
    private final Database database;
    private final Optional<Transaction> transaction;
    private final Supplier<Snapshot> snapshot;
    private final ResultCursor cursor;
    private final Columns columns;
    private State state = State.OPEN;

    /** All records that are left, when the cursor is closed already; {@code row} and {@code rowCount} are of them. */
    private Optional<List<Record>> kept = Optional.empty();

    private Optional<ResultSummary> summary = Optional.empty();
    private int row;
    private int rowCount;
    private boolean batchHasReferences;
    private EntityReader entities;
    private Optional<String> finalPlan = Optional.empty();

    /**
     * Takes its rows from a cursor, which is closed with it.
     *
     * @param transaction to which it belongs
     * @param snapshot gives what the cursor reads, which is another one after it has committed on its way
     */
    Result(Session session, Optional<Transaction> transaction, Supplier<Snapshot> snapshot, ResultCursor cursor) {
        this.session = session;
        this.database = session.database();
        this.transaction = transaction;
        this.snapshot = snapshot;
        this.cursor = cursor;
        this.columns = new Columns(cursor.columns());
    }

    /** The names of the columns, in order. */
    public List<String> keys() {
        return columns.names();
    }

    @Override
    public boolean hasNext() {
        return row < rowCount || advance();
    }

    /**
     * The next record.
     *
     * @throws NoSuchElementException if there is none
     */
    @Override
    public Record next() {
        if (row >= rowCount && !advance()) {
            throw new NoSuchElementException("the result has no more records");
        }
        if (kept.isPresent()) {
            return kept.get().get(row++);
        }
        Object[] values = new Object[columns.names().size()];
        if (batchHasReferences) {
            resolveRow(values);
        } else {
            copyRow(values);
        }
        row++;
        return new Record(columns, values);
    }

    /** This very object: a result can be read once. */
    @Override
    public Iterator<Record> iterator() {
        return this;
    }

    /**
     * The only record, after which the result is closed.
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

    /** All records that were not read yet, after which the result is closed. */
    public List<Record> list() {
        List<Record> records = new ArrayList<>();
        while (hasNext()) {
            records.add(next());
        }
        return records;
    }

    /** The records as a sequential stream, which closes the result when it is closed. */
    public Stream<Record> stream() {
        Spliterator<Record> records =
                Spliterators.spliteratorUnknownSize(this, Spliterator.ORDERED | Spliterator.NONNULL);
        return StreamSupport.stream(records, false).onClose(this::close);
    }

    /** Runs the query to its end and counts the rest of its rows without making records of them. */
    public long consume() {
        long count = 0;
        while (hasNext()) {
            count += rowCount - row;
            row = rowCount;
        }
        return count;
    }

    /** Reads the rest as {@link #consume} does, and tells what the statement did. */
    public ResultSummary summary() {
        if (state == State.OPEN) {
            consume();
        }
        return summary.orElseThrow(this::ended);
    }

    /** The drawing of the plan: for EXPLAIN at once, for PROFILE when all records were read; else empty. */
    public Optional<String> plan() {
        if (state != State.OPEN || kept.isPresent()) {
            return finalPlan;
        }
        session.enter(this);
        try {
            return cursor.plan();
        } finally {
            session.leave();
        }
    }

    /** Ends the query soon: whoever reads gets an error of code {@link ErrorCode#QUERY_CANCELLED}. Any thread. */
    public void cancel() {
        cursor.cancel();
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
     * Reads all that is left and closes the cursor; the records are handed out as before. Does nothing if that has been
     * done. Not between {@link Session#enter} and {@link Session#leave}.
     */
    void keepRest() {
        if (state != State.OPEN || kept.isPresent()) {
            return;
        }
        List<Record> records = list();
        // Reading to the end has closed this result in every way; what was read is still to be handed out.
        state = State.OPEN;
        session.link(this);
        keep(records);
    }

    /** Runs the statement to its end at once; between {@link Session#enter} and {@link Session#leave} only. */
    void complete() {
        List<Object[]> rows = new ArrayList<>();
        while (nextBatch()) {
            for (; row < rowCount; row++) {
                Object[] values = new Object[columns.names().size()];
                for (int index = 0; index < values.length; index++) {
                    values[index] = cursor.column(index).valueAt(row);
                }
                rows.add(values);
            }
        }
        session.noteWrites();
        // Entities are read when all is written, so that each record shows the same state of them.
        entities = session.entities(snapshot.get());
        List<Record> records = new ArrayList<>(rows.size());
        for (Object[] values : rows) {
            for (int index = 0; index < values.length; index++) {
                values[index] = entities.resolve(values[index]);
            }
            records.add(new Record(columns, values));
        }
        noteEnd(snapshot.get().revision());
        release();
        keep(records);
    }

    private void keep(List<Record> records) {
        kept = Optional.of(records);
        row = 0;
        rowCount = records.size();
    }

    private void noteEnd(long revision) {
        finalPlan = cursor.plan();
        summary = Optional.of(new ResultSummary(Counters.of(cursor.counters()), revision));
    }

    /** The records of a statement that was {@link #complete}d, which stay to be read. */
    List<Record> completed() {
        return kept.orElseThrow();
    }

    /** What a statement that was {@link #complete}d has changed. */
    Counters counters() {
        return summary.orElseThrow().counters();
    }

    /** Adds what other statements have changed that belong to this one. */
    void addCounters(Counters more) {
        summary = summary.map(known -> new ResultSummary(known.counters().plus(more), known.revision()));
    }

    /** To be called when the statement's own transaction was committed. */
    void committed(long revision) {
        summary = summary.map(known -> new ResultSummary(known.counters(), revision));
    }

    boolean belongsTo(Transaction other) {
        return transaction.isPresent() && transaction.get() == other;
    }

    /** Closes it because its transaction is over. */
    void end() {
        if (state == State.OPEN) {
            finish(State.TRANSACTION_ENDED);
        }
    }

    private ThetisException ended() {
        return state == State.TRANSACTION_ENDED
                ? new ThetisException(
                        ErrorCode.TRANSACTION_ENDED,
                        "the result has ended with its transaction; read results before the transaction's end")
                : new ThetisException(ErrorCode.CLOSED, "the result has been closed; run the query again");
    }

    private boolean advance() {
        if (state == State.EXHAUSTED) {
            return false;
        }
        if (state != State.OPEN) {
            throw ended();
        }
        if (kept.isPresent()) {
            finish(State.EXHAUSTED);
            return false;
        }
        boolean found;
        session.enter(this);
        try {
            found = nextBatch();
            if (!found) {
                noteEnd(snapshot.get().revision());
            }
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError failure) {
            throw fail(failure);
        } finally {
            session.leave();
        }
        if (!found) {
            finish(State.EXHAUSTED);
        }
        return found;
    }

    private boolean nextBatch() {
        if (entities != null) {
            entities.refresh();
        }
        row = 0;
        rowCount = 0;
        while (cursor.next()) {
            rowCount = cursor.rowCount();
            if (rowCount > 0) {
                batchHasReferences = hasReferences();
                return true;
            }
        }
        return false;
    }

    private boolean hasReferences() {
        for (int index = 0; index < columns.names().size(); index++) {
            switch (cursor.column(index).kind()) {
                case NODE, RELATIONSHIP, OBJECT -> {
                    return true;
                }
                default -> {}
            }
        }
        return false;
    }

    /** Touches the heap only, so that a database being closed under it does no harm but to this row. */
    private void copyRow(Object[] values) {
        try {
            for (int index = 0; index < values.length; index++) {
                values[index] = cursor.column(index).valueAt(row);
            }
        } catch (RuntimeException failure) {
            throw session.translate(failure);
        }
        if (database.isClosed()) {
            throw database.closedError();
        }
    }

    /** Reads what nodes and relationships hold, and so must not run while the database is being closed. */
    private void resolveRow(Object[] values) {
        session.enter(this);
        try {
            entities = session.entities(snapshot.get());
            for (int index = 0; index < values.length; index++) {
                values[index] = resolve(cursor.column(index));
            }
            // The user may take a long time over this row: meanwhile it must hold up nobody's eviction.
            entities.refresh();
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError failure) {
            throw fail(failure);
        } finally {
            session.leave();
        }
    }

    private Object resolve(Vector column) {
        if (column.isNull(row)) {
            return null;
        }
        return switch (column.kind()) {
            case NODE -> entities.node(column.longs()[row]);
            case RELATIONSHIP -> entities.relationship(column.longs()[row], column.longs2()[row], column.longs3()[row]);
            case OBJECT -> entities.resolve(column.objects()[row]);
            default -> column.valueAt(row);
        };
    }

    /** The error for the user; the result is closed. */
    private ThetisException fail(Throwable failure) {
        ThetisException translated = session.translate(failure);
        transaction.ifPresent(owner -> owner.noteFailure(translated));
        session.leave();
        try {
            finish(State.CLOSED);
        } catch (RuntimeException second) {
            translated.addSuppressed(second);
        }
        return translated;
    }

    private void finish(State end) {
        state = end;
        kept = Optional.empty();
        row = 0;
        rowCount = 0;
        if (session.enterToClose(this)) {
            try {
                release();
                session.unlink(this);
            } finally {
                session.leave();
            }
        }
    }

    /** Closes what lies below; under the session's protocol only. */
    void release() {
        try {
            if (entities != null) {
                entities.refresh();
            }
        } finally {
            cursor.close();
        }
    }
}
