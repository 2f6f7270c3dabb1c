package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.storage.transaction.FaultyStore.add;
import static org.thetisdb.storage.transaction.FaultyStore.assertCode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.ErrorCode;

/**
 * Goal: what a transaction has put into runs, because there was no memory for lists, is met by others as what is in
 * lists is. Method: a budget so small that all lists but the first are in runs; workloads are compared with a model in
 * {@link RandomHistoryTest}, and crashes in {@link StoreCrashTest}.
 */
@Timeout(60)
final class ListRunsTest {
    private static final int NODES = 60;
    private static final int[] NO_KEYS = {};
    private static final int[] ALL_TYPES = {};

    private final FaultyStore faulty = new FaultyStore();
    private final List<Long> nodes = new ArrayList<>();

    @BeforeEach
    void open() {
        faulty.options = faulty.options.withMemory(MemoryBudget.ofBytes(MemoryBudget.BYTES_MIN));
        faulty.reopen();
        FaultyStore.takeMemory(faulty.store);
        try (GraphTransaction transaction = faulty.begin()) {
            for (int number = 0; number < NODES; number++) {
                nodes.add(add(transaction, "n" + number));
            }
            transaction.commit(Optional.empty());
        }
    }

    @AfterEach
    void close() {
        faulty.close();
    }

    /** Each node gets a relationship to each. */
    private List<Long> fill(GraphTransaction transaction) {
        List<Long> made = new ArrayList<>();
        int type = transaction.type("LINK");
        for (long start : nodes) {
            for (long end : nodes) {
                made.add(transaction.createRelationship(start, type, end, NO_KEYS, new Object[0]));
            }
        }
        assertThat(faulty.store.temporarySpace().usedBytes())
                .as("there is no memory for what was written")
                .isPositive();
        return made;
    }

    private List<Long> commitFilled() {
        try (GraphTransaction transaction = faulty.begin()) {
            List<Long> made = fill(transaction);
            transaction.commit(Optional.empty());
            return made;
        }
    }

    private long degree(long node) {
        try (GraphReader reader = faulty.store.snapshot().reader()) {
            return reader.degree(node, ALL_TYPES, Side.FORWARD);
        }
    }

    private long degree(GraphTransaction transaction, Side side) {
        try (GraphReader reader = transaction.snapshot().reader()) {
            return reader.degree(last(), ALL_TYPES, side);
        }
    }

    private long last() {
        return nodes.getLast();
    }

    @Test
    void whoDeletesANodeMeetsRelationshipsThatWereNotCommitted() {
        try (GraphTransaction large = faulty.begin()) {
            fill(large);
            try (GraphTransaction other = faulty.begin()) {
                assertCode(ErrorCode.TRANSACTION_CONFLICT, () -> other.deleteNode(last(), true));
            }
            large.rollback();
        }
        try (GraphTransaction other = faulty.begin()) {
            assertThat(other.deleteNode(last(), true)).isZero();
            other.commit(Optional.empty());
        }
        assertThat(faulty.graph()).hasSize(NODES - 1);
        faulty.store.checkpoint();
        faulty.assertSound();
    }

    @Test
    void whoBeganBefore_meetsWhatWasCommittedSince() {
        try (GraphTransaction earlier = faulty.begin()) {
            commitFilled();
            assertThat(degree(earlier, Side.BOTH)).isZero();
            assertCode(ErrorCode.TRANSACTION_CONFLICT, () -> earlier.deleteNode(last(), true));
        }
        assertThat(degree(last())).isEqualTo(NODES);
    }

    @Test
    void aNodeThatAnotherHasDeleted_getsNoRelationship() {
        long contested;
        try (GraphTransaction earlier = faulty.begin()) {
            contested = add(earlier, "contested");
            earlier.commit(Optional.empty());
        }
        try (GraphTransaction large = faulty.begin()) {
            fill(large);
            try (GraphTransaction other = faulty.begin()) {
                other.deleteNode(contested, true);
                other.commit(Optional.empty());
            }
            assertCode(
                    ErrorCode.TRANSACTION_CONFLICT,
                    () -> large.createRelationship(last(), large.type("LINK"), contested, NO_KEYS, new Object[0]));
        }
        assertThat(faulty.graph()).hasSize(NODES);
    }

    @Test
    void whatWasDeletedAndTakenBack_isThere_untilItIsDeleted() {
        List<Long> made = commitFilled();
        long deleted = made.getLast();
        try (GraphTransaction other = faulty.begin()) {
            other.deleteRelationship(deleted);
            assertThat(degree(other, Side.FORWARD)).isEqualTo(NODES - 1);
            assertThat(degree(last())).isEqualTo(NODES);
            other.rollback();
        }
        assertThat(degree(last())).isEqualTo(NODES);
        long before = faulty.store.revision();
        try (GraphTransaction other = faulty.begin()) {
            other.deleteRelationship(deleted);
            other.commit(Optional.empty());
        }
        assertThat(degree(last())).isEqualTo(NODES - 1);
        assertThat(GraphModel.describe(faulty.store.snapshot(before))).hasSize(NODES + NODES * NODES);
        assertGraphHolds(faulty.graph());
    }

    @Test
    void whatATransactionHasWritten_itReads_andDeletes() {
        try (GraphTransaction large = faulty.begin()) {
            List<Long> made = fill(large);
            assertThat(degree(large, Side.BOTH)).isEqualTo(2 * NODES - 1);
            large.deleteRelationship(made.getLast());
            assertThat(degree(large, Side.BOTH)).isEqualTo(2 * NODES - 2);
            assertThat(large.deleteNode(last(), true)).isEqualTo(2 * NODES - 2);
            large.commit(Optional.empty());
        }
        List<String> graph = faulty.graph();
        assertThat(graph).hasSize((NODES - 1) * NODES);
        faulty.reopen();
        assertThat(faulty.graph()).isEqualTo(graph);
        faulty.assertSound();
    }

    @Test
    void aRollbackDropsThem_andACheckpointWritesNothing() {
        List<String> before = faulty.graph();
        try (GraphTransaction large = faulty.begin()) {
            List<Long> made = fill(large);
            large.deleteRelationship(made.getLast());
            large.setRelationshipProperties(
                    made.get(made.size() - 2), new int[] {large.propertyKey("p")}, new Object[] {1L});
            large.rollback();
        }
        assertThat(faulty.graph()).isEqualTo(before);
        faulty.store.checkpoint();
        assertThat(faulty.graph()).isEqualTo(before);
        commitFilled();
        assertThat(degree(last())).isEqualTo(NODES);
        faulty.assertSound();
    }

    // ---------------------------------------------------------------- deleted ones of the base

    /** All relationships are in the base, and there is no memory for lists. */
    private List<Long> checkpointFilled() {
        List<Long> made = commitFilled();
        faulty.store.checkpoint();
        FaultyStore.takeMemory(faulty.store);
        return made;
    }

    private static void delete(GraphTransaction transaction, List<Long> relationships) {
        relationships.forEach(transaction::deleteRelationship);
    }

    private void assertGraphHolds(List<String> graph) {
        assertThat(faulty.graph()).isEqualTo(graph);
        faulty.store.checkpoint();
        assertThat(faulty.graph()).isEqualTo(graph);
        faulty.assertSound();
        faulty.reopen();
        assertThat(faulty.graph()).isEqualTo(graph);
    }

    @Test
    void deletedOfTheBase_areSeenBySelf_notByOthers_andGoneAfterwards() {
        List<Long> made = checkpointFilled();
        long before = faulty.store.revision();
        try (GraphTransaction large = faulty.begin()) {
            // All but two of the last node's.
            delete(large, made.subList(0, made.size() - 2));
            assertThat(degree(large, Side.FORWARD)).isEqualTo(2);
            // The loop, and the one from the node before it.
            assertThat(degree(large, Side.BACKWARD)).isEqualTo(1);
            assertThat(degree(large, Side.BOTH)).isEqualTo(2);
            assertThat(degree(last())).isEqualTo(NODES);
            large.commit(Optional.empty());
        }
        assertThat(degree(last())).isEqualTo(2);
        assertThat(GraphModel.describe(faulty.store.snapshot(before))).hasSize(NODES + NODES * NODES);
        List<String> graph = faulty.graph();
        assertThat(graph).hasSize(NODES + 2);
        assertGraphHolds(graph);
    }

    @Test
    void deletedOfTheBase_takenBack_areThere_untilOthersDeleteThem() {
        List<Long> made = checkpointFilled();
        List<String> all = faulty.graph();
        try (GraphTransaction large = faulty.begin()) {
            delete(large, made);
            assertCode(ErrorCode.TRANSACTION_CONFLICT, () -> {
                try (GraphTransaction other = faulty.begin()) {
                    other.deleteRelationship(made.getFirst());
                }
            });
            large.rollback();
        }
        assertThat(faulty.graph()).isEqualTo(all);
        try (GraphTransaction small = faulty.begin()) {
            small.deleteRelationship(made.getLast());
            small.rollback();
        }
        try (GraphTransaction large = faulty.begin()) {
            delete(large, made.subList(NODES, made.size()));
            large.commit(Optional.empty());
        }
        assertThat(degree(last())).isZero();
        List<String> graph = faulty.graph();
        assertThat(graph).hasSize(2 * NODES);
        assertGraphHolds(graph);
    }

    @Test
    void detachedNodes_loseWhatTheBaseHas_andWhatCameSince() {
        checkpointFilled();
        try (GraphTransaction large = faulty.begin()) {
            fill(large);
            for (long node : nodes.subList(0, NODES - 1)) {
                large.deleteNode(node, true);
            }
            // Of the base and new: the last node's loops.
            assertThat(degree(large, Side.BOTH)).isEqualTo(2);
            large.commit(Optional.empty());
        }
        List<String> graph = faulty.graph();
        assertThat(graph).hasSize(1 + 2);
        faulty.reopen();
        assertGraphHolds(graph);
    }

    @Test
    void deletedOfTheBase_outliveTheirEra() {
        List<Long> made = checkpointFilled();
        try (GraphTransaction large = faulty.begin()) {
            delete(large, made.subList(0, made.size() - NODES));
            faulty.commit("beside");
            faulty.store.checkpoint();
            assertThat(degree(large, Side.FORWARD)).isEqualTo(NODES);
            delete(large, made.subList(made.size() - NODES, made.size() - 1));
            large.commit(Optional.empty());
        }
        List<String> graph = faulty.graph();
        assertThat(graph).hasSize(NODES + 1 + 1);
        assertGraphHolds(graph);
    }

    @Test
    void itOutlivesItsEra() {
        try (GraphTransaction large = faulty.begin()) {
            fill(large);
            faulty.commit("beside");
            faulty.store.checkpoint();
            faulty.commit("between");
            large.commit(Optional.empty());
        }
        List<String> graph = faulty.graph();
        assertThat(graph).hasSize(NODES + 2 + NODES * NODES);
        faulty.store.checkpoint();
        assertThat(faulty.graph()).isEqualTo(graph);
        faulty.assertSound();
    }

    /** More than memory holds, in a real file: recovery has no more memory than the transaction had. */
    @Test
    void aCommitOfMoreThanMemoryHolds_isRecoveredIntoRuns(@TempDir Path folder) {
        StoreOptions options = StoreOptions.byDefault()
                .withMemory(MemoryBudget.ofBytes(MemoryBudget.BYTES_MIN))
                .withCheckpointBytes(Long.MAX_VALUE);
        int relationships = 200_000;
        Random random = new Random(1);
        long[] degrees = new long[1_000];
        try (GraphStore store = GraphStore.create(folder.resolve("db"), options);
                GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
            for (int number = 0; number < degrees.length; number++) {
                add(transaction, "n" + number);
            }
            int type = transaction.type("LINK");
            for (int number = 0; number < relationships; number++) {
                int start = random.nextInt(degrees.length);
                degrees[start]++;
                transaction.createRelationship(start, type, random.nextInt(degrees.length), NO_KEYS, new Object[0]);
            }
            assertThat(store.temporarySpace().usedBytes()).isPositive();
            transaction.commit(Optional.empty());
        }
        try (GraphStore store = GraphStore.open(folder.resolve("db"), options)) {
            assertThat(store.temporarySpace().usedBytes()).isPositive();
            assertDegrees(store, degrees);
            store.checkpoint();
            assertDegrees(store, degrees);
            assertThat(store.check((done, total) -> {}).findings()).isEmpty();
        }
    }

    private static void assertDegrees(GraphStore store, long... degrees) {
        try (GraphReader reader = store.snapshot().reader()) {
            for (int node = 0; node < degrees.length; node++) {
                assertThat(reader.degree(node, ALL_TYPES, Side.FORWARD)).isEqualTo(degrees[node]);
            }
        }
    }
}
