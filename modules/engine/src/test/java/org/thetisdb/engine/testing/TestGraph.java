package org.thetisdb.engine.testing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.Statistics;
import org.thetisdb.storage.ZoneMap;
import org.thetisdb.value.RelationshipReference;

/**
 * A small graph in maps. What one builder builds are snapshots of one graph that changes, all over the same base until
 * the builder is told otherwise.
 */
public final class TestGraph implements Snapshot, Statistics {
    /** In mixed chunks: from one row without a node to the next. */
    private static final int HOLE_DISTANCE = 3;

    /** A node of the graph. */
    record Node(long id, Set<String> labels, Map<String, Object> properties) {}

    /** A relationship of the graph. */
    public record Relationship(long id, long start, long end, String type, Map<String, Object> properties) {
        public RelationshipReference reference() {
            return new RelationshipReference(id, start, end);
        }
    }

    /** A chunk; one without labels of its own is mixed. Null where there is no node. */
    private record Chunk(Optional<Set<String>> labels, List<Node> nodes) {}

    private final List<Chunk> chunks;
    private final Map<Long, Node> nodes;
    private final Map<Long, Relationship> relationships;
    private final List<Relationship> relationshipsInOrder;
    private final Map<Long, List<Relationship>> outgoing;
    private final Map<Long, List<Relationship>> incoming;
    private final TestCatalog catalog;
    private final Object base;
    private final long revision;
    private final boolean exact;

    private TestGraph(Builder builder) {
        base = builder.base;
        revision = ++builder.revision;
        exact = builder.exact;
        chunks = builder.chunks.stream()
                .map(chunk -> new Chunk(chunk.labels(), new ArrayList<>(chunk.nodes())))
                .toList();
        nodes = Map.copyOf(builder.nodes);
        relationships = new LinkedHashMap<>(builder.relationships);
        relationshipsInOrder = List.copyOf(relationships.values());
        outgoing = relationshipsInOrder.stream().collect(Collectors.groupingBy(Relationship::start));
        incoming = relationshipsInOrder.stream().collect(Collectors.groupingBy(Relationship::end));
        catalog = new TestCatalog(
                builder.labels, builder.types, builder.keys, builder.labelSets, builder.indexes, builder.indexChanges);
    }

    /** Makes a graph whose chunks hold at most so many nodes. */
    public static Builder builder(int chunkRows) {
        return new Builder(chunkRows);
    }

    /** Collects nodes and relationships. */
    public static final class Builder {
        private final int chunkRows;
        private final List<Chunk> chunks = new ArrayList<>();
        private final Map<Long, Node> nodes = new HashMap<>();
        private final Map<Long, Relationship> relationships = new LinkedHashMap<>();
        private final Map<Long, Integer> slots = new HashMap<>();
        private final List<String> labels = new ArrayList<>();
        private final List<String> types = new ArrayList<>();
        private final List<String> keys = new ArrayList<>();
        private final List<Set<String>> labelSets = new ArrayList<>();
        private final List<String[]> indexes = new ArrayList<>();
        private Object base = new Object();
        private long revision;
        private int indexChanges;
        private boolean exact = true;
        private boolean mixed;

        private Builder(int chunkRows) {
            this.chunkRows = chunkRows;
        }

        /** From here on, nodes share chunks whatever their labels, and every third row is left without a node. */
        public Builder mixed() {
            mixed = true;
            return this;
        }

        /** Adds a node; returns its id. */
        public long node(Set<String> nodeLabels, Map<String, Object> properties) {
            know(nodeLabels);
            properties.keySet().stream().sorted().forEach(key -> know(keys, key));
            int number = openChunk(nodeLabels);
            Chunk chunk = chunks.get(number);
            if (mixed && chunk.nodes().size() % HOLE_DISTANCE == 0) {
                chunk.nodes().add(null);
            }
            Node node = new Node(NodeIdLayout.id(number, chunk.nodes().size()), nodeLabels, properties);
            chunk.nodes().add(node);
            nodes.put(node.id(), node);
            return node.id();
        }

        public long node(String... nodeLabels) {
            return node(Set.of(nodeLabels), Map.of());
        }

        private int openChunk(Set<String> nodeLabels) {
            Optional<Set<String>> own = mixed ? Optional.empty() : Optional.of(nodeLabels);
            for (int number = 0; number < chunks.size(); number++) {
                Chunk chunk = chunks.get(number);
                if (chunk.labels().equals(own) && chunk.nodes().size() < chunkRows) {
                    return number;
                }
            }
            chunks.add(new Chunk(own, new ArrayList<>()));
            return chunks.size() - 1;
        }

        /** Gives a node other labels. */
        public void label(long node, String... nodeLabels) {
            know(Set.of(nodeLabels));
            put(
                    node,
                    Optional.of(
                            new Node(node, Set.of(nodeLabels), nodes.get(node).properties())));
        }

        /** Gives a node other properties. */
        void properties(long node, Map<String, Object> properties) {
            properties.keySet().forEach(key -> know(keys, key));
            Node changed = new Node(node, nodes.get(node).labels(), properties);
            chunks.get(NodeIdLayout.chunk(node)).nodes().set(NodeIdLayout.row(node), changed);
            nodes.put(node, changed);
        }

        /** Gives a relationship other properties. */
        void relationshipProperties(long relationship, Map<String, Object> properties) {
            properties.keySet().forEach(key -> know(keys, key));
            Relationship before = relationships.get(relationship);
            relationships.put(
                    relationship,
                    new Relationship(relationship, before.start(), before.end(), before.type(), properties));
        }

        void deleteRelationship(long relationship) {
            relationships.remove(relationship);
        }

        List<String> labels() {
            return labels;
        }

        List<String> types() {
            return types;
        }

        List<String> keys() {
            return keys;
        }

        List<Set<String>> labelSets() {
            return labelSets;
        }

        /** A transaction that changes what this builder builds, without a way back. */
        public TestTransaction begin() {
            return new TestTransaction(this);
        }

        /** Takes a node away, with its relationships. */
        public void delete(long node) {
            relationships.values().removeIf(each -> each.start() == node || each.end() == node);
            put(node, Optional.empty());
        }

        private void put(long id, Optional<Node> node) {
            int number = NodeIdLayout.chunk(id);
            List<Node> rows = chunks.get(number).nodes();
            rows.set(NodeIdLayout.row(id), node.orElse(null));
            Optional<Set<String>> own = chunks.get(number).labels();
            boolean fits = node.isEmpty() || own.equals(node.map(Node::labels));
            chunks.set(number, new Chunk(fits ? own : Optional.empty(), rows));
            nodes.remove(id);
            node.ifPresent(each -> nodes.put(id, each));
        }

        void know(Set<String> nodeLabels) {
            nodeLabels.stream().sorted().forEach(label -> know(labels, label));
            if (!labelSets.contains(nodeLabels)) {
                labelSets.add(nodeLabels);
            }
        }

        static int know(List<String> names, String name) {
            if (!names.contains(name)) {
                names.add(name);
            }
            return names.indexOf(name);
        }

        /** Adds a relationship. */
        public Relationship relationship(long start, String type, long end, Map<String, Object> properties) {
            int typeId = know(types, type);
            properties.keySet().stream().sorted().forEach(key -> know(keys, key));
            long list = RelationshipIdLayout.id(typeId, NodeIdLayout.chunk(start), 0);
            int slot = slots.merge(list, 1, Integer::sum) - 1;
            long id = RelationshipIdLayout.id(typeId, NodeIdLayout.chunk(start), slot);
            Relationship relationship = new Relationship(id, start, end, type, properties);
            relationships.put(id, relationship);
            return relationship;
        }

        public Relationship relationship(long start, String type, long end) {
            return relationship(start, type, end, Map.of());
        }

        /** Adds an index over nodes that have been added. */
        public Builder index(String label, String property) {
            indexes.add(new String[] {label, property});
            indexChanges++;
            return this;
        }

        public void dropIndexes() {
            indexes.clear();
            indexChanges++;
        }

        /** From here on, graphs are over another base. */
        public void rebase() {
            base = new Object();
        }

        /** From here on, counts are estimates, and far from the truth. */
        public void inexact() {
            exact = false;
        }

        /** The graph as it is now. */
        public TestGraph build() {
            return new TestGraph(this);
        }
    }

    /** All node ids, ascending. */
    public List<Long> nodeIds() {
        return List.copyOf(new TreeSet<>(nodes.keySet()));
    }

    /** All relationships in the order in which they were added. */
    public List<Relationship> relationships() {
        return relationshipsInOrder;
    }

    /** Those that begin at a node, or that end there, in the order in which they were added. */
    List<Relationship> relationshipsAt(long node, boolean isForward) {
        return (isForward ? outgoing : incoming).getOrDefault(node, List.of());
    }

    Map<Long, Node> nodes() {
        return nodes;
    }

    Map<Long, Relationship> relationshipsById() {
        return relationships;
    }

    // ---------------------------------------------------------------- Snapshot

    @Override
    public Catalog catalog() {
        return catalog;
    }

    @Override
    public Statistics statistics() {
        return this;
    }

    @Override
    public int chunkCount() {
        return chunks.size();
    }

    @Override
    public int rowCount(int chunk) {
        return chunks.get(chunk).nodes().size();
    }

    @Override
    public boolean isFull(int chunk) {
        return !chunks.get(chunk).nodes().contains(null);
    }

    @Override
    public int labelSet(int chunk) {
        return chunks.get(chunk).labels().map(this::labelSet).orElse(MIXED);
    }

    /** The id of a set of labels. */
    int labelSet(Set<String> labels) {
        return catalog.labelSets().indexOf(labels);
    }

    @Override
    public long revision() {
        return revision;
    }

    @Override
    public Object base() {
        return base;
    }

    @Override
    public ZoneMap zoneMap(int chunk, int propertyKeyId) {
        return ZoneMap.UNKNOWN;
    }

    @Override
    public GraphReader reader() {
        return new TestReader(this);
    }

    // ---------------------------------------------------------------- Statistics

    @Override
    public boolean isExact() {
        return exact;
    }

    @Override
    public long nodeCount() {
        return estimated(nodes.size());
    }

    @Override
    public long relationshipCount() {
        return estimated(relationships.size());
    }

    private long estimated(long count) {
        return exact ? count : count / 2 + 7;
    }

    private boolean hasLabel(long node, int labelId) {
        return labelId == ANY || nodes.get(node).labels().contains(catalog.labelName(labelId));
    }

    @Override
    public long nodesWithLabel(int labelId) {
        return estimated(
                nodes.keySet().stream().filter(node -> hasLabel(node, labelId)).count());
    }

    @Override
    public long nodesWithLabels(int[] labelIds) {
        return nodes.keySet().stream()
                .filter(node -> java.util.Arrays.stream(labelIds).allMatch(label -> hasLabel(node, label)))
                .count();
    }

    @Override
    public long relationships(int startLabelId, int typeId, int endLabelId) {
        return estimated(relationships.values().stream()
                .filter(each -> typeId == ANY || each.type().equals(catalog.typeName(typeId)))
                .filter(each -> hasLabel(each.start(), startLabelId) && hasLabel(each.end(), endLabelId))
                .count());
    }

    @Override
    public long distinctValues(int labelId, int propertyKeyId) {
        long count = nodes.values().stream()
                .filter(node -> hasLabel(node.id(), labelId))
                .map(node -> node.properties().get(catalog.propertyKeyName(propertyKeyId)))
                .filter(java.util.Objects::nonNull)
                .distinct()
                .count();
        return Math.max(1, count);
    }

    @Override
    public long nodesWithProperty(int labelId, int propertyKeyId) {
        return nodes.values().stream()
                .filter(node -> hasLabel(node.id(), labelId))
                .filter(node -> node.properties().containsKey(catalog.propertyKeyName(propertyKeyId)))
                .count();
    }

    @Override
    public ZoneMap range(int labelId, int propertyKeyId) {
        return ZoneMap.UNKNOWN;
    }
}
