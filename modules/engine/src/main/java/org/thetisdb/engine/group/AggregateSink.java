package org.thetisdb.engine.group;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Places;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.engine.aggregate.AggregateAccumulator;
import org.thetisdb.engine.aggregate.Aggregates;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.pipeline.MemoryShare;
import org.thetisdb.engine.pipeline.Sink;
import org.thetisdb.engine.pipeline.Source;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.spill.ListFile;
import org.thetisdb.engine.spill.StoredLists;
import org.thetisdb.value.Invariant;

/**
 * Groups rows and aggregates them: each worker in a table of its own, which goes to disk when there is no memory for
 * it. At the end one thread merges the tables if they are small; else the workers do so partition by partition, from
 * memory or from disk, while they already give rows out.
 */
public final class AggregateSink implements Source {
    /**
     * What to compute, in a worker's own evaluators.
     *
     * @param keys of the group's keys; inside a subplan the outer row number is one of them
     * @param standIns what stands for keys that are properties of nodes, if there are such
     * @param arguments for each aggregation its arguments
     * @param accumulators makes empty ones, for each aggregation
     * @param answers what columns may answer instead, if they can
     */
    record Work(
            Evaluator[] keys,
            Optional<StandIns> standIns,
            Evaluator[][] arguments,
            Supplier<AggregateAccumulator[]> accumulators,
            Optional<ColumnAnswers> answers) {
        /**
         * What stands for keys.
         *
         * @param nodes of the nodes of which keys are properties
         * @param others of other keys; inside a subplan the outer row number is one of them
         * @param places by key, which of these it is itself, nodes first; -1 for properties of nodes
         */
        record StandIns(Evaluator[] nodes, Evaluator[] others, int[] places) {}
    }

    /** Empty accumulators of some aggregations, whose places in the query's text are in {@code places}. */
    public static AggregateAccumulator[] accumulators(
            List<Step.Aggregation> aggregations, Places places, Supplier<EvaluationContext.Run> run) {
        AggregateAccumulator[] accumulators = new AggregateAccumulator[aggregations.size()];
        for (int item = 0; item < accumulators.length; item++) {
            accumulators[item] = Aggregates.accumulator(aggregations.get(item), places, run);
        }
        return accumulators;
    }

    /** Makes the work of one worker. */
    interface WorkFactory {
        Work create(Worker worker);
    }

    /** What is held of this may be held while partitions are merged, which takes some more. */
    private static final double MERGED_SHARE_MAX = 0.75;

    private final WorkFactory factory;
    private final GroupColumns columns;
    private final MemoryShare share;
    private final SpillBits spillBits = new SpillBits(0);
    private final StoredLists storedLists = new StoredLists();
    private final List<GroupStage> stages = new CopyOnWriteArrayList<>();
    private @Nullable GroupedRows groups;

    /** @param columns where keys come from, and where keys and aggregates go */
    AggregateSink(WorkFactory factory, GroupColumns columns) {
        this.factory = factory;
        this.columns = columns;
        this.share = new MemoryShare("Aggregate");
    }

    /** Ends a worker's pipeline of the input. */
    public Stage stage(Worker worker) {
        GroupStage stage = new GroupStage(worker, columns, factory.create(worker), share, spillBits, storedLists);
        stages.add(stage);
        return stage;
    }

    @Override
    public int prepare(Worker worker) {
        groups = grouped(worker);
        return groups.count();
    }

    private GroupedRows grouped(Worker worker) {
        List<GroupTable> filled = new ArrayList<>(stages.size());
        for (GroupStage stage : stages) {
            if (!stage.spilled().isEmpty()) {
                return spilled();
            }
            if (stage.table().count() > 0) {
                filled.add(stage.table());
            }
        }
        boolean fits = share.heldBytes() <= MERGED_SHARE_MAX * worker.query().workingBytes(1);
        if (!columns.keyless() && (GroupPartitions.pay(filled) || fits && GroupPartitions.payForLarge(filled))) {
            int threadCount = worker.query().options().threadCount();
            return fits || !worker.query().canSpill() ? new GroupPartitions(filled, threadCount) : spilled();
        }
        GroupTable first = filled.isEmpty() ? stages.getFirst().table() : filled.getFirst();
        first.handTo(worker);
        for (GroupTable other : filled.subList(Math.min(1, filled.size()), filled.size())) {
            makeRoomToMerge(first, other, worker);
            first.merge(other);
            if (!first.tryCharge() && !first.tryChargeWithout(storedLists.file(worker::newLastingFile))) {
                if (first.canSpill()) {
                    return spilled();
                }
                first.charge();
            }
        }
        first.complete(worker);
        boolean sharedOut = columns.subplan().isEmpty();
        return new WholeGroups(first, Sink.morselRows(worker, first.count(), sharedOut));
    }

    /** Groups that are few can only be large by what they have seen or collected. */
    private void makeRoomToMerge(GroupTable first, GroupTable other, Worker worker) {
        if (worker.query().canSpill() && !first.hasRoomFor(other)) {
            ListFile file = storedLists.file(worker::newLastingFile);
            first.storeLists(file);
            other.storeLists(file);
        }
    }

    /** All groups on disk: what is left in the workers' tables goes there as well, so that there is room to read. */
    private SpilledPartitions spilled() {
        stages.forEach(GroupStage::spill);
        return new SpilledPartitions(
                stages.getFirst().table(),
                stages.stream().map(GroupStage::spilled).toList(),
                spillBits,
                storedLists);
    }

    @Override
    public void run(int morsel, Worker worker, Stage stage) {
        Invariant.present(groups, "groups are given out after they were prepared")
                .run(morsel, worker, stage);
    }

    @Override
    public void reset() {
        if (groups != null) {
            groups.clear();
            groups = null;
        }
        stages.forEach(GroupStage::clear);
        storedLists.clear();
    }
}
