package org.thetisdb.engine.expand;

import java.util.Optional;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.engine.evaluation.LabelTest;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Columns;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.storage.Expansion;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Joins each row with the relationships at one of its nodes and with the nodes at their other ends. */
public final class ExpandStage implements Stage {
    private final Worker worker;
    private final int fromSlot;
    private final int relationshipSlot;
    private final TypeSet types;
    private final Optional<LabelTest> labels;
    private final Stage next;
    private final Expansion expansion;
    private final Batch expanded;
    private final Vector scratch = new Vector();
    private final Vector targets = new Vector();
    private final Vector relationships = new Vector();
    private int[] rows = {};
    private int[] labelled = {};

    public ExpandStage(
            Worker worker,
            int fromSlot,
            int relationshipSlot,
            int toSlot,
            TypeSet types,
            Optional<LabelExpression> labels,
            Stage next) {
        this.worker = worker;
        this.fromSlot = fromSlot;
        this.relationshipSlot = relationshipSlot;
        this.types = types;
        this.labels = labels.map(LabelTest::new);
        this.next = next;
        this.expansion = worker.reader().expansion();
        this.expanded = worker.newBatch();
        expanded.hold(toSlot, targets);
        if (relationshipSlot != Batch.NO_SLOT) {
            expanded.hold(relationshipSlot, relationships);
        }
    }

    @Override
    public void push(Batch input) {
        if (types.isNone(worker)) {
            return;
        }
        Vector from = Columns.nodes(input, fromSlot, scratch);
        boolean withRelationships = relationshipSlot != Batch.NO_SLOT;
        expansion.start(
                from.longs(), Columns.nullsOrNone(from), input.count(), types.ids(), types.side(), withRelationships);
        int capacity = worker.batchRows();
        if (rows.length < capacity) {
            rows = new int[capacity];
            labelled = new int[capacity];
        }
        labels.ifPresent(test -> test.begin(worker.evaluation()));
        while (!next.isSatisfied()) {
            targets.reset(VectorKind.NODE, capacity);
            relationships.reset(VectorKind.RELATIONSHIP, withRelationships ? capacity : 0);
            int count = expansion.next(rows, relationships.longs(), targets.longs(), capacity);
            if (count == 0) {
                break;
            }
            int kept = labels.isPresent() ? keepLabelled(labels.get(), count, withRelationships) : count;
            if (kept > 0) {
                targets.resize(kept);
                if (withRelationships) {
                    relationships.resize(kept);
                    Relationships.fillEnds(
                            relationships, from.longs(), rows, targets.longs(), kept, expansion.isForward());
                }
                expanded.fillFrom(input, rows, kept);
                next.push(expanded);
            }
            worker.betweenBatches();
        }
    }

    private int keepLabelled(LabelTest test, int count, boolean withRelationships) {
        long[] nodes = targets.longs();
        long[] ids = relationships.longs();
        int kept = test.keep(nodes, count, labelled);
        if (kept == count) {
            return count;
        }
        for (int index = 0; index < kept; index++) {
            int from = labelled[index];
            nodes[index] = nodes[from];
            rows[index] = rows[from];
            if (withRelationships) {
                ids[index] = ids[from];
            }
        }
        return kept;
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
