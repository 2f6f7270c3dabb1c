package org.thetisdb.engine.pipeline;

import java.util.function.Consumer;

/**
 * Gives rows to whoever copies and keeps them, in parts where their strings are long: those that rows share in a batch
 * each of them has to itself where it is kept. Belongs to one worker.
 */
public final class KeptParts {
    private final BatchParts parts;

    /**
     * @param slots of the columns that are kept
     * @param keeper copies the rows that it is given
     */
    public KeptParts(Worker worker, int[] slots, Consumer<Batch> keeper) {
        this.parts = new BatchParts(worker, new Keeping(worker, slots.clone(), keeper));
    }

    /** Gives all rows of a batch to the keeper, in their order. */
    public void push(Batch rows) {
        parts.push(rows);
    }

    private record Keeping(Worker worker, int[] slots, Consumer<Batch> keeper) implements BatchParts.Work {
        @Override
        public void prepare(Batch rows) {
            for (int slot : slots) {
                worker.evaluation().trace().copied(rows.column(slot));
            }
        }

        @Override
        public void process(Batch rows) {
            keeper.accept(rows);
        }
    }
}
