package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.vector.Vector;

/** Changes are counted by what they take, and never pile up, whoever opens the database. */
final class DeltaBytesTest {
    private static final int VALUE_BYTES = 100_000;

    @TempDir
    private Path folder;

    @Test
    void largeValues_areCounted_soThatCheckpointsBegin() {
        try (GraphStore store = GraphStore.create(folder.resolve("counted"), options(Long.MAX_VALUE))) {
            long node = createNode(store);
            for (int number = 0; number < 50; number++) {
                update(store, node, number);
            }
            assertThat(store.changedBytes()).isBetween(50L * VALUE_BYTES, 55L * VALUE_BYTES);
            try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
                int key = transaction.propertyKey("text");
                transaction.setNodeProperties(node, new int[] {key}, new Object[] {value(77)});
                transaction.rollback();
            }
            assertThat(store.changedBytes()).isBetween(50L * VALUE_BYTES, 55L * VALUE_BYTES);
        }
        try (GraphStore store = GraphStore.open(folder.resolve("counted"), options(1_000_000))) {
            store.checkpoint();
            assertThat(store.changedBytes()).isZero();
        }
    }

    @Test
    void nestedValues_areCounted() {
        try (GraphStore store = GraphStore.create(folder.resolve("nested"), options(Long.MAX_VALUE))) {
            try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
                int key = transaction.propertyKey("list");
                int label = transaction.labelSet(transaction.label("N"));
                transaction.createNode(label, new int[] {key}, new Object[] {List.of(value(1), List.of(value(2)))});
                transaction.commit(Optional.empty());
            }
            assertThat(store.changedBytes()).isBetween(2L * VALUE_BYTES, 2L * VALUE_BYTES + 10_000);
        }
    }

    @Test
    void open_logOfMoreThanMemoryMayTake_checkpointsOnTheWay() {
        Path directory = folder.resolve("recovered");
        long revision;
        long node;
        try (GraphStore store = GraphStore.create(directory, options(Long.MAX_VALUE))) {
            node = createNode(store);
            for (int number = 0; number < 100; number++) {
                update(store, node, number);
            }
            revision = store.revision();
        }
        long limitBytes = 1_000_000;
        try (GraphStore store = GraphStore.open(directory, options(limitBytes))) {
            assertThat(store.revision()).isEqualTo(revision);
            assertThat(store.changedBytes()).isLessThan(2 * limitBytes + 2 * VALUE_BYTES);
            assertThat(store.replayed().records()).isGreaterThan(100);
            assertThat(text(store, node, revision)).isEqualTo(value(99));
            assertThat(text(store, node, revision - 90)).isEqualTo(value(9));
            update(store, node, 100);
        }
        try (GraphStore store = GraphStore.open(directory, options(limitBytes))) {
            assertThat(text(store, node, revision + 1)).isEqualTo(value(100));
            assertThat(store.check((phase, items) -> {}).isSound()).isTrue();
        }
    }

    private static StoreOptions options(long checkpointBytes) {
        return StoreOptions.byDefault().withDurability(Durability.OFF).withCheckpointBytes(checkpointBytes);
    }

    private static long createNode(GraphStore store) {
        try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
            int label = transaction.labelSet(transaction.label("N"));
            long node = transaction.createNode(label, new int[0], new Object[0]);
            transaction.commit(Optional.empty());
            return node;
        }
    }

    private static void update(GraphStore store, long node, int number) {
        try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
            int key = transaction.propertyKey("text");
            transaction.setNodeProperties(node, new int[] {key}, new Object[] {value(number)});
            transaction.commit(Optional.empty());
        }
    }

    private static String value(int number) {
        return (number + "x").repeat(VALUE_BYTES / (number + "x").length()) + number;
    }

    private static String text(GraphStore store, long node, long revision) {
        try (GraphReader reader = store.snapshot(revision).reader()) {
            Vector into = new Vector();
            into.reset(org.thetisdb.value.vector.VectorKind.NULL, 1);
            int key = store.snapshot().catalog().propertyKeyId("text").orElseThrow();
            reader.nodeProperty(key, new long[] {node}, null, 1, into);
            return (String) into.valueAt(0);
        }
    }
}
