package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.io.simulated.OpenFiles;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.storage.options.FaultPoints;
import org.thetisdb.storage.options.Retention;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;

/**
 * Goal: a segment of the log that a checkpoint has deleted is open only as long as somebody reads it. Method: history
 * is read, which keeps open what it has read, before checkpoints that drop it and in the middle of them.
 */
final class DeletedSegmentsTest {
    private static final int REVISIONS = 60;

    /** More than are retained and what lies in a segment together. */
    private static final int CHECKPOINTS = 13;

    private static final int COMMITS = 12;

    @TempDir
    private Path temporary;

    private Path log;

    private GraphStore create(FaultPoints faultPoints) {
        Path directory = temporary.resolve("db").toAbsolutePath();
        log = directory.resolve("log");
        return CountedStore.create(directory, options().withFaultPoints(faultPoints));
    }

    private static StoreOptions options() {
        return CountedStore.options()
                .withDurability(Durability.OFF)
                .withRetention(Retention.ofRevisions(REVISIONS))
                .withRootDistanceBytes(0)
                .withLogSegmentBytes(4 << 10);
    }

    /** Makes so many revisions that no segment is left of those that there were. */
    private static void moveOn(GraphStore store) {
        for (int checkpoint = 0; checkpoint < CHECKPOINTS; checkpoint++) {
            for (int commit = 0; commit < COMMITS; commit++) {
                CountedStore.commit(store);
            }
            store.checkpoint();
        }
    }

    private static void readVersions(GraphStore store) {
        assertThat(store.history().nodeVersions(NodeIdLayout.id(0, 0), true)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatHistoryHasRead_isClosedWhenItIsDeleted(boolean readOnly) {
        try (GraphStore store = create(FaultPoints.NONE);
                GraphStore other =
                        readOnly ? GraphStore.open(log.getParent(), options().asReadOnly()) : store) {
            for (int round = 0; round < 2; round++) {
                moveOn(store);
                awaitRevision(other, store.revision());
                assertThat(OpenFiles.deletedBelow(log)).isZero();
                readVersions(other);
            }
        }
    }

    private static void awaitRevision(GraphStore store, long revision) {
        while (store.revision() < revision) {
            Thread.onSpinWait();
        }
    }

    @Test
    void whatIsDeletedWhileHistoryIsRead_isClosedByTheOneWhoReads() throws Exception {
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        FaultPoints held = point -> {
            if (point == FaultPoints.Point.REPLAY
                    && Thread.currentThread().getName().equals("past")) {
                reached.countDown();
                await(goOn);
            }
        };
        try (GraphStore store = create(held)) {
            moveOn(store);
            readVersions(store);
            // There are more eras than are kept, so some are made again, while the log is held.
            CompletableFuture<Integer> found = new CompletableFuture<>();
            Thread reader = Thread.ofPlatform()
                    .name("past")
                    .start(() -> found.complete(
                            store.history().revisions(1, Long.MAX_VALUE).size()));
            await(reached);
            moveOn(store);
            assertThat(OpenFiles.deletedBelow(log)).as("read").isPositive();
            goOn.countDown();
            assertThat(found.get(1, TimeUnit.MINUTES)).isPositive();
            reader.join();
            assertThat(OpenFiles.deletedBelow(log)).isZero();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
