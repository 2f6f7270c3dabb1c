package org.thetisdb.engine.run;

import org.thetisdb.engine.expression.EvaluationContext;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.Snapshot;

/**
 * A worker's own tools: a reader, and the run it works for at the moment. Kept from run to run, because readers and the
 * stages made for a worker are costly to make. Used by one thread at a time.
 */
final class Worker implements AutoCloseable {
    private final Snapshot snapshot;
    private final GraphReader reader;
    private final int slotCount;
    private QueryContext query;
    private EvaluationContext evaluation;

    Worker(Snapshot snapshot, int slotCount) {
        this.snapshot = snapshot;
        this.reader = snapshot.reader();
        this.slotCount = slotCount;
    }

    /** Takes up work for a run. */
    void begin(QueryContext newQuery) {
        query = newQuery;
        RunOptions options = newQuery.options();
        evaluation = new EvaluationContext(reader, newQuery.parameters(), options.clock(), options.random());
    }

    Snapshot snapshot() {
        return snapshot;
    }

    GraphReader reader() {
        return reader;
    }

    QueryContext query() {
        return query;
    }

    EvaluationContext evaluation() {
        return evaluation;
    }

    int batchRows() {
        return query.options().batchRows();
    }

    Batch newBatch() {
        return new Batch(slotCount);
    }

    /** Between two batches: lets go of pages, and ends the run if it has to. */
    void betweenBatches() {
        query.checkpoint();
        reader.refresh();
    }

    @Override
    public void close() {
        reader.close();
    }
}
