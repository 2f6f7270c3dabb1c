package org.thetisdb.engine.run;

import java.util.List;
import java.util.Optional;
import org.thetisdb.cypher.bound.BoundQuery;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.plan.PlanPrinter;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;

/** The rows of a run that the calling thread makes when the first batch is asked for. */
final class PlanCursor implements ResultCursor {
    private final CompiledPlan plan;
    private final QueryContext query;
    private final Optional<PlanProfiler> profiler;
    private PlanInstance instance;
    private RowStore rows;
    private boolean failed;

    /** @param profiler watches the instance, which then serves this run only */
    PlanCursor(CompiledPlan plan, PlanInstance instance, QueryContext query, Optional<PlanProfiler> profiler) {
        this.plan = plan;
        this.instance = instance;
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
        return profiler.filter(ignored -> rows != null || instance == null)
                .map(each -> PlanPrinter.print(plan.plan(), each.profiles()));
    }

    @Override
    public boolean next() {
        if (instance == null) {
            throw new ThetisException(ErrorCode.CLOSED, "the result is closed; run the query again");
        }
        if (rows != null) {
            return false;
        }
        boolean done = false;
        try {
            instance.run(query);
            done = true;
        } finally {
            failed = !done;
        }
        rows = instance.result();
        return rows.count() > 0;
    }

    @Override
    public int rowCount() {
        return rows.count();
    }

    @Override
    public Vector column(int index) {
        return rows.column(index);
    }

    @Override
    public void cancel() {
        query.cancel();
    }

    @Override
    public void close() {
        if (instance == null) {
            return;
        }
        if (failed || profiler.isPresent()) {
            // Stages were left in the middle of their work, or carry the stop watches of this run.
            instance.close();
        } else {
            instance.clear();
            plan.giveBack(instance);
        }
        instance = null;
        rows = null;
    }
}
