package org.thetisdb.engine.pipeline;

import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.GraphValues;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.ColumnQuestion;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.NodeIndexReader;
import org.thetisdb.storage.PageCounts;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.vector.Vector;

/**
 * Reads for the expressions of a run in a transaction: a request for properties of an entity that the run has deleted
 * is an error, not null. Rows may hold such entities; patterns never find them, but they may ask for label
 * sets to see that.
 */
final class DeletedEntityGuard implements GraphReader {
    private final GraphReader reader;
    private final QueryContext query;

    DeletedEntityGuard(GraphReader reader, QueryContext query) {
        this.reader = reader;
        this.query = query;
    }

    private void requireAll(long[] entities, boolean @Nullable [] nulls, int count, boolean relationships) {
        if (!query.hasDeleted()) {
            return;
        }
        GraphTransaction transaction = query.writing();
        for (int index = 0; index < count; index++) {
            if ((nulls == null || !nulls[index]) && transaction.isDeletedHere(entities[index], relationships)) {
                throw GraphValues.deleted(relationships ? "relationship" : "node", entities[index]);
            }
        }
    }

    private void require(long entity, boolean relationship) {
        if (query.hasDeleted() && query.writing().isDeletedHere(entity, relationship)) {
            throw GraphValues.deleted(relationship ? "relationship" : "node", entity);
        }
    }

    @Override
    public Snapshot snapshot() {
        return reader.snapshot();
    }

    @Override
    public boolean move(Snapshot other) {
        return reader.move(other);
    }

    @Override
    public void noteScan() {
        reader.noteScan();
    }

    @Override
    public void refresh() {
        reader.refresh();
    }

    @Override
    public PageCounts pageCounts() {
        return reader.pageCounts();
    }

    @Override
    public void scan(int chunk, int nextChunk) {
        reader.scan(chunk, nextChunk);
    }

    @Override
    public void readTogether(int[] propertyKeyIds) {
        reader.readTogether(propertyKeyIds);
    }

    @Override
    public void nodeProperty(int propertyKeyId, long[] nodes, boolean @Nullable [] nulls, int count, Vector into) {
        requireAll(nodes, nulls, count, false);
        reader.nodeProperty(propertyKeyId, nodes, nulls, count, into);
    }

    @Override
    public void nodePropertyPresence(
            int propertyKeyId, long[] nodes, boolean @Nullable [] nulls, int count, Vector into) {
        requireAll(nodes, nulls, count, false);
        reader.nodePropertyPresence(propertyKeyId, nodes, nulls, count, into);
    }

    @Override
    public void nodeProperty(int propertyKeyId, int chunk, int firstRow, int count, Vector into) {
        for (int row = firstRow; query.hasDeleted() && row < firstRow + count; row++) {
            require(NodeIdLayout.id(chunk, row), false);
        }
        reader.nodeProperty(propertyKeyId, chunk, firstRow, count, into);
    }

    @Override
    public boolean askNodeProperty(int propertyKeyId, int chunk, int firstRow, int count, ColumnQuestion question) {
        return !query.hasDeleted() && reader.askNodeProperty(propertyKeyId, chunk, firstRow, count, question);
    }

    @Override
    public void relationshipProperty(
            int propertyKeyId, long[] relationships, boolean @Nullable [] nulls, int count, Vector into) {
        requireAll(relationships, nulls, count, true);
        reader.relationshipProperty(propertyKeyId, relationships, nulls, count, into);
    }

    @Override
    public void relationshipPropertyPresence(
            int propertyKeyId, long[] relationships, boolean @Nullable [] nulls, int count, Vector into) {
        requireAll(relationships, nulls, count, true);
        reader.relationshipPropertyPresence(propertyKeyId, relationships, nulls, count, into);
    }

    @Override
    public int[] nodePropertyKeys(long node) {
        require(node, false);
        return reader.nodePropertyKeys(node);
    }

    @Override
    public int[] relationshipPropertyKeys(long relationship) {
        require(relationship, true);
        return reader.relationshipPropertyKeys(relationship);
    }

    @Override
    public int labelSet(long node) {
        return reader.labelSet(node);
    }

    @Override
    public void labelSets(long[] nodes, boolean @Nullable [] nulls, int count, int[] into) {
        reader.labelSets(nodes, nulls, count, into);
    }

    @Override
    public int nodes(int chunk, int firstRow, int count, long[] into) {
        return reader.nodes(chunk, firstRow, count, into);
    }

    @Override
    public boolean nodeExists(long node) {
        return reader.nodeExists(node);
    }

    @Override
    public boolean relationshipExists(long relationship) {
        return reader.relationshipExists(relationship);
    }

    @Override
    public long startNode(long relationship) {
        return reader.startNode(relationship);
    }

    @Override
    public long endNode(long relationship) {
        return reader.endNode(relationship);
    }

    @Override
    public long degree(long node, int[] typeIds, Side side) {
        return reader.degree(node, typeIds, side);
    }

    @Override
    public void degrees(long[] nodes, boolean @Nullable [] nulls, int count, int[] typeIds, Side side, long[] into) {
        reader.degrees(nodes, nulls, count, typeIds, side, into);
    }

    @Override
    public int slotCount(int typeId, int chunk) {
        return reader.slotCount(typeId, chunk);
    }

    @Override
    public Expansion expansion() {
        return reader.expansion();
    }

    @Override
    public NodeIndexReader index(Catalog.IndexDescriptor index) {
        return reader.index(index);
    }

    /** The reader belongs to the worker. */
    @Override
    public void close() {}
}
