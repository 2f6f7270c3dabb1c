package org.thetisdb.engine.group;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Places;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.engine.aggregate.AggregateAccumulator;
import org.thetisdb.engine.aggregate.Aggregates;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.Sink;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Subplan;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.table.KeyHashing;
import org.thetisdb.engine.table.KeyTable;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Groups rows and aggregates them: each worker in a table of its own, merged at the end.
 *
 * <p>Without keys there is one group, even of no rows; inside a subplan, one for each outer row.
 */
public final class AggregateSink extends Sink<AggregateSink.Part> {
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
    private final int[] keySlots;
    private final int[] resultSlots;
    private final int[] multiplicitySlots;
    private final Optional<Subplan> subplan;
    private final boolean keyless;

    /**
     * @param keySlots where the keys go
     * @param resultSlots where the aggregates go
     * @param multiplicitySlots columns whose product tells how often a row counts
     * @param subplan empty outside subplans
     * @param keyless whether there are no keys (but for a subplan's row number)
     */
    public AggregateSink(
            WorkFactory factory,
            int[] keySlots,
            int[] resultSlots,
            int[] multiplicitySlots,
            Optional<Subplan> subplan,
            boolean keyless) {
        this.factory = factory;
        this.keySlots = keySlots;
        this.resultSlots = resultSlots;
        this.multiplicitySlots = multiplicitySlots;
        this.subplan = subplan;
        this.keyless = keyless;
    }

    /** Ends a worker's pipeline of the input. */
    public Stage stage(Worker worker) {
        return register(new Part(worker));
    }

    /** One worker's groups. */
    final class Part implements Stage {
        private final Worker worker;
        private final Evaluator[] keys;
        private final Evaluator[][] arguments;
        private final KeyTable table;
        private AggregateAccumulator[] accumulators;
        private int[] groups = {};
        private long[] multiplicities = {};
        private final MemoryCharge tableCharge;
        private final MemoryCharge charge;
        private final Supplier<AggregateAccumulator[]> fresh;

        Part(Worker worker) {
            this.worker = worker;
            Work work = factory.create(worker);
            keys = work.keys();
            arguments = work.arguments();
            fresh = work.accumulators();
            accumulators = fresh.get();
            charge = new MemoryCharge(worker, "Aggregate");
            tableCharge = new MemoryCharge(worker, "Aggregate");
            table = new KeyTable(keySlots.length, KeyHashing.USUAL, tableCharge::growTo);
        }

        @Override
        public void push(Batch rows) {
            int count = rows.count();
            if (groups.length < count) {
                groups = new int[count];
                multiplicities = new long[count];
            }
            assignGroups(rows, count);
            long[] times = multiplicities(rows);
            for (int item = 0; item < accumulators.length; item++) {
                Vector[] columns = new Vector[arguments[item].length];
                for (int argument = 0; argument < columns.length; argument++) {
                    columns[argument] = arguments[item][argument].evaluate(worker.evaluation(), rows);
                }
                accumulators[item].reserve(groupCount());
                accumulators[item].add(groups, columns, times, count);
            }
            charge.growTo(bytes());
        }

        private void assignGroups(Batch rows, int count) {
            if (keyless && subplan.isEmpty()) {
                java.util.Arrays.fill(groups, 0, count, 0);
                return;
            }
            if (keyless) {
                long[] numbers = rows.column(subplan.get().rowSlot()).longs();
                for (int row = 0; row < count; row++) {
                    groups[row] = (int) numbers[row];
                }
                return;
            }
            Vector[] columns = new Vector[keys.length];
            for (int key = 0; key < keys.length; key++) {
                columns[key] = keys[key].evaluate(worker.evaluation(), rows);
            }
            table.findOrAdd(columns, count, groups);
        }

        /** How often each row counts; null if once. */
        private long @Nullable [] multiplicities(Batch rows) {
            if (multiplicitySlots.length == 0) {
                return null;
            }
            return Multiplicities.product(rows, multiplicitySlots, multiplicities);
        }

        private int groupCount() {
            if (!keyless) {
                return table.count();
            }
            return subplan.isEmpty() ? 1 : subplan.get().outerCount();
        }

        private long bytes() {
            long bytes = 0;
            for (AggregateAccumulator accumulator : accumulators) {
                bytes += accumulator.bytes();
            }
            return bytes;
        }

        private void merge(Part other) {
            int otherCount = other.groupCount();
            int[] mapping = new int[otherCount];
            if (!keyless) {
                table.merge(other.table, mapping);
            }
            for (int item = 0; item < accumulators.length; item++) {
                accumulators[item].reserve(groupCount());
                other.accumulators[item].reserve(otherCount);
                accumulators[item].merge(other.accumulators[item], mapping, otherCount);
            }
            charge.growTo(bytes());
        }

        private void clearPart() {
            table.clear();
            tableCharge.release();
            accumulators = fresh.get();
            charge.release();
        }

        @Override
        public void finish() {
            // The groups stay until the sink has merged all parts.
        }

        @Override
        public boolean isSatisfied() {
            return false;
        }
    }

    @Override
    protected boolean isSharedOut() {
        return subplan.isEmpty();
    }

    @Override
    protected void merge(Worker worker) {
        List<Part> parts = parts();
        Part first = parts.getFirst();
        for (Part part : parts.subList(1, parts.size())) {
            if (keyless || part.groupCount() > 0) {
                first.merge(part);
            }
        }
        int count = first.groupCount();
        Batch rows = worker.newBatch();
        rows.fill(count);
        Vector[] keys = first.table.keys();
        for (int key = 0; key < keySlots.length; key++) {
            rows.hold(keySlots[key], keyless ? rowNumbers(count) : keys[key]);
        }
        long resultBytes = 0;
        for (int item = 0; item < resultSlots.length; item++) {
            Vector results = new Vector();
            first.accumulators[item].reserve(count);
            first.accumulators[item].result(0, count, results);
            rows.hold(resultSlots[item], results);
            resultBytes += results.bytesReserved();
            first.charge.growTo(first.bytes() + resultBytes);
        }
        give(rows, null, 0, count);
    }

    private static Vector rowNumbers(int count) {
        Vector numbers = new Vector();
        numbers.reset(VectorKind.INTEGER, count);
        for (int row = 0; row < count; row++) {
            numbers.longs()[row] = row;
        }
        return numbers;
    }

    @Override
    protected void clear() {
        parts().forEach(Part::clearPart);
    }
}
