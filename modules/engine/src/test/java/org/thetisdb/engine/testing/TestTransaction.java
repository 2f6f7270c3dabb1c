package org.thetisdb.engine.testing;

import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.ChangedGraph;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.Statistics;
import org.thetisdb.storage.ZoneMap;

/** Changes a {@link TestGraph}'s builder; there is no rollback. */
public final class TestTransaction implements GraphTransaction {
    private final TestGraph.Builder builder;
    private final Set<Long> deletedNodes = new HashSet<>();
    private final Set<Long> deletedRelationships = new HashSet<>();
    private final LiveSnapshot snapshot;
    private Optional<TestGraph> graph = Optional.empty();
    private boolean written;

    TestTransaction(TestGraph.Builder builder) {
        this.builder = builder;
        this.snapshot = new LiveSnapshot(this);
    }

    /** The graph with all writes so far. */
    public TestGraph graph() {
        if (graph.isEmpty()) {
            graph = Optional.of(builder.build());
        }
        return graph.get();
    }

    private TestGraph.Builder writing() {
        written = true;
        graph = Optional.empty();
        return builder;
    }

    @Override
    public Snapshot snapshot() {
        return snapshot;
    }

    @Override
    public int label(String name) {
        graph = Optional.empty();
        return TestGraph.Builder.know(builder.labels(), name);
    }

    @Override
    public int type(String name) {
        graph = Optional.empty();
        return TestGraph.Builder.know(builder.types(), name);
    }

    @Override
    public int propertyKey(String name) {
        graph = Optional.empty();
        return TestGraph.Builder.know(builder.keys(), name);
    }

    @Override
    public int labelSet(int... labelIds) {
        Set<String> labels = new TreeSet<>();
        Arrays.stream(labelIds).forEach(label -> labels.add(builder.labels().get(label)));
        graph = Optional.empty();
        builder.know(labels);
        return builder.labelSets().indexOf(labels);
    }

    private Map<String, Object> map(Map<String, Object> before, int[] keys, Object[] values) {
        Map<String, Object> map = new LinkedHashMap<>(before);
        for (int index = 0; index < keys.length; index++) {
            if (index > 0 && keys[index] <= keys[index - 1]) {
                throw new IllegalArgumentException("not ascending: keys=" + Arrays.toString(keys));
            }
            if (values[index] == null) {
                map.remove(builder.keys().get(keys[index]));
            } else {
                map.put(builder.keys().get(keys[index]), values[index]);
            }
        }
        return map;
    }

    @Override
    public long createNode(int labelSetId, int[] propertyKeyIds, Object[] values) {
        return writing().node(builder.labelSets().get(labelSetId), map(Map.of(), propertyKeyIds, values));
    }

    @Override
    public void setLabels(long node, int labelSetId) {
        writing().label(node, builder.labelSets().get(labelSetId).toArray(String[]::new));
    }

    @Override
    public void setNodeProperties(long node, int[] propertyKeyIds, Object[] values) {
        Map<String, Object> before = graph().nodes().get(node).properties();
        writing().properties(node, map(before, propertyKeyIds, values));
    }

    @Override
    public long deleteNode(long node, boolean detach) {
        long[] relationships = graph().relationships().stream()
                .filter(each -> each.start() == node || each.end() == node)
                .mapToLong(TestGraph.Relationship::id)
                .toArray();
        if (detach) {
            Arrays.stream(relationships).forEach(this::deleteRelationship);
        }
        writing().delete(node);
        deletedNodes.add(node);
        return detach ? relationships.length : 0;
    }

    @Override
    public long createRelationship(long start, int typeId, long end, int[] propertyKeyIds, Object[] values) {
        return writing()
                .relationship(start, builder.types().get(typeId), end, map(Map.of(), propertyKeyIds, values))
                .id();
    }

    @Override
    public void setRelationshipProperties(long relationship, int[] propertyKeyIds, Object[] values) {
        Map<String, Object> before =
                graph().relationshipsById().get(relationship).properties();
        writing().relationshipProperties(relationship, map(before, propertyKeyIds, values));
    }

    @Override
    public void deleteRelationship(long relationship) {
        writing().deleteRelationship(relationship);
        deletedRelationships.add(relationship);
    }

    @Override
    public boolean isDeletedHere(long entity, boolean relationship) {
        return (relationship ? deletedRelationships : deletedNodes).contains(entity);
    }

    @Override
    public boolean hasWrites() {
        return written;
    }

    @Override
    public void mark() {
        throw new UnsupportedOperationException("only a store's transactions tell what they have changed");
    }

    @Override
    public ChangedGraph changesSinceMark() {
        throw new UnsupportedOperationException("only a store's transactions tell what they have changed");
    }

    @Override
    public ChangedGraph changes() {
        throw new UnsupportedOperationException("only a store's transactions tell what they have changed");
    }

    @Override
    public long writeCount() {
        return written ? 1 : 0;
    }

    @Override
    public long commit(Optional<String> message) {
        return graph().revision();
    }

    @Override
    public void rollback() {
        // What was written stays.
    }

    @Override
    public void close() {
        // Holds nothing.
    }

    /** What a transaction sees. */
    record LiveSnapshot(TestTransaction transaction) implements Snapshot {
        @Override
        public long revision() {
            return 0;
        }

        @Override
        public Object base() {
            return transaction.graph().base();
        }

        @Override
        public Catalog catalog() {
            return transaction.graph().catalog();
        }

        @Override
        public Statistics statistics() {
            return transaction.graph();
        }

        @Override
        public int chunkCount() {
            return transaction.graph().chunkCount();
        }

        @Override
        public int rowCount(int chunk) {
            return transaction.graph().rowCount(chunk);
        }

        @Override
        public boolean isFull(int chunk) {
            return transaction.graph().isFull(chunk);
        }

        @Override
        public int labelSet(int chunk) {
            return transaction.graph().labelSet(chunk);
        }

        @Override
        public ZoneMap zoneMap(int chunk, int propertyKeyId) {
            return ZoneMap.UNKNOWN;
        }

        @Override
        public GraphReader reader() {
            return new TestReader(transaction);
        }
    }
}
