package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.storage.transaction.FaultyStore.add;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.thetisdb.io.memory.MemoryUse;
import org.thetisdb.io.simulated.TemporaryFaults.Operation;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Goal: whatever goes wrong with the temporary file of changes for which there is no memory, of lists' runs and of
 * segments that are too large for memory, the transaction or the checkpoint fails as a whole, others go on, and all
 * comes right when the fault is over. Method: budgets so small that all goes to files; each kind of fault at many
 * moments of a transaction with its commit, of a rollback, and of a checkpoint.
 */
@Timeout(300)
final class SpilledChangesFaultTest {
    private static final int NODES = 40;
    private static final int MOMENTS = 5;
    private static final long CHANGES_BYTES = 20_000;
    private static final long CHECKPOINT_BYTES = 1_000;
    private static final int[] NO_KEYS = {};

    enum Fault {
        NO_FILE(Operation.CREATE),
        FULL_DISK(Operation.WRITE),
        FAILED_WRITE(Operation.WRITE),
        NO_HEAP(Operation.WRITE),
        FAILED_MAPPING(Operation.MAP),
        NO_ADDRESSES(Operation.MAP);

        private final Operation operation;

        Fault(Operation operation) {
            this.operation = operation;
        }

        void happen() {
            switch (this) {
                case NO_FILE, FULL_DISK -> throw new ThetisException(ErrorCode.DISK_FULL, "injected");
                case FAILED_WRITE, FAILED_MAPPING -> throw new ThetisException(ErrorCode.IO_FAILED, "injected");
                case NO_HEAP, NO_ADDRESSES -> throw new OutOfMemoryError("injected");
            }
        }
    }

    private final FaultyStore faulty = new FaultyStore();
    private final List<Long> nodes = new ArrayList<>();
    private int number;

    /** What is done now meets no faults. */
    private volatile boolean isSpared;

    @BeforeEach
    void open() {
        faulty.options = faulty.options
                .withMemoryLimit(MemoryUse.CHANGES, CHANGES_BYTES)
                .withMemoryLimit(MemoryUse.CHECKPOINT, CHECKPOINT_BYTES)
                .withLogPieceBytes(4_000);
        faulty.reopen();
        try (GraphTransaction transaction = faulty.begin()) {
            for (int node = 0; node < NODES; node++) {
                nodes.add(add(transaction, "n" + node));
            }
            transaction.commit(Optional.empty());
        }
        faulty.store.checkpoint();
    }

    @AfterEach
    void close() {
        faulty.close();
        assertThat(faulty.fileSystem.temporaries().openCount()).isZero();
    }

    /** Relationships of each to each, nodes and values; what of it is deleted again. */
    private void change(GraphTransaction transaction) {
        int type = transaction.type("LINK");
        int[] key = {transaction.propertyKey("name")};
        List<Long> made = new ArrayList<>();
        for (long start : nodes) {
            for (long end : nodes) {
                made.add(transaction.createRelationship(start, type, end, NO_KEYS, new Object[0]));
            }
            transaction.setNodeProperties(start, key, new Object[] {"changed " + number});
            add(transaction, "new " + number++);
        }
        transaction.setRelationshipProperties(made.getFirst(), key, new Object[] {"named"});
        transaction.deleteRelationship(made.get(1));
    }

    private void commitLarge() {
        try (GraphTransaction transaction = faulty.begin()) {
            change(transaction);
            transaction.commit(Optional.empty());
        }
    }

    /** How often something is asked of temporary files by some work. */
    private int count(Operation operation, Runnable work) {
        AtomicInteger count = new AtomicInteger();
        faulty.fileSystem.temporaries().before(asked -> {
            if (asked == operation && !isSpared) {
                count.incrementAndGet();
            }
        });
        work.run();
        faulty.fileSystem.temporaries().before(_ -> {});
        return count.get();
    }

    private static List<Integer> moments(int count) {
        return IntStream.range(0, Math.min(MOMENTS, count))
                .map(index -> 1 + index * (count - 1) / Math.max(1, Math.min(MOMENTS, count) - 1))
                .boxed()
                .toList();
    }

    /** Whether the work was done, though the fault came from a moment on. */
    private boolean succeeds(Fault fault, int moment, String what, Runnable work) {
        AtomicInteger passed = new AtomicInteger();
        AtomicBoolean told = new AtomicBoolean();
        faulty.fileSystem.temporaries().before(asked -> {
            if (asked == fault.operation && !isSpared && passed.incrementAndGet() >= moment) {
                told.set(true);
                fault.happen();
            }
        });
        try {
            work.run();
            return true;
        } catch (ThetisException problem) {
            assertThat(problem.code()).as("%s: %s", what, problem).isIn(ErrorCode.DISK_FULL, ErrorCode.IO_FAILED);
            return false;
        } catch (OutOfMemoryError problem) {
            assertThat(problem).as(what).hasMessage("injected");
            return false;
        } finally {
            assertThat(told).as(what).isTrue();
        }
    }

    private void repair() {
        faulty.fileSystem.temporaries().before(_ -> {});
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void aTransactionThatMeetsAFault_failsAsAWhole_andOthersGoOn(Fault fault) {
        int count = count(fault.operation, this::commitLarge);
        assertThat(count).isPositive();
        faulty.store.checkpoint();
        long heldBytes = heldBytes();
        for (int moment : moments(count)) {
            String what = fault + ", moment " + moment;
            List<String> before = faulty.graph();
            boolean done;
            try (GraphTransaction other = faulty.begin()) {
                add(other, "began before");
                done = succeeds(fault, moment, what, this::commitLarge);
                assertThat(faulty.graph().equals(before)).as(what).isEqualTo(!done);
                repair();
                other.commit(Optional.empty());
            }
            assertThat(faulty.graph()).as(what).hasSize(before.size() + 1 + (done ? NODES * NODES - 1 + NODES : 0));
            commitLarge();
            List<String> after = faulty.graph();
            faulty.store.checkpoint();
            assertThat(faulty.graph()).as(what).isEqualTo(after);
            assertThat(heldBytes()).as(what).isEqualTo(heldBytes);
        }
        assertWhole();
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void aRollbackNeedsNothingOfTheDisk(Fault fault) {
        List<String> before = faulty.graph();
        try (GraphTransaction transaction = faulty.begin()) {
            change(transaction);
            faulty.fileSystem.temporaries().before(asked -> fault.happen());
            transaction.rollback();
        }
        assertThat(faulty.graph()).isEqualTo(before);
        repair();
        commitLarge();
        assertWhole();
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void aCheckpointThatMeetsAFault_isMadeLater_andOthersGoOn(Fault fault) {
        commitLarge();
        int count = count(fault.operation, faulty.store::checkpoint);
        assertThat(count).isPositive();
        for (int moment : moments(count)) {
            String what = fault + ", moment " + moment;
            commitLarge();
            List<String> before = faulty.graph();
            boolean done = succeeds(fault, moment, what, faulty.store::checkpoint);
            assertThat(done).as(what).isFalse();
            repair();
            faulty.commit("beside");
            assertThat(faulty.graph()).as(what).hasSize(before.size() + 1).containsAll(before);
            faulty.store.checkpoint();
            assertThat(faulty.graph()).as(what).hasSize(before.size() + 1);
        }
        assertWhole();
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void aRecoveryThatMeetsAFault_changesNothing(Fault fault) {
        commitLarge();
        List<String> graph = faulty.graph();
        faulty.store.close();
        int count = count(fault.operation, () -> {
            faulty.store = GraphStore.open(FaultyStore.DIRECTORY, faulty.options);
            faulty.store.close();
        });
        assertThat(count).isPositive();
        for (int moment : moments(count)) {
            String what = fault + ", moment " + moment;
            boolean done = succeeds(fault, moment, what, faulty::reopen);
            assertThat(done).as(what).isFalse();
            assertThat(faulty.fileSystem.temporaries().openCount()).as(what).isZero();
            repair();
            faulty.reopen();
            assertThat(faulty.graph()).as(what).isEqualTo(graph);
            faulty.store.close();
        }
        faulty.reopen();
        assertWhole();
    }

    /** Commits that came while a checkpoint was made are applied to the new base, in an era that nobody has yet. */
    @ParameterizedTest
    @EnumSource(Fault.class)
    void aNewBaseThatMeetsAFault_isTakenLater(Fault fault) {
        faulty.commit("first");
        int count = count(fault.operation, () -> checkpointAround(this::commitLarge));
        assertThat(count).isPositive();
        for (int moment : moments(count)) {
            String what = fault + ", moment " + moment;
            faulty.commit("another");
            int files = faulty.fileSystem.temporaries().openCount();
            boolean done = succeeds(fault, moment, what, () -> checkpointAround(this::commitLarge));
            assertThat(done).as(what).isFalse();
            repair();
            List<String> before = faulty.graph();
            assertThat(faulty.fileSystem.temporaries().openCount()).as(what).isLessThanOrEqualTo(files + 1);
            faulty.store.checkpoint();
            assertThat(faulty.graph()).as(what).isEqualTo(before);
        }
        assertWhole();
    }

    /** A checkpoint in the midst of which something else is done, once. */
    private void checkpointAround(Runnable work) {
        AtomicBoolean isDone = new AtomicBoolean();
        faulty.fileSystem.beforeForce(file -> {
            if (FaultyStore.isNewData(file) && isDone.compareAndSet(false, true)) {
                isSpared = true;
                work.run();
                isSpared = false;
            }
        });
        try {
            faulty.store.checkpoint();
        } finally {
            faulty.fileSystem.beforeForce(_ -> {});
        }
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void aReaderBesideAWriterThatMeetsAFault_leavesNothing(Fault fault) {
        commitLarge();
        List<String> graph = faulty.graph();
        int files = faulty.fileSystem.temporaries().openCount();
        StoreOptions reading = faulty.options.asReadOnly();
        Runnable open = () -> {
            try (GraphStore reader = GraphStore.open(FaultyStore.DIRECTORY, reading)) {
                assertThat(FaultyStore.graph(reader)).isEqualTo(graph);
            }
        };
        for (int moment : moments(count(fault.operation, open))) {
            String what = fault + ", moment " + moment;
            assertThat(succeeds(fault, moment, what, open)).as(what).isFalse();
            assertThat(faulty.fileSystem.temporaries().openCount()).as(what).isEqualTo(files);
            repair();
        }
        open.run();
        assertWhole();
    }

    private long heldBytes() {
        return faulty.store.memory().account(MemoryUse.CHANGES).usedBytes();
    }

    private void assertWhole() {
        List<String> graph = faulty.graph();
        faulty.assertSound();
        faulty.reopen();
        assertThat(faulty.graph()).isEqualTo(graph);
    }
}
