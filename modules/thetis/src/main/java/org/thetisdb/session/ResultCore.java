package org.thetisdb.session;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.WriteCounters;
import org.thetisdb.value.Notification;
import org.thetisdb.value.ThetisException;

/**
 * A statement's rows, as arrays of values, to be read once.
 *
 * <pre>
 *   reads    OpenRows ─batch by batch─► next(), next(), …          exhausted: OpenRows is closed
 *            OpenRows ─its last row───► next()                     OpenRows is closed when the row is there
 *   writes   OpenRows ─all at once────► kept ─► next(), next(), …  OpenRows is closed before anybody sees the result
 * </pre>
 *
 * <p>Closes itself when the last row was read or an error was met. Belongs to the session's thread, but for
 * {@link #cancel}.
 */
public final class ResultCore implements OpenResult, Stoppable {
    private enum State {
        OPEN,
        EXHAUSTED,
        CLOSED
    }

    private static final AtomicReferenceFieldUpdater<ResultCore, OpenRows> OPEN =
            AtomicReferenceFieldUpdater.newUpdater(ResultCore.class, OpenRows.class, "open");

    private final ResultOwner owner;
    private final OngoingTransaction transaction;
    private final Columns columns;

    /**
     * What is still to be read from the graph; null when the statement is completed, and nothing of it is held. The
     * owner's writes reach others at the latest when he leaves the {@link Activity}.
     */
    private volatile @Nullable OpenRows open;

    /** All rows that are left, when the statement is completed. */
    private KeptRows kept = KeptRows.NONE;

    /**
     * The last row, of a batch that has no other; null if there is none, or it was handed out. Most statements that are
     * run often give one row: nothing is held of them while their user looks at it.
     */
    private @Nullable Object @Nullable [] last;

    /** Whether the rest is being kept, on disk perhaps, where entities are not what the user gets. */
    private boolean keeping;

    private List<Notification> inherited = List.of();
    private State state = State.OPEN;

    /** Null until the statement has run to its end. */
    private @Nullable StatementSummary summary;

    private Optional<String> finalPlan = Optional.empty();
    private int row;
    private int rowCount;

    /** A result that is read from the graph; to be added to the {@link OpenResults}. */
    ResultCore(ResultOwner owner, OpenRows rows) {
        this.owner = owner;
        this.transaction = rows.transaction();
        this.columns = rows.columns();
        OPEN.lazySet(this, rows);
    }

    /**
     * The result of a statement that is run to its end here; between {@link Activity#enter} and {@link Activity#leave}
     * only. It holds the rows, and nothing of where they came from, which is the caller's to close.
     */
    static ResultCore completed(ResultOwner owner, OpenRows rows) {
        ResultCore result = new ResultCore(owner, rows);
        KeptRows all = rows.readAll();
        result.noteEnd(rows);
        OPEN.lazySet(result, null);
        result.keep(all);
        return result;
    }

    /** The names of the columns, in order. */
    public Columns columns() {
        return columns;
    }

    /** Whether there is another row. Runs the statement on if that is not known. */
    public boolean hasNext() {
        return isReady() && !isOver() || advance();
    }

    /** Whether there is a row that the statement has given already. */
    private boolean isReady() {
        return row < rowCount || last != null || kept.left() > 0;
    }

    /** Whether the statement's transaction is over, so that no more can be read. */
    private boolean isOver() {
        return owner.scope().isOver() || transaction.isEndedByOthers();
    }

    /**
     * The next row's values, one for each column; the caller's to keep.
     *
     * @throws NoSuchElementException if there is none
     */
    public Object[] next() {
        if ((!isReady() || isOver()) && !advance()) {
            throw new NoSuchElementException("the result has no more records");
        }
        OpenRows rows = open;
        if (rows == null) {
            // Who ends the transaction in the owner's place drops the rows after that.
            transaction.requireNotEnded();
            return last == null ? keptRow() : takeLast(last);
        }
        Object[] values = rows.readsGraph(row) ? resolvedRow(rows) : copiedRow(rows);
        row++;
        return values;
    }

    private @Nullable Object[] takeLast(@Nullable Object[] values) {
        owner.activity().requireOpenDatabase();
        last = null;
        return values;
    }

    /** Runs the statement to its end; returns how many rows were left. */
    public long consume() {
        long count = 0;
        while (hasNext()) {
            count += rowCount - row + kept.left() + (last == null ? 0 : 1);
            row = rowCount;
            last = null;
            kept.close();
        }
        return count;
    }

    /** What the statement did; reads the rest as {@link #consume} does. */
    public StatementSummary summary() {
        if ((open != null || last != null) && state == State.OPEN) {
            consume();
        }
        if (summary == null) {
            throw overError();
        }
        return summary;
    }

    private ThetisException overError() {
        transaction.requireNotEnded();
        return owner.scope().error();
    }

    /** The drawing of the plan: for EXPLAIN at once, for PROFILE when all rows were read; else empty. */
    public Optional<String> plan() {
        OpenRows rows = open;
        if (rows == null || isOver()) {
            return finalPlan;
        }
        transaction.enter(this);
        try {
            return rows.plan();
        } finally {
            transaction.leave();
        }
    }

    @Override
    public void cancel() {
        OpenRows rows = open;
        if (rows != null) {
            rows.cancel();
        }
    }

    /** Frees everything; what was read stays usable. Does nothing the second time. */
    public void close() {
        if (state == State.OPEN) {
            finish(State.CLOSED);
        }
    }

    @Override
    public Optional<OpenRows> openRows() {
        return Optional.ofNullable(open);
    }

    /** Does nothing if it has been done. If it fails, the result is closed: it would lack the rows that were read. */
    @Override
    public void keepRest() {
        OpenRows reading = open;
        if (state != State.OPEN || reading == null) {
            return;
        }
        KeptRows.Filling rows = reading.keeping();
        boolean complete = false;
        keeping = true;
        try {
            while (hasNext()) {
                rows.add(rows.isSpooled() ? formsOfRow(reading) : next(), reading.entityCount());
            }
            KeptRows all = rows.finish();
            // Reading to the end has closed this result in every way; what was read is still to be handed out.
            state = State.OPEN;
            keep(all);
            complete = true;
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError failure) {
            throw failOutside(failure);
        } finally {
            if (!complete) {
                rows.discard();
            }
        }
    }

    private void keep(KeptRows rows) {
        kept = rows;
        row = 0;
        rowCount = 0;
        rows.spooled().ifPresent(spooled -> owner.results().add(this, spooled));
    }

    private void noteEnd(OpenRows rows) {
        finalPlan = rows.plan();
        summary = rows.summary().after(inherited);
    }

    @Override
    public void drop() {
        open = null;
    }

    /** Takes the rows of a statement that is completed. */
    public List<Object[]> takeRows() {
        List<Object[]> rows = new ArrayList<>();
        while (kept.left() > 0) {
            rows.add(kept.next());
        }
        kept.close();
        return rows;
    }

    /** What a statement that is completed has changed. */
    public WriteCounters counters() {
        return Objects.requireNonNull(summary, "the statement is not completed").counters();
    }

    /** Adds what other statements have changed that belong to this one. */
    public void addCounters(WriteCounters more) {
        summary = summary == null ? null : summary.plus(more);
    }

    /** Takes over what was to be told about a query that this result is about. */
    public void inherit(List<Notification> notifications) {
        inherited = notifications;
    }

    /** To be called when the statement's own transaction was committed. */
    void committed(long revision) {
        summary = summary == null ? null : summary.at(revision);
    }

    private boolean advance() {
        if (state == State.EXHAUSTED) {
            return false;
        }
        if (state != State.OPEN || isOver()) {
            finish(State.CLOSED);
            throw overError();
        }
        OpenRows rows = open;
        if (rows == null) {
            transaction.requireNotEnded();
            finish(State.EXHAUSTED);
            return false;
        }
        row = 0;
        rowCount = 0;
        transaction.enter(this);
        try {
            rowCount = rows.nextBatch();
            if (rowCount == 0) {
                noteEnd(rows);
                state = State.EXHAUSTED;
                close(rows);
            } else if (!keeping && rows.isOnlyRow()) {
                noteEnd(rows);
                last = rows.onlyRow();
                rowCount = 0;
                close(rows);
            }
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError failure) {
            throw fail(failure);
        } finally {
            leaveBatch();
        }
        return isReady();
    }

    /** What has no more rows is not idle, but over. */
    private void leaveBatch() {
        if (rowCount > 0) {
            transaction.leave();
        } else {
            transaction.leaveSoon();
        }
    }

    /**
     * Touches the heap only, so that a database being closed under it, or a transaction being ended by others, does no
     * harm but to this row. What was copied counts if neither had happened when it was.
     */
    private Object[] copiedRow(OpenRows rows) {
        Object[] values;
        try {
            values = rows.resolvedValues(row);
        } catch (RuntimeException failure) {
            throw transaction.translate(failure);
        }
        VarHandle.loadLoadFence();
        owner.activity().requireOpenDatabase();
        transaction.requireNotEnded();
        transaction.noteUse();
        return values;
    }

    /** Reads what nodes and relationships hold, and so must not run while the database is being closed. */
    private Object[] resolvedRow(OpenRows rows) {
        transaction.enter(this);
        try {
            return rows.resolvedValues(row);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError failure) {
            throw fail(failure);
        } finally {
            transaction.leaveSoon();
        }
    }

    /** The next row as it is put on disk. */
    private Object[] formsOfRow(OpenRows rows) {
        transaction.enter(this);
        try {
            return rows.formsOfValues(row++);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError failure) {
            throw fail(failure);
        } finally {
            transaction.leaveSoon();
        }
    }

    /** A row that may have to be read from disk; who cannot read one gets none of those behind it. */
    private Object[] keptRow() {
        try {
            return kept.next();
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError failure) {
            throw failOutside(failure);
        }
    }

    /** The error for the user; the result is closed. Between {@link Activity#enter} and {@link Activity#leave}. */
    private ThetisException fail(Throwable failure) {
        ThetisException told = tell(failure);
        owner.activity().leave();
        return closedWith(told);
    }

    /** As {@link #fail}, where the activity was not entered. */
    private ThetisException failOutside(Throwable failure) {
        return closedWith(tell(failure));
    }

    private ThetisException tell(Throwable failure) {
        ThetisException translated = transaction.translate(failure);
        owner.onFailure().accept(translated);
        return translated;
    }

    private ThetisException closedWith(ThetisException told) {
        try {
            finish(State.CLOSED);
        } catch (RuntimeException second) {
            told.addSuppressed(second);
        }
        return told;
    }

    private void finish(State end) {
        state = end;
        kept.close();
        kept = KeptRows.NONE;
        last = null;
        row = 0;
        rowCount = 0;
        OpenRows rows = open;
        if (rows == null) {
            return;
        }
        OPEN.lazySet(this, null);
        if (owner.activity().enterToClose(this)) {
            try {
                close(rows);
            } finally {
                owner.activity().leave();
            }
        }
    }

    /** Between {@link Activity#enter} and {@link Activity#leave}. */
    private void close(OpenRows rows) {
        OPEN.lazySet(this, null);
        rows.close();
        owner.results().remove(this, rows);
    }
}
