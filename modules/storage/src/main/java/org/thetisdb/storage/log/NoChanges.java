package org.thetisdb.storage.log;

import org.jspecify.annotations.Nullable;

/** Takes changes and does nothing: whether they can be decoded is all that is asked. */
enum NoChanges implements Changes {
    INSTANCE;

    @Override
    public void createNode(long node, int labelSetId, int[] keys, Object[] values) {}

    @Override
    public void setLabels(long node, int labelSetId) {}

    @Override
    public void setNodeProperties(long node, int[] keys, @Nullable Object[] values) {}

    @Override
    public void deleteNode(long node) {}

    @Override
    public void createRelationship(long relationship, long start, long end, int[] keys, Object[] values) {}

    @Override
    public void setRelationshipProperties(long relationship, int[] keys, @Nullable Object[] values) {}

    @Override
    public void deleteRelationship(long relationship, long start, long end) {}

    @Override
    public void schemaChange(SchemaChange change) {}
}
