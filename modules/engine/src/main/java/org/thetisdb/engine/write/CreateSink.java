package org.thetisdb.engine.write;

import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.BatchParts;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.pipeline.Subplan;
import org.thetisdb.engine.pipeline.Worker;

/** CREATE. */
public final class CreateSink extends WriteSink implements BatchParts.Work {
    private final Function<Worker, CreateWork> works;

    @SuppressWarnings("NullAway.Init") // Set by begin(), before any row is written.
    private CreateWork work;

    @SuppressWarnings("NullAway.Init") // Set by begin(), before any row is written.
    private BatchParts parts;

    @SuppressWarnings("NullAway.Init") // Set by begin(), before any row is written.
    private Worker writingWorker;

    @SuppressWarnings("NullAway.Init") // Set by write().
    private GraphWriter writer;

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
            parts = new BatchParts(worker, this);
            writingWorker = worker;
        }
    }

    @Override
    protected void beginRows(Worker worker, int rowCount) {
        work.reset(rowCount);
        done = 0;
    }

    @Override
    protected void write(Worker worker, Batch rows) {
        writer = new GraphWriter(worker);
        parts.push(rows);
    }

    @Override
    public void prepare(Batch rows) {
        work.begin(writingWorker, writer, rows);
    }

    @Override
    public void process(Batch rows) {
        for (int row = 0; row < rows.count(); row++) {
            work.create(writer, row, done++);
        }
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
