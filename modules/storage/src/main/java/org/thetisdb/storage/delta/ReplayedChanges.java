package org.thetisdb.storage.delta;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.log.Changes;
import org.thetisdb.storage.log.SchemaChange;

/** Puts a commit from the log into a delta, and tells the allocator which ids are taken. Not thread safe. */
public final class ReplayedChanges implements Changes {
    private final DeltaWriter writer;
    private final IdAllocator ids;
    private final DeltaReader view;
    private final Consumer<SchemaChange> schema;

    /** @param schema hears of changes of the schema */
    public ReplayedChanges(DeltaWriter writer, DeltaReader view, IdAllocator ids, Consumer<SchemaChange> schema) {
        this.schema = schema;
        this.writer = writer;
        this.view = view;
        this.ids = ids;
    }

    @Override
    public void createNode(long node, int labelSetId, int[] keys, Object[] values) {
        ids.used(node, labelSetId);
        writer.createNode(node, labelSetId, keys, values);
    }

    @Override
    public void setLabels(long node, int labelSetId) {
        writer.setLabels(node, labelSetId);
    }

    @Override
    public void setNodeProperties(long node, int[] keys, @Nullable Object[] values) {
        writer.setNodeProperties(node, keys, values);
    }

    @Override
    public void deleteNode(long node) {
        writer.deleteNode(node);
    }

    @Override
    public void createRelationship(long relationship, long start, long end, int[] keys, Object[] values) {
        int type = RelationshipIdLayout.type(relationship);
        int chunk = RelationshipIdLayout.chunk(relationship);
        ids.used(relationship, () -> view.slotCount(type, chunk));
        writer.createRelationship(relationship, start, end, keys, values);
    }

    @Override
    public void setRelationshipProperties(long relationship, int[] keys, @Nullable Object[] values) {
        writer.setRelationshipProperties(relationship, keys, values);
    }

    @Override
    public void deleteRelationship(long relationship, long start, long end) {
        writer.deleteRelationship(relationship, start, end);
    }

    @Override
    public void schemaChange(SchemaChange change) {
        schema.accept(change);
    }
}
