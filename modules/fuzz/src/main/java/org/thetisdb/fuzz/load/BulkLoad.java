package org.thetisdb.fuzz.load;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
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

/** Writes a graph into the data files of a new database. One thread. */
final class BulkLoad {
    private static final int CHUNKS_MOST = 60;
    private static final LoadOptions OPTIONS = new LoadOptions(16 << 20, 1, 4 << 10);

    private final BulkLoader loader;
    private final int nodesPerChunk;
    /** Open until the last node: the next appender would fill up the chunk of one that was closed. */
    private final List<NodeAppender> appenders = new ArrayList<>();

    private final Map<ReferenceNode, Long> ids = new HashMap<>();

    private BulkLoad(BulkLoader loader, int nodesPerChunk) {
        this.loader = loader;
        this.nodesPerChunk = nodesPerChunk;
    }

    static void write(ReferenceGraph graph, Path directory, Spread spread) {
        try (BulkLoader loader = BulkLoader.create(new LocalFileSystem(), directory, OPTIONS)) {
            // Thousands of chunks would take longer than the queries do.
            int least = graph.nodes().size() / CHUNKS_MOST;
            BulkLoad load = new BulkLoad(loader, Math.max(least, spread.nodesPerChunk()));
            load.nodes(graph.nodes());
            load.relationships(graph.relationships());
            loader.finish(LoadProgress.NONE);
        }
    }

    /** Keys with the kinds of their values: rows that are alike in this go together. */
    private static Map<String, VectorKind> kinds(Map<String, Object> properties) {
        Map<String, VectorKind> kinds = new TreeMap<>();
        properties.forEach((key, value) -> kinds.put(key, VectorKind.of(value)));
        return kinds;
    }

    private void nodes(Collection<ReferenceNode> nodes) {
        Map<List<Object>, List<ReferenceNode>> groups = new LinkedHashMap<>();
        for (ReferenceNode node : nodes) {
            List<Object> shape = List.of(new TreeSet<>(node.labels()), kinds(node.properties()));
            groups.computeIfAbsent(shape, key -> new ArrayList<>()).add(node);
        }
        for (List<ReferenceNode> members : groups.values()) {
            for (int from = 0; from < members.size(); ) {
                int to = from + Math.min(nodesPerChunk, members.size() - from);
                append(members.subList(from, to));
                from = to;
            }
        }
        appenders.forEach(NodeAppender::close);
    }

    private void append(List<ReferenceNode> members) {
        ReferenceNode first = members.getFirst();
        int[] labels = first.labels().stream().mapToInt(loader::label).toArray();
        Map<String, VectorKind> kinds = kinds(first.properties());
        int[] keys = kinds.keySet().stream().mapToInt(loader::propertyKey).toArray();
        long[] made = new long[members.size()];
        List<Map<String, Object>> rows =
                members.stream().map(ReferenceNode::properties).toList();
        NodeAppender appender = loader.nodes(labels);
        appenders.add(appender);
        appender.append(keys, columns(kinds, rows), made.length, made);
        for (int index = 0; index < made.length; index++) {
            ids.put(members.get(index), made[index]);
        }
    }

    private void relationships(Collection<ReferenceRelationship> relationships) {
        Map<String, Map<Map<String, VectorKind>, List<ReferenceRelationship>>> groups = new LinkedHashMap<>();
        for (ReferenceRelationship each : relationships) {
            groups.computeIfAbsent(each.type(), type -> new LinkedHashMap<>())
                    .computeIfAbsent(kinds(each.properties()), kinds -> new ArrayList<>())
                    .add(each);
        }
        groups.forEach((type, byKinds) -> {
            try (RelationshipAppender appender = loader.relationships(loader.type(type))) {
                byKinds.forEach((kinds, members) -> append(appender, kinds, members));
            }
        });
    }

    private void append(
            RelationshipAppender appender, Map<String, VectorKind> kinds, List<ReferenceRelationship> members) {
        int count = members.size();
        long[] starts =
                members.stream().mapToLong(each -> ids.get(each.start())).toArray();
        long[] ends = members.stream().mapToLong(each -> ids.get(each.end())).toArray();
        int[] keys = kinds.keySet().stream().mapToInt(loader::propertyKey).toArray();
        List<Map<String, Object>> rows =
                members.stream().map(ReferenceRelationship::properties).toList();
        appender.append(starts, ends, keys, columns(kinds, rows), count);
    }

    private static Vector[] columns(Map<String, VectorKind> kinds, List<Map<String, Object>> rows) {
        Vector[] columns = new Vector[kinds.size()];
        int column = 0;
        for (Map.Entry<String, VectorKind> kind : kinds.entrySet()) {
            Vector vector = new Vector();
            vector.reset(kind.getValue(), rows.size());
            for (int row = 0; row < rows.size(); row++) {
                vector.setValue(row, rows.get(row).get(kind.getKey()));
            }
            columns[column++] = vector;
        }
        return columns;
    }
}
