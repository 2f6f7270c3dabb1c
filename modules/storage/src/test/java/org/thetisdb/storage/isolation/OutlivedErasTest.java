package org.thetisdb.storage.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.storage.isolation.IsolationGraph.LABEL;
import static org.thetisdb.storage.isolation.IsolationGraph.VALUE;
import static org.thetisdb.storage.isolation.IsolationGraph.commit;
import static org.thetisdb.storage.isolation.IsolationGraph.create;
import static org.thetisdb.storage.isolation.IsolationGraph.isRefused;
import static org.thetisdb.storage.isolation.IsolationGraph.link;
import static org.thetisdb.storage.isolation.IsolationGraph.relabel;
import static org.thetisdb.storage.isolation.IsolationGraph.set;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.options.Isolation;

/**
 * Goal: two transactions are in each other's way, or are not, wherever checkpoints come in between. Method: each pair
 * of writes, once with both in one era, where they meet each other, and once with the other one in an era that came
 * after the first's and has gone before it commits, so that only the log tells.
 */
final class OutlivedErasTest {
    @TempDir
    Path directory;

    private IsolationGraph graph;

    /** Something to write, in a graph of its own: {@code a ──KNOWS──► b}, and {@code c}. */
    private interface Write {
        void run(GraphTransaction transaction, Items items);
    }

    private record Items(long a, long b, long c, long relationship) {}

    private static final Map<String, Write> WRITES = new LinkedHashMap<>();

    static {
        WRITES.put("a's property", (transaction, items) -> set(transaction, items.a, VALUE, 1L));
        WRITES.put("a's labels", (transaction, items) -> relabel(transaction, items.a, LABEL, "Other"));
        WRITES.put("a's labels as they are", (transaction, items) -> relabel(transaction, items.a, LABEL));
        WRITES.put("b's property", (transaction, items) -> set(transaction, items.b, VALUE, 1L));
        WRITES.put("b's labels", (transaction, items) -> relabel(transaction, items.b, LABEL, "Another"));
        WRITES.put("a's deletion", (transaction, items) -> transaction.deleteNode(items.a, true));
        WRITES.put("c's deletion", (transaction, items) -> transaction.deleteNode(items.c, true));
        WRITES.put("c's labels", (transaction, items) -> relabel(transaction, items.c, LABEL, "Third"));
        WRITES.put("a to c", (transaction, items) -> link(transaction, items.a, "KNOWS", items.c));
        WRITES.put("c to b", (transaction, items) -> link(transaction, items.c, "LIKES", items.b));
        WRITES.put(
                "the relationship's property",
                (transaction, items) -> transaction.setRelationshipProperties(
                        items.relationship, new int[] {transaction.propertyKey("since")}, new Object[] {1L}));
        WRITES.put(
                "the relationship's deletion",
                (transaction, items) -> transaction.deleteRelationship(items.relationship));
        WRITES.put("a new node", (transaction, items) -> create(transaction, 1L, LABEL));
    }

    @BeforeEach
    void load() {
        graph = new IsolationGraph(directory.resolve("db"), 4, 4);
    }

    @AfterEach
    void close() {
        graph.close();
    }

    private Items newItems() {
        try (GraphTransaction transaction = graph.begin(Isolation.SNAPSHOT)) {
            long a = create(transaction, 1L, LABEL);
            long b = create(transaction, 1L, LABEL);
            long c = create(transaction, 1L, LABEL);
            Items items = new Items(a, b, c, link(transaction, a, "KNOWS", b));
            commit(transaction);
            return items;
        }
    }

    private void checkpoint() {
        try (GraphTransaction transaction = graph.begin(Isolation.SNAPSHOT)) {
            set(transaction, graph.nodes[0], VALUE, 1L);
            commit(transaction);
        }
        graph.store().checkpoint();
    }

    private boolean isOtherRefused(Write theirs, Items items) {
        return isRefused(() -> {
            try (GraphTransaction other = graph.begin(Isolation.SNAPSHOT)) {
                theirs.run(other, items);
                commit(other);
            }
        });
    }

    private boolean isConflictInOneEra(Write mine, Write theirs) {
        Items items = newItems();
        try (GraphTransaction transaction = graph.begin(Isolation.SNAPSHOT)) {
            mine.run(transaction, items);
            boolean otherRefused = isOtherRefused(theirs, items);
            return isRefused(() -> commit(transaction)) || otherRefused;
        }
    }

    private boolean isConflictByTheLog(Write mine, Write theirs) {
        Items items = newItems();
        try (GraphTransaction transaction = graph.begin(Isolation.SNAPSHOT)) {
            mine.run(transaction, items);
            checkpoint();
            assertThat(isOtherRefused(theirs, items)).isFalse();
            checkpoint();
            return isRefused(() -> commit(transaction));
        }
    }

    @Test
    void eachPairOfWritesIsAConflictInOneEraAndByTheLogOrInNeither() {
        WRITES.forEach(
                (myName, mine) -> WRITES.forEach((theirName, theirs) -> assertThat(isConflictByTheLog(mine, theirs))
                        .as("first %s, then another transaction's %s", myName, theirName)
                        .isEqualTo(isConflictInOneEra(mine, theirs))));
        assertThat(graph.store().check((done, total) -> {}).findings()).isEmpty();
    }

    @Test
    void whatNobodyElseWroteCommitsAndStays() {
        WRITES.forEach((name, write) -> {
            Items items = newItems();
            try (GraphTransaction transaction = graph.begin(Isolation.SNAPSHOT)) {
                write.run(transaction, items);
                checkpoint();
                checkpoint();
                checkpoint();
                assertThat(isRefused(() -> commit(transaction))).as(name).isFalse();
            }
        });
        graph.reopen();
        assertThat(graph.store().check((done, total) -> {}).findings()).isEmpty();
    }

    @Test
    void whatIsComparedCountsAsReadByNobody() {
        Items items = newItems();
        try (GraphTransaction transaction = graph.begin(Isolation.SERIALIZABLE)) {
            set(transaction, graph.nodes[1], VALUE, 1L);
            checkpoint();
            assertThat(isOtherRefused((other, theirs) -> relabel(other, theirs.a, LABEL, "Other"), items))
                    .isFalse();
            checkpoint();
            assertThat(isRefused(() -> commit(transaction))).isFalse();
        }
    }

    @Test
    void erasInBetweenAreNotHeldForOneWhoWrites() {
        Items items = newItems();
        try (GraphTransaction transaction = graph.begin(Isolation.SNAPSHOT)) {
            set(transaction, items.a, VALUE, 1L);
            checkpoint();
            long pinnedByItsOwn = graph.store().pinnedBytes();
            for (int round = 0; round < 20; round++) {
                checkpoint();
            }
            assertThat(graph.store().pinnedBytes()).isLessThanOrEqualTo(pinnedByItsOwn + (1 << 20));
            commit(transaction);
        }
        assertThat(graph.store().pinnedBytes()).isZero();
    }
}
