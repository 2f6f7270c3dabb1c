package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.storage.options.FaultPoints;
import org.thetisdb.storage.options.FaultPoints.Point;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;

/** What is committed while a checkpoint is made, more of it than is kept in memory, is in the next era. */
final class LateCommitsTest {
    private static final int LATE_COMMITS = 60;

    /** Sixty of them are several times what is kept. */
    private static final String TEXT = "t".repeat(100_000);

    @TempDir
    Path temporary;

    private static void commit(GraphStore store) {
        try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
            transaction.createNode(
                    transaction.labelSet(transaction.label("Document")),
                    new int[] {transaction.propertyKey("text")},
                    new Object[] {TEXT});
            transaction.commit(Optional.empty());
        }
    }

    private static long nodeCount(GraphStore store) {
        Snapshot snapshot = store.snapshot();
        try {
            return snapshot.statistics().nodeCount();
        } finally {
            snapshot.release();
        }
    }

    private static void assertWhole(GraphStore store, long nodeCount) {
        assertThat(nodeCount(store)).isEqualTo(nodeCount);
        assertThat(store.check((done, total) -> {}).findings()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void lateCommits_areReadInTheLog(Durability durability) {
        AtomicReference<GraphStore> opened = new AtomicReference<>();
        AtomicInteger cuts = new AtomicInteger();
        AtomicInteger taken = new AtomicInteger();
        FaultPoints faults = point -> {
            GraphStore store = opened.get();
            if (store != null && point == Point.CHECKPOINT_CUT && cuts.getAndIncrement() < 2) {
                for (int commit = 0; commit < LATE_COMMITS; commit++) {
                    commit(store);
                }
            }
            if (store != null && point == Point.LATE_TAKEN && taken.getAndIncrement() == 0) {
                throw new IllegalStateException("injected");
            }
        };
        StoreOptions options =
                StoreOptions.byDefault().withDurability(durability).withFaultPoints(faults);
        Path directory = temporary.resolve("db");
        GraphStore.create(directory, options).close();
        try (GraphStore store = GraphStore.open(directory, options)) {
            commit(store);
            opened.set(store);
            // The first time what was taken is put back.
            assertThatThrownBy(store::checkpoint).hasMessageContaining("injected");
            store.checkpoint();
            opened.set(null);
            assertThat(taken.get()).isGreaterThan(1);
            commit(store);
            assertWhole(store, cuts.get() * (long) LATE_COMMITS + 2);
            store.checkpoint();
            assertWhole(store, cuts.get() * (long) LATE_COMMITS + 2);
        }
        try (GraphStore store = GraphStore.open(directory, StoreOptions.byDefault())) {
            assertWhole(store, cuts.get() * (long) LATE_COMMITS + 2);
        }
    }
}
