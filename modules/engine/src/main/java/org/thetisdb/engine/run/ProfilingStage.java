package org.thetisdb.engine.run;

import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;

/** Sits between two operators: counts the rows that pass and switches the worker's stop watch. */
final class ProfilingStage implements Stage {
    private final PlanProfiler.StopWatch watch;
    private final Operator operator;
    private final Operator consumer;
    private final Stage next;

    /**
     * @param operator whose rows pass
     * @param consumer who takes them
     */
    ProfilingStage(PlanProfiler.StopWatch watch, Operator operator, Operator consumer, Stage next) {
        this.watch = watch;
        this.operator = operator;
        this.consumer = consumer;
        this.next = next;
    }

    @Override
    public void push(Batch rows) {
        watch.countRows(operator, rows.count());
        Operator before = watch.switchTo(consumer);
        try {
            next.push(rows);
        } finally {
            watch.switchBack(before);
        }
    }

    @Override
    public boolean wantsNodes() {
        return next.wantsNodes();
    }

    @Override
    public boolean takeNodes(Batch rows, long @Nullable [] chosen) {
        boolean isTaken = false;
        Operator before = watch.switchTo(consumer);
        try {
            isTaken = next.takeNodes(rows, chosen);
        } finally {
            watch.switchBack(before);
        }
        if (isTaken) {
            watch.countTaken(operator, consumer, rows.chosenCount(chosen));
        }
        return isTaken;
    }

    @Override
    public boolean takesLongBatches() {
        return next.takesLongBatches();
    }

    @Override
    public void finish() {
        Operator before = watch.switchTo(consumer);
        try {
            next.finish();
        } finally {
            watch.switchBack(before);
        }
    }

    @Override
    public boolean isSatisfied() {
        return next.isSatisfied();
    }
}
