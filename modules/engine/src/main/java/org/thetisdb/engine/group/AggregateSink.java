package org.thetisdb.engine.group;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.thetisdb.cypher.bound.Places;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.engine.aggregate.AggregateAccumulator;
import org.thetisdb.engine.aggregate.Aggregates;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.pipeline.Sink;
import org.thetisdb.engine.pipeline.Source;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/**
 * Groups rows and aggregates them: each worker in a table of its own. At the end one thread merges them if they are
 * small, else the workers do so partition by partition ({@link GroupPartitions}), while they already give rows out.
 */
public final class AggregateSink implements Source {
    /**
     * What to compute, in a worker's own evaluators.
     *
     * @param keys of the group's keys; inside a subplan the outer row number is one of them
     * @param arguments for each aggregation its arguments
     * @param accumulators makes empty ones, for each aggregation
     */
    public record Work(Evaluator[] keys, Evaluator[][] arguments, Supplier<AggregateAccumulator[]> accumulators) {}

    /** Empty accumulators of some aggregations, whose places in the query's text are in {@code places}. */
    public static AggregateAccumulator[] accumulators(List<Step.Aggregation> aggregations, Places places) {
        return aggregations.stream()
                .map(each -> Aggregates.accumulator(each, places))
                .toArray(AggregateAccumulator[]::new);
    }

    /** Makes the work of one worker. */
    public interface WorkFactory {
        Work create(Worker worker);
    }

    private final WorkFactory factory;
    private final GroupColumns columns;
    private final List<GroupTable> parts = new CopyOnWriteArrayList<>();
    private final MergedGroups merged = new MergedGroups();
    private Optional<GroupPartitions> partitions = Optional.empty();

    /** @param columns where keys come from, and where keys and aggregates go */
    AggregateSink(WorkFactory factory, GroupColumns columns) {
        this.factory = factory;
        this.columns = columns;
    }

    /** Ends a worker's pipeline of the input. */
    public Stage stage(Worker worker) {
        GroupStage stage = new GroupStage(worker, columns, factory.create(worker));
        parts.add(stage.table());
        return stage;
    }

    @Override
    public int prepare(Worker worker) {
        List<GroupTable> filled =
                parts.stream().filter(part -> part.count() > 0).toList();
        if (!columns.keyless() && GroupPartitions.pay(filled)) {
            partitions = Optional.of(new GroupPartitions(filled));
            return partitions.get().count();
        }
        return merged.prepare(worker);
    }

    @Override
    public void run(int morsel, Worker worker, Stage stage) {
        if (partitions.isPresent()) {
            partitions.get().run(morsel, worker, stage);
        } else {
            merged.run(morsel, worker, stage);
        }
    }

    @Override
    public void reset() {
        partitions = Optional.empty();
        merged.reset();
    }

    /** All groups in the table of the first part. */
    private final class MergedGroups extends Sink<GroupTable> {
        @Override
        protected boolean isSharedOut() {
            return columns.subplan().isEmpty();
        }

        @Override
        protected void merge(Worker worker) {
            GroupTable first = parts.getFirst();
            for (GroupTable part : parts.subList(1, parts.size())) {
                if (part.count() > 0) {
                    first.merge(part);
                }
            }
            give(first.rows(worker), null, 0, first.count());
        }

        @Override
        protected void clear() {
            parts.forEach(GroupTable::clear);
        }
    }
}
