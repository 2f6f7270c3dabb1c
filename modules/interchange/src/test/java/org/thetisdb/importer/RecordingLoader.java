package org.thetisdb.importer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.thetisdb.storage.load.BulkLoader;
import org.thetisdb.storage.load.LoadProgress;
import org.thetisdb.storage.load.LoadResult;
import org.thetisdb.storage.load.NodeAppender;
import org.thetisdb.storage.load.RelationshipAppender;
import org.thetisdb.value.vector.Vector;

/** A loader that keeps the graph as objects, for tests to look at. */
final class RecordingLoader implements BulkLoader {
    record Node(List<String> labels, Map<String, Object> properties) {}

    record Relationship(String type, Node start, Node end, Map<String, Object> properties) {}

    record Index(String label, String property, boolean unique) {}

    private final List<String> names = new ArrayList<>();
    private final Map<Long, Node> nodesById = new HashMap<>();
    final List<Node> nodes = new ArrayList<>();
    final List<Relationship> relationships = new ArrayList<>();
    final List<Index> indexes = new ArrayList<>();
    private int openAppenders;
    boolean finished;
    boolean closed;

    private synchronized int name(String name) {
        if (!names.contains(name)) {
            names.add(name);
        }
        return names.indexOf(name);
    }

    @Override
    public int label(String name) {
        return name(name);
    }

    @Override
    public int type(String name) {
        return name(name);
    }

    @Override
    public int propertyKey(String name) {
        return name(name);
    }

    private Map<String, Object> properties(int[] keys, Vector[] columns, int row) {
        Map<String, Object> properties = new TreeMap<>();
        for (int index = 0; index < keys.length; index++) {
            Optional<Object> value = Optional.ofNullable(columns[index].valueAt(row));
            int key = keys[index];
            value.ifPresent(present -> properties.put(names.get(key), present));
        }
        return properties;
    }

    @Override
    public synchronized NodeAppender nodes(int... labelIds) {
        openAppenders++;
        TreeSet<String> labels = new TreeSet<>();
        for (int label : labelIds) {
            labels.add(names.get(label));
        }
        return new NodeAppender() {
            @Override
            public void append(int[] keys, Vector[] columns, int count, long[] nodeIds) {
                synchronized (RecordingLoader.this) {
                    for (int row = 0; row < count; row++) {
                        Node node = new Node(List.copyOf(labels), properties(keys, columns, row));
                        nodeIds[row] = nodes.size() * 3L;
                        nodes.add(node);
                        nodesById.put(nodeIds[row], node);
                    }
                }
            }

            @Override
            public void close() {
                openAppenders--;
            }
        };
    }

    @Override
    public synchronized RelationshipAppender relationships(int typeId) {
        openAppenders++;
        return new RelationshipAppender() {
            @Override
            public void append(long[] starts, long[] ends, int[] keys, Vector[] columns, int count) {
                synchronized (RecordingLoader.this) {
                    for (int row = 0; row < count; row++) {
                        relationships.add(new Relationship(
                                names.get(typeId),
                                nodesById.get(starts[row]),
                                nodesById.get(ends[row]),
                                properties(keys, columns, row)));
                    }
                }
            }

            @Override
            public void close() {
                openAppenders--;
            }
        };
    }

    @Override
    public synchronized void index(int labelId, int propertyKeyId, boolean unique) {
        indexes.add(new Index(names.get(labelId), names.get(propertyKeyId), unique));
    }

    @Override
    public void onDuplicate(DuplicateListener listener) {}

    @Override
    public LoadResult finish(LoadProgress progress) {
        if (openAppenders != 0) {
            throw new IllegalStateException("open appenders: " + openAppenders);
        }
        finished = true;
        return new LoadResult(nodes.size(), relationships.size(), 0, 0, 0, 0, 0, List.of());
    }

    @Override
    public void close() {
        closed = true;
    }

    /** The node whose property has the value. */
    Node node(String property, Object value) {
        return nodes.stream()
                .filter(node -> value.equals(node.properties().get(property)))
                .findFirst()
                .orElseThrow();
    }
}
