package org.thetisdb.engine.pipeline;

import org.jspecify.annotations.Nullable;

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

    /** Whether it is worth calling {@link #takeNodes}; to be asked once before that. */
    default boolean wantsNodes() {
        return false;
    }

    /**
     * Takes nodes that follow one upon the other, as many as a chunk has, if nothing is asked of them but what columns
     * say of all of them together. Nothing has changed if it does not take them.
     *
     * @param rows whose nodes are a whole range; of those that are not chosen, some may not exist
     * @param chosen which of them are meant: a bit for each, the first the least significant one of the first word, the
     *     others of the last row's word 0; null for all
     * @return whether it took them; if not, they are to be pushed in batches
     */
    default boolean takeNodes(Batch rows, long @Nullable [] chosen) {
        return false;
    }

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
