package org.thetisdb.storage.checkpoint;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.checkpoint.ModelGraph.Node;
import org.thetisdb.storage.checkpoint.ModelGraph.Relationship;

/** Changes a model at random, as transactions could have. */
final class RandomChanges {
    private final Random random;
    private final ModelGraph graph;
    private final List<Long> nodes;
    private final List<Long> relationships;

    RandomChanges(Random random, ModelGraph graph) {
        this.random = random;
        this.graph = graph;
        nodes = new ArrayList<>(graph.nodes.keySet());
        relationships = new ArrayList<>(graph.relationships.keySet());
    }

    void apply(int count) {
        for (int change = 0; change < count; change++) {
            switch (random.nextInt(12)) {
                case 0, 1 -> createNode();
                case 2 -> deleteNode();
                case 3 -> relabel();
                case 4, 5 -> setNodeProperty();
                case 6, 7, 8 -> createRelationship();
                case 9 -> deleteRelationship();
                case 10 -> setRelationshipProperty();
                default -> newName();
            }
        }
    }

    private void newName() {
        if (random.nextInt(10) > 0) {
            return;
        }
        int serial = graph.labels.size() + graph.types.size() + graph.keys.size();
        switch (random.nextInt(3)) {
            case 0 -> graph.labels.add("Label" + serial);
            case 1 -> graph.types.add("TYPE" + serial);
            default -> graph.keys.add("key" + serial);
        }
    }

    private int labelSet() {
        if (random.nextInt(10) > 0) {
            return random.nextInt(graph.labelSets.size());
        }
        List<Integer> labels = random.ints(random.nextInt(3), 0, graph.labels.size())
                .sorted()
                .distinct()
                .boxed()
                .toList();
        if (!graph.labelSets.contains(labels)) {
            graph.labelSets.add(labels);
        }
        return graph.labelSets.indexOf(labels);
    }

    /** A value; key 0 is for unique values. */
    private Object value(int key) {
        return switch (key == 0 ? 9 : random.nextInt(6)) {
            case 0 -> "text " + random.nextInt(50) + (random.nextInt(8) == 0 ? "long".repeat(random.nextInt(800)) : "");
            case 1 -> random.nextDouble();
            case 2 -> LocalDate.ofEpochDay(random.nextInt(10_000));
            case 9 -> random.nextLong();
            default -> (long) random.nextInt(1_000);
        };
    }

    private Map<Integer, Object> properties() {
        Map<Integer, Object> properties = new TreeMap<>();
        for (int left = random.nextInt(4); left > 0; left--) {
            int key = random.nextInt(graph.keys.size());
            properties.put(key, value(key));
        }
        return properties;
    }

    private void createNode() {
        int chunk = random.nextInt(graph.rowCounts.size() + 1);
        if (chunk == graph.rowCounts.size() && random.nextInt(10) > 0 && chunk > 0) {
            chunk--;
        }
        if (chunk == graph.rowCounts.size()) {
            graph.rowCounts.add(0);
        }
        int rows = graph.rowCounts.get(chunk);
        int row = random.nextInt(4) == 0 && rows > 0 ? random.nextInt(rows) : rows;
        if (graph.nodes.containsKey(NodeIdLayout.id(chunk, row))) {
            row = rows;
        }
        if (row < NodeIdLayout.CHUNK_ROWS) {
            graph.rowCounts.set(chunk, Math.max(rows, row + 1));
            graph.nodes.put(NodeIdLayout.id(chunk, row), new Node(labelSet(), properties()));
            nodes.add(NodeIdLayout.id(chunk, row));
        }
    }

    private long node() {
        while (true) {
            long node = nodes.get(random.nextInt(nodes.size()));
            if (graph.nodes.containsKey(node)) {
                return node;
            }
            nodes.remove(node);
        }
    }

    private void deleteNode() {
        if (graph.nodes.size() > 5) {
            long node = node();
            graph.nodes.remove(node);
            graph.relationships.values().removeIf(entry -> entry.start() == node || entry.end() == node);
        }
    }

    private void relabel() {
        graph.nodes.computeIfPresent(node(), (id, node) -> new Node(labelSet(), node.properties()));
    }

    private Map<Integer, Object> changed(Map<Integer, Object> properties) {
        Map<Integer, Object> copy = new TreeMap<>(properties);
        int key = random.nextInt(graph.keys.size());
        if (random.nextInt(3) == 0) {
            copy.remove(key);
        } else {
            copy.put(key, value(key));
        }
        return copy;
    }

    private void setNodeProperty() {
        graph.nodes.computeIfPresent(node(), (id, node) -> new Node(node.labelSet(), changed(node.properties())));
    }

    private void createRelationship() {
        int type = random.nextInt(graph.types.size());
        long start = node();
        int chunk = NodeIdLayout.chunk(start);
        long first = RelationshipIdLayout.id(type, chunk, 0);
        long end = RelationshipIdLayout.id(type, chunk, RelationshipIdLayout.SLOT_COUNT_MAX - 1);
        Long greatest = graph.relationships.floorKey(end);
        int slot = greatest == null || greatest < first ? 0 : RelationshipIdLayout.slot(greatest) + 1;
        int free = slot == 0 ? 0 : random.nextInt(slot);
        if (!graph.relationships.containsKey(first + free)) {
            slot = free;
        }
        graph.relationships.put(first + slot, new Relationship(start, node(), properties()));
        relationships.add(first + slot);
    }

    private void deleteRelationship() {
        if (!relationships.isEmpty()) {
            graph.relationships.remove(relationships.get(random.nextInt(relationships.size())));
        }
    }

    private void setRelationshipProperty() {
        if (!relationships.isEmpty()) {
            graph.relationships.computeIfPresent(
                    relationships.get(random.nextInt(relationships.size())),
                    (id, old) -> new Relationship(old.start(), old.end(), changed(old.properties())));
        }
    }
}
