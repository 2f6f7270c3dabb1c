package org.thetisdb.engine.write;

import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.pipeline.Subplan;
import org.thetisdb.engine.pipeline.Worker;

/** CREATE. */
public final class CreateSink extends WriteSink {
    private final Function<Worker, CreateWork> works;

    @SuppressWarnings("NullAway.Init") // Set by begin(), before any row is written.
    private CreateWork work;

    private int done;

    /** @param works makes the work for the worker that writes */
    public CreateSink(int[] keptSlots, Optional<Subplan> subplan, Function<Worker, CreateWork> works) {
        super("Create", keptSlots, subplan);
        this.works = works;
    }

    @Override
    protected void begin(Worker worker) {
        if (work == null) {
            work = works.apply(worker);
        }
    }

    @Override
    protected void beginRows(Worker worker, int rowCount) {
        work.reset(rowCount);
        done = 0;
    }

    @Override
    protected void write(Worker worker, Batch rows) {
        work.create(worker, new GraphWriter(worker), rows, done);
        done += rows.count();
    }

    @Override
    protected int[] writtenSlots() {
        return IntStream.concat(IntStream.of(keptSlots()), IntStream.of(work.slots()))
                .toArray();
    }

    @Override
    protected Batch written(Worker worker, RowStore rows) {
        Batch all = rows.rows();
        for (int column = 0; column < work.slots().length; column++) {
            all.hold(work.slots()[column], work.made().get(column));
        }
        return all;
    }
}
