package org.thetisdb.engine.run;

import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.value.vector.Vector;

/** MERGE. */
final class MergeCollector extends MultiplyingCollector {
    private final Function<Worker, MergeWork> works;
    private MergeWork work;

    /** @param works makes the work for the worker that writes */
    MergeCollector(int[] keptSlots, Subplan subplan, Step.Merge merge, Function<Worker, MergeWork> works) {
        super("Merge", keptSlots, slots(merge.create()), subplan);
        this.works = works;
    }

    private static int[] slots(Step.Create create) {
        return Stream.concat(
                        create.nodes().stream().map(each -> each.variable()),
                        create.relationships().stream().map(each -> each.variable()))
                .flatMapToInt(each -> IntStream.of(each.id()))
                .toArray();
    }

    @Override
    protected void begin(Worker worker, int rowCount) {
        super.begin(worker, rowCount);
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
