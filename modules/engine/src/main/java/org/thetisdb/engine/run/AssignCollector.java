package org.thetisdb.engine.run;

import java.util.function.Function;

/** SET and REMOVE. */
final class AssignCollector extends WriteCollector {
    private final Function<Worker, AssignWork> works;
    private AssignWork work;

    /** @param works makes the work for the worker that writes */
    AssignCollector(int[] keptSlots, Subplan subplan, Function<Worker, AssignWork> works) {
        super("Set", keptSlots, subplan);
        this.works = works;
    }

    @Override
    protected void begin(Worker worker, int rowCount) {
        if (work == null) {
            work = works.apply(worker);
        }
    }

    @Override
    protected void write(Worker worker, Batch rows) {
        work.assign(worker, new GraphWriter(worker), rows);
    }
}
