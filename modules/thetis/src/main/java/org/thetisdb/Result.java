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
import org.thetisdb.session.ResultCore;
import org.thetisdb.session.StatementSummary;
import org.thetisdb.value.ErrorCode;
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
@SuppressWarnings("IterableAndIterator") // It is read once, as the one or the other.
public final class Result implements Iterator<Record>, Iterable<Record>, AutoCloseable {
    private final ResultCore core;

    /** Over the rows of a statement. */
    Result(ResultCore core) {
        this.core = core;
    }

    /** {@return the names of the columns, in order} */
    public List<String> keys() {
        return core.columns().names();
    }

    @Override
    public boolean hasNext() {
        return core.hasNext();
    }

    /**
     * The next record.
     *
     * @throws NoSuchElementException if there is none
     */
    @Override
    public Record next() {
        return new Record(core.columns(), core.next());
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
        return core.consume();
    }

    /**
     * Reads the rest as {@link #consume} does, and tells what the statement did.
     *
     * @return counters, revision and notifications
     * @throws ThetisException as {@link #next} for what had still to be read; {@link ErrorCode#CLOSED} if the result
     *     was closed before its end
     */
    public ResultSummary summary() {
        StatementSummary summary = core.summary();
        return new ResultSummary(
                Counters.of(summary.counters()),
                summary.revision(),
                summary.notifications(),
                summary.peakBytes(),
                summary.spilledBytes());
    }

    /** {@return the drawing of the plan: for EXPLAIN at once, for PROFILE when all records were read; else empty} */
    public Optional<String> plan() {
        return core.plan();
    }

    /** Ends the query soon: whoever reads gets an error of code {@link ErrorCode#QUERY_CANCELLED}. Any thread. */
    public void cancel() {
        core.cancel();
    }

    /** Closes it; what was read stays usable. Does nothing the second time. */
    @Override
    public void close() {
        core.close();
    }

    /** Whether it has still something to read from the graph. */
    boolean readsGraph() {
        return core.openRows().isPresent();
    }
}
