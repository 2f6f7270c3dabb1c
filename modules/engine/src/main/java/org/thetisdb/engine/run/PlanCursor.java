package org.thetisdb.engine.run;

import java.util.List;
import java.util.Optional;
import org.thetisdb.cypher.bound.BoundQuery;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;

/** The rows of a run that the calling thread makes when the first batch is asked for. */
final class PlanCursor implements ResultCursor {
    private final CompiledPlan plan;
    private final QueryContext query;
    private PlanInstance instance;
    private RowStore rows;
    private boolean failed;

    PlanCursor(CompiledPlan plan, PlanInstance instance, QueryContext query) {
        this.plan = plan;
        this.instance = instance;
        this.query = query;
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
        return Optional.empty();
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
        if (failed) {
            // Stages were left in the middle of their work.
            instance.close();
        } else {
            instance.clear();
            plan.giveBack(instance);
        }
        instance = null;
        rows = null;
    }
}
