package org.thetisdb.storage.delta;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.file.StoreCatalog;
import org.thetisdb.storage.log.SchemaChange;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * The names of a store that is written to. A name gets its id at first sight, at once and for ever: it does not belong
 * to a transaction. Thread safe.
 */
public final class NameTable {
    /** Learns of new names, before anybody else does; called under this table's lock. */
    public interface Listener {
        void label(int id, String name);

        void type(int id, String name);

        void propertyKey(int id, String name);

        void labelSet(int id, int[] labelIds);

        /** All of a name was passed on, and the table is about to add it. */
        void told();

        /** The table could not add what it has just passed on: no more names may come, nor anything that uses them. */
        void halfKnown(Throwable cause);
    }

    private final Listener listener;
    private volatile StoreCatalog catalog;
    private volatile int schemaVersion;

    /** @param catalog stays as it is */
    public NameTable(StoreCatalog catalog, Listener listener) {
        this.listener = listener;
        this.catalog = new StoreCatalog(
                catalog.labels().copy(),
                catalog.types().copy(),
                catalog.propertyKeys().copy(),
                catalog.labelSets().copy(),
                catalog.indexes(),
                catalog.constraints(),
                catalog.extensions(),
                catalog.version());
    }

    /** All names of now, and of which it is known to the listener what there is to know. */
    public synchronized StoreCatalog settledCatalog() {
        return catalog;
    }

    /** All names of now. */
    public StoreCatalog catalog() {
        return catalog;
    }

    public int label(String name) {
        OptionalInt known = catalog.labelId(name);
        return known.isPresent() ? known.getAsInt() : addLabel(name);
    }

    private synchronized int addLabel(String name) {
        OptionalInt known = catalog.labelId(name);
        if (known.isEmpty()) {
            listener.label(catalog.labelCount(), name);
            logged(() -> putLabel(name));
        }
        return catalog.labelId(name).getAsInt();
    }

    public int type(String name) {
        OptionalInt known = catalog.typeId(name);
        return known.isPresent() ? known.getAsInt() : addType(name);
    }

    private synchronized int addType(String name) {
        OptionalInt known = catalog.typeId(name);
        if (known.isEmpty()) {
            if (catalog.typeCount() == RelationshipIdLayout.TYPE_COUNT_MAX) {
                throw new ThetisException(
                        ErrorCode.LIMIT_EXCEEDED,
                        "there are too many relationship types: types=" + catalog.typeCount() + ", name=" + name
                                + "; distinguish relationships by a property instead");
            }
            listener.type(catalog.typeCount(), name);
            logged(() -> putType(name));
        }
        return catalog.typeId(name).getAsInt();
    }

    public int propertyKey(String name) {
        OptionalInt known = catalog.propertyKeyId(name);
        return known.isPresent() ? known.getAsInt() : addPropertyKey(name);
    }

    private synchronized int addPropertyKey(String name) {
        OptionalInt known = catalog.propertyKeyId(name);
        if (known.isEmpty()) {
            listener.propertyKey(catalog.propertyKeyCount(), name);
            logged(() -> putPropertyKey(name));
        }
        return catalog.propertyKeyId(name).getAsInt();
    }

    /** @param labelIds ascending, no doubles; kept */
    public int labelSet(int[] labelIds) {
        int known = find(labelIds);
        return known >= 0 ? known : addLabelSet(labelIds);
    }

    private synchronized int addLabelSet(int[] labelIds) {
        int known = find(labelIds);
        if (known >= 0) {
            return known;
        }
        listener.labelSet(catalog.labelSetCount(), labelIds);
        logged(() -> putLabelSet(labelIds));
        return catalog.labelSetCount() - 1;
    }

    /** Puts what the listener knows already: if only one of the two had it, the id would be given out again. */
    private void logged(Runnable put) {
        try {
            listener.told();
            put.run();
        } catch (RuntimeException | Error problem) {
            listener.halfKnown(problem);
            throw problem;
        }
    }

    private int find(int[] labelIds) {
        return catalog.labelSets().id(labelIds).orElse(-1);
    }

    // ---------------------------------------------------------------- names that were logged before

    /** Adds a label with the next id. */
    public synchronized void putLabel(String name) {
        StoreCatalog now = catalog;
        catalog = new StoreCatalog(
                now.labels().with(name),
                now.types(),
                now.propertyKeys(),
                now.labelSets(),
                now.indexes(),
                now.constraints(),
                now.extensions(),
                now.version() + 1);
    }

    /** Adds a type with the next id. */
    public synchronized void putType(String name) {
        StoreCatalog now = catalog;
        catalog = new StoreCatalog(
                now.labels(),
                now.types().with(name),
                now.propertyKeys(),
                now.labelSets(),
                now.indexes(),
                now.constraints(),
                now.extensions(),
                now.version() + 1);
    }

    /** Adds a property key with the next id. */
    public synchronized void putPropertyKey(String name) {
        StoreCatalog now = catalog;
        catalog = new StoreCatalog(
                now.labels(),
                now.types(),
                now.propertyKeys().with(name),
                now.labelSets(),
                now.indexes(),
                now.constraints(),
                now.extensions(),
                now.version() + 1);
    }

    /** Adds a label set with the next id. */
    public synchronized void putLabelSet(int[] labelIds) {
        StoreCatalog now = catalog;
        catalog = new StoreCatalog(
                now.labels(),
                now.types(),
                now.propertyKeys(),
                now.labelSets().with(labelIds),
                now.indexes(),
                now.constraints(),
                now.extensions(),
                now.version() + 1);
    }

    /** Makes or drops an index, a constraint or an extension. */
    public synchronized void apply(SchemaChange change) {
        List<Catalog.IndexDescriptor> indexes = new ArrayList<>(catalog.indexes());
        List<Catalog.ConstraintDescriptor> constraints = new ArrayList<>(catalog.constraints());
        List<Catalog.ExtensionDescriptor> extensions = new ArrayList<>(catalog.extensions());
        switch (change) {
            case SchemaChange.CreateIndex index ->
                indexes.add(new Catalog.IndexDescriptor(
                        indexes.size(), index.name(), index.labelId(), index.keyIds(), index.unique(), false));
            case SchemaChange.DropIndex index ->
                indexes.removeIf(each -> each.name().equals(index.name()));
            case SchemaChange.IndexOnline index ->
                indexes.replaceAll(
                        each -> each.withOnline(each.online() || each.name().equals(index.name())));
            case SchemaChange.CreateConstraint constraint ->
                constraints.add(new Catalog.ConstraintDescriptor(
                        constraint.name(),
                        constraint.kind(),
                        constraint.onRelationships(),
                        constraint.labelOrTypeId(),
                        constraint.keyIds()));
            case SchemaChange.DropConstraint constraint ->
                constraints.removeIf(each -> each.name().equals(constraint.name()));
            case SchemaChange.PutExtension extension -> {
                extensions.removeIf(each -> each.name().equals(extension.name()));
                extensions.add(extension.descriptor());
                extensions.sort(Comparator.comparing(Catalog.ExtensionDescriptor::name));
            }
            case SchemaChange.DropExtension extension ->
                extensions.removeIf(each -> each.name().equals(extension.name()));
        }
        if (change instanceof SchemaChange.CreateIndex || change instanceof SchemaChange.CreateConstraint) {
            schemaVersion++;
        }
        publish(numbered(indexes), constraints, extensions);
    }

    /**
     * Indexes that were being populated can be asked where there is a base that has them, and the jars of extensions
     * that it has need not be in memory.
     */
    public void goOnline(Catalog base) {
        leaveJarsTo(base);
        for (Catalog.IndexDescriptor built : base.indexes()) {
            boolean waits = built.online()
                    && catalog().indexes().stream()
                            .anyMatch(index -> !index.online() && index.name().equals(built.name()));
            if (waits) {
                apply(new SchemaChange.IndexOnline(built.name()));
            }
        }
    }

    private synchronized void leaveJarsTo(Catalog base) {
        List<Catalog.ExtensionDescriptor> extensions = new ArrayList<>(catalog.extensions());
        for (Catalog.ExtensionDescriptor stored : base.extensions()) {
            extensions.replaceAll(each -> each.isSameAs(stored) ? stored : each);
        }
        if (!extensions.equals(catalog.extensions())) {
            catalog = catalog.withExtensions(extensions);
        }
    }

    private static List<Catalog.IndexDescriptor> numbered(List<Catalog.IndexDescriptor> indexes) {
        List<Catalog.IndexDescriptor> numbered = new ArrayList<>();
        for (Catalog.IndexDescriptor index : indexes) {
            numbered.add(new Catalog.IndexDescriptor(
                    numbered.size(),
                    index.name(),
                    index.labelId(),
                    index.propertyKeyIds(),
                    index.unique(),
                    index.online()));
        }
        return numbered;
    }

    /** Counts what writers have to keep to that they had not to before: indexes and constraints made since the open. */
    public int schemaVersion() {
        return schemaVersion;
    }

    /** A catalog in which an index is online only if another one has it online as well. */
    public static StoreCatalog withIndexesOf(StoreCatalog catalog, Catalog base) {
        boolean suits = true;
        List<Catalog.IndexDescriptor> indexes = new ArrayList<>();
        Set<Object> known = new HashSet<>();
        base.indexes().stream().filter(Catalog.IndexDescriptor::online).forEach(each -> known.add(each.over()));
        for (Catalog.IndexDescriptor index : catalog.indexes()) {
            boolean online = index.online() && known.contains(index.over());
            suits &= online == index.online();
            indexes.add(index.withOnline(online));
        }
        return suits ? catalog : catalog.withIndexes(indexes);
    }

    private void publish(
            List<Catalog.IndexDescriptor> indexes,
            List<Catalog.ConstraintDescriptor> constraints,
            List<Catalog.ExtensionDescriptor> extensions) {
        StoreCatalog now = catalog;
        catalog = new StoreCatalog(
                now.labels(),
                now.types(),
                now.propertyKeys(),
                now.labelSets(),
                indexes,
                constraints,
                extensions,
                now.version() + 1);
    }
}
