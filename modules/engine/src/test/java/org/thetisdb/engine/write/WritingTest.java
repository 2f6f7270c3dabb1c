package org.thetisdb.engine.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.DataFiles;
import org.thetisdb.engine.EngineOptions;
import org.thetisdb.engine.ExtensionWriter;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.TransactionSteps;
import org.thetisdb.engine.WriteCounters;
import org.thetisdb.engine.query.QueryEngine;
import org.thetisdb.engine.testing.Queries;
import org.thetisdb.engine.testing.TestGraph;
import org.thetisdb.engine.testing.TestTransaction;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.SchemaWriter;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Clauses that write, one transaction after the other. */
class WritingTest {
    private final TestGraph.Builder graph = TestGraph.builder(16);
    private final QueryEngine engine = new QueryEngine(new EngineOptions(2, 100));
    private WriteCounters counters = WriteCounters.NONE;

    @AfterEach
    void close() {
        engine.close();
    }

    private List<List<Object>> run(String text, Map<String, Object> parameters) {
        TestTransaction transaction = graph.begin();
        try (ResultCursor cursor = engine.run(text, parameters, Queries.options(2, 3), transaction)) {
            List<List<Object>> rows = new ArrayList<>();
            while (cursor.next()) {
                Queries.add(cursor, rows);
            }
            counters = cursor.counters();
            return rows;
        }
    }

    private List<List<Object>> run(String text) {
        return run(text, Map.of());
    }

    @Test
    void create_pattern_makesNodesAndRelationships() {
        List<List<Object>> rows =
                run("CREATE (a:A {x: 1, y: null})-[r:R {w: 2}]->(b:B:C) RETURN a.x, a.y, r.w, labels(b)");
        assertThat(rows).containsExactly(java.util.Arrays.asList(1L, null, 2L, List.of("B", "C")));
        assertThat(counters).isEqualTo(new WriteCounters(2, 0, 1, 0, 2, 3, 0, 0, 0, 0, 0));
        assertThat(run("MATCH (a:A)-[r:R]->(b:B&C) RETURN a.x + r.w")).containsExactly(List.of(3L));
    }

    @Test
    void create_withoutReturn_givesNothingAndWritesForAllRows() {
        assertThat(run("UNWIND range(1, 20) AS x CREATE (:N {x: x})")).isEmpty();
        assertThat(run("MATCH (n:N) RETURN count(n), sum(n.x)")).containsExactly(List.of(20L, 210L));
    }

    @Test
    void create_behindItsOwnMatch_doesNotSeeWhatItMakes() {
        run("UNWIND range(1, 5) AS x CREATE (:N {x: x})");
        assertThat(run("MATCH (n:N) CREATE (m:N {x: n.x}) RETURN count(*)")).containsExactly(List.of(5L));
        assertThat(run("MATCH (n:N) RETURN count(*)")).containsExactly(List.of(10L));
    }

    @Test
    void create_beforeAMatch_isSeenByIt() {
        run("CREATE (:B {x: 1})");
        assertThat(run("UNWIND [1, 2] AS x CREATE (a:B {x: x}) WITH x MATCH (b:B) WHERE b.x = x RETURN x, count(b)"))
                .containsExactlyInAnyOrder(List.of(1L, 2L), List.of(2L, 1L));
        assertThat(run("CREATE (a:B {x: 9}) WITH a MATCH (b:B), (c:B) RETURN count(*)"))
                .containsExactly(List.of(16L));
    }

    @Test
    void create_behindItALimit_isNotCutShort() {
        assertThat(run("UNWIND range(1, 9) AS x CREATE (n:N) RETURN x LIMIT 0")).isEmpty();
        assertThat(run("MATCH (n:N) RETURN count(*)")).containsExactly(List.of(9L));
    }

    @Test
    void create_fromAMap_takesAllItsEntries() {
        Map<String, Object> map = Map.of("x", 1L, "y", List.of(1L, 2L));
        assertThat(run("CREATE (n:N $map) RETURN n.x, n.y", Map.of("map", map)))
                .containsExactly(List.of(1L, List.of(1L, 2L)));
    }

    @Test
    void create_relationshipOfNull_isAnError() {
        assertThatThrownBy(() -> run("OPTIONAL MATCH (a:None) CREATE (a)-[:R]->()"))
                .isInstanceOfSatisfying(
                        ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
    }

    @Test
    void set_valuesThatCannotBeStored_areRefused() {
        for (String value : List.of("{a: 1}", "[{a: 1}]", "[[1]]", "[1, 'x']", "[1, null]", "n")) {
            assertThatThrownBy(() -> run("CREATE (n) SET n.x = " + value))
                    .as(value)
                    .isInstanceOfSatisfying(
                            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TYPE_MISMATCH));
        }
        assertThat(run("CREATE (n) SET n.x = [1, 2.5] RETURN n.x")).containsExactly(List.of(List.of(1.0, 2.5)));
    }

    @Test
    void set_readingWhatItWrites_goesRowByRow() {
        run("CREATE (:N {x: 0}), (:N {x: 10})");
        assertThat(run("MATCH (n:N) UNWIND range(1, 4) AS i SET n.x = n.x + 1 RETURN sum(n.x)"))
                .containsExactly(List.of(4L * (4 + 14)));
        assertThat(run("MATCH (n:N) SET n.x = 1, n.y = n.x + 1 RETURN n.x, n.y"))
                .containsExactly(List.of(1L, 2L), List.of(1L, 2L));
    }

    @Test
    void set_mapsAndLabels_changeWhatIsThere() {
        run("CREATE (:N {a: 1, b: 2})-[:R {c: 3}]->(:M {d: 4})");
        assertThat(run("MATCH (n:N)-[r:R]->(m) SET n += {b: null, e: 5}, m = r, n:X:N, r.c = null"
                        + " RETURN properties(n), properties(m), properties(r), labels(n)"))
                .containsExactly(List.of(Map.of("a", 1L, "e", 5L), Map.of("c", 3L), Map.of(), List.of("N", "X")));
        assertThat(counters.labelsAdded()).isEqualTo(1);
        assertThat(run("MATCH (n:X) REMOVE n:N:Y, n.a RETURN labels(n), n.a IS NULL, n.e"))
                .containsExactly(List.of(List.of("X"), true, 5L));
        assertThat(counters.labelsRemoved()).isEqualTo(1);
        assertThat(run("MATCH (n:N) RETURN n")).isEmpty();
    }

    @Test
    void set_onNull_isPassedOver() {
        assertThat(run("OPTIONAL MATCH (n:None) SET n.x = 1, n:A, n += {y: 1} REMOVE n.z DELETE n RETURN n"))
                .containsExactly(java.util.Collections.singletonList(null));
        assertThat(counters).isEqualTo(WriteCounters.NONE);
    }

    @Test
    void delete_manyWays_countsEachEntityOnce() {
        run("CREATE (a:N {x: 1})-[:R]->(:M), (a)-[:R]->(:M)");
        run("MATCH p = (:N)-->(:M) WITH {list: collect(p)} AS m DETACH DELETE m.list[0], m.list[0]");
        assertThat(counters).isEqualTo(new WriteCounters(0, 2, 0, 2, 0, 0, 0, 0, 0, 0, 0));
        assertThat(run("MATCH (n) RETURN labels(n)")).containsExactly(List.of(List.of("M")));
    }

    @Test
    void delete_thenReadAProperty_isAnError() {
        run("CREATE (:N {x: 1})-[:R {y: 2}]->()");
        for (String text : List.of(
                "MATCH (n:N) DETACH DELETE n RETURN n.x",
                "MATCH (n:N) DETACH DELETE n RETURN labels(n)",
                "MATCH (n:N) DETACH DELETE n SET n.x = 2",
                "MATCH (n:N) DETACH DELETE n CREATE (n)-[:R]->()",
                "MATCH ()-[r]->() DELETE r RETURN r.y")) {
            run("MATCH (n) DETACH DELETE n");
            run("CREATE (:N {x: 1})-[:R {y: 2}]->()");
            assertThatThrownBy(() -> run(text))
                    .as(text)
                    .isInstanceOfSatisfying(
                            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ENTITY_DELETED));
        }
        run("CREATE (:N {x: 1})-[:R {y: 2}]->()");
        assertThat(run("MATCH ()-[r]->() DELETE r RETURN type(r)")).containsExactly(List.of("R"));
    }

    @Test
    void merge_nodes_findsOrMakesThem() {
        assertThat(run("UNWIND [1, 2, 1, 2.0, 3] AS x MERGE (n:N {x: x})"
                        + " ON CREATE SET n.made = x ON MATCH SET n.found = coalesce(n.found, 0) + 1"
                        + " RETURN n.x, n.made, n.found"))
                .containsExactly(
                        List.of(1L, 1L, 1L),
                        List.of(2L, 2L, 1L),
                        List.of(1L, 1L, 1L),
                        List.of(2L, 2L, 1L),
                        java.util.Arrays.asList(3L, 3L, null));
        assertThat(counters.nodesCreated()).isEqualTo(3);
        assertThatThrownBy(() -> run("MERGE (:N {x: null})")).isInstanceOf(ThetisException.class);
    }

    @Test
    void merge_matchesOfARow_areAllGivenOut() {
        run("CREATE (:N {x: 1}), (:N {x: 2}), (:M)");
        assertThat(run("UNWIND ['a', 'b'] AS s MERGE (n:N) RETURN s, n.x"))
                .containsExactlyInAnyOrder(List.of("a", 1L), List.of("a", 2L), List.of("b", 1L), List.of("b", 2L));
    }

    @Test
    void merge_relationships_eitherWay() {
        run("UNWIND [1, 2, 3] AS x CREATE (:N {x: x})");
        String text = "MATCH (a:N), (b:N) WHERE a.x <> b.x MERGE p = (a)-[r:R]-(b) RETURN count(DISTINCT r)";
        assertThat(run(text)).containsExactly(List.of(3L));
        assertThat(counters.relationshipsCreated()).isEqualTo(3);
        assertThat(run(text)).containsExactly(List.of(3L));
        assertThat(counters.relationshipsCreated()).isZero();
        assertThat(run("MATCH (a:N {x: 1}) MERGE (a)-[:S {k: 1}]->(b:B {y: 7})<-[:S]-(c:C) RETURN b.y"))
                .containsExactly(List.of(7L));
        assertThat(counters.nodesCreated()).isEqualTo(2);
    }

    @Test
    void foreach_nested_writesForEachElement() {
        run("UNWIND [1, 2] AS x FOREACH (y IN range(1, x) | CREATE (n:N {x: x, y: y})"
                + " FOREACH (z IN [n, null] | SET z.z = x + y MERGE (:K {y: y})))");
        assertThat(run("MATCH (n:N) RETURN n.x, n.y, n.z ORDER BY n.x, n.y"))
                .containsExactly(List.of(1L, 1L, 2L), List.of(2L, 1L, 3L), List.of(2L, 2L, 4L));
        assertThat(run("MATCH (k:K) RETURN k.y ORDER BY k.y")).containsExactly(List.of(1L), List.of(2L));
        run("MATCH (n:N) WITH collect(n) AS all FOREACH (n IN all | DELETE n)");
        assertThat(counters.nodesDeleted()).isEqualTo(3);
    }

    @Test
    void call_thatWrites_runsRowByRow() {
        assertThat(run("UNWIND [1, 2, 3] AS x CALL (x) { WITH COUNT { MATCH (:N) } AS before"
                        + " CREATE (m:N {x: x}) RETURN before, m } RETURN x, before, m.x"))
                .containsExactly(List.of(1L, 0L, 1L), List.of(2L, 1L, 2L), List.of(3L, 2L, 3L));
        assertThat(run("UNWIND [1, 2] AS x CALL (x) { MATCH (n:N {x: x}) SET n.y = x } RETURN x"))
                .containsExactly(List.of(1L), List.of(2L));
        assertThat(run("UNWIND [1, 5] AS x OPTIONAL CALL (x) { MATCH (n:N {x: x}) SET n.y = x"
                        + " RETURN n.y AS y } RETURN y"))
                .containsExactly(List.of(1L), java.util.Collections.singletonList(null));
        assertThat(run("CALL { CREATE (a:U) RETURN a UNION ALL CREATE (a:V) RETURN a } RETURN labels(a)"))
                .containsExactlyInAnyOrder(List.of(List.of("U")), List.of(List.of("V")));
        assertThat(run("CALL { CREATE (:Z) RETURN COUNT { MATCH (:Z) } AS n } RETURN n"))
                .containsExactly(List.of(1L));
    }

    @Test
    void union_ofWritingQueries_runsBoth() {
        assertThat(run("CREATE (a:A) RETURN 1 AS x UNION ALL MATCH (a:A) RETURN count(a) AS x"))
                .containsExactly(List.of(1L), List.of(1L));
        assertThat(Set.copyOf(run("CREATE (:B) UNION CREATE (:B)"))).isEmpty();
        assertThat(run("MATCH (b:B) RETURN count(*)")).containsExactly(List.of(2L));
    }

    /** Counts the steps; each begins a new transaction over the same graph. */
    private final class Steps implements TransactionSteps {
        private final List<String> taken = new ArrayList<>();

        @Override
        public GraphTransaction commitAndBegin(GraphTransaction current) {
            taken.add("commit");
            return graph.begin();
        }

        @Override
        public GraphTransaction rollBackAndBegin(GraphTransaction current) {
            taken.add("roll back");
            return graph.begin();
        }

        @Override
        public ExtensionWriter extensions() {
            return new ExtensionWriter() {
                @Override
                public boolean create(String name, String file, boolean trusted, boolean ifNotExists) {
                    return taken.add("create extension " + name + file + trusted + ifNotExists);
                }

                @Override
                public void update(String name, String file, boolean trusted) {
                    taken.add("update extension " + name + file + trusted);
                }

                @Override
                public boolean drop(String name, boolean ifExists) {
                    return taken.add("drop extension " + name + ifExists);
                }
            };
        }

        @Override
        public SchemaWriter schema() {
            return new SchemaWriter() {
                @Override
                public boolean createIndex(
                        Optional<String> name, String label, List<String> keys, boolean ifNotExists) {
                    return taken.add("index " + name.orElse("") + label + keys + ifNotExists);
                }

                @Override
                public boolean dropIndex(String name, boolean ifExists) {
                    return taken.add("drop index " + name + ifExists);
                }

                @Override
                public boolean createConstraint(
                        Optional<String> name,
                        Catalog.ConstraintKind kind,
                        boolean onRelationships,
                        String labelOrType,
                        List<String> keys,
                        boolean ifNotExists) {
                    return taken.add("constraint " + kind + onRelationships + labelOrType + keys + ifNotExists);
                }

                @Override
                public boolean dropConstraint(String name, boolean ifExists) {
                    return !taken.add("drop constraint " + name + ifExists);
                }

                @Override
                public void putExtension(String name, boolean trusted, byte[] jar, boolean replace) {
                    throw new IllegalStateException("the engine asks for it by the name of a file");
                }

                @Override
                public boolean dropExtension(String name, boolean ifExists) {
                    throw new IllegalStateException("the engine asks another");
                }
            };
        }
    }

    private List<List<Object>> run(String text, Steps steps) {
        try (ResultCursor cursor = engine.run(text, Map.of(), Queries.options(2, 3), graph.begin(), steps)) {
            List<List<Object>> rows = new ArrayList<>();
            while (cursor.next()) {
                Queries.add(cursor, rows);
            }
            return rows;
        }
    }

    @Test
    void schemaCommands_runOutsideOfTheTransaction() {
        Steps steps = new Steps();
        run("CREATE INDEX i FOR (a:A) ON (a.x, a.y)", steps);
        run("CREATE CONSTRAINT IF NOT EXISTS FOR ()-[r:R]-() REQUIRE r.x IS NOT NULL", steps);
        run("DROP INDEX i", steps);
        run("DROP CONSTRAINT c IF EXISTS", steps);
        assertThat(steps.taken)
                .containsExactly(
                        "index iA[x, y]false",
                        "constraint EXISTStrueR[x]true",
                        "drop index ifalse",
                        "drop constraint ctrue");
        assertThatThrownBy(() -> run("DROP INDEX i"))
                .isInstanceOfSatisfying(
                        ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE));
    }

    @Test
    void call_inTransactions_commitsEverySoManyRows() {
        Steps steps = new Steps();
        assertThat(run(
                        "UNWIND range(1, 7) AS x CALL (x) { CREATE (:T {x: x}) } IN TRANSACTIONS OF 3 ROWS"
                                + " WITH count(*) AS n MATCH (t:T) RETURN n, count(t)",
                        steps))
                .containsExactly(List.of(7L, 7L));
        assertThat(steps.taken).containsExactly("commit", "commit", "commit", "commit");
        assertThatThrownBy(() -> run("CALL { CREATE (:T) } IN TRANSACTIONS"))
                .isInstanceOfSatisfying(
                        ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE));
    }

    @Test
    void call_inTransactionsThatFail_goesOnOrBreaksAsAsked() {
        String call = "UNWIND [1, 2, 0, 3, 4, 5] AS x CALL (x) { CREATE (t:T {x: 6 / x}) RETURN t.x AS y }"
                + " IN TRANSACTIONS OF 2 ROWS ON ERROR ";
        String report = " REPORT STATUS AS s RETURN x, y, s.started, s.committed";
        assertThat(run(call + "CONTINUE" + report, new Steps()))
                .containsExactly(
                        List.of(1L, 6L, true, true),
                        List.of(2L, 3L, true, true),
                        java.util.Arrays.asList(0L, null, true, false),
                        java.util.Arrays.asList(3L, null, true, false),
                        List.of(4L, 1L, true, true),
                        List.of(5L, 1L, true, true));
        assertThat(run(call + "BREAK" + report, new Steps()).subList(2, 6))
                .containsExactly(
                        java.util.Arrays.asList(0L, null, true, false),
                        java.util.Arrays.asList(3L, null, true, false),
                        java.util.Arrays.asList(4L, null, false, false),
                        java.util.Arrays.asList(5L, null, false, false));
        assertThatThrownBy(() -> run(call + "FAIL RETURN x", new Steps())).isInstanceOf(ThetisException.class);
    }

    @Test
    void loadCsv_withAndWithoutHeaders_givesLines() {
        DataFiles files = (place, terminator) -> {
            assertThat(place).isEqualTo("file:///a.csv");
            java.util.Iterator<String> lines =
                    List.of("a" + terminator + "b", "1" + terminator + "2").iterator();
            return new DataFiles.Lines() {
                @Override
                public List<String> next() {
                    return lines.hasNext() ? List.of(lines.next().split("[" + terminator + "]")) : null;
                }

                @Override
                public void close() {}
            };
        };
        RunOptions options = Queries.options(1, 2);
        RunOptions withFiles = new RunOptions(1, 0, 0, 2, options.clock(), options.random(), files);
        for (String text : List.of(
                "LOAD CSV WITH HEADERS FROM 'file:///a.csv' AS row CREATE (:L {a: toInteger(row.a), b: row.b})",
                "LOAD CSV FROM 'file:///' + 'a.csv' AS row FIELDTERMINATOR ';' CREATE (:L {a: row[0], b: row[1]})")) {
            try (ResultCursor cursor = engine.run(text, Map.of(), withFiles, graph.begin())) {
                assertThat(cursor.next()).isFalse();
            }
        }
        assertThat(run("MATCH (l:L) RETURN l.a, l.b"))
                .containsExactlyInAnyOrder(List.of(1L, "2"), List.of("a", "b"), List.of("1", "2"));
        assertThatThrownBy(() -> run("LOAD CSV FROM 'x' AS row RETURN row")).isInstanceOf(ThetisException.class);
    }

    @Test
    void explain_ofWriting_namesTheOperators() {
        TestTransaction transaction = graph.begin();
        String text = "EXPLAIN MATCH (a:A) MERGE (a)-[r:R {x: 1}]->(b) SET a.x = 1 REMOVE a:A"
                + " FOREACH (x IN [1] | CREATE (:B)) WITH a CALL (a) { SET a.z = 1 } DETACH DELETE a";
        try (ResultCursor cursor = engine.run(text, Map.of(), Queries.options(1, 10), transaction)) {
            assertThat(cursor.plan().orElseThrow())
                    .contains("Merge", "Set ", "Remove", "Foreach", "Create", "ApplyWrites", "DetachDelete");
        }
        assertThat(transaction.hasWrites()).isFalse();
    }
}
