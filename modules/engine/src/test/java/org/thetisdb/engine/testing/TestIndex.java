package org.thetisdb.engine.testing;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.NodeIndexReader;
import org.thetisdb.value.vector.Vector;

/** Searches a {@link TestGraph} node by node. */
final class TestIndex implements NodeIndexReader {
    private final TestReader reader;
    private final String label;
    private final String key;
    private List<Long> found = List.of();
    private int given;

    TestIndex(TestReader reader, Catalog.IndexDescriptor index) {
        this.reader = reader;
        this.label = reader.graph().catalog().labelName(index.labelId());
        this.key = reader.graph().catalog().propertyKeyName(index.propertyKeyId());
    }

    private void find(Predicate<Object> test) {
        given = 0;
        found = reader.graph().nodes().values().stream()
                .filter(node -> node.labels().contains(label)
                        && node.properties().containsKey(key)
                        && test.test(node.properties().get(key)))
                .sorted(Comparator.<TestGraph.Node, Object>comparing(
                                node -> node.properties().get(key), ValueSemantics::order)
                        .thenComparingLong(TestGraph.Node::id))
                .map(TestGraph.Node::id)
                .toList();
    }

    @Override
    public void seek(Vector keys, int row) {
        Object wanted = keys.valueAt(row);
        find(value -> ValueSemantics.equal(value, wanted) == ValueSemantics.TRUE);
    }

    @Override
    public void seekRange(Optional<Bound> lower, Optional<Bound> upper) {
        find(value -> isWithin(value, lower, -1) && isWithin(value, upper, 1));
    }

    private static boolean isWithin(Object value, Optional<Bound> bound, int wrongSide) {
        if (bound.isEmpty()) {
            return true;
        }
        Object limit = bound.get().value();
        boolean comparable = value instanceof Number == limit instanceof Number
                && (value instanceof Number || value.getClass() == limit.getClass());
        if (!comparable) {
            return false;
        }
        int order = Integer.signum(ValueSemantics.order(value, limit));
        return order == -wrongSide || order == 0 && bound.get().inclusive();
    }

    @Override
    public void seekPrefix(String prefix) {
        find(value -> value instanceof String text && text.startsWith(prefix));
    }

    @Override
    public int next(long[] nodes, int capacity) {
        int count = Math.min(capacity, found.size() - given);
        for (int index = 0; index < count; index++) {
            nodes[index] = found.get(given++);
        }
        return count;
    }
}
