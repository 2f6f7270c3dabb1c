package org.thetisdb.engine.run;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.BoundQuery;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.WriteCounters;
import org.thetisdb.engine.pipeline.QueryContext;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.plan.PlanPrinter;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Notification;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;

/**
 * The rows of a run.
 *
 * <p>The calling thread runs the plan when the first batch is asked for, and keeps the rows: nothing is cheaper while
 * they are few. A result that grows large is streamed instead, by a thread that runs the plan and waits whenever the
 * caller is slow:
 *
 * <pre>
 *   the plan expects few rows ──► run here ──all done──► hand out what was kept
 *                │                   │──many rows after a morsel──► hand out what was kept, stream the rest
 *                │                   └──too many within a morsel──► forget them
 *                │                                                      │ the plan is streamed from now on
 *                └── it expects many ───────────────────────────────────┴──► stream from the start
 * </pre>
 *
 * <p>A run is restarted only before any of its rows was handed out, so the caller never sees a row twice.
 */
final class PlanCursor implements ResultCursor {
    private final CompiledPlan plan;
    private final QueryContext query;

    /** Taken when the first batch is asked for: a result that nobody reads holds nothing that others could use. */
    private @Nullable PlanInstance instance;

    private Optional<PlanProfiler> profiler;
    private volatile @Nullable ResultQueue queue;
    private @Nullable RowStore rows;
    private boolean begun;
    private boolean complete;
    private boolean failed;
    private boolean closed;

    /** @param profiler watches the run, for which an instance is made that serves no other */
    PlanCursor(CompiledPlan plan, QueryContext query, Optional<PlanProfiler> profiler) {
        this.plan = plan;
        this.query = query;
        this.profiler = profiler;
    }

    @Override
    public List<String> columns() {
        return plan.plan().columns();
    }

    @Override
    public BoundQuery.Mode mode() {
        return plan.plan().mode();
    }

    @Override
    public Optional<String> plan() {
        if (profiler.isEmpty() || !complete && !closed) {
            return Optional.empty();
        }
        return Optional.of(PlanPrinter.print(plan.plan(), profiler.get().profiles()));
    }

    @Override
    public List<Notification> notifications() {
        return plan.plan().notifications();
    }

    @Override
    public WriteCounters counters() {
        return query.counters();
    }

    @Override
    public long memoryBytes() {
        return query.reservedBytes();
    }

    @Override
    public long peakBytes() {
        return query.peakBytes();
    }

    @Override
    public long spilledBytes() {
        return query.spilledBytes();
    }

    @Override
    public boolean next() {
        if (closed) {
            throw new ThetisException(ErrorCode.CLOSED, "the result is closed; run the query again");
        }
        boolean done = false;
        try {
            if (instance == null) {
                instance = profiler.isPresent()
                        ? plan.newInstance(query.snapshot(), profiler)
                        : plan.take(query.snapshot());
            }
            if (begun || plan.isStreamed()) {
                rows = laterRows(instance);
            } else {
                rows = plan.writes() ? allRows(instance) : firstRows(instance);
            }
            done = true;
        } finally {
            failed |= !done;
        }
        return rows != null;
    }

    /** Runs all of a plan that writes, and keeps its rows: each write must happen, however many rows are read. */
    private @Nullable RowStore allRows(PlanInstance running) {
        begun = true;
        running.runWhole(query);
        complete = true;
        return running.take();
    }

    /** Runs on the calling thread, as long as the rows are not too many for that. */
    private @Nullable RowStore firstRows(PlanInstance running) {
        begun = true;
        try {
            complete = running.run(query);
        } catch (ResultOverflow overflow) {
            return laterRows(restart(running));
        }
        if (!complete) {
            plan.streamFromNowOn();
        }
        return running.take();
    }

    private PlanInstance restart(PlanInstance spoilt) {
        plan.streamFromNowOn();
        profiler = profiler.map(ignored -> new PlanProfiler(plan.plan()));
        PlanInstance fresh = plan.newInstance(query.snapshot(), profiler);
        instance = fresh;
        spoilt.close();
        return fresh;
    }

    /** What was kept, then what is streamed. */
    private @Nullable RowStore laterRows(PlanInstance running) {
        begun = true;
        ResultQueue stream = queue;
        if (stream == null) {
            RowStore kept = running.take();
            if (kept != null || complete) {
                return kept;
            }
            stream = startStream(running);
        }
        query.checkpoint();
        RowStore taken = stream.take();
        complete = taken == null;
        return taken;
    }

    private ResultQueue startStream(PlanInstance running) {
        ResultQueue newQueue = new ResultQueue(query);
        plan.execute(() -> {
            Throwable failure = null;
            try {
                running.stream(query, newQueue);
            } catch (RuntimeException | Error thrown) {
                failure = thrown;
            } finally {
                newQueue.end(failure);
            }
        });
        queue = newQueue;
        return newQueue;
    }

    @Override
    public int rowCount() {
        return rows == null ? 0 : rows.count();
    }

    @Override
    public boolean isLast() {
        return complete && instance != null && instance.isTaken();
    }

    @Override
    public Vector column(int index) {
        if (rows == null) {
            throw new IllegalStateException("no current batch: column=" + index);
        }
        return rows.column(index);
    }

    @Override
    public void cancel() {
        query.cancel();
        ResultQueue running = queue;
        if (running != null) {
            running.wake();
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (instance != null) {
            closeInstance(instance);
        }
        if (query.hasKeptMuch()) {
            QueryMemoryEvent.report(query, String.join(", ", columns()));
        }
        query.end();
    }

    private void closeInstance(PlanInstance closing) {
        instance = null;
        rows = null;
        ResultQueue stream = queue;
        boolean reusable = !failed && profiler.isEmpty() && (complete || !begun || stream != null);
        if (stream != null && !stream.isDrained()) {
            query.cancel();
            stream.awaitEnd();
            reusable = false;
        }
        // An instance's vectors may refer to lists of this run, whose file would stay as long.
        reusable &= query.filesIfAny().isEmpty() || !query.filesIfAny().get().isKept();
        reusable &= !closing.hadLongValues();
        if (reusable) {
            closing.clear();
            plan.giveBack(closing);
        } else {
            // Stages were left in the middle of their work, or carry the stop watches of this run.
            closing.close();
        }
    }
}
