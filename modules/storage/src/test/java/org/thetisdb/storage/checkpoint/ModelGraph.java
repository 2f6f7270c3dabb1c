package org.thetisdb.storage.checkpoint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.vector.Vector;

/** A graph in plain maps, with the same ids as the store's; copied to be changed. */
final class ModelGraph implements Catalog {
    /** A node: its label set and its properties by key. */
    record Node(int labelSet, Map<Integer, Object> properties) {}

    /** A relationship. */
    record Relationship(long start, long end, Map<Integer, Object> properties) {}

    final List<String> labels = new ArrayList<>();
    final List<String> types = new ArrayList<>();
    final List<String> keys = new ArrayList<>();
    final List<List<Integer>> labelSets = new ArrayList<>();
    final List<IndexDescriptor> indexes = new ArrayList<>();
    final List<ConstraintDescriptor> constraints = new ArrayList<>();
    final List<Integer> rowCounts = new ArrayList<>();
    final TreeMap<Long, Node> nodes = new TreeMap<>();
    final TreeMap<Long, Relationship> relationships = new TreeMap<>();

    ModelGraph copy() {
        ModelGraph copy = new ModelGraph();
        copy.labels.addAll(labels);
        copy.types.addAll(types);
        copy.keys.addAll(keys);
        copy.labelSets.addAll(labelSets);
        copy.indexes.addAll(indexes);
        copy.constraints.addAll(constraints);
        copy.rowCounts.addAll(rowCounts);
        copy.nodes.putAll(nodes);
        copy.relationships.putAll(relationships);
        return copy;
    }

    /** Reads all of a snapshot by its readers. */
    static ModelGraph read(Snapshot snapshot) {
        ModelGraph graph = new ModelGraph();
        Catalog catalog = snapshot.catalog();
        IntStream.range(0, catalog.labelCount()).forEach(id -> graph.labels.add(catalog.labelName(id)));
        IntStream.range(0, catalog.typeCount()).forEach(id -> graph.types.add(catalog.typeName(id)));
        IntStream.range(0, catalog.propertyKeyCount()).forEach(id -> graph.keys.add(catalog.propertyKeyName(id)));
        IntStream.range(0, catalog.labelSetCount())
                .forEach(id -> graph.labelSets.add(
                        Arrays.stream(catalog.labelSet(id)).boxed().toList()));
        graph.indexes.addAll(catalog.indexes());
        graph.constraints.addAll(catalog.constraints());
        try (GraphReader reader = snapshot.reader()) {
            for (int chunk = 0; chunk < snapshot.chunkCount(); chunk++) {
                graph.rowCounts.add(snapshot.rowCount(chunk));
                graph.readChunk(snapshot, reader, chunk);
            }
            graph.readRelationships(reader);
        }
        return graph;
    }

    private void readChunk(Snapshot snapshot, GraphReader reader, int chunk) {
        int rows = snapshot.rowCount(chunk);
        Vector values = new Vector();
        List<Map<Integer, Object>> properties = new ArrayList<>();
        IntStream.range(0, rows).forEach(row -> properties.add(new TreeMap<>()));
        for (int key = 0; key < keys.size(); key++) {
            reader.nodeProperty(key, chunk, 0, rows, values);
            for (int row = 0; row < rows; row++) {
                if (!values.isNull(row)) {
                    properties.get(row).put(key, values.valueAt(row));
                }
            }
        }
        int[] sets = CheckpointRun.labelSets(reader, chunk, rows);
        for (int row = 0; row < rows; row++) {
            boolean allowed = sets[row] == GraphReader.NO_NODE
                    ? !snapshot.isFull(chunk)
                    : snapshot.labelSet(chunk) == Snapshot.MIXED || sets[row] == snapshot.labelSet(chunk);
            if (!allowed) {
                throw new AssertionError("chunk " + chunk + " has labels " + sets[row] + " in row " + row);
            }
            if (sets[row] != GraphReader.NO_NODE) {
                nodes.put(NodeIdLayout.id(chunk, row), new Node(sets[row], properties.get(row)));
            }
        }
    }

    private void readRelationships(GraphReader reader) {
        long[] starts = nodes.keySet().stream().mapToLong(Long::longValue).toArray();
        Expansion expansion = reader.expansion();
        expansion.start(starts, null, starts.length, new int[0], GraphReader.Side.FORWARD, true);
        int[] rows = new int[512];
        long[] ids = new long[512];
        long[] ends = new long[512];
        int found;
        while ((found = expansion.next(rows, ids, ends, ids.length)) > 0) {
            Vector values = new Vector();
            List<Map<Integer, Object>> properties = new ArrayList<>();
            int count = found;
            IntStream.range(0, count).forEach(index -> properties.add(new TreeMap<>()));
            for (int key = 0; key < keys.size(); key++) {
                reader.relationshipProperty(key, ids, null, count, values);
                for (int index = 0; index < count; index++) {
                    if (!values.isNull(index)) {
                        properties.get(index).put(key, values.valueAt(index));
                    }
                }
            }
            for (int index = 0; index < count; index++) {
                Relationship relationship = new Relationship(starts[rows[index]], ends[index], properties.get(index));
                relationships.put(ids[index], relationship);
            }
        }
    }

    int labelSet(long node) {
        Node found = nodes.get(node);
        return found == null ? GraphReader.NO_NODE : found.labelSet();
    }

    @Override
    public int version() {
        throw new UnsupportedOperationException();
    }

    @Override
    public OptionalInt labelId(String name) {
        return id(labels, name);
    }

    @Override
    public OptionalInt typeId(String name) {
        return id(types, name);
    }

    @Override
    public OptionalInt propertyKeyId(String name) {
        return id(keys, name);
    }

    private static OptionalInt id(List<String> names, String name) {
        return names.contains(name) ? OptionalInt.of(names.indexOf(name)) : OptionalInt.empty();
    }

    @Override
    public String labelName(int labelId) {
        return labels.get(labelId);
    }

    @Override
    public String typeName(int typeId) {
        return types.get(typeId);
    }

    @Override
    public String propertyKeyName(int propertyKeyId) {
        return keys.get(propertyKeyId);
    }

    @Override
    public int labelCount() {
        return labels.size();
    }

    @Override
    public int typeCount() {
        return types.size();
    }

    @Override
    public int propertyKeyCount() {
        return keys.size();
    }

    @Override
    public int labelSetCount() {
        return labelSets.size();
    }

    @Override
    public int[] labelSet(int labelSetId) {
        return labelSets.get(labelSetId).stream().mapToInt(Integer::intValue).toArray();
    }

    @Override
    public List<IndexDescriptor> indexes() {
        return indexes;
    }

    @Override
    public List<ConstraintDescriptor> constraints() {
        return constraints;
    }
}
