package org.thetisdb.engine.pipeline;

/**
 * One operator's work in one worker's pipeline. Called by its worker only.
 *
 * <p>{@link #push} processes a batch and pushes the result to the next stage before it returns; the batch is not
 * changed by the stage and not kept. {@link #finish} is called once when the worker has no more batches for the
 * pipeline; afterwards the stage is as if new and may serve another run.
 */
public interface Stage {
    /** Ends a pipeline whose rows are not needed. */
    Stage NO_ROWS = new Stage() {
        @Override
        public void push(Batch rows) {
            // What comes this far is not part of any result.
        }

        @Override
        public void finish() {
            // Nothing was kept.
        }

        @Override
        public boolean isSatisfied() {
            return false;
        }
    };

    void push(Batch rows);

    /**
     * Whether batches of {@link Worker#longBatchRows} are as welcome as those of {@link Worker#batchRows}, which is so
     * where no row gives several: what is done once for a batch is then done less often.
     */
    default boolean takesLongBatches() {
        return false;
    }

    void finish();

    /** Whether no further row can change the result, so that the producer may stop. */
    boolean isSatisfied();
}
