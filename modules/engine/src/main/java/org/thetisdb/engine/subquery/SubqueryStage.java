package org.thetisdb.engine.subquery;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.aggregate.AggregateCounts;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.evaluation.Slots;
import org.thetisdb.engine.evaluation.SubqueryRunner;
import org.thetisdb.engine.group.Multiplicities;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.QueryContext;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Subplan;
import org.thetisdb.engine.pipeline.Worker;
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
    private final CollectedLists lists;

    @SuppressWarnings("NullAway.Init") // Its chain ends in this stage, so that it comes afterwards.
    private LocalPlan plan;

    private @Nullable QueryContext constantOf;
    private long[] counts = {};
    private long[] multiplicities = {};
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
        this.lists = new CollectedLists(worker);
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
            case COLLECT -> lists.take(into);
        }
    }

    private void begin(int outerCount) {
        if (counts.length < outerCount) {
            counts = new long[outerCount];
        }
        Arrays.fill(counts, 0, outerCount, 0);
        missing = outerCount;
        if (subquery.kind() == Expression.Subquery.Kind.COLLECT) {
            lists.begin(outerCount);
        }
    }

    @Override
    public void push(Batch rows) {
        long[] outerRows = rows.column(subplan.rowSlot()).longs();
        switch (subquery.kind()) {
            case EXISTS -> mark(outerRows, rows.count());
            case COUNT -> tally(rows, outerRows);
            case COLLECT -> lists.add(outerRows, rows.column(collectedSlot), rows.count());
        }
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
