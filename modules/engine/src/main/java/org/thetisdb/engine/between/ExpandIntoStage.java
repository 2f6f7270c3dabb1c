package org.thetisdb.engine.between;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.expand.Relationships;
import org.thetisdb.engine.expand.TypeSet;
import org.thetisdb.engine.hash.PairTable;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Columns;
import org.thetisdb.engine.pipeline.RowNanos;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Joins each row with the relationships between two of its nodes. */
final class ExpandIntoStage implements Stage {
    /**
     * Of batches that were looked up in a table of all relationships, so many tell whether that is faster; the first
     * ones run code that is not compiled yet.
     */
    private static final int LOOKED_BATCHES = 64;

    private final Worker worker;
    private final int fromSlot;
    private final int relationshipSlot;
    private final int toSlot;
    private final TypeSet types;
    private final Stage next;
    private final Expansion expansion;
    private final Batch expanded;
    private final Vector fromScratch = new Vector();
    private final Vector toScratch = new Vector();
    private final Vector relationships = new Vector();
    private final SharedEnd sharedFrom;
    private final SharedEnd sharedTo;
    private final RelationshipTable all;
    // Of this run, and of those before: what they take hardly differs.
    private final RowNanos searchNanos = new RowNanos();
    private final RowNanos lookNanos = new RowNanos();

    /** Whether it is measured what the batch takes here, without what the next stages have taken. */
    private boolean isMeasured;

    private long pushNanos;

    private int found;
    private int[] rows = {};
    private int[] places = {};
    private long[] neighbours = {};
    private long[] pairs = {};
    private boolean[] nulls = {};

    ExpandIntoStage(
            Worker worker,
            int fromSlot,
            int relationshipSlot,
            int toSlot,
            TypeSet types,
            RelationshipTable all,
            Stage next) {
        this.worker = worker;
        this.all = all;
        this.fromSlot = fromSlot;
        this.relationshipSlot = relationshipSlot;
        this.toSlot = toSlot;
        this.types = types;
        this.next = next;
        this.expansion = worker.reader().expansion();
        this.sharedFrom = new SharedEnd(worker, types);
        this.sharedTo = new SharedEnd(worker, types.reversed());
        this.expanded = worker.newBatch();
        if (relationshipSlot != Batch.NO_SLOT) {
            expanded.hold(relationshipSlot, relationships);
        }
    }

    @Override
    public void push(Batch input) {
        if (types.isNone(worker)) {
            return;
        }
        Vector from = Columns.nodes(input, fromSlot, fromScratch);
        Vector to = Columns.nodes(input, toSlot, toScratch);
        reserve(Math.max(input.count(), worker.batchRows()));
        int fromRuns = runs(from, input.count());
        int toRuns = runs(to, input.count());
        int runs = Math.min(fromRuns, toRuns);
        if (runs > 1 && (runs > input.count() / SharedEnd.RUN_ROWS_MIN || hasSingles(from))) {
            search(input, from, to, either(from, to));
        } else {
            probeRuns(input, fromRuns <= toRuns, from, to);
        }
    }

    /** Whether all relationships of the nodes are read at least as fast as any of them are found. */
    private boolean hasSingles(Vector from) {
        return !from.hasNulls()
                && expansion.hasSingles(from.longs()[0], types.ids(), types.side(), relationshipSlot != Batch.NO_SLOT);
    }

    /** How many runs of the same node there are; more than there can be if a node is null. */
    private static int runs(Vector nodes, int count) {
        return nodes.hasNulls() ? Integer.MAX_VALUE : Vectors.runs(nodes.longs(), count);
    }

    private void reserve(int count) {
        if (rows.length < count) {
            rows = new int[count];
            neighbours = new long[count];
            pairs = new long[count];
            places = new int[count];
            nulls = new boolean[count];
        }
    }

    /** Rows that share a node look up the other one among its neighbours, where there are enough of them. */
    private void probeRuns(Batch input, boolean isByFrom, Vector from, Vector to) {
        SharedEnd shared = isByFrom ? sharedFrom : sharedTo;
        Vector near = isByFrom ? from : to;
        Vector far = isByFrom ? to : from;
        int count = input.count();
        int probed = 0;
        found = 0;
        begin(worker.batchRows());
        int end;
        for (int row = 0; row < count && !next.isSatisfied(); row = end) {
            end = Vectors.endOfRun(near.longs(), row, count);
            boolean isCovered = shared.covers(near.longs()[row], end - row, end - row == count);
            Arrays.fill(nulls, row, end, isCovered);
            if (isCovered) {
                probed += end - row;
                probe(input, shared, near, far, row, end);
            }
        }
        flush(input);
        if (probed < count && !next.isSatisfied()) {
            for (int row = 0; far.hasNulls() && row < count; row++) {
                nulls[row] |= far.isNull(row);
            }
            search(input, from, to, nulls);
        }
    }

    private void probe(Batch input, SharedEnd shared, Vector near, Vector far, int first, int end) {
        long[] nearNodes = near.longs();
        long[] farNodes = far.longs();
        int candidates = shared.candidates(farNodes, first, end, places);
        for (int index = 0; index < candidates && !next.isSatisfied(); index++) {
            int row = places[index];
            int entry = far.isNull(row) ? -1 : shared.first(farNodes[row]);
            while (entry >= 0) {
                rows[found] = row;
                if (relationshipSlot != Batch.NO_SLOT) {
                    boolean startsNear = shared.isForward(entry);
                    relationships.longs()[found] = shared.relationship(entry);
                    relationships.longs2()[found] = startsNear ? nearNodes[row] : farNodes[row];
                    relationships.longs3()[found] = startsNear ? farNodes[row] : nearNodes[row];
                }
                found++;
                if (found == worker.batchRows()) {
                    flush(input);
                }
                entry = shared.after(entry);
            }
        }
    }

    private void flush(Batch input) {
        if (found > 0) {
            push(input, found);
            found = 0;
            begin(worker.batchRows());
        }
    }

    private void begin(int capacity) {
        relationships.reset(VectorKind.RELATIONSHIP, relationshipSlot == Batch.NO_SLOT ? 0 : capacity);
    }

    private void push(Batch input, int count) {
        if (relationshipSlot != Batch.NO_SLOT) {
            relationships.resize(count);
        }
        expanded.fillFrom(input, rows, count);
        long begun = isMeasured ? System.nanoTime() : 0;
        next.push(expanded);
        worker.betweenBatches();
        pushNanos += isMeasured ? System.nanoTime() - begun : 0;
    }

    /** Looks for rows without runs in a table of all relationships, or in lists. */
    private void search(Batch input, Vector from, Vector to, boolean @Nullable [] leftOut) {
        int count = input.count();
        PairTable table = isFasterBySearch()
                ? null
                : all.forRows(worker, types, relationshipSlot != Batch.NO_SLOT, count, searchNanos);
        isMeasured = count >= RelationshipTable.MEASURED_ROWS_MIN;
        pushNanos = 0;
        long begun = isMeasured ? System.nanoTime() : 0;
        if (table != null) {
            lookUp(table, input, from, to, leftOut);
        } else {
            searchLists(input, from, to, leftOut);
        }
        if (isMeasured) {
            RowNanos taken = table != null ? lookNanos : searchNanos;
            taken.add((double) (System.nanoTime() - begun - pushNanos) / count);
            isMeasured = false;
        }
    }

    private void searchLists(Batch input, Vector from, Vector to, boolean @Nullable [] leftOut) {
        int capacity = worker.batchRows();
        boolean withRelationships = relationshipSlot != Batch.NO_SLOT;
        expansion.startBetween(
                from.longs(), to.longs(), leftOut, input.count(), types.ids(), types.side(), withRelationships);
        while (!next.isSatisfied()) {
            begin(capacity);
            int count = expansion.next(rows, relationships.longs(), neighbours, capacity);
            if (count == 0) {
                break;
            }
            if (withRelationships) {
                Relationships.fillEnds(relationships, from.longs(), rows, neighbours, count, expansion.isForward());
            }
            push(input, count);
        }
    }

    /** Whether looks into a table that is there have turned out to take longer. */
    private boolean isFasterBySearch() {
        return lookNanos.count() >= LOOKED_BATCHES && lookNanos.nanos() > searchNanos.nanos();
    }

    private void lookUp(PairTable table, Batch input, Vector from, Vector to, boolean @Nullable [] leftOut) {
        Side side = types.side();
        if (side != Side.BACKWARD) {
            lookUp(table, input, from.longs(), to.longs(), leftOut, false);
        }
        if (side != Side.FORWARD) {
            lookUp(table, input, to.longs(), from.longs(), leftOut, side == Side.BOTH);
        }
    }

    private void lookUp(
            PairTable table,
            Batch input,
            long[] starts,
            long[] ends,
            boolean @Nullable [] leftOut,
            boolean withoutLoops) {
        found = 0;
        begin(worker.batchRows());
        int count = input.count();
        for (int row = 0; row < count; row++) {
            pairs[row] = PairTable.pair(starts[row], ends[row]);
        }
        int candidates = table.candidates(pairs, count, places);
        for (int index = 0; index < candidates; index++) {
            int row = places[index];
            long pair = pairs[row];
            boolean isLeftOut = leftOut != null && leftOut[row] || withoutLoops && starts[row] == ends[row];
            int place = isLeftOut ? PairTable.NONE : table.find(pair);
            while (place != PairTable.NONE) {
                rows[found] = row;
                if (relationshipSlot != Batch.NO_SLOT) {
                    relationships.longs()[found] = table.value(place);
                    relationships.longs2()[found] = starts[row];
                    relationships.longs3()[found] = ends[row];
                }
                found++;
                if (found == worker.batchRows()) {
                    flush(input);
                    if (next.isSatisfied()) {
                        return;
                    }
                }
                place = table.after(place, pair);
            }
        }
        flush(input);
    }

    @SuppressWarnings("ShortCircuitBoolean") // A kernel's loop without branches.
    private boolean @Nullable [] either(Vector from, Vector to) {
        if (!from.hasNulls()) {
            return Columns.nullsOrNone(to);
        }
        if (!to.hasNulls()) {
            return from.nulls();
        }
        int count = from.count();
        for (int row = 0; row < count; row++) {
            nulls[row] = from.nulls()[row] | to.nulls()[row];
        }
        return nulls;
    }

    @Override
    public void finish() {
        sharedFrom.clear();
        sharedTo.clear();
        next.finish();
    }

    @Override
    public boolean isSatisfied() {
        return next.isSatisfied();
    }
}
