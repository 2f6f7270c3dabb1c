package org.thetisdb.engine.scan;

import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Source;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.walk.Relationships;
import org.thetisdb.engine.walk.TypeSet;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** All relationships of some types with their nodes; a morsel is what starts in one chunk of nodes. */
public final class RelationshipScanSource implements Source {
    private final int relationshipSlot;
    private final int fromSlot;
    private final int toSlot;
    private final TypeSet types;

    /**
     * @param relationshipSlot {@link Batch#NO_SLOT} if nobody reads the relationship
     * @param types to be followed from where they start
     */
    public RelationshipScanSource(int relationshipSlot, int fromSlot, int toSlot, TypeSet types) {
        this.relationshipSlot = relationshipSlot;
        this.fromSlot = fromSlot;
        this.toSlot = toSlot;
        this.types = types;
    }

    @Override
    public int prepare(Worker worker) {
        worker.reader().noteScan();
        return types.isNone(worker) ? 0 : worker.snapshot().chunkCount();
    }

    @Override
    public void run(int chunk, Worker worker, Stage stage) {
        long[] nodes = new long[worker.snapshot().rowCount(chunk)];
        for (int row = 0; row < nodes.length; row++) {
            nodes[row] = NodeIdLayout.id(chunk, row);
        }
        // Rows without a node have no lists.
        boolean withRelationships = relationshipSlot != Batch.NO_SLOT;
        Expansion expansion = worker.reader().expansion();
        expansion.start(nodes, null, nodes.length, types.ids(), types.side(), withRelationships);
        int capacity = worker.batchRows();
        int[] rows = new int[capacity];
        Vector from = new Vector();
        Vector to = new Vector();
        Vector relationships = new Vector();
        Batch batch = worker.newBatch();
        batch.hold(fromSlot, from);
        batch.hold(toSlot, to);
        if (withRelationships) {
            batch.hold(relationshipSlot, relationships);
        }
        while (!stage.isSatisfied()) {
            from.reset(VectorKind.NODE, capacity);
            to.reset(VectorKind.NODE, capacity);
            relationships.reset(VectorKind.RELATIONSHIP, withRelationships ? capacity : 0);
            int count = expansion.next(rows, relationships.longs(), to.longs(), capacity);
            if (count == 0) {
                return;
            }
            for (int index = 0; index < count; index++) {
                from.longs()[index] = nodes[rows[index]];
            }
            from.resize(count);
            to.resize(count);
            if (withRelationships) {
                relationships.resize(count);
                Relationships.fillEnds(relationships, nodes, rows, to.longs(), count, true);
            }
            batch.fill(count);
            stage.push(batch);
            worker.betweenBatches();
        }
    }
}
