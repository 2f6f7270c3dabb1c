package org.thetisdb.engine.transform;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.BatchParts;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.value.vector.Vector;

/** Adds computed columns. */
public final class ProjectStage implements Stage, BatchParts.Work {
    private final Worker worker;
    private final int[] slots;
    private final Evaluator[] evaluators;
    private final Stage next;
    private final Batch extended;
    private final BatchParts parts;

    /** Null if nodes are not passed on. */
    private final @Nullable Set<Integer> names;

    /** In place of columns that are not computed: nothing can be asked of it. */
    private final Vector missing = new Vector();

    /** Without passing on chunks. */
    public ProjectStage(Worker worker, int[] slots, Evaluator[] evaluators, Stage next) {
        this(worker, slots, evaluators, Optional.empty(), next);
    }

    /**
     * @param names the slots of those columns that are other names of others, if the rest are properties; then chunks
     *     are passed on, in case that somebody wants to ask their columns about these
     */
    public ProjectStage(Worker worker, int[] slots, Evaluator[] evaluators, Optional<Set<Integer>> names, Stage next) {
        this.worker = worker;
        this.slots = slots;
        this.evaluators = evaluators;
        this.names = names.orElse(null);
        this.next = next;
        this.extended = worker.newBatch();
        this.parts = new BatchParts(worker, this);
    }

    @Override
    public void push(Batch rows) {
        parts.push(rows);
    }

    @Override
    public void prepare(Batch rows) {
        extended.fillFrom(rows);
        for (int item = 0; item < slots.length; item++) {
            extended.hold(slots[item], evaluators[item].evaluate(worker.evaluation(), rows));
        }
    }

    @Override
    public void process(Batch rows) {
        next.push(extended);
    }

    @Override
    public boolean wantsNodes() {
        return names != null && next.wantsNodes();
    }

    /** Whoever reads what is not computed here has to ask for it by the property, or refuses. */
    @Override
    public boolean takeNodes(Batch rows, long @Nullable [] chosen) {
        if (names == null) {
            return false;
        }
        extended.fillFrom(rows);
        for (int item = 0; item < slots.length; item++) {
            boolean isName = names.contains(slots[item]);
            extended.hold(slots[item], isName ? evaluators[item].evaluate(worker.evaluation(), rows) : missing);
        }
        return next.takeNodes(extended, chosen);
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
