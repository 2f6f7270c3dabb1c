package org.thetisdb.engine.sort;

import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Constant;
import org.thetisdb.engine.pipeline.RunState;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/** SKIP and LIMIT over rows in the order in which they come; the workers of a pipeline share the counters. */
final class SliceStage implements Stage {
    /** What the workers share. */
    static final class Counters implements RunState {
        private final Constant skip;
        private final Constant limit;
        private final AtomicLong seen = new AtomicLong();
        private volatile boolean full;

        Counters(Constant skip, Constant limit) {
            this.skip = skip;
            this.limit = limit;
        }

        @Override
        public void reset() {
            seen.set(0);
            full = false;
        }
    }

    private final Worker worker;
    private final Counters counters;
    private final Stage next;
    private final Batch passed;
    private int[] rows = {};
    private long skipCount = -1;
    private long end;

    SliceStage(Worker worker, Counters counters, Stage next) {
        this.worker = worker;
        this.counters = counters;
        this.next = next;
        this.passed = worker.newBatch();
    }

    private void start() {
        if (skipCount < 0) {
            skipCount = counters.skip.value(worker);
            long limitCount = counters.limit.value(worker);
            end = skipCount + Math.min(limitCount, Long.MAX_VALUE - skipCount);
            if (limitCount == 0) {
                counters.full = true;
            }
        }
    }

    @Override
    public void push(Batch input) {
        start();
        if (counters.full) {
            return;
        }
        long first = counters.seen.getAndAdd(input.count());
        int from = Math.clamp(skipCount - first, 0, input.count());
        int to = Math.clamp(end - first, 0, input.count());
        if (first + input.count() >= end) {
            counters.full = true;
        }
        if (from == 0 && to == input.count()) {
            next.push(input);
        } else if (from < to) {
            if (rows.length < to - from) {
                rows = new int[to - from];
            }
            for (int row = from; row < to; row++) {
                rows[row - from] = row;
            }
            passed.fillFrom(input, rows, to - from);
            next.push(passed);
        }
    }

    @Override
    public void finish() {
        skipCount = -1;
        next.finish();
    }

    @Override
    public boolean isSatisfied() {
        return counters.full || next.isSatisfied();
    }
}
