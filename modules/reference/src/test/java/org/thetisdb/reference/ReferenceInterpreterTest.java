package org.thetisdb.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.thetisdb.cypher.Cypher;
import org.thetisdb.reference.graph.ReferenceGraph;
import org.thetisdb.reference.limit.BudgetExhaustedException;
import org.thetisdb.reference.limit.NotModelledException;
import org.thetisdb.reference.limit.StepBudget;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * What the TCK leaves open and the reference interpreter decides. All else is tested by the TCK itself, in {@code
 * ReferenceTckTest} of the module {@code thetis}.
 */
class ReferenceInterpreterTest {
    private static final String GRAPH = """
            CREATE (a:A {n: 1}), (b:A:B {n: 2}), (c:B {n: 3}), (d:C {n: 4}), (e {n: 5})
            CREATE (a)-[:R {w: 1}]->(b), (b)-[:R {w: 2}]->(c), (c)-[:S {w: 3}]->(d), (d)-[:S {w: 4}]->(a)
            CREATE (a)-[:S {w: 5}]->(c), (e)-[:T {w: 6}]->(e), (a)-[:R {w: 7}]->(b)
            """;

    private final ReferenceGraph graph = new ReferenceGraph();

    private ReferenceInterpreter interpreter(long stepsMax) {
        Clock clock = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
        return new ReferenceInterpreter(graph, Map.of(), clock, new Random(1), new StepBudget(stepsMax));
    }

    private ReferenceResult run(String query, long stepsMax) {
        return interpreter(stepsMax).run(Cypher.bind(query));
    }

    private String lazyRows(String query) {
        return interpreter(1_000_000).runLazily(Cypher.bind(query)).rows().toString();
    }

    private String rows(String query) {
        return run(query, 1_000_000).rows().toString();
    }

    private ErrorCode error(String query) {
        return catchThrowableOfType(ThetisException.class, () -> rows(query)).code();
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " ==> ", quoteCharacter = '`', textBlock = """
            UNWIND [9223372036854775807, 1, -1] AS x RETURN sum(x) ==> [[9223372036854775807]]
            UNWIND [9223372036854775807, 9223372036854775807] AS x RETURN avg(x) ==> [[9.223372036854776E18]]
            UNWIND [1, 0.1, 0.2] AS x RETURN sum(x) ==> [[1.3]]
            UNWIND [1, 1.0, 2] AS x RETURN count(DISTINCT x) ==> [[2]]
            UNWIND [9007199254740993, 9007199254740992.0] AS x WITH DISTINCT x RETURN count(*) ==> [[2]]
            UNWIND [null, null, 0.0 / 0, 0.0 / 0] AS x RETURN count(*), x IS NULL AS n ==> [[2, true], [2, false]]
            UNWIND [1, 2, 3, 4] AS x RETURN percentileCont(x, 0.4), percentileDisc(x, 0.4) ==> [[2.2, 2]]
            UNWIND [1, 2] AS x RETURN x SKIP 9223372036854775807 LIMIT 9223372036854775807 ==> []
            RETURN size(range(-9223372036854775807, 9223372036854775807, 9223372036854775807)) ==> [[3]]
            RETURN 9223372036854775807 < 9223372036854775808.0 ==> [[true]]
            RETURN any(x IN [1, 0] WHERE 1 / x > 0) ==> [[true]]
            RETURN valueType([1, 'a', null]) ==> [[LIST<STRING | INTEGER> NOT NULL]]
            RETURN EXISTS { MATCH (n) } ==> [[false]]
            """)
    void valuesOfQueriesThatNeedNoGraph(String query, String expected) {
        assertThat(rows(query)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " ==> ", quoteCharacter = '`', textBlock = """
            OPTIONAL MATCH (x:None) MATCH (x) RETURN count(*) ==> [[0]]
            UNWIND [1, 'a'][0..1] AS x MATCH (x) RETURN count(*) ==> [[0]]
            MATCH (n) OPTIONAL MATCH (n:A)-[:R]->() MATCH (n)-[:T]->(p:C) RETURN count(*) ==> [[0]]
            MATCH (a {n: 1}) MATCH p = shortestPath((a)-[*]->(a)) RETURN length(p) ==> []
            MATCH (a {n: 1}) MATCH p = shortestPath((a)-[*0..]->(a)) RETURN length(p) ==> [[0]]
            MATCH p = shortestPath((a {n: 1})-[*]->(b {n: 4})) RETURN length(p) ==> [[2]]
            MATCH p = shortestPath((a {n: 1})-[r*]->(b {n: 4})) WHERE length(p) > 2 RETURN length(p) ==> [[3]]
            MATCH p = allShortestPaths((a {n: 1})-[*]-(b {n: 2})) RETURN count(p) ==> [[2]]
            MATCH (a {n: 1})-[r*2]-(b) RETURN count(*) ==> [[7]]
            MATCH (b)<-[r*1..2 {w: b.n}]-(a) RETURN [x IN r | x.w] ==> []
            MATCH (n) DETACH DELETE n WITH n MATCH (n) RETURN count(*) ==> [[0]]
            MATCH (n {n: 5}) DETACH DELETE n RETURN n IS NULL ==> [[false]]
            UNWIND [1, 2] AS i MATCH (n {n: 1}) SET n.m = coalesce(n.m, 0) + i RETURN n.m ==> [[3], [3]]
            UNWIND [1, 1.0] AS i MERGE (n:New {i: i}) RETURN count(DISTINCT n) ==> [[1]]
            """)
    void valuesOfQueriesOnAGraph(String query, String expected) {
        rows(GRAPH);
        assertThat(rows(query)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " ==> ", quoteCharacter = '`', textBlock = """
            UNWIND [9223372036854775807, 1] AS x RETURN sum(x) ==> NUMBER_OUT_OF_RANGE
            UNWIND [-9223372036854775808] AS x RETURN x / -1 ==> NUMBER_OUT_OF_RANGE
            UNWIND [0] AS x RETURN 1 % x ==> DIVISION_BY_ZERO
            UNWIND [1, 'a'] AS x RETURN sum(x) ==> TYPE_MISMATCH
            UNWIND [1, 'a'][0..1] AS x RETURN x AND false ==> TYPE_MISMATCH
            UNWIND [1, 'a'][0..1] AS x RETURN x.key ==> TYPE_MISMATCH
            UNWIND [1, 2] AS x RETURN percentileDisc(x, 2) ==> NUMBER_OUT_OF_RANGE
            RETURN 'a' =~ '(' ==> INVALID_ARGUMENT
            MATCH (n {n: 1}) DELETE n ==> NODE_STILL_CONNECTED
            MATCH (n {n: 5}) DETACH DELETE n RETURN n {.n} ==> ENTITY_DELETED
            MATCH (n {n: 5}) DETACH DELETE n RETURN n['n'] ==> ENTITY_DELETED
            MATCH (n {n: 5}) DETACH DELETE n CREATE (n)-[:R]->() ==> ENTITY_DELETED
            MATCH (n {n: 5}) SET n.x = [1, null] ==> TYPE_MISMATCH
            OPTIONAL MATCH (n:None) CREATE (n)-[:R]->() ==> INVALID_ARGUMENT
            """)
    void errors(String query, ErrorCode expected) {
        rows(GRAPH);
        assertThat(error(query)).isEqualTo(expected);
    }

    @Test
    void order_ofAllTypes_isThatOfOpenCypher() {
        assertThat(rows("""
                        UNWIND [null, 1, 0.0 / 0, 'a', true, duration('P1D'), localtime('10:00'), time('10:00Z'), [1],
                                date('2020-01-01'), localdatetime('2020-01-01T00:00'), {a: 1}, -1 / 0.0,
                                datetime('2020-01-01T00:00Z'), point({x: 1, y: 2})] AS x
                        WITH x ORDER BY x
                        WITH CASE WHEN x IS :: POINT NOT NULL THEN 'point' ELSE toStringOrNull(x) END AS text
                        RETURN collect(text), count(*)
                        """))
                .isEqualTo("[[[point, 2020-01-01T00:00Z, 2020-01-01T00:00, 2020-01-01, 10:00Z, 10:00, P1D, a, true,"
                        + " -Infinity, 1, NaN], 15]]");
    }

    @Test
    void budget_thatIsUsedUp_endsTheRun() {
        assertThatThrownBy(() -> run("UNWIND range(1, 1000000000) AS x RETURN count(*)", 1_000))
                .isInstanceOf(BudgetExhaustedException.class);
        rows(GRAPH);
        assertThatThrownBy(() -> run("MATCH (a)-[*]-(b), (c)-[*]-(d) RETURN count(*)", 1_000))
                .isInstanceOf(BudgetExhaustedException.class);
    }

    @Test
    void budget_isForTextsToo_whichDoubleFromRowToRow() {
        rows("CREATE ({s: 'ab'})");
        assertThatThrownBy(() -> run("MATCH (n), (m) UNWIND range(1, 60) AS i SET n.s = n.s + n.s", 100_000))
                .isInstanceOf(BudgetExhaustedException.class);
    }

    @Test
    void errorOfAValue_inALazyRun_countsWhereTheValueIsRead() {
        rows(GRAPH);
        for (String unread : List.of(
                "UNWIND [0, 1] AS x WITH x, 1 / x AS y RETURN x",
                "UNWIND [0, 1] AS x WITH x, 1 / x AS y WITH x, y AS z WITH x, z + 1 AS y RETURN x",
                "UNWIND [1, 0] AS x WITH x, 1 / x AS y LIMIT 1 WITH x, y WHERE y = 1 UNWIND [0, 1] AS z RETURN z",
                "UNWIND [0, 1] AS x MATCH (a:A {n: 1}) MATCH (b:C) WHERE a.n / 0 = 1 OR b.n = 4 AND x = 2 RETURN x"
                        + " UNION ALL UNWIND [0, 1] AS x RETURN x",
                "UNWIND [0, 1] AS x CALL (x) { RETURN sum(1 / x) AS y UNION ALL RETURN 1 / 0 AS y LIMIT 0 }"
                        + " RETURN x")) {
            assertThatThrownBy(() -> rows(unread)).as(unread).isInstanceOf(ThetisException.class);
            assertThat(lazyRows(unread)).as(unread).isEqualTo("[[0], [1]]");
        }
        for (String read : List.of(
                "UNWIND [0, 1] AS x RETURN 1 / x",
                "UNWIND [0, 1] AS x WITH x, 1 / x AS y ORDER BY y RETURN x",
                "UNWIND [0, 1] AS x WITH DISTINCT 1 / x AS y RETURN 1",
                "UNWIND [0, 1] AS x WITH 1 / x AS y RETURN y IS NULL")) {
            assertThatThrownBy(() -> lazyRows(read)).as(read).isInstanceOf(ThetisException.class);
        }
    }

    @Test
    void lazily_theOrderOfRowsOfWhichNoneIsKept_isNotRead() {
        String sorted = "UNWIND [0, 1] AS x WITH 1 / x AS y ORDER BY y LIMIT ";
        assertThatThrownBy(() -> rows(sorted + "0 RETURN y")).isInstanceOf(ThetisException.class);
        assertThat(lazyRows(sorted + "0 RETURN y")).isEqualTo("[]");
        assertThatThrownBy(() -> lazyRows(sorted + "1 RETURN y")).isInstanceOf(ThetisException.class);
    }

    @Test
    void lazily_aKeyOfGroupsThatFollowsFromOthers_isAnErrorOnlyIfRead() {
        String grouped = "UNWIND [0, 1, 0] AS x UNWIND [0, 1] AS y WITH x, 1 / x AS v, count(*) AS c ";
        assertThatThrownBy(() -> rows(grouped + "RETURN x, c")).isInstanceOf(ThetisException.class);
        assertThat(lazyRows(grouped + "RETURN x, c")).isEqualTo("[[0, 4], [1, 2]]");
        assertThatThrownBy(() -> lazyRows(grouped + "RETURN v")).isInstanceOf(ThetisException.class);
        String byOther = "UNWIND [0, 1] AS x UNWIND [0, 1] AS y WITH x, 1 / y AS v, count(*) AS c RETURN x";
        assertThatThrownBy(() -> lazyRows(byOther)).isInstanceOf(ThetisException.class);
    }

    @Test
    void storedList_hasAType() {
        assertThat(rows("CREATE (n {l: [], m: [1]}) RETURN valueType(n.l), valueType(n.m)"))
                .isEqualTo("[[LIST<NOTHING> NOT NULL, LIST<INTEGER NOT NULL> NOT NULL]]");
    }

    @Test
    void ordered_onlyBehindASort() {
        assertThat(run("UNWIND [1] AS x RETURN x ORDER BY x LIMIT 1", 100).ordered())
                .isTrue();
        assertThat(run("UNWIND [1] AS x WITH x ORDER BY x UNWIND [1, 2] AS y RETURN x", 100)
                        .ordered())
                .isFalse();
    }

    @Test
    void whatIsLeftOut_isSaid() {
        assertThatThrownBy(() -> rows("LOAD CSV FROM 'x' AS line RETURN line"))
                .isInstanceOf(NotModelledException.class);
        assertThatThrownBy(() -> rows("USE revision(1) RETURN 1")).isInstanceOf(NotModelledException.class);
    }
}
