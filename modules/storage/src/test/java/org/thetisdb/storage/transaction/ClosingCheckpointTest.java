package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.io.simulated.OpenFiles;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.storage.options.FaultPoints;
import org.thetisdb.storage.options.FaultPoints.Point;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;

/** Who closes a database after many changes leaves nothing to replay to who opens it. */
final class ClosingCheckpointTest {
    private static final String TEXT = "t".repeat(1_000);
    private static final StoreOptions OPTIONS = StoreOptions.byDefault().withDurability(Durability.OFF);

    @TempDir
    Path temporary;

    private static void commit(GraphStore store, int nodeCount) {
        try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
            int documents = transaction.labelSet(transaction.label("Document"));
            int[] text = {transaction.propertyKey("text")};
            for (int node = 0; node < nodeCount; node++) {
                transaction.createNode(documents, text, new Object[] {TEXT});
            }
            transaction.commit(Optional.empty());
        }
    }

    private static void assertNodes(GraphStore store, long nodeCount) {
        Snapshot snapshot = store.snapshot();
        try {
            assertThat(snapshot.statistics().nodeCount()).isEqualTo(nodeCount);
        } finally {
            snapshot.release();
        }
        assertThat(store.check((done, total) -> {}).findings()).isEmpty();
    }

    private long replayedRecords(Path directory, long nodeCount) {
        try (GraphStore store = GraphStore.open(directory, OPTIONS.withCheckpointBytes(Long.MAX_VALUE))) {
            assertNodes(store, nodeCount);
            return store.replayed().records();
        }
    }

    @Test
    void manyChanges_areInTheBaseWhenTheDatabaseIsClosed() {
        Path directory = temporary.resolve("db").toAbsolutePath();
        try (GraphStore store = GraphStore.create(directory, OPTIONS.withCheckpointBytes(100_000))) {
            commit(store, 1_000);
        }
        assertThat(replayedRecords(directory, 1_000)).isZero();
        assertThat(OpenFiles.deletedBelow(directory)).isZero();
    }

    @Test
    void fewChanges_areLeftToTheLog() {
        Path directory = temporary.resolve("db");
        try (GraphStore store = GraphStore.create(directory, OPTIONS.withCheckpointBytes(100_000))) {
            commit(store, 10);
        }
        assertThat(replayedRecords(directory, 10)).isPositive();
    }

    /** What comes while a checkpoint is made that closing waits for makes another one. */
    @Test
    void whatCameMeanwhile_isInTheBaseToo() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        FaultPoints faults = point -> {
            if (point == Point.CHECKPOINT_CUT) {
                begun.countDown();
                awaitUninterrupted(goOn);
            }
        };
        Path directory = temporary.resolve("db");
        try (GraphStore store = GraphStore.create(
                directory, OPTIONS.withCheckpointBytes(100_000).withFaultPoints(faults))) {
            commit(store, 1_000);
            begun.await();
            commit(store, 1_000);
            goOn.countDown();
        }
        assertThat(replayedRecords(directory, 2_000)).isZero();
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException problem) {
            throw new IllegalStateException(problem);
        }
    }

    @Test
    void aCheckpointThatFails_closesAllTheSame() {
        FaultPoints faults = point -> {
            if (point == Point.CHECKPOINT_CUT) {
                throw new IllegalStateException("injected");
            }
        };
        Path directory = temporary.resolve("db");
        try (GraphStore store = GraphStore.create(
                directory, OPTIONS.withCheckpointBytes(100_000).withFaultPoints(faults))) {
            commit(store, 1_000);
        }
        assertThat(replayedRecords(directory, 1_000)).isPositive();
    }
}
