package org.thetisdb.storage.isolation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.NodeIndexReader;
import org.thetisdb.storage.NodeIndexReader.Bound;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.ZoneMap;
import org.thetisdb.storage.load.BulkLoader;
import org.thetisdb.storage.load.LoadOptions;
import org.thetisdb.storage.load.LoadProgress;
import org.thetisdb.storage.load.NodeAppender;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** A database of nodes labelled Item with an id, a value, and a group that has an index; and ways to read it. */
final class IsolationGraph implements AutoCloseable {
    static final String LABEL = "Item";
    static final String GROUP = "group";
    static final String VALUE = "value";
    private static final int PAGE_BYTES = 8192;

    final long[] nodes;
    private final Path directory;
    private final StoreOptions options;
    private GraphStore store;

    /** Node i has value 0 and group i % groups. */
    IsolationGraph(Path directory, int nodeCount, int groups) {
        this(directory, nodeCount, groups, StoreOptions.byDefault().withDurability(Durability.OFF));
    }

    IsolationGraph(Path directory, int nodeCount, int groups, StoreOptions options) {
        this.directory = directory;
        this.options = options;
        nodes = new long[nodeCount];
        try (BulkLoader loader =
                BulkLoader.create(new LocalFileSystem(), directory, new LoadOptions(16 << 20, 1, PAGE_BYTES))) {
            int item = loader.label(LABEL);
            int[] keys = {loader.propertyKey("id"), loader.propertyKey(GROUP), loader.propertyKey(VALUE)};
            loader.index(item, keys[1], false);
            Vector[] columns = {new Vector(), new Vector(), new Vector()};
            for (Vector column : columns) {
                column.reset(VectorKind.INTEGER, nodeCount);
            }
            for (int index = 0; index < nodeCount; index++) {
                columns[0].longs()[index] = index;
                columns[1].longs()[index] = index % groups;
                columns[2].longs()[index] = 0;
            }
            try (NodeAppender appender = loader.nodes(item)) {
                appender.append(keys, columns, nodeCount, nodes);
            }
            loader.finish(LoadProgress.NONE);
        }
        store = GraphStore.open(directory, options);
    }

    GraphStore store() {
        return store;
    }

    void reopen() {
        store.close();
        store = GraphStore.open(directory, options);
    }

    @Override
    public void close() {
        store.close();
    }

    GraphTransaction begin(Isolation isolation) {
        return store.begin(isolation);
    }

    // ---------------------------------------------------------------- writes

    static void set(GraphTransaction transaction, long node, String key, Object value) {
        transaction.setNodeProperties(node, new int[] {transaction.propertyKey(key)}, new Object[] {value});
    }

    static long create(GraphTransaction transaction, Object group, String... labels) {
        int[] ids = new int[labels.length];
        for (int index = 0; index < ids.length; index++) {
            ids[index] = transaction.label(labels[index]);
        }
        return transaction.createNode(
                transaction.labelSet(ids), new int[] {transaction.propertyKey(GROUP)}, new Object[] {group});
    }

    static void relabel(GraphTransaction transaction, long node, String... labels) {
        int[] ids = new int[labels.length];
        for (int index = 0; index < ids.length; index++) {
            ids[index] = transaction.label(labels[index]);
        }
        transaction.setLabels(node, transaction.labelSet(ids));
    }

    static long link(GraphTransaction transaction, long start, String type, long end) {
        return transaction.createRelationship(start, transaction.type(type), end, new int[0], new Object[0]);
    }

    static long commit(GraphTransaction transaction) {
        return transaction.commit(Optional.empty());
    }

    /** Whether the action was refused for the sake of a concurrent transaction. */
    static boolean isRefused(Runnable action) {
        try {
            action.run();
            return false;
        } catch (ThetisException refused) {
            if (refused.code() != ErrorCode.TRANSACTION_CONFLICT) {
                throw refused;
            }
            return true;
        }
    }

    // ---------------------------------------------------------------- reads

    static Object read(Snapshot snapshot, long node, String key) {
        try (GraphReader reader = snapshot.reader()) {
            return read(reader, node, key);
        }
    }

    static Object read(GraphReader reader, long node, String key) {
        Vector values = new Vector();
        int id = reader.snapshot().catalog().propertyKeyId(key).orElse(Integer.MAX_VALUE);
        if (id == Integer.MAX_VALUE) {
            return null;
        }
        reader.nodeProperty(id, new long[] {node}, null, 1, values);
        return values.valueAt(0);
    }

    static boolean exists(Snapshot snapshot, long node) {
        try (GraphReader reader = snapshot.reader()) {
            return reader.nodeExists(node);
        }
    }

    /** Relationship ids of a node, ascending; of all types if none is given. */
    static List<Long> list(GraphReader reader, long node, Side side, String... types) {
        int[] ids = new int[types.length];
        for (int index = 0; index < ids.length; index++) {
            // A type that nobody has used yet has an id that nothing has.
            ids[index] = reader.snapshot().catalog().typeId(types[index]).orElse(-1);
            if (ids[index] < 0) {
                return List.of();
            }
        }
        Expansion expansion = reader.expansion();
        expansion.start(new long[] {node}, null, 1, ids, side, true);
        return all(expansion);
    }

    static List<Long> list(Snapshot snapshot, long node, Side side, String... types) {
        try (GraphReader reader = snapshot.reader()) {
            return list(reader, node, side, types);
        }
    }

    static List<Long> all(Expansion expansion) {
        TreeSet<Long> found = new TreeSet<>();
        int[] rows = new int[3];
        long[] relationships = new long[3];
        long[] neighbours = new long[3];
        int count;
        while ((count = expansion.next(rows, relationships, neighbours, rows.length)) > 0) {
            for (int index = 0; index < count; index++) {
                if (!found.add(relationships[index])) {
                    throw new AssertionError("given twice: relationship=" + relationships[index]);
                }
            }
        }
        return List.copyOf(found);
    }

    static NodeIndexReader groupIndex(GraphReader reader) {
        Catalog catalog = reader.snapshot().catalog();
        return reader.index(catalog.index(
                        catalog.labelId(LABEL).orElseThrow(),
                        catalog.propertyKeyId(GROUP).orElseThrow())
                .orElseThrow());
    }

    static List<Long> seek(NodeIndexReader index, long group) {
        Vector keys = new Vector();
        keys.reset(VectorKind.INTEGER, 1);
        keys.longs()[0] = group;
        index.seek(keys, 0);
        return all(index);
    }

    static List<Long> range(NodeIndexReader index, long from, long to) {
        index.seekRange(Optional.of(new Bound(from, true)), Optional.of(new Bound(to, true)));
        return all(index);
    }

    static List<Long> seek(Snapshot snapshot, long group) {
        try (GraphReader reader = snapshot.reader()) {
            return seek(groupIndex(reader), group);
        }
    }

    private static List<Long> all(NodeIndexReader index) {
        TreeSet<Long> found = new TreeSet<>();
        long[] nodes = new long[3];
        int count;
        while ((count = index.next(nodes, nodes.length)) > 0) {
            for (int place = 0; place < count; place++) {
                if (!found.add(nodes[place])) {
                    throw new AssertionError("given twice: node=" + nodes[place]);
                }
            }
        }
        return List.copyOf(found);
    }

    /** All nodes, whatever their labels, in the way that a scan finds them. */
    static List<Long> scan(GraphReader reader) {
        reader.noteScan();
        Snapshot snapshot = reader.snapshot();
        List<Long> found = new ArrayList<>();
        for (int chunk = 0; chunk < snapshot.chunkCount(); chunk++) {
            for (long node : nodes(reader, chunk, snapshot.rowCount(chunk))) {
                found.add(node);
            }
        }
        return found;
    }

    /** All nodes with a property of a value, chunks passed over where the zone map allows. */
    static List<Long> scan(GraphReader reader, String key, long value) {
        reader.noteScan();
        Snapshot snapshot = reader.snapshot();
        int id = snapshot.catalog().propertyKeyId(key).orElseThrow();
        List<Long> found = new ArrayList<>();
        Vector values = new Vector();
        for (int chunk = 0; chunk < snapshot.chunkCount(); chunk++) {
            ZoneMap zone = snapshot.zoneMap(chunk, id);
            boolean passed = zone.kind() == VectorKind.NULL
                    || zone.kind() == VectorKind.INTEGER && (zone.minimum() > value || zone.maximum() < value);
            int rows = passed ? 0 : snapshot.rowCount(chunk);
            reader.nodeProperty(id, chunk, 0, rows, values);
            for (long node : nodes(reader, chunk, rows)) {
                Object held = values.valueAt(NodeIdLayout.row(node));
                if (held != null && held.equals(value)) {
                    found.add(node);
                }
            }
        }
        return found;
    }

    private static long[] nodes(GraphReader reader, int chunk, int rows) {
        long[] nodes = new long[rows];
        return Arrays.copyOf(nodes, reader.nodes(chunk, 0, rows, nodes));
    }
}
