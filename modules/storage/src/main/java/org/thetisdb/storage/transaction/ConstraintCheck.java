package org.thetisdb.storage.transaction;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Catalog.ConstraintDescriptor;
import org.thetisdb.storage.Catalog.ConstraintKind;
import org.thetisdb.storage.Catalog.IndexDescriptor;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.delta.DeltaReader;
import org.thetisdb.storage.delta.DeltaWriter;
import org.thetisdb.storage.index.IndexKey;
import org.thetisdb.storage.log.Operations;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Whether what a transaction has changed keeps to the constraints. A value that must be unique is entered into the
 * index before it is looked for, as everybody does, so that of two who write the same at least one finds the other.
 *
 * <p>Belongs to its transaction.
 */
final class ConstraintCheck {
    private final Catalog catalog;
    private final DeltaReader reader;
    private final Optional<DeltaWriter> writer;
    private final List<ConstraintDescriptor> constraints;

    /**
     * @param constraints to be kept
     * @param reader sees what the transaction sees, and all that it has written
     * @param writer knows what concurrent transactions write; nothing if there can be none that commit
     */
    ConstraintCheck(
            Catalog catalog, List<ConstraintDescriptor> constraints, DeltaReader reader, Optional<DeltaWriter> writer) {
        this.catalog = catalog;
        this.constraints = constraints;
        this.reader = reader;
        this.writer = writer;
    }

    /**
     * Checks all that a transaction has made or changed.
     *
     * @throws ThetisException {@link ErrorCode#CONSTRAINT_VIOLATED}; {@link ErrorCode#TRANSACTION_CONFLICT} if a
     *     concurrent transaction is about to write a value that must be unique
     */
    void check(Operations operations) {
        if (!constraints.isEmpty()) {
            operations.decode(new CheckedChanges(this), reader::refresh);
        }
    }

    /** A node belongs to few of the constraints, so its labels are looked up once and not for each. */
    void checkNode(long node) {
        int labelSet = reader.labelSet(node);
        if (labelSet == GraphReader.NO_NODE) {
            return;
        }
        for (ConstraintDescriptor constraint : constraints) {
            if (!constraint.onRelationships() && catalog.hasLabel(labelSet, constraint.labelOrTypeId())) {
                checkLabelled(constraint, node);
            }
        }
    }

    void checkRelationship(long relationship) {
        for (ConstraintDescriptor constraint : constraints) {
            if (constraint.onRelationships()) {
                checkTyped(constraint, relationship);
            }
        }
    }

    private void checkTyped(ConstraintDescriptor constraint, long relationship) {
        if (RelationshipIdLayout.type(relationship) != constraint.labelOrTypeId()
                || !reader.relationshipExists(relationship)) {
            return;
        }
        int[] keys = reader.relationshipPropertyKeys(relationship);
        for (int key : constraint.propertyKeyIds()) {
            if (Arrays.binarySearch(keys, key) < 0) {
                throw missing(constraint, "relationship", relationship, key);
            }
        }
    }

    private void checkLabelled(ConstraintDescriptor constraint, long node) {
        if (constraint.kind() != ConstraintKind.UNIQUE) {
            int[] keys = reader.nodePropertyKeys(node);
            for (int key : constraint.propertyKeyIds()) {
                if (Arrays.binarySearch(keys, key) < 0) {
                    throw missing(constraint, "node", node, key);
                }
            }
        }
        if (constraint.kind() != ConstraintKind.EXISTS) {
            for (IndexDescriptor index : catalog.indexes()) {
                if (index.name().equals(constraint.name())) {
                    checkUnique(constraint, index, node);
                }
            }
        }
    }

    private void checkUnique(ConstraintDescriptor constraint, IndexDescriptor index, long node) {
        Optional<IndexKey> key = reader.indexKey(index.propertyKeyIds(), node);
        if (key.isEmpty()) {
            return;
        }
        boolean others = true;
        if (writer.isPresent()) {
            if (!writer.get().mayHaveChanged(index, key.get())) {
                // The node is there as in the base, which keeps to the constraint.
                return;
            }
            others = writer.get().requireUncontested(index, key.get(), node);
        }
        for (long other : others ? reader.nodesAt(index, key.get()) : reader.baseNodesAt(index, key.get())) {
            if (other != node) {
                throw new ThetisException(
                        ErrorCode.CONSTRAINT_VIOLATED,
                        "another node has the same value of a unique property: constraint=" + constraint.name()
                                + ", label=" + catalog.labelName(constraint.labelOrTypeId()) + ", properties="
                                + names(constraint) + ", value=" + key.get().describe() + ", node=" + other
                                + "; use another value, or MERGE to find the node that has it");
            }
        }
    }

    private ThetisException missing(ConstraintDescriptor constraint, String what, long id, int key) {
        return new ThetisException(
                ErrorCode.CONSTRAINT_VIOLATED,
                "a " + what + " lacks a property that it must have: constraint=" + constraint.name() + ", id=" + id
                        + ", property=" + catalog.propertyKeyName(key) + "; set the property in the same transaction");
    }

    private List<String> names(ConstraintDescriptor constraint) {
        return constraint.propertyKeyIds().stream()
                .map(catalog::propertyKeyName)
                .toList();
    }
}
