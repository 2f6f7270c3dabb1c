package org.thetisdb.engine.pipeline;

import java.util.function.BooleanSupplier;

/** Gives rows to a stage as they come, or many batches together where each batch costs much. */
public final class WaitingStage implements Stage {
    private final WaitingRows waiting;
    private final BooleanSupplier costly;
    private final Stage gathered;
    private final Stage next;
    private final KeptParts parts;

    /**
     * @param costly whether each batch costs much, however few rows it has
     * @param gathered takes rows that have waited, and gives them to {@code next}
     */
    public WaitingStage(WaitingRows waiting, BooleanSupplier costly, Stage gathered, Stage next) {
        this.waiting = waiting;
        this.costly = costly;
        this.gathered = gathered;
        this.next = next;
        this.parts = waiting.parts(this::keep);
    }

    @Override
    public void push(Batch rows) {
        if (waiting.isEmpty() && !costly.getAsBoolean()) {
            next.push(rows);
            return;
        }
        parts.push(rows);
    }

    private void keep(Batch rows) {
        if (!waiting.hasRoomFor(rows)) {
            passOn();
        }
        if (waiting.add(rows)) {
            passOn();
        }
    }

    private void passOn() {
        if (!next.isSatisfied()) {
            gathered.push(waiting.rows());
        }
        waiting.taken();
    }

    @Override
    public boolean takesLongBatches() {
        return next.takesLongBatches();
    }

    @Override
    public void finish() {
        if (!waiting.isEmpty()) {
            passOn();
        }
        next.finish();
    }

    @Override
    public boolean isSatisfied() {
        return next.isSatisfied();
    }
}
