package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.storage.transaction.FaultyStore.ANY_SIZE;
import static org.thetisdb.storage.transaction.FaultyStore.DIRECTORY;
import static org.thetisdb.storage.transaction.FaultyStore.add;
import static org.thetisdb.storage.transaction.FaultyStore.assertCode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.thetisdb.storage.Catalog.ConstraintKind;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.options.FaultPoints;
import org.thetisdb.storage.options.FaultPoints.Point;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.report.History.Change;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Goal: a transaction that is too large for memory behaves like any other, and nobody waits for it. Method: pieces so
 * small that some hundred operations have many; what may come in between is made to come there. Crashes are in {@link
 * StoreCrashTest}, errors that nobody can foresee in {@link FaultPointsTest}.
 */
@Timeout(120)
final class LargeTransactionTest {
    private static final int PIECE_BYTES = 60;
    private static final int NODES = 200;

    /** So much must be carried over a checkpoint to be carried ahead. */
    private static final int MANY_NODES = 2_000;

    private final FaultyStore faulty = new FaultyStore();

    LargeTransactionTest() {
        open(FaultPoints.NONE);
    }

    private void open(FaultPoints points) {
        faulty.options = faulty.options.withLogPieceBytes(PIECE_BYTES).withFaultPoints(points);
        faulty.reopen();
        faulty.commit("first");
    }

    @AfterEach
    void close() {
        faulty.close();
    }

    private static long fill(GraphTransaction transaction, int nodes, String name) {
        long first = add(transaction, name);
        long last = first;
        for (int number = 1; number < nodes; number++) {
            long next = add(transaction, name + number);
            transaction.createRelationship(last, transaction.type("NEXT"), next, new int[0], new Object[0]);
            last = next;
        }
        return first;
    }

    private long commitLarge(String name) {
        try (GraphTransaction transaction = faulty.begin()) {
            fill(transaction, NODES, name);
            return transaction.commit(Optional.of("large"));
        }
    }

    private boolean isSpooling() {
        return faulty.fileSystem.list(FaultyStore.LOG).stream()
                .anyMatch(file -> file.getFileName().toString().startsWith("parts-"));
    }

    @Test
    void aCommitIsThereAfterReopening_andInThePast() {
        long revision = commitLarge("a");
        List<String> large = faulty.graph();
        assertThat(large).hasSize(1 + 2 * NODES - 1);
        faulty.commit("later");
        faulty.reopen();
        assertThat(GraphModel.describe(faulty.store.snapshot(revision))).isEqualTo(large);
        faulty.store.checkpoint();
        faulty.reopen();
        assertThat(GraphModel.describe(faulty.store.snapshot(revision))).isEqualTo(large);
        assertThat(faulty.store.snapshot(revision - 1).statistics().nodeCount()).isEqualTo(1);
        List<Change> changes = new ArrayList<>();
        faulty.store.history().changes(revision - 1, revision, changes::add);
        assertThat(changes).hasSize(2 * NODES - 1);
        assertThat(faulty.store.history().revisions(revision, revision))
                .singleElement()
                .satisfies(each -> assertThat(each.message()).hasValue("large"));
        faulty.assertSound();
    }

    @Test
    void aRollbackLeavesNothing() {
        Map<Path, Integer> before = new TreeMap<>();
        for (int round = 0; round < 3; round++) {
            before = faulty.files();
            List<String> graph = faulty.graph();
            try (GraphTransaction transaction = faulty.begin()) {
                fill(transaction, NODES, "never");
                assertThat(isSpooling()).isTrue();
                transaction.rollback();
            }
            assertThat(faulty.graph()).isEqualTo(graph);
            // Names were made in the first round, and stay.
            assertThat(faulty.files().keySet()).isEqualTo(before.keySet());
        }
        assertThat(faulty.files()).isEqualTo(before);
    }

    @Test
    void changesAndDeletionsAreReplayedInTheirOrder() {
        long first;
        try (GraphTransaction transaction = faulty.begin()) {
            first = fill(transaction, NODES, "a");
            transaction.commit(Optional.empty());
        }
        Random random = new Random(3);
        GraphModel model = new GraphModel();
        try (GraphTransaction transaction = faulty.begin()) {
            RandomWorkload.change(transaction, model, random, 1_000);
            assertThat(transaction.deleteNode(first, true)).isOne();
            assertThat(transaction.isDeletedHere(first, false)).isTrue();
            assertThat(isSpooling()).isTrue();
            transaction.commit(Optional.empty());
        }
        List<String> graph = faulty.graph();
        assertThat(graph).containsAll(model.describe());
        faulty.reopen();
        assertThat(faulty.graph()).isEqualTo(graph);
        faulty.assertSound();
    }

    /** Some of these room for all but the commit. */
    @Test
    void aFullDiskAnywhereFailsTheOneTransaction_andOthersGoOn() {
        int refused = 0;
        for (int room = 0; room < 24_000; room += 800) {
            List<String> graph = faulty.graph();
            faulty.fileSystem.fullAfterBytes(room);
            boolean done = false;
            try {
                commitLarge("room" + room + "-");
                done = true;
            } catch (ThetisException full) {
                assertThat(full.code()).as("%s", full).isEqualTo(ErrorCode.DISK_FULL);
                assertThat(faulty.graph()).isEqualTo(graph);
                assertThat(isSpooling()).isFalse();
                refused++;
            }
            faulty.fileSystem.fullAfterBytes(ANY_SIZE);
            long revision = faulty.commit("other");
            assertThat(faulty.graph()).hasSize(graph.size() + 1 + (done ? 2 * NODES - 1 : 0));
            assertThat(faulty.store.revision()).isEqualTo(revision);
        }
        assertThat(refused).isBetween(3, 29);
        List<String> graph = faulty.graph();
        faulty.reopen();
        assertThat(faulty.graph()).isEqualTo(graph);
        faulty.assertSound();
    }

    @Test
    void aViolatedConstraintFailsItWhole() {
        faulty.store
                .schema()
                .createConstraint(Optional.empty(), ConstraintKind.UNIQUE, false, "Named", List.of("name"), false);
        List<String> graph = faulty.graph();
        try (GraphTransaction transaction = faulty.begin()) {
            fill(transaction, NODES, "a");
            add(transaction, "first");
            fill(transaction, NODES, "b");
            assertCode(ErrorCode.CONSTRAINT_VIOLATED, () -> transaction.commit(Optional.empty()));
        }
        assertThat(faulty.graph()).isEqualTo(graph);
        assertThat(isSpooling()).isFalse();
        commitLarge("a");
        faulty.assertSound();
    }

    @Test
    void aFollowerBesideIt_seesNothingAndThenAll() {
        try (GraphStore follower = GraphStore.open(DIRECTORY, faulty.options.asReadOnly());
                GraphTransaction transaction = faulty.begin()) {
            List<String> before = GraphModel.describe(follower.snapshot());
            fill(transaction, NODES, "a");
            assertThat(isSpooling()).isTrue();
            faulty.commit("beside");
            awaitRevision(follower, 3);
            assertThat(GraphModel.describe(follower.snapshot())).hasSize(before.size() + 1);
            long revision = transaction.commit(Optional.empty());
            faulty.commit("after");
            awaitRevision(follower, revision + 1);
            assertThat(GraphModel.describe(follower.snapshot())).isEqualTo(faulty.graph());
            assertThat(follower.check((phase, items) -> {}).findings()).isEmpty();
        }
    }

    private static void awaitRevision(GraphStore follower, long revision) {
        while (follower.revision() < revision) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aBackupBesideIt_hasWhatWasCommitted() {
        Path copy = Path.of("/simulated/backup");
        try (GraphTransaction transaction = faulty.begin()) {
            fill(transaction, NODES, "a");
            assertThat(isSpooling()).isTrue();
            faulty.store.backup(copy, false, (phase, items) -> {});
            assertCopy(copy, faulty.graph());
            transaction.commit(Optional.empty());
        }
        faulty.store.backup(copy, false, (phase, items) -> {});
        assertCopy(copy, faulty.graph());
        faulty.commit("after");
        faulty.store.backup(copy, false, (phase, items) -> {});
        assertCopy(copy, faulty.graph());
    }

    private void assertCopy(Path copy, List<String> graph) {
        StoreOptions options = faulty.options.asReadOnly();
        try (GraphStore opened = GraphStore.open(copy, options)) {
            assertThat(GraphModel.describe(opened.snapshot())).isEqualTo(graph);
            assertThat(opened.check((phase, items) -> {}).findings()).isEmpty();
        }
    }

    @Test
    void whatAKilledProcessLeft_isGoneWhenTheNextHasOpened() {
        GraphTransaction transaction = faulty.begin();
        fill(transaction, NODES, "killed");
        Path left = faulty.fileSystem.list(FaultyStore.LOG).stream()
                .filter(file -> file.getFileName().toString().startsWith("parts-"))
                .findFirst()
                .orElseThrow();
        byte[] bytes = faulty.fileSystem.readAll(left);
        transaction.rollback();
        faulty.store.close();
        faulty.fileSystem.writeAll(left, bytes);
        try (GraphStore reader = GraphStore.open(DIRECTORY, faulty.options.asReadOnly())) {
            assertThat(GraphModel.describe(reader.snapshot())).hasSize(1);
            assertThat(isSpooling()).isTrue();
        }
        faulty.store = GraphStore.open(DIRECTORY, faulty.options);
        assertThat(isSpooling()).isFalse();
        assertThat(faulty.graph()).hasSize(1);
    }

    /** It commits while a checkpoint is made, and is applied to the new base from the log. */
    @Test
    void aLateCommitIsInTheNextEra() {
        AtomicBoolean once = new AtomicBoolean();
        faulty.fileSystem.beforeForce(file -> {
            if (FaultyStore.isNewData(file) && once.compareAndSet(false, true)) {
                commitLarge("late");
                faulty.commit("later");
            }
        });
        faulty.store.checkpoint();
        assertThat(once).isTrue();
        List<String> graph = faulty.graph();
        assertThat(graph).hasSize(2 + 2 * NODES - 1);
        faulty.reopen();
        assertThat(faulty.graph()).isEqualTo(graph);
        faulty.assertSound();
    }

    @Test
    void itOutlivesItsEraAndMore() {
        try (GraphTransaction transaction = faulty.begin()) {
            fill(transaction, NODES, "a");
            faulty.store.checkpoint();
            faulty.commit("between");
            fill(transaction, NODES, "b");
            faulty.store.checkpoint();
            faulty.commit("and between");
            transaction.commit(Optional.empty());
        }
        List<String> graph = faulty.graph();
        assertThat(graph).hasSize(3 + 2 * (2 * NODES - 1));
        faulty.reopen();
        assertThat(faulty.graph()).isEqualTo(graph);
        faulty.assertSound();
    }

    @Test
    void itOutlivesItsEra_andMeetsWhatOthersWroteThere() {
        long contested;
        try (GraphTransaction transaction = faulty.begin()) {
            contested = add(transaction, "contested");
            transaction.commit(Optional.empty());
        }
        GraphTransaction large = faulty.begin();
        int[] key = {large.propertyKey("name")};
        fill(large, MANY_NODES, "a");
        large.setNodeProperties(contested, key, new Object[] {"mine"});
        faulty.store.checkpoint();
        try (GraphTransaction other = faulty.begin()) {
            other.setNodeProperties(contested, key, new Object[] {"theirs"});
            other.commit(Optional.empty());
        }
        List<String> graph = faulty.graph();
        assertCode(ErrorCode.TRANSACTION_CONFLICT, () -> large.commit(Optional.empty()));
        assertThat(faulty.graph()).isEqualTo(graph);
        assertThat(isSpooling()).isFalse();
        try (GraphTransaction other = faulty.begin()) {
            other.setNodeProperties(contested, key, new Object[] {"again"});
            other.commit(Optional.empty());
        }
        faulty.assertSound();
    }

    /** Told of each change that a thread makes, while it is switched on. */
    private static final class Between implements FaultPoints {
        private final AtomicReference<IntConsumer> action = new AtomicReference<>(_ -> {});
        private final AtomicInteger changes = new AtomicInteger();
        private final Thread thread = Thread.currentThread();

        @Override
        public void pass(Point point) {
            if (point == Point.CHANGE && Thread.currentThread().equals(thread)) {
                action.get().accept(changes.incrementAndGet());
            }
        }
    }

    /** Nobody waits while it is carried to the next era, neither who commits nor, but for once, a checkpoint. */
    @Test
    void othersCommitWhileItIsCarriedOver() {
        Between between = new Between();
        open(between);
        GraphTransaction large = faulty.begin();
        fill(large, MANY_NODES, "a");
        faulty.store.checkpoint();
        List<Long> others = Collections.synchronizedList(new ArrayList<>());
        between.changes.set(0);
        between.action.set(count -> {
            if (count % 1_000 == 0) {
                elsewhere(() -> others.add(faulty.commit("other" + count)));
            }
            if (count % 2_000 == 0 && count < 7_000) {
                elsewhere(faulty.store::checkpoint);
            }
        });
        long revision = large.commit(Optional.empty());
        between.action.set(_ -> {});
        // The first time is not enough, as there were other checkpoints.
        assertThat(others).hasSizeGreaterThan(8).allMatch(other -> other < revision);
        List<String> graph = faulty.graph();
        assertThat(graph).hasSize(2 + others.size() + 2 * MANY_NODES - 1);
        faulty.reopen();
        assertThat(faulty.graph()).isEqualTo(graph);
        faulty.assertSound();
    }

    private boolean isCheckpointed() {
        return faulty.fileSystem.list(DIRECTORY).stream().anyMatch(FaultyStore::isNewData);
    }

    /** A checkpoint could take nothing of it away, and it would have to be carried over. */
    @Test
    void whatItWritesWhileItRuns_asksForNoCheckpoint() throws InterruptedException {
        faulty.options = faulty.options.withCheckpointBytes(100_000);
        faulty.reopen();
        try (GraphTransaction large = faulty.begin()) {
            fill(large, MANY_NODES, "a");
            for (int number = 0; number < 20; number++) {
                faulty.commit("other");
            }
            assertThat(isCheckpointed()).isFalse();
            large.commit(Optional.empty());
        }
        while (!isCheckpointed()) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    @Test
    void whatIsReplayed_countsBesideWhatRuns() {
        commitLarge("before");
        faulty.reopen();
        long replayedBytes = faulty.store.changedBytes();
        assertThat(replayedBytes).isPositive();
        try (GraphTransaction large = faulty.begin()) {
            fill(large, MANY_NODES, "a");
            assertThat(faulty.store.changedBytes()).isGreaterThan(replayedBytes / 2);
        }
    }

    /** Runs something in another thread, and waits for it. */
    private static void elsewhere(Runnable work) {
        CountDownLatch done = new CountDownLatch(1);
        Thread.ofPlatform().start(() -> {
            work.run();
            done.countDown();
        });
        try {
            assertThat(done.await(30, TimeUnit.SECONDS))
                    .as("others wait for the large transaction")
                    .isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
