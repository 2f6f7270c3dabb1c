package org.thetisdb.query;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.reference.graph.ReferenceGraph;
import org.thetisdb.reference.graph.ReferenceNode;
import org.thetisdb.reference.graph.ReferenceRelationship;
import org.thetisdb.storage.load.BulkLoader;
import org.thetisdb.storage.load.LoadOptions;
import org.thetisdb.storage.load.LoadProgress;
import org.thetisdb.storage.load.NodeAppender;
import org.thetisdb.storage.load.RelationshipAppender;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** A small graph as objects, which can be written as a database. Not thread safe. */
final class GraphModel {
    private static final LoadOptions OPTIONS = new LoadOptions(16 << 20, 1, 4 << 10);

    /** A node; {@code id} is given when the graph is written. */
    static final class Node {
        final Set<String> labels = new LinkedHashSet<>();
        final Map<String, Object> properties = new LinkedHashMap<>();
        long id = -1;
    }

    record Index(String label, String property, boolean unique) {
        private static final Pattern TEXT = Pattern.compile("(unique )?:(\\w+)\\((\\w+)\\)");

        /** Reads {@code :A(x)} or {@code unique :A(x)}. */
        static Index parse(String text) {
            Matcher matcher = TEXT.matcher(text);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("not an index: text=" + text);
            }
            return new Index(matcher.group(2), matcher.group(3), matcher.group(1) != null);
        }
    }

    record Relationship(String type, Node start, Node end, Map<String, Object> properties) {}

    final List<Node> nodes = new ArrayList<>();
    final List<Relationship> relationships = new ArrayList<>();
    final List<Index> indexes = new ArrayList<>();

    /** The same graph as the reference interpreter made. */
    static GraphModel of(ReferenceGraph graph) {
        GraphModel model = new GraphModel();
        Map<ReferenceNode, Node> nodes = new IdentityHashMap<>();
        for (ReferenceNode each : graph.nodes()) {
            Node node = new Node();
            node.labels.addAll(each.labels());
            node.properties.putAll(each.properties());
            model.nodes.add(node);
            nodes.put(each, node);
        }
        for (ReferenceRelationship each : graph.relationships()) {
            model.relationships.add(new Relationship(
                    each.type(),
                    nodes.get(each.start()),
                    nodes.get(each.end()),
                    new LinkedHashMap<>(each.properties())));
        }
        return model;
    }

    /** Writes the graph as a new database. */
    void write(Path directory) {
        try (BulkLoader loader = BulkLoader.create(new LocalFileSystem(), directory, OPTIONS)) {
            indexes.forEach(index ->
                    loader.index(loader.label(index.label()), loader.propertyKey(index.property()), index.unique()));
            writeNodes(loader);
            writeRelationships(loader);
            loader.finish(LoadProgress.NONE);
        }
    }

    /** Nodes of one label set and one set of keys make one batch, in the order of the first of each. */
    private void writeNodes(BulkLoader loader) {
        Map<List<Set<String>>, List<Node>> groups = new LinkedHashMap<>();
        for (Node node : nodes) {
            groups.computeIfAbsent(
                            List.of(new TreeSet<>(node.labels), new TreeSet<>(node.properties.keySet())),
                            key -> new ArrayList<>())
                    .add(node);
        }
        groups.forEach((shape, members) -> {
            int[] labels = shape.get(0).stream().mapToInt(loader::label).toArray();
            List<Map<String, Object>> properties = new ArrayList<>();
            members.forEach(node -> properties.add(node.properties));
            int[] keys = shape.get(1).stream().mapToInt(loader::propertyKey).toArray();
            long[] ids = new long[members.size()];
            try (NodeAppender appender = loader.nodes(labels)) {
                appender.append(keys, columns(List.copyOf(shape.get(1)), properties), ids.length, ids);
            }
            for (int index = 0; index < ids.length; index++) {
                members.get(index).id = ids[index];
            }
        });
    }

    private void writeRelationships(BulkLoader loader) {
        Map<String, Map<Set<String>, List<Relationship>>> byType = new LinkedHashMap<>();
        for (Relationship each : relationships) {
            byType.computeIfAbsent(each.type(), type -> new LinkedHashMap<>())
                    .computeIfAbsent(new TreeSet<>(each.properties().keySet()), keys -> new ArrayList<>())
                    .add(each);
        }
        byType.forEach((type, groups) -> {
            try (RelationshipAppender appender = loader.relationships(loader.type(type))) {
                groups.forEach((names, members) -> append(loader, appender, List.copyOf(names), members));
            }
        });
    }

    private static void append(
            BulkLoader loader, RelationshipAppender appender, List<String> names, List<Relationship> members) {
        long[] starts = new long[members.size()];
        long[] ends = new long[members.size()];
        List<Map<String, Object>> properties = new ArrayList<>();
        for (int index = 0; index < starts.length; index++) {
            Relationship each = members.get(index);
            starts[index] = each.start().id;
            ends[index] = each.end().id;
            properties.add(each.properties());
        }
        int[] keys = names.stream().mapToInt(loader::propertyKey).toArray();
        appender.append(starts, ends, keys, columns(names, properties), starts.length);
    }

    private static Vector[] columns(List<String> names, List<Map<String, Object>> rows) {
        Vector[] columns = new Vector[names.size()];
        for (int column = 0; column < columns.length; column++) {
            columns[column] = new Vector();
            String name = names.get(column);
            columns[column].reset(VectorKind.of(rows.getFirst().get(name)), rows.size());
            for (int row = 0; row < rows.size(); row++) {
                columns[column].setValue(row, rows.get(row).get(name));
            }
        }
        return columns;
    }
}
