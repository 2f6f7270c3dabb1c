package org.thetisdb.engine.run;

/** Takes nothing: the end of a pipeline that only completes what an earlier one collected. */
final class NoStage implements Stage {
    @Override
    public void push(Batch rows) {
        throw new IllegalStateException("no rows are expected here");
    }

    @Override
    public void finish() {
        // Nothing was taken.
    }

    @Override
    public boolean isSatisfied() {
        return true;
    }
}
