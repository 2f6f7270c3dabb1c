package org.thetisdb.engine.run;

import org.thetisdb.storage.Expansion;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Joins each row with the relationships between two of its nodes. */
final class ExpandIntoStage implements Stage {
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
    private int[] rows = {};
    private long[] neighbours = {};
    private boolean[] nulls = {};

    ExpandIntoStage(Worker worker, int fromSlot, int relationshipSlot, int toSlot, TypeSet types, Stage next) {
        this.worker = worker;
        this.fromSlot = fromSlot;
        this.relationshipSlot = relationshipSlot;
        this.toSlot = toSlot;
        this.types = types;
        this.next = next;
        this.expansion = worker.reader().expansion();
        this.expanded = worker.newBatch();
        if (relationshipSlot != ExpandStage.NO_SLOT) {
            expanded.hold(relationshipSlot, relationships);
        }
    }

    @Override
    public void push(Batch input) {
        if (types.isNone()) {
            return;
        }
        Vector from = Columns.nodes(input, fromSlot, fromScratch);
        Vector to = Columns.nodes(input, toSlot, toScratch);
        boolean withRelationships = relationshipSlot != ExpandStage.NO_SLOT;
        expansion.startBetween(
                from.longs(),
                to.longs(),
                either(from, to),
                input.count(),
                types.ids(),
                types.side(),
                withRelationships);
        int capacity = worker.batchRows();
        if (rows.length < capacity) {
            rows = new int[capacity];
            neighbours = new long[capacity];
        }
        while (!next.isSatisfied()) {
            relationships.reset(VectorKind.RELATIONSHIP, withRelationships ? capacity : 0);
            int count = expansion.next(rows, relationships.longs(), neighbours, capacity);
            if (count == 0) {
                break;
            }
            if (withRelationships) {
                relationships.resize(count);
                Relationships.fillEnds(relationships, from.longs(), rows, neighbours, count, expansion.isForward());
            }
            expanded.fillFrom(input, rows, count);
            next.push(expanded);
            worker.betweenBatches();
        }
    }

    private boolean[] either(Vector from, Vector to) {
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
        next.finish();
    }

    @Override
    public boolean isSatisfied() {
        return next.isSatisfied();
    }
}
