package org.thetisdb.engine.testing;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.NodeIndexReader;
import org.thetisdb.storage.PageCounts;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Reads a {@link TestGraph}. */
final class TestReader implements GraphReader {
    private TestGraph graph;
    private Optional<TestTransaction> live = Optional.empty();

    /** Reads what a transaction sees. */
    TestReader(TestTransaction transaction) {
        this(transaction.graph());
        live = Optional.of(transaction);
    }

    private static TestGraph graph(Snapshot snapshot) {
        return snapshot instanceof TestTransaction.LiveSnapshot own
                ? own.transaction().graph()
                : (TestGraph) snapshot;
    }

    TestReader(TestGraph graph) {
        this.graph = graph;
    }

    TestGraph graph() {
        return live.map(TestTransaction::graph).orElse(graph);
    }

    @Override
    public Snapshot snapshot() {
        return live.isPresent() ? live.get().snapshot() : graph;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    public boolean move(Snapshot other) {
        boolean moves = other.base() == graph.base();
        if (moves) {
            live = other instanceof TestTransaction.LiveSnapshot own
                    ? Optional.of(own.transaction())
                    : Optional.empty();
            graph = graph(other);
        }
        return moves;
    }

    @Override
    public int labelSet(long node) {
        return nodeExists(node) ? graph().labelSet(node(node).labels()) : NO_NODE;
    }

    @Override
    public void labelSets(long[] nodes, boolean[] nulls, int count, int[] into) {
        for (int index = 0; index < count; index++) {
            into[index] = nulls != null && nulls[index] ? NO_NODE : labelSet(nodes[index]);
        }
    }

    @Override
    public int nodes(int chunk, int firstRow, int count, long[] into) {
        int found = 0;
        for (int row = firstRow; row < firstRow + count; row++) {
            into[found] = NodeIdLayout.id(chunk, row);
            found += nodeExists(into[found]) ? 1 : 0;
        }
        return found;
    }

    /** The graph has no transactions. */
    @Override
    public void noteScan() {}

    @Override
    public void refresh() {
        // Holds no pages.
    }

    /** A graph in maps has no pages. */
    @Override
    public PageCounts pageCounts() {
        return PageCounts.NONE;
    }

    @Override
    public void nodeProperty(int propertyKeyId, long[] nodes, boolean[] nulls, int count, Vector into) {
        String key = graph().catalog().propertyKeyName(propertyKeyId);
        Object[] values = new Object[count];
        for (int index = 0; index < count; index++) {
            boolean isNull = nulls != null && nulls[index];
            values[index] = isNull ? null : node(nodes[index]).properties().get(key);
        }
        fill(values, into);
    }

    @Override
    public void nodePropertyPresence(int propertyKeyId, long[] nodes, boolean[] nulls, int count, Vector into) {
        nodeProperty(propertyKeyId, nodes, nulls, count, into);
    }

    @Override
    public void relationshipPropertyPresence(
            int propertyKeyId, long[] relationships, boolean[] nulls, int count, Vector into) {
        relationshipProperty(propertyKeyId, relationships, nulls, count, into);
    }

    @Override
    public void nodeProperty(int propertyKeyId, int chunk, int firstRow, int count, Vector into) {
        long[] nodes = new long[count];
        Arrays.setAll(nodes, row -> NodeIdLayout.id(chunk, firstRow + row));
        nodeProperty(propertyKeyId, nodes, null, count, into);
    }

    @Override
    public void relationshipProperty(int propertyKeyId, long[] relationships, boolean[] nulls, int count, Vector into) {
        String key = graph().catalog().propertyKeyName(propertyKeyId);
        Object[] values = new Object[count];
        for (int index = 0; index < count; index++) {
            boolean isNull = nulls != null && nulls[index];
            values[index] = isNull
                    ? null
                    : relationship(relationships[index]).properties().get(key);
        }
        fill(values, into);
    }

    private static void fill(Object[] values, Vector into) {
        Object first =
                Arrays.stream(values).filter(Objects::nonNull).findFirst().orElse(null);
        into.reset(VectorKind.of(first), values.length);
        if (into.kind() == VectorKind.NULL) {
            return;
        }
        for (int index = 0; index < values.length; index++) {
            into.setValue(index, values[index]);
        }
    }

    private TestGraph.Node node(long id) {
        return Objects.requireNonNull(graph().nodes().get(id), () -> "no node " + id);
    }

    private TestGraph.Relationship relationship(long id) {
        return Objects.requireNonNull(graph().relationshipsById().get(id), () -> "no relationship " + id);
    }

    private int[] keys(Map<String, Object> properties) {
        return properties.keySet().stream()
                .mapToInt(key -> graph().catalog().propertyKeyId(key).orElseThrow())
                .sorted()
                .toArray();
    }

    @Override
    public int[] nodePropertyKeys(long node) {
        return keys(node(node).properties());
    }

    @Override
    public int[] relationshipPropertyKeys(long relationship) {
        return keys(relationship(relationship).properties());
    }

    @Override
    public boolean nodeExists(long node) {
        return graph().nodes().containsKey(node);
    }

    @Override
    public boolean relationshipExists(long relationship) {
        return graph().relationshipsById().containsKey(relationship);
    }

    @Override
    public int slotCount(int typeId, int chunk) {
        return graph.relationships().size();
    }

    @Override
    public long startNode(long relationship) {
        return relationship(relationship).start();
    }

    @Override
    public long endNode(long relationship) {
        return relationship(relationship).end();
    }

    @Override
    public long degree(long node, int[] typeIds, Side side) {
        long[] counts = new long[1];
        degrees(new long[] {node}, null, 1, typeIds, side, counts);
        return counts[0];
    }

    @Override
    public void degrees(long[] nodes, boolean[] nulls, int count, int[] typeIds, Side side, long[] into) {
        Arrays.fill(into, 0, count, 0);
        Expansion expansion = expansion();
        expansion.start(nodes, nulls, count, typeIds, side, false);
        int[] rows = new int[16];
        int found = expansion.next(rows, null, new long[16], 16);
        while (found > 0) {
            for (int index = 0; index < found; index++) {
                into[rows[index]]++;
            }
            found = expansion.next(rows, null, new long[16], 16);
        }
    }

    @Override
    public Expansion expansion() {
        return new TestExpansion(this);
    }

    @Override
    public NodeIndexReader index(Catalog.IndexDescriptor index) {
        return new TestIndex(this, index);
    }

    @Override
    public void close() {
        // Holds nothing.
    }
}
