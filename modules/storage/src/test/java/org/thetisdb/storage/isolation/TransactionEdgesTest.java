package org.thetisdb.storage.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.storage.isolation.IsolationGraph.GROUP;
import static org.thetisdb.storage.isolation.IsolationGraph.LABEL;
import static org.thetisdb.storage.isolation.IsolationGraph.VALUE;
import static org.thetisdb.storage.isolation.IsolationGraph.commit;
import static org.thetisdb.storage.isolation.IsolationGraph.create;
import static org.thetisdb.storage.isolation.IsolationGraph.groupIndex;
import static org.thetisdb.storage.isolation.IsolationGraph.isRefused;
import static org.thetisdb.storage.isolation.IsolationGraph.link;
import static org.thetisdb.storage.isolation.IsolationGraph.list;
import static org.thetisdb.storage.isolation.IsolationGraph.read;
import static org.thetisdb.storage.isolation.IsolationGraph.relabel;
import static org.thetisdb.storage.isolation.IsolationGraph.scan;
import static org.thetisdb.storage.isolation.IsolationGraph.seek;
import static org.thetisdb.storage.isolation.IsolationGraph.set;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.NodeIndexReader;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.Statistics;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.value.vector.Vector;

/** Pairs of transactions that meet where it is easily overlooked. */
final class TransactionEdgesTest {
    @TempDir
    Path directory;

    private IsolationGraph graph;
    private long ann;
    private long bob;

    @BeforeEach
    void load() {
        graph = new IsolationGraph(directory.resolve("db"), 8, 4);
        ann = graph.nodes[0];
        bob = graph.nodes[1];
    }

    @AfterEach
    void close() {
        graph.close();
    }

    private GraphTransaction begin(Isolation isolation) {
        return graph.begin(isolation);
    }

    private Snapshot now() {
        return graph.store().snapshot();
    }

    private void update(long node, String key, Object value) {
        try (GraphTransaction transaction = begin(Isolation.SNAPSHOT)) {
            set(transaction, node, key, value);
            commit(transaction);
        }
    }

    // ---------------------------------------------------------------- presence

    @Test
    void whoAsksWhichOfManyNodesHaveAProperty_isInConflictOnlyWithWhoeverWritesThat() {
        try (IsolationGraph many = new IsolationGraph(directory.resolve("many"), 200, 4)) {
            try (GraphTransaction first = many.begin(Isolation.SNAPSHOT)) {
                set(first, many.nodes[2], "other", 1L);
                set(first, many.nodes[2], "mark", 1L);
                commit(first);
            }
            for (String written : List.of("other", VALUE)) {
                try (GraphTransaction asking = many.begin(Isolation.SERIALIZABLE)) {
                    int key = asking.propertyKey(VALUE);
                    try (GraphReader reader = asking.snapshot().reader()) {
                        reader.nodePropertyPresence(key, many.nodes, null, many.nodes.length, new Vector());
                    }
                    set(asking, many.nodes[0], "mark", 1L);
                    try (GraphTransaction writing = many.begin(Isolation.SNAPSHOT)) {
                        set(writing, many.nodes[1], written, 5L);
                        commit(writing);
                    }
                    assertThat(isRefused(() -> commit(asking))).as(written).isEqualTo(written.equals(VALUE));
                }
            }
        }
    }

    // ---------------------------------------------------------------- beyond checkpoints

    @Test
    void anUpdateThatOneCheckpointHasPutAwayIsNotLost() {
        anUpdateIsNotLost(1);
    }

    @Test
    void anUpdateThatSeveralCheckpointsHavePutAwayIsNotLost() {
        anUpdateIsNotLost(2);
        anUpdateIsNotLost(3);
    }

    private void anUpdateIsNotLost(int checkpoints) {
        for (boolean early : new boolean[] {true, false}) {
            try (GraphTransaction slow = begin(Isolation.SNAPSHOT)) {
                if (early) {
                    set(slow, ann, VALUE, -1L);
                }
                for (int checkpoint = 0; checkpoint < checkpoints; checkpoint++) {
                    update(bob, VALUE, (long) checkpoint);
                    graph.store().checkpoint();
                    if (checkpoint == 0) {
                        update(ann, VALUE, 7L);
                    }
                }
                boolean refused = isRefused(() -> {
                    if (!early) {
                        set(slow, ann, VALUE, -1L);
                    }
                    commit(slow);
                });
                assertThat(refused)
                        .as("early=%s, checkpoints=%d", early, checkpoints)
                        .isTrue();
            }
            assertThat(read(now(), ann, VALUE)).isEqualTo(7L);
        }
    }

    @Test
    void noRelationshipIsMadeAtANodeThatWasDeletedBetweenTwoCheckpoints() {
        try (GraphTransaction slow = begin(Isolation.SNAPSHOT)) {
            link(slow, ann, "KNOWS", bob);
            update(graph.nodes[2], VALUE, 1L);
            graph.store().checkpoint();
            try (GraphTransaction other = begin(Isolation.SNAPSHOT)) {
                other.deleteNode(bob, true);
                commit(other);
            }
            graph.store().checkpoint();
            assertThat(isRefused(() -> commit(slow))).isTrue();
        }
        assertThat(list(now(), ann, Side.BOTH)).isEmpty();
        assertThat(graph.store().check((done, total) -> {}).findings()).isEmpty();
    }

    @Test
    void aTransactionThatOutlivesCheckpointsCommitsWhereNobodyElseWrote() {
        try (GraphTransaction slow = begin(Isolation.SERIALIZABLE)) {
            set(slow, ann, VALUE, 5L);
            long made = create(slow, 3L, LABEL);
            long relationship = link(slow, ann, "KNOWS", made);
            for (int round = 0; round < 3; round++) {
                update(bob, VALUE, (long) round);
                graph.store().checkpoint();
            }
            commit(slow);
            for (int round = 0; round < 3; round++) {
                assertThat(read(now(), ann, VALUE)).isEqualTo(5L);
                assertThat(read(now(), bob, VALUE)).isEqualTo(2L);
                assertThat(seek(now(), 3)).contains(made);
                assertThat(list(now(), made, Side.BACKWARD)).containsExactly(relationship);
                graph.store().checkpoint();
                graph.reopen();
            }
        }
    }

    // ---------------------------------------------------------------- nodes and their relationships

    @Test
    void aNodeIsNotDeletedUnderARelationshipOfATypeThatCameLater() {
        try (GraphTransaction deleter = begin(Isolation.SNAPSHOT)) {
            try (GraphTransaction other = begin(Isolation.SNAPSHOT)) {
                link(other, ann, "A_NEW_TYPE", bob);
                commit(other);
            }
            assertThat(isRefused(() -> {
                        deleter.deleteNode(bob, true);
                        commit(deleter);
                    }))
                    .isTrue();
        }
        assertThat(list(now(), ann, Side.BOTH)).hasSize(1);
        assertThat(list(now(), bob, Side.BOTH)).hasSize(1);
    }

    @Test
    void aNodeIsNotDeletedUnderARelationshipThatIsBeingMade() {
        for (Isolation isolation : Isolation.values()) {
            try (GraphTransaction maker = begin(isolation);
                    GraphTransaction deleter = begin(isolation)) {
                link(maker, ann, "KNOWS", bob);
                assertThat(isRefused(() -> deleter.deleteNode(bob, false))).isTrue();
            }
            try (GraphTransaction maker = begin(isolation);
                    GraphTransaction deleter = begin(isolation)) {
                deleter.deleteNode(bob, false);
                assertThat(isRefused(() -> link(maker, ann, "KNOWS", bob))).isTrue();
            }
            assertThat(list(now(), ann, Side.BOTH)).isEmpty();
        }
    }

    @Test
    void aNodeThatGetsTheLabelsItHasIsWritten() {
        try (GraphTransaction first = begin(Isolation.SNAPSHOT);
                GraphTransaction second = begin(Isolation.SNAPSHOT)) {
            relabel(first, ann, LABEL);
            assertThat(isRefused(() -> second.deleteNode(ann, true))).isTrue();
            commit(first);
        }
        graph.reopen();
        assertThat(now().statistics().nodeCount()).isEqualTo(8);
    }

    @Test
    void countsStayRightWhereBothEndsOfARelationshipAreRelabelled() {
        try (GraphTransaction transaction = begin(Isolation.SNAPSHOT)) {
            link(transaction, ann, "KNOWS", bob);
            commit(transaction);
        }
        for (String round : List.of("First", "Second")) {
            try (GraphTransaction first = begin(Isolation.SNAPSHOT);
                    GraphTransaction second = begin(Isolation.SNAPSHOT)) {
                relabel(first, ann, LABEL, "Start" + round);
                boolean refused = isRefused(() -> relabel(second, bob, LABEL, "End" + round));
                commit(first);
                if (!refused) {
                    refused = isRefused(() -> commit(second));
                }
                assertThat(refused).isTrue();
            }
            Snapshot snapshot = now();
            Statistics statistics = snapshot.statistics();
            int start = snapshot.catalog().labelId("Start" + round).orElseThrow();
            int item = snapshot.catalog().labelId(LABEL).orElseThrow();
            assertThat(statistics.relationships(item, 0, item)).isEqualTo(1);
            assertThat(statistics.relationships(start, 0, item)).isEqualTo(1);
            snapshot.catalog()
                    .labelId("End" + round)
                    .ifPresent(end -> assertThat(statistics.relationships(Statistics.ANY, 0, end))
                            .isZero());
            graph.store().checkpoint();
        }
    }

    @Test
    void manyAddRelationshipsToOneNodeAtTheSameTime() {
        for (Isolation isolation : Isolation.values()) {
            try (GraphTransaction first = begin(isolation);
                    GraphTransaction second = begin(isolation)) {
                link(first, ann, "KNOWS", bob);
                set(second, ann, VALUE, 3L);
                link(second, ann, "KNOWS", bob);
                commit(second);
                commit(first);
            }
        }
        assertThat(list(now(), ann, Side.FORWARD)).hasSize(4);
        assertThat(list(now(), bob, Side.BACKWARD)).hasSize(4);
    }

    // ---------------------------------------------------------------- what serializable transactions have read

    /** First reads and writes its result elsewhere; second writes what first read and commits before it. */
    private void isNoticed(
            java.util.function.Consumer<Snapshot> read, java.util.function.Consumer<GraphTransaction> write) {
        try (GraphTransaction first = begin(Isolation.SERIALIZABLE);
                GraphTransaction second = begin(Isolation.SERIALIZABLE)) {
            read.accept(first.snapshot());
            write.accept(second);
            commit(second);
            set(first, graph.nodes[7], VALUE, 99L);
            assertThat(isRefused(() -> commit(first))).isTrue();
        }
    }

    @Test
    void whatAZoneMapKeptFromBeingReadIsNoticed() {
        isNoticed(
                snapshot -> {
                    try (GraphReader reader = snapshot.reader()) {
                        assertThat(scan(reader, VALUE, 1234)).isEmpty();
                    }
                },
                other -> set(other, ann, VALUE, 1234L));
    }

    @Test
    void labelsThatAChunkAnsweredForAreNoticed() {
        isNoticed(
                snapshot -> assertThat(snapshot.labelSet(0)).isNotEqualTo(Snapshot.MIXED),
                other -> relabel(other, ann, "Other"));
    }

    @Test
    void countsAreNotToBeTakenForAnswers() {
        assertThat(now().statistics().isExact()).isTrue();
        try (GraphTransaction transaction = begin(Isolation.SERIALIZABLE)) {
            Statistics statistics = transaction.snapshot().statistics();
            assertThat(statistics.isExact()).isFalse();
            assertThat(statistics.nodeCount()).isEqualTo(8);
        }
    }

    @Test
    void aNameThatNobodyKnewIsNoticed() {
        isNoticed(
                snapshot -> assertThat(list(snapshot, ann, Side.BOTH, "LATER")).isEmpty(),
                other -> link(other, ann, "LATER", bob));
        isNoticed(snapshot -> assertThat(read(snapshot, ann, "later")).isNull(), other -> set(other, ann, "later", 1L));
    }

    @Test
    void absenceIsNoticed() {
        long[] made = {0};
        isNoticed(snapshot -> assertThat(seek(snapshot, 77)).isEmpty(), other -> create(other, 77L, LABEL));
        isNoticed(
                snapshot -> assertThat(list(snapshot, ann, Side.BACKWARD)).isEmpty(),
                other -> link(other, bob, "KNOWS", ann));
        isNoticed(
                snapshot -> assertThat(list(snapshot, bob, Side.BOTH, "KNOWS")).hasSize(1),
                other -> link(other, ann, "KNOWS", bob));
        isNoticed(
                snapshot -> {
                    try (GraphReader reader = snapshot.reader()) {
                        assertThat(reader.nodeExists(ann + 9)).isFalse();
                    }
                },
                other -> made[0] = create(other, 1L, LABEL));
        isNoticed(
                snapshot -> {
                    try (GraphReader reader = snapshot.reader()) {
                        scan(reader);
                    }
                },
                other -> create(other, 1L, "Other"));
    }

    @Test
    void aNodeThatComesIntoAnIndexByItsLabelsIsNoticed() {
        long[] made = {0};
        try (GraphTransaction transaction = begin(Isolation.SNAPSHOT)) {
            made[0] = create(transaction, 50L, "Other");
            commit(transaction);
        }
        isNoticed(
                snapshot -> assertThat(seek(snapshot, 50)).isEmpty(), other -> relabel(other, made[0], LABEL, "Other"));
        isNoticed(
                snapshot -> assertThat(seek(snapshot, 50)).containsExactly(made[0]),
                other -> other.deleteNode(made[0], false));
        isNoticed(
                snapshot -> {
                    try (GraphReader reader = snapshot.reader()) {
                        assertThat(IsolationGraph.range(groupIndex(reader), 60, 70))
                                .isEmpty();
                    }
                },
                other -> set(other, ann, GROUP, 65L));
    }

    // ---------------------------------------------------------------- readers that move

    @Test
    void aCursorOfAnIndexGoesOnWithItsReader() {
        try (GraphReader reader = now().reader()) {
            NodeIndexReader index = groupIndex(reader);
            assertThat(seek(index, 40)).isEmpty();
            update(ann, GROUP, 40L);
            assertThat(reader.move(now())).isTrue();
            assertThat(seek(index, 40)).containsExactly(ann);
            try (GraphTransaction first = begin(Isolation.SERIALIZABLE)) {
                assertThat(reader.move(first.snapshot())).isTrue();
                assertThat(seek(index, 41)).isEmpty();
                update(bob, GROUP, 41L);
                set(first, graph.nodes[2], VALUE, 1L);
                assertThat(isRefused(() -> commit(first))).isTrue();
            }
        }
    }

    @Test
    void anOldSnapshotKeepsItsChunks() {
        Snapshot old = now();
        List<Long> before;
        try (GraphReader reader = old.reader()) {
            before = scan(reader);
            try (GraphTransaction transaction = begin(Isolation.SNAPSHOT)) {
                for (int node = 0; node < 200; node++) {
                    create(transaction, 9L, node % 2 == 0 ? LABEL : "Other");
                }
                transaction.deleteNode(ann, true);
                relabel(transaction, bob, "Other");
                commit(transaction);
            }
            assertThat(scan(reader)).isEqualTo(before);
        }
        try (GraphReader reader = now().reader()) {
            assertThat(scan(reader)).hasSize(207);
        }
        graph.store().checkpoint();
        try (GraphReader reader = old.reader()) {
            assertThat(scan(reader)).isEqualTo(before);
        }
    }
}
