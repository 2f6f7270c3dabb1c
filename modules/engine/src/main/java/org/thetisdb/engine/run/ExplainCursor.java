package org.thetisdb.engine.run;

import java.util.List;
import java.util.Optional;
import org.thetisdb.cypher.bound.BoundQuery;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.WriteCounters;
import org.thetisdb.engine.plan.Plan;
import org.thetisdb.value.Notification;
import org.thetisdb.value.vector.Vector;

/** The result of EXPLAIN: the plan, and no rows. */
final class ExplainCursor implements ResultCursor {
    private final Plan plan;
    private final String drawing;

    /** @param drawing of the plan */
    ExplainCursor(Plan plan, String drawing) {
        this.plan = plan;
        this.drawing = drawing;
    }

    @Override
    public List<String> columns() {
        return plan.columns();
    }

    @Override
    public BoundQuery.Mode mode() {
        return plan.mode();
    }

    @Override
    public Optional<String> plan() {
        return Optional.of(drawing);
    }

    @Override
    public List<Notification> notifications() {
        return plan.notifications();
    }

    @Override
    public long memoryBytes() {
        return 0;
    }

    @Override
    public long peakBytes() {
        return 0;
    }

    @Override
    public long spilledBytes() {
        return 0;
    }

    @Override
    public WriteCounters counters() {
        return WriteCounters.NONE;
    }

    @Override
    public boolean next() {
        return false;
    }

    @Override
    public int rowCount() {
        return 0;
    }

    @Override
    public boolean isLast() {
        return true;
    }

    @Override
    public Vector column(int index) {
        throw new IllegalStateException("no current batch: column=" + index);
    }

    @Override
    public void cancel() {
        // Nothing runs.
    }

    @Override
    public void close() {
        // Nothing is held.
    }
}
