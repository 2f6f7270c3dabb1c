package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.storage.transaction.FaultyStore.ANY_SIZE;
import static org.thetisdb.storage.transaction.FaultyStore.add;
import static org.thetisdb.storage.transaction.FaultyStore.assertCode;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.thetisdb.io.simulated.CrashImage;
import org.thetisdb.storage.Catalog.ConstraintKind;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Goal: whatever the disk or the clock do, a transaction fails whole, what was acknowledged stays, and the store stays
 * open for reading. Method: faults on demand in commits of a store on a simulated file system.
 */
@Timeout(120)
final class StoreFaultTest {
    private static final int MIB = 1 << 20;

    private final FaultyStore faulty = new FaultyStore();

    @AfterEach
    void close() {
        faulty.close();
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        for (int round = 0; round < 3_000 && !condition.getAsBoolean(); round++) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    @Test
    void aFullDiskFailsACommitWhole_andTheNextWithRoomWorks() {
        faulty.commit("a");
        List<String> before = faulty.graph();
        faulty.fileSystem.fullAfterBytes(0);
        assertCode(ErrorCode.DISK_FULL, () -> faulty.commit(faulty.large(3 * MIB)));
        assertThat(faulty.graph()).isEqualTo(before);
        assertThat(faulty.store.revision()).isEqualTo(2);
        faulty.commit("it has room in what was written ahead");
        faulty.fileSystem.fullAfterBytes(ANY_SIZE);
        faulty.commit(faulty.large(3 * MIB));
        List<String> after = faulty.graph();
        faulty.reopen();
        assertThat(faulty.graph()).isEqualTo(after).hasSize(3);
    }

    /** The first commit of all makes the log. */
    @Test
    void aFullDiskInTheFirstCommitLeavesNoHalfLog() {
        for (long room : new long[] {0, 100, 5_000}) {
            faulty.fileSystem.fullAfterBytes(room);
            assertCode(ErrorCode.DISK_FULL, () -> faulty.commit(faulty.large(MIB)));
            assertThat(faulty.graph()).isEmpty();
        }
        faulty.fileSystem.fullAfterBytes(ANY_SIZE);
        faulty.reopen();
        faulty.commit("a");
        faulty.reopen();
        assertThat(faulty.graph()).hasSize(1);
    }

    /** Names are given out before the commit, and stay known although it fails. */
    @Test
    void namesOfAFailedCommitCanBeUsedLater() {
        faulty.commit("a");
        faulty.fileSystem.fullAfterBytes(0);
        try (GraphTransaction transaction = faulty.begin()) {
            int label = transaction.label("Late");
            transaction.createNode(
                    transaction.labelSet(label),
                    new int[] {transaction.propertyKey("late")},
                    new Object[] {faulty.large(3 * MIB)});
            assertCode(ErrorCode.DISK_FULL, () -> transaction.commit(Optional.empty()));
        }
        faulty.fileSystem.fullAfterBytes(ANY_SIZE);
        try (GraphTransaction transaction = faulty.begin()) {
            transaction.createNode(
                    transaction.labelSet(transaction.label("Later"), transaction.label("Late")),
                    new int[] {transaction.propertyKey("late"), transaction.propertyKey("later")},
                    new Object[] {1L, 2L});
            transaction.commit(Optional.empty());
        }
        List<String> graph = faulty.graph();
        faulty.reopen();
        assertThat(faulty.graph()).isEqualTo(graph);
    }

    @Test
    void afterAFailedSyncNothingIsAcknowledgedAndReadersGoOn() {
        faulty.commit("a");
        List<String> published = faulty.graph();
        GraphTransaction early = faulty.begin();
        add(early, "early");
        faulty.fileSystem.failForce(FaultyStore::isLog);
        assertCode(ErrorCode.LOG_FAILED, () -> faulty.commit("b"));
        faulty.fileSystem.failForce(file -> false);
        ThetisException refused = assertCode(ErrorCode.STORE_READ_ONLY, () -> faulty.commit("c"));
        assertThat(refused).hasMessageContaining("Injected").hasMessageContaining("open");
        assertCode(ErrorCode.STORE_READ_ONLY, () -> early.commit(Optional.empty()));
        assertCode(
                ErrorCode.STORE_READ_ONLY,
                () -> faulty.store.schema().createIndex(Optional.empty(), "Named", List.of("name"), false));
        assertCode(ErrorCode.STORE_READ_ONLY, () -> faulty.store.checkpoint());
        assertThat(faulty.graph()).isEqualTo(published);
        assertThat(faulty.store.revision()).isEqualTo(2);
        faulty.reopen();
        assertThat(faulty.graph()).containsAll(published);
        faulty.commit("d");
        faulty.assertSound();
    }

    /** What waited for the sync that failed may be there after a crash, whole, or not; all before it is. */
    @Test
    void afterAFailedSyncAndACrashAllAcknowledgedCommitsAreThere() throws InterruptedException {
        faulty.fileSystem.startRecording();
        List<String> acknowledged = Collections.synchronizedList(new ArrayList<>());
        List<Thread> writers = new ArrayList<>();
        for (int writer = 0; writer < 4; writer++) {
            int number = writer;
            writers.add(Thread.ofPlatform().start(() -> {
                for (int commit = 0; ; commit++) {
                    String name = "n" + number + "-" + commit + "-";
                    try {
                        faulty.commit(name);
                    } catch (ThetisException over) {
                        assertThat(over.code()).isIn(ErrorCode.LOG_FAILED, ErrorCode.STORE_READ_ONLY);
                        return;
                    }
                    acknowledged.add(name);
                }
            }));
        }
        await(() -> acknowledged.size() > 50);
        faulty.fileSystem.failForce(FaultyStore::isLog);
        for (Thread writer : writers) {
            writer.join();
        }
        String published = faulty.graph().toString();
        assertThat(acknowledged).allMatch(published::contains);
        for (int number = 0; number < 12; number++) {
            CrashImage image = faulty.fileSystem.crashImage(7, faulty.fileSystem.eventCount(), number);
            try (GraphStore store =
                    GraphStore.open(FaultyStore.DIRECTORY, faulty.options.withFileSystem(image.fileSystem()))) {
                String graph = GraphModel.describe(store.snapshot()).toString();
                assertThat(acknowledged).as("%s", image).allMatch(graph::contains);
                assertThat(store.revision()).isGreaterThanOrEqualTo(acknowledged.size() + 1L);
            }
        }
    }

    @Test
    void aSyncThatFailsBehindTheBackOfACommitIsToldToTheNext() throws InterruptedException {
        faulty.options = faulty.options.withDurability(Durability.INTERVAL).withFlushDelayNanos(1_000_000);
        faulty.reopen();
        faulty.commit("a");
        faulty.fileSystem.failForce(FaultyStore::isLog);
        // Whose sync fails, and at which moment of a later commit, is the machine's affair.
        List<String> acknowledged = new ArrayList<>(List.of("a"));
        await(() -> {
            String next = "b" + acknowledged.size();
            try {
                faulty.commit(next);
                acknowledged.add(next);
                return false;
            } catch (ThetisException refused) {
                assertThat(refused.code()).isIn(ErrorCode.LOG_FAILED, ErrorCode.STORE_READ_ONLY);
                return true;
            }
        });
        assertThat(faulty.graph()).hasSameSizeAs(acknowledged);
        assertCode(ErrorCode.STORE_READ_ONLY, faulty::begin);
        faulty.fileSystem.failForce(file -> false);
        faulty.reopen();
        faulty.commit("c");
    }

    @Test
    void aShortWriteOfTheLogTakesNothingBack() {
        for (long bytes : new long[] {0, 1, 10, 40}) {
            faulty.commit("kept " + bytes);
            List<String> published = faulty.graph();
            faulty.fileSystem.failWrite(FaultyStore::isLog, bytes);
            assertCode(ErrorCode.LOG_FAILED, () -> faulty.commit(faulty.large(200)));
            assertThat(faulty.graph()).isEqualTo(published);
            faulty.fileSystem.failWrite(file -> false, 0);
            assertCode(ErrorCode.STORE_READ_ONLY, faulty::begin);
            faulty.reopen();
            assertThat(faulty.graph()).isEqualTo(published);
        }
        faulty.assertSound();
    }

    @Test
    void aClockThatWentBackFailsTheTransaction_andTheNextWithTheRightTimeWorks() {
        faulty.commit("a");
        faulty.nowMillis -= CommitOrder.CLOCK_TOLERANCE_MILLIS;
        faulty.commit("what time services do");
        List<String> before = faulty.graph();
        faulty.nowMillis -= 1;
        assertCode(ErrorCode.CLOCK_WENT_BACK, () -> faulty.commit("b"));
        assertCode(
                ErrorCode.CLOCK_WENT_BACK,
                () -> faulty.store.schema().createIndex(Optional.empty(), "Named", List.of("name"), false));
        assertThat(faulty.graph()).isEqualTo(before);
        assertThat(faulty.store.snapshot().catalog().indexes()).isEmpty();
        faulty.reopen();
        assertCode(ErrorCode.CLOCK_WENT_BACK, () -> faulty.commit("b"));
        faulty.nowMillis += 1_001;
        faulty.commit("c");
        assertThat(faulty.graph()).hasSize(3);
    }

    /** Else the first commit of a database whose clock is behind the system's could never be made. */
    @Test
    void aNewDatabaseTakesItsTimeFromTheClockGiven() {
        assertThat(faulty.store.snapshotAt(faulty.nowMillis).revision()).isEqualTo(1);
        assertCode(ErrorCode.REVISION_NOT_FOUND, () -> faulty.store.snapshotAt(faulty.nowMillis - 1));
    }

    @Test
    void whatIsTooLargeIsRefusedBeforeAnythingIsWritten() {
        faulty.commit("a");
        List<String> before = faulty.graph();
        try (GraphTransaction transaction = faulty.begin()) {
            add(transaction, "b");
            assertCode(ErrorCode.LIMIT_EXCEEDED, () -> transaction.commit(Optional.of(faulty.large(65_537))));
        }
        try (GraphTransaction transaction = faulty.begin()) {
            Object nested = 1L;
            for (int depth = 0; depth < 10_000; depth++) {
                nested = List.of(nested);
            }
            Object deep = nested;
            int key = transaction.propertyKey("deep");
            int set = transaction.labelSet();
            assertCode(
                    ErrorCode.LIMIT_EXCEEDED, () -> transaction.createNode(set, new int[] {key}, new Object[] {deep}));
            assertCode(ErrorCode.TRANSACTION_ENDED, () -> transaction.commit(Optional.empty()));
        }
        try (GraphTransaction transaction = faulty.begin()) {
            assertCode(ErrorCode.LIMIT_EXCEEDED, () -> {
                for (int type = 0; type <= RelationshipIdLayout.TYPE_COUNT_MAX; type++) {
                    transaction.type("T" + type);
                }
            });
        }
        assertThat(faulty.graph()).isEqualTo(before);
        faulty.commit("c");
        faulty.reopen();
        assertThat(faulty.graph()).hasSize(2);
    }

    @Test
    void aViolatedConstraintFailsTheTransactionWhole() {
        faulty.commit("a");
        faulty.store
                .schema()
                .createConstraint(Optional.empty(), ConstraintKind.UNIQUE, false, "Named", List.of("name"), false);
        List<String> before = faulty.graph();
        long revision = faulty.store.revision();
        try (GraphTransaction transaction = faulty.begin()) {
            add(transaction, "b");
            add(transaction, "a");
            assertCode(ErrorCode.CONSTRAINT_VIOLATED, () -> transaction.commit(Optional.empty()));
            assertCode(ErrorCode.TRANSACTION_ENDED, () -> transaction.commit(Optional.empty()));
        }
        assertThat(faulty.graph()).isEqualTo(before);
        assertThat(faulty.store.revision()).isEqualTo(revision);
        faulty.commit("b");
    }

    @Test
    void aStoreThatWasClosedSaysSo() {
        GraphTransaction transaction = faulty.begin();
        transaction.createNode(transaction.labelSet(), new int[0], new Object[0]);
        faulty.store.close();
        assertCode(ErrorCode.CLOSED, () -> transaction.commit(Optional.empty()));
        faulty.store = GraphStore.open(FaultyStore.DIRECTORY, faulty.options);
        GraphTransaction other = faulty.begin();
        faulty.store.close();
        assertCode(ErrorCode.CLOSED, () -> other.label("New"));
    }
}
