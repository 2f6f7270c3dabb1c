package org.thetisdb.engine.sort;

import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Constant;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Subplan;
import org.thetisdb.engine.pipeline.Worker;

/** SKIP and LIMIT inside a subplan: counted for each outer row by itself. */
public final class SlicePerRowStage implements Stage {
    private final Worker worker;
    private final Subplan subplan;
    private final Constant skip;
    private final Constant limit;
    private final Stage next;
    private final Batch passed;
    private long[] seen = {};
    private int[] selection = {};
    private boolean started;
    private long skipCount;
    private long end;

    public SlicePerRowStage(Worker worker, Subplan subplan, Constant skip, Constant limit, Stage next) {
        this.worker = worker;
        this.subplan = subplan;
        this.skip = skip;
        this.limit = limit;
        this.next = next;
        this.passed = worker.newBatch();
    }

    @Override
    public void push(Batch input) {
        if (!started) {
            start();
        }
        if (selection.length < input.count()) {
            selection = new int[input.count()];
        }
        long[] outerRows = input.column(subplan.rowSlot()).longs();
        int count = 0;
        for (int row = 0; row < input.count(); row++) {
            long place = seen[(int) outerRows[row]]++;
            selection[count] = row;
            count += place >= skipCount && place < end ? 1 : 0;
        }
        if (count > 0) {
            passed.fillFrom(input, selection, count);
            next.push(passed);
        }
    }

    private void start() {
        skipCount = skip.value(worker);
        long limitCount = limit.value(worker);
        end = skipCount + Math.min(limitCount, Long.MAX_VALUE - skipCount);
        seen = new long[subplan.outerCount()];
        started = true;
    }

    @Override
    public void finish() {
        started = false;
        next.finish();
    }

    @Override
    public boolean isSatisfied() {
        return next.isSatisfied();
    }
}
