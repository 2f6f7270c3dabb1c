package org.thetisdb.engine.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.EngineOptions;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.engine.estimate.KnownValues;
import org.thetisdb.engine.estimate.ValueSpreads;
import org.thetisdb.engine.testing.Queries;
import org.thetisdb.engine.testing.TestGraph;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Which texts share a plan, how long it lives, and that nobody can tell. */
class PlanCacheTest {
    private static final int CAPACITY = 16;
    private final QueryEngine engine = new QueryEngine(new EngineOptions(1, CAPACITY));
    private final TestGraph.Builder builder = TestGraph.builder(16);
    private TestGraph graph = graph();

    private TestGraph graph() {
        for (long k = 1; k <= 9; k++) {
            builder.node(Set.of("A"), Map.of("k", k, "s", "s" + k));
        }
        return builder.build();
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private List<List<Object>> rows(String text, Map<String, Object> parameters, Snapshot snapshot) {
        try (ResultCursor cursor = engine.run(text, parameters, Queries.options(1, 4), snapshot)) {
            List<List<Object>> rows = new ArrayList<>();
            while (cursor.next()) {
                for (int row = 0; row < cursor.rowCount(); row++) {
                    List<Object> values = new ArrayList<>();
                    for (int column = 0; column < cursor.columns().size(); column++) {
                        values.add(cursor.column(column).valueAt(row));
                    }
                    rows.add(values);
                }
            }
            return rows;
        }
    }

    private List<List<Object>> rows(String text) {
        return rows(text, Map.of(), graph);
    }

    private PreparedQuery prepared(String text) {
        return engine.find(text).template().prepared().getFirst();
    }

    @Test
    void run_textsThatDifferInLiterals_shareAPlan() {
        for (long k = 1; k <= 9; k++) {
            assertThat(rows("MATCH (a:A {k: " + k + "}) WHERE a.s = 's" + k + "' RETURN a.s AS s, " + k * 10 + " AS t"))
                    .containsExactly(List.of("s" + k, k * 10));
        }
        PreparedQuery first = prepared("MATCH (a:A {k: 1}) WHERE a.s = 's1' RETURN a.s AS s, 10 AS t");
        assertThat(prepared("MATCH (a:A {k: 9}) WHERE a.s = 's9' RETURN a.s AS s, 90 AS t"))
                .isSameAs(first);
    }

    @Test
    void run_literalsOfOtherKindsOrThatAreEqual_haveTheirOwn() {
        assertThat(rows("MATCH (a:A) WHERE a.k = 3 RETURN a.s AS s")).containsExactly(List.of("s3"));
        assertThat(rows("MATCH (a:A) WHERE a.k = 3.0 RETURN a.s AS s")).containsExactly(List.of("s3"));
        assertThat(rows("MATCH (a:A) WHERE a.k = '3' RETURN a.s AS s")).isEmpty();
        assertThat(rows("MATCH (a:A) WHERE a.k = -3 RETURN a.s AS s")).isEmpty();
        assertThat(rows("RETURN 1 + 1 AS x, 1 - 1 AS y")).containsExactly(List.of(2L, 0L));
        assertThat(rows("RETURN 1 + 2 AS x, 3 - 4 AS y")).containsExactly(List.of(3L, -1L));
    }

    @Test
    void run_whatNamesOrCounts_isNotShared() {
        assertThat(rows("MATCH (a:A) RETURN count(*) + 1")).containsExactly(List.of(10L));
        assertThat(engine.find("MATCH (a:A) RETURN count(*) + 1").columns()).containsExactly("count(*) + 1");
        assertThat(engine.find("MATCH (a:A) RETURN count(*) + 2").columns()).containsExactly("count(*) + 2");
        assertThat(rows("UNWIND [1, 2, 3] AS x RETURN x LIMIT 2")).hasSize(2);
        assertThat(rows("UNWIND [1, 2, 3] AS x RETURN x LIMIT 3")).hasSize(3);
        assertThat(rows("UNWIND [1, 2, 3] AS x RETURN x SKIP 2 LIMIT 1")).containsExactly(List.of(3L));
        assertThat(rows("WITH {a: 1, b: 2} AS m RETURN m['a'] AS x")).containsExactly(List.of(1L));
        assertThat(rows("WITH {a: 1, b: 2} AS m RETURN m['b'] AS x")).containsExactly(List.of(2L));
    }

    /** A range that holds few nodes has another plan than one that holds many, whichever comes first. */
    @Test
    void run_valuesThatHoldFewOrMany_haveTheirOwnPlans() {
        for (long v = 0; v < 5_000; v++) {
            builder.node(Set.of("B"), Map.of("v", v * v));
        }
        graph = builder.build();
        String text = "MATCH (b:B) WHERE b.v < $x RETURN count(*) AS n";
        List<PreparedQuery> plans = new ArrayList<>();
        for (long nodes : new long[] {4_000, 2, 4_500, 1, 2_500, 4_000}) {
            assertThat(rows(text, Map.of("x", nodes * nodes), graph)).containsExactly(List.of(nodes));
            plans.add(prepared(text, Map.of("x", nodes * nodes)));
        }
        assertThat(plans.get(0)).isSameAs(plans.get(2)).isSameAs(plans.get(4)).isSameAs(plans.get(5));
        assertThat(plans.get(1)).isSameAs(plans.get(3)).isNotSameAs(plans.get(0));
        assertThat(engine.find(text).template().prepared()).hasSize(2);
        for (long nodes = 0; nodes < 5_000; nodes += 7) {
            assertThat(rows(text, Map.of("x", nodes * nodes), graph)).containsExactly(List.of(nodes));
        }
        assertThat(engine.find(text).template().prepared()).hasSizeBetween(3, 4);
        assertThat(rows(text, Map.of("x", "a text"), graph)).containsExactly(List.of(0L));
        assertThat(rows(text, Map.of("x", 6.25), graph)).containsExactly(List.of(3L));
    }

    private PreparedQuery prepared(String text, Map<String, Object> parameters) {
        return engine.find(text).template().prepared().stream()
                .filter(each -> each.isForValues(graph, new ValueSpreads(), new KnownValues(parameters)))
                .findFirst()
                .orElseThrow();
    }

    /** What each of many plans keeps for its next run is little beside what all of them would. */
    @Test
    void run_manyPlansThatKeepMuch_closesThoseThatWaitLongest() {
        try (QueryEngine small = new QueryEngine(new EngineOptions(1, 64, 16L << 20))) {
            long most = 0;
            for (int round = 0; round < 2; round++) {
                for (int plan = 0; plan < 32; plan++) {
                    String text = "UNWIND range(1, 3000) AS x WITH x % 900 AS g" + plan + ", 'text' + x AS s "
                            + "RETURN g" + plan + " AS g, max(s) AS s ORDER BY g LIMIT 1";
                    try (ResultCursor cursor = small.run(text, Map.of(), Queries.options(1, 1024), graph)) {
                        assertThat(cursor.next()).isTrue();
                        assertThat(cursor.column(1).valueAt(0)).isEqualTo("text900");
                        assertThat(cursor.next()).isFalse();
                    }
                    most = Math.max(most, small.idleBytes());
                }
            }
            assertThat(most).isPositive().isLessThanOrEqualTo(2 << 20);
        }
    }

    @Test
    void run_withParametersBesides_hasBoth() {
        String text = "MATCH (a:A {k: $k}) RETURN a.k + 1 AS x, $` 2` AS y";
        assertThatThrownBy(() -> rows(text, Map.of("k", 1L), graph))
                .isInstanceOfSatisfying(
                        ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MISSING_PARAMETER));
        assertThat(rows(text, Map.of("k", 1L, " 2", "own"), graph)).containsExactly(List.of(2L, "own"));
        String plain = "MATCH (a:A {k: $k}) RETURN a.k + 1 AS x";
        assertThat(rows(plain, Map.of("k", 1L, " 0", "nobody asks for it"), graph))
                .containsExactly(List.of(2L));
        assertThat(rows(plain.replace("1", "10"), Map.of("k", 2L), graph)).containsExactly(List.of(12L));
    }

    @Test
    void run_failure_isWhereItIsInTheTextThatWasRun() {
        String planned = "UNWIND [1] AS x\nRETURN x + 'a', 5 / (x - x) AS y";
        String run = "UNWIND [4711, 12] AS x\nRETURN x + 'a', 5 / (x - x) AS y";
        String longer = "UNWIND [1] AS x\nRETURN x + 'a', 5555 / (x - x) AS y";
        for (String text : List.of(planned, run, longer)) {
            assertThatThrownBy(() -> rows(text))
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            e -> assertThat(e.position().orElseThrow().offset())
                                    .as(text)
                                    .isEqualTo(text.indexOf('/')));
        }
        assertThat(prepared(longer)).isSameAs(prepared(planned));
        String multiline = "RETURN 'a\n\nb' + 1 AS x,\n  1 / 0 AS y";
        assertThatThrownBy(() -> rows("RETURN 'abc' + 1 AS x,\n  1 / 0 AS y"))
                .isInstanceOfSatisfying(
                        ThetisException.class,
                        e -> assertThat(e.position().orElseThrow().line()).isEqualTo(2));
        assertThatThrownBy(() -> rows(multiline)).isInstanceOfSatisfying(ThetisException.class, e -> {
            assertThat(e.position().orElseThrow().line()).isEqualTo(4);
            assertThat(e.position().orElseThrow().column()).isEqualTo(5);
        });
    }

    @Test
    void run_missingParameter_isWhereItIsInTheTextThatWasRun() {
        rows("MATCH (a {k: 1}) WHERE a.s = $s RETURN a", Map.of("s", "s1"), graph);
        String text = "MATCH (a {k: 1111}) WHERE a.s = $s RETURN a";
        assertThatThrownBy(() -> rows(text))
                .isInstanceOfSatisfying(
                        ThetisException.class,
                        e -> assertThat(e.position().orElseThrow().offset()).isEqualTo(text.indexOf("$s")));
    }

    @Test
    void run_notification_isWhereItIsInTheTextThatWasRun() {
        for (String text : List.of(
                "MATCH (a:A {k: 1}) RETURN a.absent AS x",
                "MATCH (a:A {k: 11111}) RETURN a.absent AS x",
                "MATCH (a:A {k: 0x1}) RETURN a.absent AS x")) {
            try (ResultCursor cursor = engine.run(text, Map.of(), Queries.options(1, 4), graph)) {
                assertThat(cursor.notifications())
                        .singleElement()
                        .satisfies(
                                each -> assertThat(each.position().orElseThrow().offset())
                                        .as(text)
                                        .isEqualTo(text.indexOf("absent")));
            }
        }
    }

    @Test
    void run_newBase_keepsThePlan() {
        String text = "MATCH (a:A {k: 3}) RETURN a.s AS s";
        assertThat(rows(text)).containsExactly(List.of("s3"));
        PreparedQuery before = prepared(text);
        TestGraph former = graph;
        builder.rebase();
        graph = builder.build();
        assertThat(rows(text)).containsExactly(List.of("s3"));
        assertThat(prepared(text)).isSameAs(before);
        engine.forget(former.base());
        assertThat(rows(text)).containsExactly(List.of("s3"));
        assertThat(rows(text, Map.of(), former)).containsExactly(List.of("s3"));
        assertThat(prepared(text)).isSameAs(before);
    }

    @Test
    void run_newBaseWithOtherNames_isPlannedAgain() {
        String text = "MATCH (b:B {k: 3}) RETURN b.k AS k";
        assertThat(rows(text)).isEmpty();
        PreparedQuery before = prepared(text);
        TestGraph former = graph;
        builder.rebase();
        builder.node(Set.of("B"), Map.of("k", 3L));
        graph = builder.build();
        assertThat(rows(text)).containsExactly(List.of(3L));
        assertThat(prepared(text)).isNotSameAs(before);
        assertThat(rows(text, Map.of(), former)).isEmpty();
        assertThat(rows(text)).containsExactly(List.of(3L));
    }

    /** Versions of catalogs mean nothing over another base: another thread may move the query there at any time. */
    @Test
    void planFor_whileAnotherThreadIsOverAnotherBase_comparesCatalogsOfOneBase() {
        String text = "MATCH (b:B) RETURN b.k AS k";
        assertThat(rows(text)).isEmpty();
        PreparedQuery query = prepared(text);
        builder.node(Set.of("B"), Map.of("k", 3L));
        TestGraph changed = builder.build();
        TestGraph.Builder elsewhere = TestGraph.builder(16);
        long node = elsewhere.node(Set.of("A"), Map.of("k", 1L, "s", "s1"));
        elsewhere.relationship(node, "X", node);
        elsewhere.relationship(node, "Y", node);
        TestGraph other = elsewhere.build();
        assertThat(other.catalog().version()).isEqualTo(changed.catalog().version());
        Snapshot interrupted = (Snapshot) Proxy.newProxyInstance(
                Snapshot.class.getClassLoader(), new Class<?>[] {Snapshot.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("catalog")) {
                        assertThat(query.planFor(other, false, new StopSignal(0)))
                                .isPresent();
                    }
                    return method.invoke(changed, arguments);
                });
        assertThat(query.planFor(interrupted, false, new StopSignal(0))).isEmpty();
    }

    @Test
    void run_newBaseWhoseCountsAreEstimates_countsItself() {
        String text = "MATCH (a:A) RETURN count(*) AS n";
        assertThat(rows(text)).containsExactly(List.of(9L));
        builder.rebase();
        builder.inexact();
        graph = builder.build();
        assertThat(rows(text)).containsExactly(List.of(9L));
    }

    @Test
    void find_moreTextsThanThereIsRoomFor_keepsThoseThatComeAgain() {
        String often = "MATCH (a:A) WHERE a.k > 3 RETURN count(*) AS n";
        rows(often);
        PreparedQuery kept = prepared(often);
        QueryHandle handle = engine.find(often);
        for (int text = 0; text < 10 * CAPACITY; text++) {
            assertThat(rows("MATCH (a:A) RETURN a.k AS column" + text + " LIMIT 1"))
                    .hasSize(1);
            assertThat(rows(often)).containsExactly(List.of(6L));
        }
        assertThat(prepared(often)).isSameAs(kept);
        assertThat(engine.current(handle)).isSameAs(handle);
    }

    @Test
    void current_forgottenMeanwhile_isLookedUpAgain() {
        String text = "MATCH (a:A {k: 3}) RETURN a.s AS s";
        QueryHandle handle = engine.find(text);
        for (int other = 0; other < 10 * CAPACITY; other++) {
            rows("MATCH (a:A {k: 3}) RETURN a.s AS column" + other);
        }
        assertThat(handle.template().isClosed()).isTrue();
        QueryHandle again = engine.current(handle);
        assertThat(again).isNotSameAs(handle);
        assertThat(engine.current(again)).isSameAs(again);
        assertThat(rows(text)).containsExactly(List.of("s3"));
    }
}
