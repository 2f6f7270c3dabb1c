package org.thetisdb.engine.run;

import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** All relationships of some types with their nodes; a morsel is what starts in one chunk of nodes. */
final class RelationshipScanSource implements Source {
    private final Snapshot snapshot;
    private final int relationshipSlot;
    private final int fromSlot;
    private final int toSlot;
    private final int[] typeIds;

    /**
     * @param relationshipSlot {@link ExpandStage#NO_SLOT} if nobody reads the relationship
     * @param typeIds empty for all types
     */
    RelationshipScanSource(Snapshot snapshot, int relationshipSlot, int fromSlot, int toSlot, int[] typeIds) {
        this.snapshot = snapshot;
        this.relationshipSlot = relationshipSlot;
        this.fromSlot = fromSlot;
        this.toSlot = toSlot;
        this.typeIds = typeIds.clone();
    }

    @Override
    public int prepare(Worker worker) {
        return snapshot.chunkCount();
    }

    @Override
    public void run(int chunk, Worker worker, Stage stage) {
        long[] nodes = new long[snapshot.rowCount(chunk)];
        for (int row = 0; row < nodes.length; row++) {
            nodes[row] = NodeIdLayout.id(chunk, row);
        }
        boolean withRelationships = relationshipSlot != ExpandStage.NO_SLOT;
        Expansion expansion = worker.reader().expansion();
        expansion.start(nodes, null, nodes.length, typeIds, Side.FORWARD, withRelationships);
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
