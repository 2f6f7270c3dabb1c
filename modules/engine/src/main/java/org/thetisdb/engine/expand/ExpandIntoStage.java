package org.thetisdb.engine.expand;

import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Columns;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.storage.Expansion;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Joins each row with the relationships between two of its nodes. */
public final class ExpandIntoStage implements Stage {
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
    private int[] rows = {};
    private long[] neighbours = {};
    private boolean[] nulls = {};

    public ExpandIntoStage(Worker worker, int fromSlot, int relationshipSlot, int toSlot, TypeSet types, Stage next) {
        this.worker = worker;
        this.fromSlot = fromSlot;
        this.relationshipSlot = relationshipSlot;
        this.toSlot = toSlot;
        this.types = types;
        this.next = next;
        this.expansion = worker.reader().expansion();
        this.sharedFrom = new SharedEnd(worker.reader(), types);
        this.sharedTo = new SharedEnd(worker.reader(), types.reversed());
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
        int capacity = worker.batchRows();
        if (rows.length < capacity) {
            rows = new int[capacity];
            neighbours = new long[capacity];
        }
        if (!from.hasNulls() && sharedFrom.covers(from.longs(), input.count())) {
            probe(input, sharedFrom, from, to);
        } else if (!to.hasNulls() && sharedTo.covers(to.longs(), input.count())) {
            probe(input, sharedTo, to, from);
        } else {
            search(input, from, to);
        }
    }

    /** Looks up the node at the other end of each row among the neighbours of the end that all rows share. */
    private void probe(Batch input, SharedEnd shared, Vector near, Vector far) {
        int capacity = worker.batchRows();
        long[] nearNodes = near.longs();
        long[] farNodes = far.longs();
        int count = 0;
        begin(capacity);
        for (int row = 0; row < input.count() && !next.isSatisfied(); row++) {
            int entry = far.isNull(row) ? -1 : shared.first(farNodes[row]);
            while (entry >= 0) {
                rows[count] = row;
                if (relationshipSlot != Batch.NO_SLOT) {
                    boolean startsNear = shared.isForward(entry);
                    relationships.longs()[count] = shared.relationship(entry);
                    relationships.longs2()[count] = startsNear ? nearNodes[row] : farNodes[row];
                    relationships.longs3()[count] = startsNear ? farNodes[row] : nearNodes[row];
                }
                count++;
                if (count == capacity) {
                    push(input, count);
                    begin(capacity);
                    count = 0;
                }
                entry = shared.after(entry);
            }
        }
        if (count > 0) {
            push(input, count);
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
        next.push(expanded);
        worker.betweenBatches();
    }

    private void search(Batch input, Vector from, Vector to) {
        int capacity = worker.batchRows();
        boolean withRelationships = relationshipSlot != Batch.NO_SLOT;
        expansion.startBetween(
                from.longs(),
                to.longs(),
                either(from, to),
                input.count(),
                types.ids(),
                types.side(),
                withRelationships);
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

    @SuppressWarnings("ShortCircuitBoolean") // A kernel's loop without branches.
    private boolean @Nullable [] either(Vector from, Vector to) {
        if (!from.hasNulls()) {
            return Columns.nullsOrNone(to);
        }
        if (!to.hasNulls()) {
            return from.nulls();
        }
        int count = from.count();
        if (nulls.length < count) {
            nulls = new boolean[count];
        }
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
