package org.thetisdb.engine.query;

import java.util.List;
import java.util.Optional;
import org.thetisdb.cypher.bound.BoundQuery;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.WriteCounters;
import org.thetisdb.value.Notification;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;

/** The rows of a plan that was made for another text: whatever names a place names that of the text that is run. */
final class ShiftedCursor implements ResultCursor {
    private final ResultCursor rows;
    private final TextShift shift;

    ShiftedCursor(ResultCursor rows, TextShift shift) {
        this.rows = rows;
        this.shift = shift;
    }

    @Override
    public List<String> columns() {
        return rows.columns();
    }

    @Override
    public BoundQuery.Mode mode() {
        return rows.mode();
    }

    @Override
    public Optional<String> plan() {
        return rows.plan();
    }

    @Override
    public List<Notification> notifications() {
        return rows.notifications().stream().map(shift::of).toList();
    }

    @Override
    public boolean isLast() {
        return rows.isLast();
    }

    @Override
    public long memoryBytes() {
        return rows.memoryBytes();
    }

    @Override
    public long peakBytes() {
        return rows.peakBytes();
    }

    @Override
    public long spilledBytes() {
        return rows.spilledBytes();
    }

    @Override
    public WriteCounters counters() {
        return rows.counters();
    }

    @Override
    public boolean next() {
        try {
            return rows.next();
        } catch (ThetisException error) {
            throw shift.of(error);
        }
    }

    @Override
    public int rowCount() {
        return rows.rowCount();
    }

    @Override
    public Vector column(int index) {
        return rows.column(index);
    }

    @Override
    public void cancel() {
        rows.cancel();
    }

    @Override
    public void close() {
        rows.close();
    }
}
