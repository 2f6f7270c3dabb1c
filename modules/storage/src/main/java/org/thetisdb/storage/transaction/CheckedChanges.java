package org.thetisdb.storage.transaction;

import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.log.Changes;
import org.thetisdb.storage.log.SchemaChange;

/**
 * Has all that a transaction has made or changed checked, as it is at the transaction's end: its operations are gone
 * through once more, and nothing about them is kept. What was deleted later is passed over by the check. Not thread
 * safe.
 */
final class CheckedChanges implements Changes {
    private static final long NONE = -1;

    private final ConstraintCheck check;
    private long lastNode = NONE;
    private long lastRelationship = NONE;

    CheckedChanges(ConstraintCheck check) {
        this.check = check;
    }

    /** Several changes of one thing mostly come one after the other. */
    private void node(long node) {
        if (node != lastNode) {
            lastNode = node;
            check.checkNode(node);
        }
    }

    private void relationship(long relationship) {
        if (relationship != lastRelationship) {
            lastRelationship = relationship;
            check.checkRelationship(relationship);
        }
    }

    @Override
    public boolean readsValues() {
        return false;
    }

    @Override
    public void createNode(long node, int labelSetId, int[] keys, Object[] values) {
        node(node);
    }

    @Override
    public void setLabels(long node, int labelSetId) {
        node(node);
    }

    @Override
    public void setNodeProperties(long node, int[] keys, @Nullable Object[] values) {
        node(node);
    }

    @Override
    public void deleteNode(long node) {}

    @Override
    public void createRelationship(long relationship, long start, long end, int[] keys, Object[] values) {
        relationship(relationship);
    }

    @Override
    public void setRelationshipProperties(long relationship, int[] keys, @Nullable Object[] values) {
        relationship(relationship);
    }

    @Override
    public void deleteRelationship(long relationship, long start, long end) {}

    @Override
    public void schemaChange(SchemaChange change) {}
}
