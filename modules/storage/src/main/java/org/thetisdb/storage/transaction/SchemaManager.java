package org.thetisdb.storage.transaction;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Catalog.ConstraintDescriptor;
import org.thetisdb.storage.Catalog.ConstraintKind;
import org.thetisdb.storage.Catalog.IndexDescriptor;
import org.thetisdb.storage.ExtensionJar;
import org.thetisdb.storage.SchemaWriter;
import org.thetisdb.storage.StoreEvent;
import org.thetisdb.storage.checkpoint.CheckpointResult;
import org.thetisdb.storage.delta.NameTable;
import org.thetisdb.storage.log.SchemaChange;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Changes the schema while others read and write.
 *
 * <pre>
 *   index        commit "is populated" ─► writers keep it from now on ─► a checkpoint builds its first run ─► online
 *   constraint   its index, as above   ─► under the commit lock: what was committed since is checked, then it holds
 * </pre>
 *
 * <p>A transaction that wrote something before an index came has not entered it there; it is refused when it
 * commits. An index that is not online when the store is opened is built by the checkpoint that comes then.
 */
final class SchemaManager implements SchemaWriter {
    private final SchemaCommits commits;
    private final Checkpointer checkpointer;
    private final NameTable names;
    private final StoreEvents events;
    private final ReentrantLock oneAtATime = new ReentrantLock();

    /**
     * @param checkpointer builds the indexes that are not online
     * @param events is told of indexes and constraints
     */
    SchemaManager(NameTable names, SchemaCommits commits, Checkpointer checkpointer, StoreEvents events) {
        this.events = events;
        this.names = names;
        this.commits = commits;
        this.checkpointer = checkpointer;
    }

    @Override
    public boolean createIndex(Optional<String> name, String label, List<String> propertyKeys, boolean ifNotExists) {
        oneAtATime.lock();
        try {
            String chosen = name.orElseGet(() -> IndexDescriptor.defaultName(label, propertyKeys));
            int labelId = names.label(label);
            List<Integer> keys = propertyKeys.stream().map(names::propertyKey).toList();
            Optional<String> same = names.catalog().indexes().stream()
                    .filter(index ->
                            index.labelId() == labelId && index.propertyKeyIds().equals(keys))
                    .map(IndexDescriptor::name)
                    .findFirst();
            if (exists(chosen, same, ifNotExists)) {
                return false;
            }
            commits.commit(new SchemaChange.CreateIndex(chosen, labelId, keys, false));
            try {
                checkpointer.checkpointNow();
            } catch (ThetisException problem) {
                takeBack(chosen, problem);
                throw problem;
            }
            events.tell(new StoreEvent.SchemaChanged(false, true, chosen));
            return true;
        } finally {
            oneAtATime.unlock();
        }
    }

    @Override
    public boolean dropIndex(String name, boolean ifExists) {
        oneAtATime.lock();
        try {
            boolean known = names.catalog().indexes().stream()
                    .anyMatch(index -> index.name().equals(name));
            if (isMissing("index", name, known, ifExists)) {
                return false;
            }
            if (constraint(name).isPresent()) {
                throw new ThetisException(
                        ErrorCode.SCHEMA_EXISTS,
                        "the index serves a constraint: name=" + name + "; use DROP CONSTRAINT " + name);
            }
            commits.commit(new SchemaChange.DropIndex(name));
            events.tell(new StoreEvent.SchemaChanged(false, false, name));
            return true;
        } finally {
            oneAtATime.unlock();
        }
    }

    @Override
    public boolean createConstraint(
            Optional<String> name,
            ConstraintKind kind,
            boolean onRelationships,
            String labelOrType,
            List<String> propertyKeys,
            boolean ifNotExists) {
        if (onRelationships && kind != ConstraintKind.EXISTS) {
            throw new ThetisException(
                    ErrorCode.NOT_YET_SUPPORTED,
                    "relationships can only be asked to have a property, not to be unique: type=" + labelOrType);
        }
        oneAtATime.lock();
        try {
            String chosen = name.orElseGet(() -> ConstraintDescriptor.defaultName(labelOrType, propertyKeys));
            int id = onRelationships ? names.type(labelOrType) : names.label(labelOrType);
            List<Integer> keys = propertyKeys.stream().map(names::propertyKey).toList();
            Optional<String> same = names.catalog().constraints().stream()
                    .filter(each -> each.kind() == kind
                            && each.onRelationships() == onRelationships
                            && each.labelOrTypeId() == id
                            && each.propertyKeyIds().equals(keys))
                    .map(ConstraintDescriptor::name)
                    .findFirst();
            if (exists(chosen, same, ifNotExists)) {
                return false;
            }
            make(new SchemaChange.CreateConstraint(chosen, kind, onRelationships, id, keys));
            events.tell(new StoreEvent.SchemaChanged(true, true, chosen));
            return true;
        } finally {
            oneAtATime.unlock();
        }
    }

    private void make(SchemaChange.CreateConstraint constraint) {
        boolean unique = constraint.kind() != ConstraintKind.EXISTS;
        if (unique) {
            requireNoIndex(constraint);
            commits.commit(new SchemaChange.CreateIndex(
                    constraint.name(), constraint.labelOrTypeId(), constraint.keyIds(), true));
        }
        try {
            commits.commitConstraint(constraint, unique ? buildIndex(constraint.name()) : 0);
        } catch (ThetisException problem) {
            if (unique) {
                takeBack(constraint.name(), problem);
            }
            throw problem;
        }
    }

    /** Returns the revision as of which the values are unique. */
    private long buildIndex(String constraint) {
        CheckpointResult result = checkpointer.checkpointNow();
        ThetisException problem = result.failedIndexes().get(constraint);
        if (problem != null) {
            throw problem;
        }
        return result.superblock().revision();
    }

    /**
     * Gives each index that is unique its constraint. One that has none is left by a process that ended while it made a
     * constraint, or by an import of a time when indexes could be unique by themselves: nothing saw to it that they
     * stay so. If the data does not keep to it, no constraint was ever acknowledged, and the index is an ordinary one
     * from then on. To be called when the store is opened, before others can write.
     */
    void completeConstraints() {
        oneAtATime.lock();
        try {
            for (IndexDescriptor index : names.catalog().indexes()) {
                if (index.unique() && constraint(index.name()).isEmpty()) {
                    complete(index);
                }
            }
        } finally {
            oneAtATime.unlock();
        }
    }

    private void complete(IndexDescriptor index) {
        String name = index.name();
        SchemaChange dropped = new SchemaChange.DropIndex(name);
        try {
            commits.commit(dropped, new SchemaChange.CreateIndex(name, index.labelId(), index.propertyKeyIds(), true));
            commits.commitConstraint(
                    new SchemaChange.CreateConstraint(
                            name, ConstraintKind.UNIQUE, false, index.labelId(), index.propertyKeyIds()),
                    buildIndex(name));
        } catch (ThetisException problem) {
            if (problem.code() == ErrorCode.CONSTRAINT_VIOLATED) {
                commits.commit(
                        dropped, new SchemaChange.CreateIndex(name, index.labelId(), index.propertyKeyIds(), false));
            }
            // All else is tried again when the store is opened again, and a failed checkpoint tells whoever asks.
        }
    }

    /** Drops an index that did not come about; if that fails as well, it is built when the store is opened again. */
    private void takeBack(String index, ThetisException problem) {
        try {
            commits.commit(new SchemaChange.DropIndex(index));
        } catch (ThetisException alsoFailed) {
            problem.addSuppressed(alsoFailed);
        }
    }

    private void requireNoIndex(SchemaChange.CreateConstraint constraint) {
        names.catalog().indexes().stream()
                .filter(index -> index.labelId() == constraint.labelOrTypeId()
                        && index.propertyKeyIds().equals(constraint.keyIds()))
                .findFirst()
                .ifPresent(index -> {
                    throw new ThetisException(
                            ErrorCode.SCHEMA_EXISTS,
                            "there is an index over the same properties, and the constraint needs its own: index="
                                    + index.name() + "; drop it first by DROP INDEX " + index.name());
                });
    }

    @Override
    public boolean dropConstraint(String name, boolean ifExists) {
        oneAtATime.lock();
        try {
            Optional<ConstraintDescriptor> known = constraint(name);
            if (isMissing("constraint", name, known.isPresent(), ifExists)) {
                return false;
            }
            boolean unique = known.get().kind() != ConstraintKind.EXISTS;
            SchemaChange dropped = new SchemaChange.DropConstraint(name);
            commits.commit(
                    unique
                            ? new SchemaChange[] {dropped, new SchemaChange.DropIndex(name)}
                            : new SchemaChange[] {dropped});
            events.tell(new StoreEvent.SchemaChanged(true, false, name));
            return true;
        } finally {
            oneAtATime.unlock();
        }
    }

    @Override
    public void putExtension(String name, boolean trusted, byte[] jar, boolean replace) {
        if (jar.length > ExtensionJar.BYTES_MAX) {
            throw new ThetisException(
                    ErrorCode.LIMIT_EXCEEDED,
                    "the jar of an extension is too large: name=" + name + ", bytes=" + jar.length + ", bytesMax="
                            + ExtensionJar.BYTES_MAX + "; leave out what it does not need");
        }
        oneAtATime.lock();
        try {
            if (isExtension(name) != replace) {
                throw replace ? missingExtension(name) : takenExtension(name);
            }
            commits.commit(new SchemaChange.PutExtension(name, trusted, jar));
        } finally {
            oneAtATime.unlock();
        }
    }

    @Override
    public boolean dropExtension(String name, boolean ifExists) {
        oneAtATime.lock();
        try {
            boolean known = isExtension(name);
            if (!known && !ifExists) {
                throw missingExtension(name);
            }
            if (known) {
                commits.commit(new SchemaChange.DropExtension(name));
            }
            return known;
        } finally {
            oneAtATime.unlock();
        }
    }

    private boolean isExtension(String name) {
        return names.catalog().extensions().stream()
                .anyMatch(each -> each.name().equals(name));
    }

    private static ThetisException takenExtension(String name) {
        return new ThetisException(
                ErrorCode.SCHEMA_EXISTS,
                "this extension exists already: name=" + name + "; use ALTER EXTENSION … UPDATE, IF NOT EXISTS, or drop"
                        + " it first");
    }

    private static ThetisException missingExtension(String name) {
        return new ThetisException(
                ErrorCode.SCHEMA_NOT_FOUND,
                "there is no such extension in the database: name=" + name
                        + "; SHOW EXTENSIONS lists what there is; with IF EXISTS this is not an error");
    }

    private Optional<ConstraintDescriptor> constraint(String name) {
        return names.catalog().constraints().stream()
                .filter(each -> each.name().equals(name))
                .findFirst();
    }

    private boolean exists(String name, Optional<String> same, boolean ifNotExists) {
        Catalog catalog = names.catalog();
        boolean taken = catalog.indexes().stream().anyMatch(each -> each.name().equals(name))
                || constraint(name).isPresent();
        if (!taken && same.isEmpty()) {
            return false;
        }
        if (!ifNotExists) {
            throw new ThetisException(
                    ErrorCode.SCHEMA_EXISTS,
                    "this index or constraint exists already: name=" + same.orElse(name)
                            + "; use IF NOT EXISTS, another name, or drop it first");
        }
        return true;
    }

    private static boolean isMissing(String what, String name, boolean known, boolean ifExists) {
        if (!known && !ifExists) {
            throw new ThetisException(
                    ErrorCode.SCHEMA_NOT_FOUND,
                    "there is no such " + what + ": name=" + name
                            + "; SHOW INDEXES and SHOW CONSTRAINTS list what there"
                            + " is; with IF EXISTS this is not an error");
        }
        return !known;
    }
}
