package org.thetisdb.engine.run;

import java.util.Optional;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.QueryContext;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.pipeline.RunFiles;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.spill.StoredList;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Ends the pipelines that give a query's result: one worker's rows, until the {@link ResultSink} wants them. */
final class ResultStage implements Stage {
    private final Worker worker;
    private final ResultSink sink;
    private RowStore rows;

    ResultStage(Worker worker, ResultSink sink, RowStore rows) {
        this.worker = worker;
        this.sink = sink;
        this.rows = rows;
    }

    Worker worker() {
        return worker;
    }

    RowStore rows() {
        return rows;
    }

    void fill(RowStore empty) {
        rows = empty;
    }

    @Override
    public void push(Batch batch) {
        keepListsIn(batch, sink.slots(), worker.query());
        rows.append(batch);
        if (rows.count() >= sink.rowsMax() || rows.bytes() >= sink.bytesMax() || rows.isOutgrown()) {
            sink.full(this);
        }
    }

    /** What lists of these rows refer to stays when the run is over. */
    static void keepListsIn(Batch batch, int[] slots, QueryContext query) {
        Optional<RunFiles> files = query.filesIfAny();
        if (files.isEmpty() || !files.get().hasLasting()) {
            return;
        }
        for (int slot : slots) {
            if (isStoredIn(batch.column(slot))) {
                files.get().keepLasting();
            }
        }
    }

    private static boolean isStoredIn(Vector column) {
        if (column.kind() != VectorKind.OBJECT) {
            return false;
        }
        for (int row = 0; row < column.count(); row++) {
            if (!column.isNull(row) && StoredList.isIn(column.objects()[row])) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void finish() {
        sink.finish(this);
    }

    @Override
    public boolean isSatisfied() {
        return false;
    }
}
