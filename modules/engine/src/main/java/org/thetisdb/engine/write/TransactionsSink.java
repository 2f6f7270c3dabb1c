package org.thetisdb.engine.write;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Write.Transactions.OnError;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Constant;
import org.thetisdb.engine.pipeline.QueryContext;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.pipeline.Subplan;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.subquery.LocalSubplan;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;

/**
 * CALL { } IN TRANSACTIONS: runs a subquery for one row after the other, and commits whenever so many rows are done.
 *
 * <pre>
 *   rows:    1 2 3 | 4 5 6 | 7          OF 3 ROWS
 *            commit  fails   commit     ON ERROR CONTINUE: rows 4 to 6 get null outputs
 *                    fails   not begun  ON ERROR BREAK: row 7 too
 * </pre>
 *
 * <p>Each transaction sees what is committed when it begins, so the subquery runs on a worker of its own, which moves
 * from one transaction's snapshot to the next.
 */
public final class TransactionsSink extends MultiplyingSink {
    private final ApplyWritesSink.Shape shape;
    private final Constant rowsPerTransaction;
    private final OnError onError;
    private final boolean reportsStatus;
    private final LocalSubplan.Factory factory;
    private final Subplan inner;

    /** Runs the subquery, between begin and end. */
    private @Nullable Worker innerWorker;

    @SuppressWarnings("NullAway.Init") // Made with the inner worker.
    private LocalSubplan body;

    @SuppressWarnings("NullAway.Init") // Made with the inner worker.
    private RowStore results;

    private long limit;
    private long rowsInTransaction;
    private Mark transactionStart = new Mark(0);
    private Optional<ThetisException> failure = Optional.empty();
    private boolean broken;
    private long number;

    /**
     * @param addedSlots the subquery's outputs, followed by the status if it is reported
     * @param factory makes the subquery for a worker
     */
    public TransactionsSink(
            int[] keptSlots,
            int[] addedSlots,
            Optional<Subplan> subplan,
            Subplan inner,
            ApplyWritesSink.Shape shape,
            Constant rowsPerTransaction,
            OnError onError,
            boolean reportsStatus,
            LocalSubplan.Factory factory) {
        super("ApplyWrites", keptSlots, addedSlots, subplan);
        this.inner = inner;
        this.shape = shape;
        this.rowsPerTransaction = rowsPerTransaction;
        this.onError = onError;
        this.reportsStatus = reportsStatus;
        this.factory = factory;
    }

    @Override
    protected void begin(Worker worker) {
        super.begin(worker);
        limit = rowsPerTransaction.value(worker);
        if (limit < 1) {
            throw new ThetisException(
                    ErrorCode.INVALID_ARGUMENT, "IN TRANSACTIONS needs at least one row in each: rows=" + limit);
        }
        rowsInTransaction = 0;
        number = 0;
        broken = false;
        failure = Optional.empty();
        step(worker, true);
    }

    @Override
    protected void writeRows(Worker worker, Batch rows) {
        Batch one = worker.newBatch();
        for (int row = 0; row < rows.count(); row++) {
            if (rowsInTransaction == 0) {
                transactionStart = mark();
                number++;
            }
            rowsInTransaction++;
            one.fillFrom(rows, new int[] {row}, 1);
            run(worker, one, row);
            if (rowsInTransaction == limit) {
                endTransaction(worker);
            }
        }
    }

    private void run(Worker worker, Batch one, int row) {
        if (broken || failure.isPresent()) {
            giveNulls(row);
            return;
        }
        try {
            results.rewind();
            body.run(one);
            Invariant.present(innerWorker, "the subquery runs between begin and end")
                    .betweenBatches();
            shape.give(this, results, row);
        } catch (ThetisException error) {
            fail(worker, error);
            giveNulls(row);
        }
    }

    private void fail(Worker worker, ThetisException error) {
        if (onError == OnError.FAIL || endsStatement(error)) {
            throw error;
        }
        failure = Optional.of(error);
        nullSince(transactionStart);
        step(worker, false);
    }

    /** Whatever ends the statement as a whole would end each further transaction, too. */
    private static boolean endsStatement(ThetisException error) {
        return error.code() == ErrorCode.QUERY_CANCELLED || error.code() == ErrorCode.QUERY_TIMED_OUT;
    }

    private void giveNulls(int row) {
        for (int column = 0; column < addedSlots().length - (reportsStatus ? 1 : 0); column++) {
            Vector output = added(column);
            output.padWithNulls(output.count() + 1);
        }
        give(row, 1);
    }

    /** A row's outputs become null if a later one of its transaction fails. */
    @Override
    protected boolean isSettled() {
        return rowsInTransaction == 0;
    }

    @Override
    protected long rowsUntilSettled() {
        return limit - rowsInTransaction;
    }

    @Override
    protected void end(Worker worker) {
        if (rowsInTransaction > 0) {
            endTransaction(worker);
        }
        closeInnerWorker();
    }

    private void closeInnerWorker() {
        if (innerWorker != null) {
            innerWorker.close();
            innerWorker = null;
        }
    }

    private void endTransaction(Worker worker) {
        boolean started = !broken;
        if (started && failure.isEmpty()) {
            try {
                step(worker, true);
            } catch (ThetisException error) {
                fail(worker, error);
            }
        }
        if (reportsStatus) {
            report(started);
        }
        broken |= failure.isPresent() && onError == OnError.BREAK;
        failure = Optional.empty();
        rowsInTransaction = 0;
    }

    private void report(boolean started) {
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("started", started);
        status.put("committed", started && failure.isEmpty());
        status.put("transactionId", started ? "transaction-" + number : null);
        status.put("errorMessage", failure.map(Throwable::getMessage).orElse(null));
        Map<String, Object> shared = Collections.unmodifiableMap(status);
        Vector column = added(addedSlots().length - 1);
        for (int row = column.count(); row < givenCount(); row++) {
            column.resize(row + 1);
            column.setValue(row, shared);
        }
    }

    /** Ends the current transaction and continues in the next. */
    private void step(Worker worker, boolean commit) {
        QueryContext query = worker.query();
        query.nextTransaction(commit);
        if (innerWorker == null || !innerWorker.move(query.snapshot())) {
            closeInnerWorker();
            innerWorker = new Worker(query.snapshot());
            innerWorker.begin(query);
            results = new RowStore(shape.outputSlots(), innerWorker, operator());
            body = factory.create(innerWorker, inner, shape.last(results));
        }
        innerWorker.changed();
    }

    @Override
    protected void clear() {
        super.clear();
        closeInnerWorker();
    }
}
