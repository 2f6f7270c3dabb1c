package org.thetisdb.engine.write;

import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Subplan;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.value.vector.Vector;

/** MERGE. */
public final class MergeSink extends MultiplyingSink {
    private final Function<Worker, MergeWork> works;

    @SuppressWarnings("NullAway.Init") // Set by begin(), before any row is written.
    private MergeWork work;

    /** @param works makes the work for the worker that writes */
    public MergeSink(int[] keptSlots, Optional<Subplan> subplan, Step.Merge merge, Function<Worker, MergeWork> works) {
        super("Merge", keptSlots, slots(merge.create()), subplan);
        this.works = works;
    }

    static int[] slots(Step.Create create) {
        return Stream.concat(
                        create.nodes().stream().map(each -> each.variable()),
                        create.relationships().stream().map(each -> each.variable()))
                .flatMapToInt(each -> IntStream.of(each.id()))
                .toArray();
    }

    @Override
    protected void begin(Worker worker) {
        super.begin(worker);
        if (work == null) {
            work = works.apply(worker);
        }
    }

    @Override
    protected void writeRows(Worker worker, Batch rows) {
        work.merge(worker, rows, (row, columns, from, count) -> {
            for (int column = 0; column < addedSlots().length; column++) {
                Vector made = columns.get(column);
                added(column).append(made, from, count);
            }
            give(row, count);
        });
    }
}
