package org.thetisdb.storage.transaction;

import java.util.List;
import java.util.Optional;
import org.thetisdb.io.DirectoryLock;
import org.thetisdb.storage.Catalog.ConstraintDescriptor;
import org.thetisdb.storage.Catalog.ConstraintKind;
import org.thetisdb.storage.delta.DeltaSnapshot;
import org.thetisdb.storage.delta.NameTable;
import org.thetisdb.storage.delta.WriteSet;
import org.thetisdb.storage.log.ChangeEncoder;
import org.thetisdb.storage.log.Operations;
import org.thetisdb.storage.log.SchemaChange;
import org.thetisdb.storage.statistics.CountChanges;
import org.thetisdb.storage.transaction.CommitOrder.Appended;
import org.thetisdb.storage.transaction.CommitOrder.Commit;
import org.thetisdb.value.ThetisException;

/**
 * Commits changes of the schema.
 *
 * <p>Invariants: a change of the schema is a commit of its own; a constraint that is committed holds of everything that
 * was committed before it, and each commit after it is checked by it: the last look and the commit are under one lock.
 *
 * <p>Thread safe. Whoever commits a constraint keeps the commit lock until it is durable.
 */
final class SchemaCommits {
    private final CommitLock lock;
    private final CommitOrder order;
    private final NewestEra newestEra;
    private final NameTable names;
    private final DirectoryLock directoryLock;

    SchemaCommits(
            CommitLock lock, CommitOrder order, NewestEra newestEra, NameTable names, DirectoryLock directoryLock) {
        this.lock = lock;
        this.order = order;
        this.newestEra = newestEra;
        this.names = names;
        this.directoryLock = directoryLock;
    }

    /** Commits a change of the schema, which holds from then on. */
    void commit(SchemaChange... changes) {
        ChangeEncoder redo = new ChangeEncoder();
        for (SchemaChange change : changes) {
            redo.schemaChange(change);
        }
        Commit commit = new Commit(
                Optional.empty(),
                Operations.of(redo.toBytes()),
                new CountChanges(),
                new WriteSet(),
                revision -> List.of(changes).forEach(names::apply));
        Appended appended;
        directoryLock.requireHeld();
        lock.lock();
        try {
            order.requireWritable();
            appended = order.append(commit);
        } finally {
            lock.unlock();
        }
        order.publish(appended);
    }

    /**
     * Commits a constraint after making sure that it holds; its index, if it needs one, is online.
     *
     * @param uniqueRevision as of which the values are known to be unique, because the index was built of them
     * @throws ThetisException CONSTRAINT_VIOLATED if something does not keep to it
     */
    void commitConstraint(SchemaChange.CreateConstraint change, long uniqueRevision) {
        ConstraintDescriptor constraint = new ConstraintDescriptor(
                change.name(), change.kind(), change.onRelationships(), change.labelOrTypeId(), change.keyIds());
        while (!tryCommit(change, constraint, uniqueRevision)) {
            // A checkpoint came between; what it wrote has to be looked at again.
            Thread.onSpinWait();
        }
    }

    private boolean tryCommit(
            SchemaChange.CreateConstraint change, ConstraintDescriptor constraint, long uniqueRevision) {
        Era seen = newestEra.era();
        Optional<DeltaSnapshot> snapshot = seen.usedSnapshot(order.published(), names.catalog());
        if (snapshot.isEmpty()) {
            return false;
        }
        try {
            if (constraint.kind() != ConstraintKind.EXISTS && seen.base().revision() != uniqueRevision) {
                // A checkpoint has come since that which built the index, and did not look for equal values.
                ConstraintScan.require(snapshot.get(), constraint);
            } else if (constraint.kind() != ConstraintKind.UNIQUE) {
                ConstraintScan.requireExistence(snapshot.get(), constraint);
            }
        } finally {
            snapshot.get().release();
        }
        lock.lock();
        try {
            if (newestEra.era() != seen) {
                return false;
            }
            // The base itself was looked at when the index was built, or above.
            ConstraintScan.requireOfChanged(seen, names.catalog(), constraint);
            commit(change);
            return true;
        } finally {
            lock.unlock();
        }
    }
}
