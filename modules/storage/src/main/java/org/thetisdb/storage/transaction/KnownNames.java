package org.thetisdb.storage.transaction;

import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.log.Changes;
import org.thetisdb.storage.log.SchemaChange;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Lets through only operations on labels, types and property keys that have a name. A log always has a name before what
 * uses it; one that has not would be found out by whoever reads the property, long after it was taken in. Not thread
 * safe.
 */
final class KnownNames implements Changes {
    private final Catalog catalog;
    private final Changes next;

    KnownNames(Catalog catalog, Changes next) {
        this.catalog = catalog;
        this.next = next;
    }

    @Override
    public void createNode(long node, int labelSetId, int[] keys, Object[] values) {
        require("label set", labelSetId, catalog.labelSetCount());
        requireKeys(keys);
        next.createNode(node, labelSetId, keys, values);
    }

    @Override
    public void setLabels(long node, int labelSetId) {
        require("label set", labelSetId, catalog.labelSetCount());
        next.setLabels(node, labelSetId);
    }

    @Override
    public void setNodeProperties(long node, int[] keys, @Nullable Object[] values) {
        requireKeys(keys);
        next.setNodeProperties(node, keys, values);
    }

    @Override
    public void deleteNode(long node) {
        next.deleteNode(node);
    }

    @Override
    public void createRelationship(long relationship, long start, long end, int[] keys, Object[] values) {
        require("relationship type", RelationshipIdLayout.type(relationship), catalog.typeCount());
        requireKeys(keys);
        next.createRelationship(relationship, start, end, keys, values);
    }

    @Override
    public void setRelationshipProperties(long relationship, int[] keys, @Nullable Object[] values) {
        requireKeys(keys);
        next.setRelationshipProperties(relationship, keys, values);
    }

    @Override
    public void deleteRelationship(long relationship, long start, long end) {
        next.deleteRelationship(relationship, start, end);
    }

    @Override
    public void schemaChange(SchemaChange change) {
        switch (change) {
            case SchemaChange.CreateIndex index -> {
                require("label", index.labelId(), catalog.labelCount());
                index.keyIds().forEach(this::requireKey);
            }
            case SchemaChange.CreateConstraint constraint -> {
                boolean ofType = constraint.onRelationships();
                int count = ofType ? catalog.typeCount() : catalog.labelCount();
                require(ofType ? "relationship type" : "label", constraint.labelOrTypeId(), count);
                constraint.keyIds().forEach(this::requireKey);
            }
            case SchemaChange.DropIndex _,
                    SchemaChange.DropConstraint _,
                    SchemaChange.IndexOnline _,
                    SchemaChange.PutExtension _,
                    SchemaChange.DropExtension _ -> {
                // They speak of what is there or not, by its own name.
            }
        }
        next.schemaChange(change);
    }

    private void requireKeys(int[] keys) {
        for (int key : keys) {
            requireKey(key);
        }
    }

    private void requireKey(int key) {
        require("property key", key, catalog.propertyKeyCount());
    }

    private static void require(String what, int id, int count) {
        if (id >= count) {
            throw new ThetisException(
                    ErrorCode.CORRUPT_STRUCTURE,
                    "a commit uses a name that was never given: kind=" + what + ", id=" + id + ", names=" + count);
        }
    }
}
