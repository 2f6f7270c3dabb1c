package org.thetisdb.engine.fuse;

import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;

/** Takes the time of what comes after a place, where somebody wants to know the rest. Belongs to one worker. */
final class ClockedStage implements Stage {
    private final Stage next;
    private boolean isOn;
    private long nanos;

    ClockedStage(Stage next) {
        this.next = next;
    }

    /** Starts from 0, or stops taking the time. */
    void reset(boolean on) {
        isOn = on;
        nanos = 0;
    }

    long nanos() {
        return nanos;
    }

    @Override
    public void push(Batch rows) {
        if (!isOn) {
            next.push(rows);
            return;
        }
        long begin = System.nanoTime();
        next.push(rows);
        nanos += System.nanoTime() - begin;
    }

    @Override
    public boolean wantsNodes() {
        return next.wantsNodes();
    }

    /** Whoever takes the time of a batch does not ask this of it. */
    @Override
    public boolean takeNodes(Batch rows, long @Nullable [] chosen) {
        return next.takeNodes(rows, chosen);
    }

    @Override
    public boolean takesLongBatches() {
        return next.takesLongBatches();
    }

    @Override
    public void finish() {
        next.finish();
    }

    @Override
    public boolean isSatisfied() {
        return next.isSatisfied();
    }
}
