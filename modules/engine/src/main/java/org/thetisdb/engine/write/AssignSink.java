package org.thetisdb.engine.write;

import java.util.Optional;
import java.util.function.Function;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Subplan;
import org.thetisdb.engine.pipeline.Worker;

/** SET and REMOVE. */
public final class AssignSink extends WriteSink {
    private final Function<Worker, AssignWork> works;

    @SuppressWarnings("NullAway.Init") // Set by begin(), before any row is written.
    private AssignWork work;

    /** @param works makes the work for the worker that writes */
    public AssignSink(int[] keptSlots, Optional<Subplan> subplan, Function<Worker, AssignWork> works) {
        super("Set", keptSlots, subplan);
        this.works = works;
    }

    @Override
    protected void begin(Worker worker) {
        if (work == null) {
            work = works.apply(worker);
        }
    }

    @Override
    protected void write(Worker worker, Batch rows) {
        work.assign(new GraphWriter(worker), rows);
    }
}
