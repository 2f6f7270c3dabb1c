package org.thetisdb.engine.trail;

import java.util.Optional;
import org.thetisdb.engine.evaluation.Predicate;
import org.thetisdb.engine.hash.LongTable;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Columns;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.MemoryShare;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.value.vector.Vector;

/**
 * Gives the nodes that trails of a length between two bounds lead to from any of the rows' nodes, where nobody asks
 * from which: one breadth-first search that begins at many nodes at once, as in multi-source searches (Then et al.,
 * <i>The More the Merrier</i>, VLDB 2014), but without a set of starts for each node.
 *
 * <pre>
 *   rows    one after another that agree in all that is read of them ──► one search ──► a row of them and each end
 *           if nothing is read of them: gathered, 8 times as many for each search
 *   starts  are ends where the search meets them ({@link StartsMet}), or where a trail leads back to one by itself
 * </pre>
 *
 * <p>The least length is 0 or 1. Used by one thread.
 */
public final class UnionEndsStage implements Stage {
    /** Of each search's starts, so that they take about a megabyte. */
    private static final int STARTS_MAX = 1 << 16;

    private static final int GROWTH = 8;

    /** How far an end is from any of many starts. */
    private static final long UNASKED = 0;

    private final VariableExpandStage.Shape shape;
    private final int[] keySlots;
    private final Stage next;
    private final EndSearch search;
    private final EndOutput output;
    private final VisitedNodes.Cursor emitted;
    private final Batch none;
    private final Vector fromScratch = new Vector();
    private final LongTable starts = new LongTable();
    private final StartsMet met;
    private final MemoryCharge charge;
    private int startsLimit = 1;

    /** @param keySlots what is read of the rows */
    public UnionEndsStage(
            Worker worker,
            VariableExpandStage.Shape shape,
            int[] keySlots,
            Optional<Predicate> hopPredicate,
            Stage next) {
        this.shape = shape;
        this.keySlots = keySlots.clone();
        this.next = next;
        this.search = new EndSearch(worker, shape, hopPredicate);
        this.output = new EndOutput(worker, shape, next);
        this.emitted = search.visited().new Cursor();
        this.met = new StartsMet(
                worker, EndSearch.OPERATOR, search.visited(), starts, EndSearch.isDirected(shape), shape.maximum());
        this.none = worker.newBatch();
        this.charge = new MemoryCharge(worker, new MemoryShare(EndSearch.OPERATOR));
    }

    @Override
    public void push(Batch batch) {
        Vector from = Columns.nodes(batch, shape.fromSlot(), fromScratch);
        if (keySlots.length == 0) {
            addStarts(from, 0, batch.count());
            if (starts.count() >= startsLimit || !charge.tryGrowTo(starts.bytes())) {
                searchGathered();
            }
            return;
        }
        output.begin(batch);
        int end;
        for (int row = 0; row < batch.count() && !next.isSatisfied(); row = end) {
            end = endOfRun(batch, row);
            addStarts(from, row, end);
            search(batch, row);
        }
        output.end();
    }

    private void addStarts(Vector from, int row, int end) {
        for (int index = row; index < end; index++) {
            if (!from.isNull(index)) {
                starts.add(from.longs()[index]);
            }
        }
    }

    private int endOfRun(Batch batch, int row) {
        int end = row + 1;
        while (end < batch.count() && agree(batch, end - 1, end)) {
            end++;
        }
        return end;
    }

    private boolean agree(Batch batch, int row, int other) {
        for (int slot : keySlots) {
            Vector key = batch.column(slot);
            if (!isTold(key) || !ValueSemantics.sameGroup(key, row, key, other)) {
                return false;
            }
        }
        return true;
    }

    /** Whether values of a column that compare as equal are the very same. */
    private static boolean isTold(Vector key) {
        return switch (key.kind()) {
            case NULL, BOOLEAN, INTEGER, STRING, DATE, NODE, RELATIONSHIP -> true;
            case FLOAT, LOCAL_TIME, TIME, LOCAL_DATETIME, ZONED_DATETIME, OBJECT -> false;
        };
    }

    private void searchGathered() {
        startsLimit = Math.min(STARTS_MAX, Math.max(startsLimit, starts.count()) * GROWTH);
        none.fill(1);
        output.begin(none);
        search(none, 0);
        output.end();
        charge.release();
    }

    /** Gives all ends of trails from what was gathered, and forgets it. */
    private void search(Batch batch, int row) {
        if (starts.count() == 1) {
            search.begin(starts.elements()[0]);
        } else {
            met.begin();
            search.begin(starts, shape.minimum() > 0 ? met : HopWatch.NONE);
        }
        if (shape.minimum() == 0) {
            output.addAll(row, emitted.atFrontier(), UNASKED);
        }
        while (search.canFollow() && !next.isSatisfied()) {
            search.follow(batch, row);
            output.addAll(row, emitted.atFrontier(), UNASKED);
        }
        if (shape.minimum() > 0) {
            emitStarts(batch, row);
        }
        starts.clear();
    }

    private void emitStarts(Batch batch, int row) {
        if (starts.count() == 1) {
            if (search.leadsBack()) {
                output.add(row, starts.elements()[0], UNASKED);
            }
            return;
        }
        for (int number = 0; number < starts.count() && !next.isSatisfied(); number++) {
            long start = starts.elements()[number];
            if (output.canEnd(start)
                    && (met.isMet(number) || isAskedForReturn() && search.leadsBackTo(start, batch, row))) {
                output.add(row, start, UNASKED);
            }
        }
    }

    private boolean isAskedForReturn() {
        return shape.mayReturn() && !met.isSure();
    }

    @Override
    public void finish() {
        if (starts.count() > 0 && !next.isSatisfied()) {
            searchGathered();
        }
        starts.release();
        charge.release();
        startsLimit = 1;
        search.finish();
        met.release();
        next.finish();
    }

    @Override
    public boolean isSatisfied() {
        return next.isSatisfied();
    }
}
