package org.thetisdb.engine.subquery;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.aggregate.AggregateAccumulator;
import org.thetisdb.engine.aggregate.AggregateCounts;
import org.thetisdb.engine.aggregate.GrowingList;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.evaluation.Slots;
import org.thetisdb.engine.evaluation.SubqueryRunner;
import org.thetisdb.engine.group.Multiplicities;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.QueryContext;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Subplan;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.spill.StoredLists;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Answers EXISTS, COUNT or COLLECT for batches of outer rows: runs the subplan for the batch and, as the last stage of
 * its chain, notes for each outer row whether a row came, how many came, or what they held.
 *
 * <p>A subquery that reads nothing of the outer rows is run once per run of the query, unless the query may write: then
 * once per batch.
 */
public final class SubqueryStage implements SubqueryRunner, Stage {
    private final Worker worker;
    private final Expression.Subquery subquery;
    private final Slots outerSlots;
    private final Subplan subplan;
    private final int collectedSlot;
    private final int[] multiplicitySlots;
    private final Batch adapted;
    private final Vector result = new Vector();
    private final Vector constant = new Vector();
    private final MemoryCharge listCharge;
    private final StoredLists storedLists = new StoredLists();
    private long collectedBytes;

    @SuppressWarnings("NullAway.Init") // Its chain ends in this stage, so that it comes afterwards.
    private LocalPlan plan;

    private @Nullable QueryContext constantOf;
    private long[] counts = {};
    private long[] multiplicities = {};
    private @Nullable GrowingList[] lists = {};
    private int missing;

    public SubqueryStage(
            Worker worker,
            Expression.Subquery subquery,
            Slots outerSlots,
            Subplan subplan,
            int collectedSlot,
            int[] multiplicitySlots) {
        this.worker = worker;
        this.subquery = subquery;
        this.outerSlots = outerSlots;
        this.subplan = subplan;
        this.collectedSlot = collectedSlot;
        this.multiplicitySlots = multiplicitySlots;
        this.adapted = worker.newBatch();
        this.listCharge = new MemoryCharge(worker, "CollectSubquery");
    }

    /** Takes the plan to run, whose chain ends in this stage. */
    public void run(LocalPlan newPlan) {
        plan = newPlan;
    }

    @Override
    public Vector run(EvaluationContext context, Rows outer) {
        if (subquery.imports().isEmpty()) {
            return repeated(outer.count());
        }
        if (outer.count() == 0) {
            result.reset(VectorKind.NULL, 0);
            return result;
        }
        answer(batch(outer), result);
        return result;
    }

    private Vector repeated(int count) {
        if (constantOf != worker.query() || worker.query().mayWrite()) {
            Batch one = worker.newBatch();
            one.fill(1);
            answer(one, constant);
            constantOf = worker.query();
        }
        result.gather(constant, new int[count], count);
        return result;
    }

    private Batch batch(Rows outer) {
        if (outer instanceof Batch batch) {
            return batch;
        }
        adapted.fill(outer.count());
        for (Variable variable : subquery.imports()) {
            adapted.hold(variable.id(), outer.column(outerSlots.slot(variable)));
        }
        return adapted;
    }

    private void answer(Batch outer, Vector into) {
        begin(outer.count());
        subplan.begin(outer);
        try {
            plan.run();
        } finally {
            subplan.end();
        }
        switch (subquery.kind()) {
            case EXISTS -> {
                into.reset(VectorKind.BOOLEAN, outer.count());
                System.arraycopy(counts, 0, into.longs(), 0, outer.count());
            }
            case COUNT -> {
                into.reset(VectorKind.INTEGER, outer.count());
                System.arraycopy(counts, 0, into.longs(), 0, outer.count());
            }
            case COLLECT -> {
                into.reset(VectorKind.OBJECT, outer.count());
                for (int row = 0; row < outer.count(); row++) {
                    GrowingList list = lists[row];
                    into.objects()[row] = list == null ? List.of() : list.list();
                }
                storedLists.clear();
            }
        }
    }

    private void begin(int outerCount) {
        if (counts.length < outerCount) {
            counts = new long[outerCount];
        }
        Arrays.fill(counts, 0, outerCount, 0);
        missing = outerCount;
        if (subquery.kind() == Expression.Subquery.Kind.COLLECT) {
            listCharge.release();
            collectedBytes = 0;
            lists = new GrowingList[outerCount];
        }
    }

    @Override
    public void push(Batch rows) {
        long[] outerRows = rows.column(subplan.rowSlot()).longs();
        switch (subquery.kind()) {
            case EXISTS -> mark(outerRows, rows.count());
            case COUNT -> tally(rows, outerRows);
            case COLLECT -> {
                Vector values = rows.column(collectedSlot);
                for (int row = 0; row < rows.count(); row++) {
                    collect((int) outerRows[row], values, row);
                }
                chargeLists();
            }
        }
    }

    /** Long lists go to disk where there is no memory for all of them; short ones, if that makes too little room. */
    private void chargeLists() {
        if (worker.query().canSpill() && !isThereMemory()) {
            storeLists(AggregateAccumulator.LONG_BYTES);
            if (!isThereMemory()) {
                storeLists(AggregateAccumulator.SHORT_BYTES);
            }
        }
        listCharge.growTo(collectedBytes);
    }

    private boolean isThereMemory() {
        return collectedBytes <= worker.query().shareBytesMax() && listCharge.growIfThereIs(collectedBytes);
    }

    private void storeLists(long bytesMin) {
        collectedBytes = 0;
        for (GrowingList list : lists) {
            if (list != null) {
                list.store(storedLists.file(worker::newLastingFile), bytesMin);
                collectedBytes += list.bytes();
            }
        }
        listCharge.shrinkTo(collectedBytes);
    }

    private void collect(int outerRow, Vector values, int row) {
        GrowingList list = lists[outerRow];
        if (list == null) {
            list = new GrowingList();
            lists[outerRow] = list;
            collectedBytes += list.bytes();
        }
        long before = list.bytes();
        list.add(values, row, 1);
        collectedBytes += list.bytes() - before;
    }

    private void mark(long[] outerRows, int count) {
        for (int row = 0; row < count; row++) {
            int outerRow = (int) outerRows[row];
            missing -= counts[outerRow] == 0 ? 1 : 0;
            counts[outerRow] = 1;
        }
    }

    private void tally(Batch rows, long[] outerRows) {
        if (multiplicitySlots.length == 0) {
            for (int row = 0; row < rows.count(); row++) {
                counts[(int) outerRows[row]]++;
            }
            return;
        }
        if (multiplicities.length < rows.count()) {
            multiplicities = new long[rows.count()];
        }
        long[] times = Multiplicities.product(rows, multiplicitySlots, multiplicities);
        for (int row = 0; row < rows.count(); row++) {
            int outerRow = (int) outerRows[row];
            counts[outerRow] = AggregateCounts.plus(counts[outerRow], times[row]);
        }
    }

    @Override
    public void finish() {
        // The answers are taken when the whole subplan has run.
    }

    @Override
    public boolean isSatisfied() {
        return subquery.kind() == Expression.Subquery.Kind.EXISTS && missing == 0;
    }
}
