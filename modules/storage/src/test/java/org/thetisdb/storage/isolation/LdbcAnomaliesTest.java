package org.thetisdb.storage.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.storage.isolation.IsolationGraph.GROUP;
import static org.thetisdb.storage.isolation.IsolationGraph.LABEL;
import static org.thetisdb.storage.isolation.IsolationGraph.VALUE;
import static org.thetisdb.storage.isolation.IsolationGraph.commit;
import static org.thetisdb.storage.isolation.IsolationGraph.create;
import static org.thetisdb.storage.isolation.IsolationGraph.isRefused;
import static org.thetisdb.storage.isolation.IsolationGraph.link;
import static org.thetisdb.storage.isolation.IsolationGraph.list;
import static org.thetisdb.storage.isolation.IsolationGraph.read;
import static org.thetisdb.storage.isolation.IsolationGraph.seek;
import static org.thetisdb.storage.isolation.IsolationGraph.set;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.options.Isolation;

/**
 * The anomalies of the LDBC's ACID test suite (Waudby et al.: Towards testing ACID compliance in the LDBC social
 * network benchmark, 2020), each in the interleaving that would show it, with and without a checkpoint in between.
 */
final class LdbcAnomaliesTest {
    @TempDir
    Path directory;

    private IsolationGraph graph;
    private long ann;
    private long bob;
    private long eve;

    @BeforeEach
    void load() {
        graph = new IsolationGraph(directory.resolve("db"), 6, 3);
        ann = graph.nodes[0];
        bob = graph.nodes[1];
        eve = graph.nodes[2];
    }

    @AfterEach
    void close() {
        graph.close();
    }

    private Snapshot now() {
        return graph.store().snapshot();
    }

    /** Plays an interleaving as it is, and again with a checkpoint where it says so. */
    private void play(java.util.function.Consumer<Runnable> interleaving) {
        interleaving.accept(() -> {});
        try (GraphTransaction clean = graph.begin(Isolation.SNAPSHOT)) {
            for (long node : new long[] {ann, bob, eve}) {
                set(clean, node, VALUE, 0L);
            }
            commit(clean);
        }
        interleaving.accept(() -> graph.store().checkpoint());
    }

    private static long number(Snapshot snapshot, long node) {
        return (Long) read(snapshot, node, VALUE);
    }

    /** Atomicity: what is committed is there as a whole, after a restart as well. */
    @ParameterizedTest
    @EnumSource
    void atomicityC(Isolation isolation) {
        long made;
        try (GraphTransaction transaction = graph.begin(isolation)) {
            set(transaction, ann, VALUE, 5L);
            made = create(transaction, 9L, LABEL);
            link(transaction, ann, "KNOWS", made);
            assertThat(seek(now(), 9)).isEmpty();
            assertThat(number(now(), ann)).isZero();
            commit(transaction);
        }
        for (int round = 0; round < 2; round++) {
            assertThat(seek(now(), 9)).containsExactly(made);
            assertThat(number(now(), ann)).isEqualTo(5);
            assertThat(list(now(), ann, Side.FORWARD)).hasSize(1);
            graph.reopen();
        }
    }

    /** Atomicity: what is rolled back was never there. */
    @ParameterizedTest
    @EnumSource
    void atomicityRb(Isolation isolation) {
        try (GraphTransaction transaction = graph.begin(isolation)) {
            set(transaction, ann, VALUE, 5L);
            long made = create(transaction, 9L, LABEL);
            link(transaction, ann, "KNOWS", made);
            transaction.deleteNode(bob, true);
            transaction.rollback();
        }
        for (int round = 0; round < 2; round++) {
            assertThat(seek(now(), 9)).isEmpty();
            assertThat(number(now(), ann)).isZero();
            assertThat(number(now(), bob)).isZero();
            assertThat(list(now(), ann, Side.BOTH)).isEmpty();
            graph.reopen();
        }
    }

    /** Dirty write: of two that write the same two things, one writes both. */
    @ParameterizedTest
    @EnumSource
    void g0(Isolation isolation) {
        play(between -> {
            try (GraphTransaction first = graph.begin(isolation);
                    GraphTransaction second = graph.begin(isolation)) {
                set(first, ann, VALUE, 1L);
                set(second, bob, VALUE, 2L);
                between.run();
                assertThat(isRefused(() -> set(first, bob, VALUE, 1L))).isTrue();
                first.rollback();
                set(second, ann, VALUE, 2L);
                commit(second);
            }
            assertThat(number(now(), ann)).isEqualTo(2);
            assertThat(number(now(), bob)).isEqualTo(2);
        });
    }

    /** Aborted read: nobody reads what is taken back. */
    @ParameterizedTest
    @EnumSource
    void g1a(Isolation isolation) {
        play(between -> {
            try (GraphTransaction writer = graph.begin(isolation)) {
                set(writer, ann, VALUE, 2L);
                between.run();
                try (GraphTransaction reader = graph.begin(isolation)) {
                    assertThat(number(reader.snapshot(), ann)).isZero();
                    writer.rollback();
                    assertThat(number(reader.snapshot(), ann)).isZero();
                }
            }
            assertThat(number(now(), ann)).isZero();
        });
    }

    /** Intermediate read: nobody reads what is written over in the same transaction. */
    @ParameterizedTest
    @EnumSource
    void g1b(Isolation isolation) {
        play(between -> {
            try (GraphTransaction writer = graph.begin(isolation)) {
                set(writer, ann, VALUE, 99L);
                assertThat(number(now(), ann)).isZero();
                between.run();
                set(writer, ann, VALUE, 100L);
                assertThat(number(writer.snapshot(), ann)).isEqualTo(100);
                assertThat(number(now(), ann)).isZero();
                commit(writer);
            }
            assertThat(number(now(), ann)).isEqualTo(100);
        });
    }

    /** Circular information flow: of two transactions, not each reads what the other wrote. */
    @ParameterizedTest
    @EnumSource
    void g1c(Isolation isolation) {
        play(between -> {
            try (GraphTransaction first = graph.begin(isolation);
                    GraphTransaction second = graph.begin(isolation)) {
                set(first, ann, VALUE, 1L);
                set(second, bob, VALUE, 2L);
                between.run();
                assertThat(number(first.snapshot(), bob)).isZero();
                assertThat(number(second.snapshot(), ann)).isZero();
                commit(first);
                assertThat(number(second.snapshot(), ann)).isZero();
                assertThat(isRefused(() -> commit(second))).isEqualTo(isolation == Isolation.SERIALIZABLE);
            }
        });
    }

    /** Item-many-preceders: a thing that is read twice is the same twice. */
    @ParameterizedTest
    @EnumSource
    void imp(Isolation isolation) {
        play(between -> {
            try (GraphTransaction reader = graph.begin(isolation)) {
                long before = number(reader.snapshot(), ann);
                try (GraphTransaction writer = graph.begin(isolation)) {
                    set(writer, ann, VALUE, before + 1);
                    commit(writer);
                }
                between.run();
                assertThat(number(reader.snapshot(), ann)).isEqualTo(before);
                commit(reader);
            }
        });
    }

    /** Predicate-many-preceders: what is searched for twice is found twice, and nothing more. */
    @ParameterizedTest
    @EnumSource
    void pmp(Isolation isolation) {
        play(between -> {
            try (GraphTransaction reader = graph.begin(isolation)) {
                var nodes = seek(reader.snapshot(), 0);
                var relationships = list(reader.snapshot(), ann, Side.BACKWARD);
                try (GraphTransaction writer = graph.begin(isolation)) {
                    create(writer, 0L, LABEL);
                    set(writer, bob, GROUP, 0L);
                    link(writer, bob, "LIKES", ann);
                    commit(writer);
                }
                between.run();
                assertThat(seek(reader.snapshot(), 0)).isEqualTo(nodes);
                assertThat(list(reader.snapshot(), ann, Side.BACKWARD)).isEqualTo(relationships);
                commit(reader);
            }
            assertThat(seek(now(), 0)).contains(bob);
        });
    }

    /** Observed transaction vanishes: whoever has seen one write of a transaction sees its others, and goes on to. */
    @ParameterizedTest
    @EnumSource
    void otv(Isolation isolation) {
        play(between -> {
            for (long round = 1; round <= 2; round++) {
                try (GraphTransaction writer = graph.begin(isolation)) {
                    set(writer, ann, VALUE, round);
                    set(writer, bob, VALUE, round);
                    commit(writer);
                }
                try (GraphTransaction reader = graph.begin(isolation);
                        GraphTransaction later = graph.begin(isolation)) {
                    assertThat(number(reader.snapshot(), ann)).isEqualTo(round);
                    set(later, bob, VALUE, 50L);
                    set(later, ann, VALUE, 50L);
                    commit(later);
                    between.run();
                    assertThat(number(reader.snapshot(), bob)).isEqualTo(round);
                    assertThat(number(reader.snapshot(), ann)).isEqualTo(round);
                }
            }
        });
    }

    /** Fractured read: all or nothing of a transaction is seen. */
    @ParameterizedTest
    @EnumSource
    void fr(Isolation isolation) {
        play(between -> {
            try (GraphTransaction reader = graph.begin(isolation)) {
                long before = number(reader.snapshot(), ann);
                try (GraphTransaction writer = graph.begin(isolation)) {
                    for (long node : new long[] {ann, bob, eve}) {
                        set(writer, node, VALUE, before + 1);
                    }
                    between.run();
                    commit(writer);
                }
                assertThat(number(reader.snapshot(), bob)).isEqualTo(before);
                assertThat(number(reader.snapshot(), eve)).isEqualTo(before);
            }
        });
    }

    /** Lost update: of two that add to what they have read, the second is refused. */
    @ParameterizedTest
    @EnumSource
    void lu(Isolation isolation) {
        play(between -> {
            try (GraphTransaction first = graph.begin(isolation);
                    GraphTransaction second = graph.begin(isolation)) {
                long read = number(second.snapshot(), ann);
                set(first, ann, VALUE, number(first.snapshot(), ann) + 1);
                commit(first);
                between.run();
                assertThat(isRefused(() -> {
                            set(second, ann, VALUE, read + 1);
                            commit(second);
                        }))
                        .isTrue();
            }
            assertThat(number(now(), ann)).isEqualTo(1);
        });
    }

    /** Write skew: two that each read what the other writes. SNAPSHOT lets both commit, SERIALIZABLE one. */
    @ParameterizedTest
    @EnumSource
    void ws(Isolation isolation) {
        play(between -> {
            try (GraphTransaction first = graph.begin(isolation);
                    GraphTransaction second = graph.begin(isolation)) {
                long firstSum = number(first.snapshot(), ann) + number(first.snapshot(), bob);
                long secondSum = number(second.snapshot(), ann) + number(second.snapshot(), bob);
                set(first, ann, VALUE, firstSum + 1);
                set(second, bob, VALUE, secondSum + 1);
                commit(first);
                between.run();
                assertThat(isRefused(() -> commit(second))).isEqualTo(isolation == Isolation.SERIALIZABLE);
            }
            assertThat(number(now(), ann) + number(now(), bob)).isEqualTo(isolation == Isolation.SERIALIZABLE ? 1 : 2);
        });
    }
}
