package org.thetisdb.storage.change;

import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.log.Changes;
import org.thetisdb.storage.log.SchemaChange;

/** The ids of all that operations have changed. Not thread safe. */
public record ChangedIds(IdSet nodes, IdSet relationships) implements Changes {
    /** Of nothing yet. */
    public ChangedIds() {
        this(new IdSet(), new IdSet());
    }

    @Override
    public boolean readsValues() {
        return false;
    }

    @Override
    public void createNode(long node, int labelSetId, int[] keys, @Nullable Object[] values) {
        nodes.add(node);
    }

    @Override
    public void setLabels(long node, int labelSetId) {
        nodes.add(node);
    }

    @Override
    public void setNodeProperties(long node, int[] keys, @Nullable Object[] values) {
        nodes.add(node);
    }

    @Override
    public void deleteNode(long node) {
        nodes.add(node);
    }

    @Override
    public void createRelationship(long relationship, long start, long end, int[] keys, @Nullable Object[] values) {
        relationships.add(relationship);
    }

    @Override
    public void setRelationshipProperties(long relationship, int[] keys, @Nullable Object[] values) {
        relationships.add(relationship);
    }

    @Override
    public void deleteRelationship(long relationship, long start, long end) {
        relationships.add(relationship);
    }

    /** The schema is not part of the graph. */
    @Override
    public void schemaChange(SchemaChange change) {}
}
