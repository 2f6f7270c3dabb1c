package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Goal: aggregates that keep many values give the same when these do not fit into memory, and lists of them can be read
 * as any other. Method: the same statements with 1 MiB for queries, and with plenty.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class LongListsTest {
    private static final int NODES = 60_000;
    private static final String FILL = "UNWIND range(1, " + NODES + ") AS x CREATE (:N {x: x, k: x % 7,"
            + " t: 'a text of its own, the one of ' + toString(x * 7919 % 50021),"
            + " mixed: CASE x % 3 WHEN 0 THEN x * 0.5 ELSE x % 1000 END, f: x * 0.25 - 1000})";

    private LittleAndPlenty both;

    @BeforeAll
    void open(@TempDir java.nio.file.Path folder) {
        both = LittleAndPlenty.create(
                folder,
                FILL,
                "MATCH (n:N) WHERE n.x % 5 = 0 MATCH (m:N {x: n.x / 5}) WITH n, m ORDER BY n.x"
                        + " CREATE (n)-[:R {x: n.x}]->(m)");
    }

    @AfterAll
    void close() {
        both.close();
    }

    /** Each of them ends with THETIS-5001 where the values of a group have to fit. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "MATCH (n:N) RETURN n.k AS k, size(collect(n.t) + [1]) AS s ORDER BY k",
                "MATCH (n:N) RETURN size(collect(n.t) + [1]) AS s, size(collect(n.x) + [1]) AS n",
                "MATCH (n:N) WITH collect(n.t) AS l UNWIND l AS t RETURN count(*) AS n, count(DISTINCT t) AS d",
                "MATCH (n:N) WITH collect(n.t) AS l RETURN reduce(s = 0, t IN l | s + size(t)) AS s",
                "MATCH (n:N) WITH n ORDER BY n.x WITH collect(n.t) AS l RETURN l[0] AS a, l[-1] AS b, l[30000] AS c,"
                        + " l[100..105] AS d",
                "MATCH (n:N) WITH n ORDER BY n.x RETURN collect(n.t) AS l",
                "MATCH (n:N) WITH n ORDER BY n.x RETURN n.k AS k, collect(n.t) AS l ORDER BY k",
                "MATCH (n:N) WITH n ORDER BY n.x RETURN n.k AS k, collect({a: n.x, b: n.t}) AS l ORDER BY k",
                "MATCH (n:N) WITH n ORDER BY n.x RETURN n.k AS k, {l: collect(n.t), m: [1, collect(n.mixed)]} AS m"
                        + " ORDER BY k",
                "MATCH (n:N) WITH n ORDER BY n.x RETURN collect(n.mixed) AS l",
                "MATCH (n:N) RETURN count(DISTINCT n.t) AS a, count(DISTINCT n.x) AS b, count(DISTINCT n.mixed) AS c,"
                        + " sum(DISTINCT n.x) AS d, avg(DISTINCT n.k) AS e",
                "MATCH (n:N) RETURN n.k AS k, count(DISTINCT n.t) AS a, count(DISTINCT n.x) AS b ORDER BY k",
                "MATCH (n:N) WITH n ORDER BY n.x RETURN collect(DISTINCT n.t) AS l, count(DISTINCT n.x) AS d",
                "MATCH (n:N) WITH n ORDER BY n.x RETURN n.k % 2 AS k, collect(DISTINCT n.t) AS l ORDER BY k",
                "UNWIND range(1, 300000) AS x RETURN count(DISTINCT x) AS a, count(DISTINCT 'text ' + x % 100000) AS b,"
                        + " count(DISTINCT x * 0.5) AS c",
                "UNWIND range(1, 400000) AS x RETURN percentileDisc(x % 1000, 0.5) AS a, percentileCont(x, 0.9) AS b,"
                        + " percentileDisc(DISTINCT x * 7919 % 400009, 0.25) AS c",
                "MATCH (n:N) RETURN percentileDisc(n.mixed, 0.3) AS a, percentileCont(n.mixed, 0.71) AS b,"
                        + " percentileDisc(n.f, 1.0) AS c, percentileCont(n.f, 0.0) AS d",
                "MATCH (n:N) RETURN n.k AS k, percentileDisc(n.f, 0.77) AS a, percentileCont(n.mixed, 0.5) AS b"
                        + " ORDER BY k",
                "MATCH (n:N) WITH n ORDER BY n.x RETURN n.k AS k, collect(n) AS l ORDER BY k",
                "MATCH (n:N) WITH n.k AS k, n.t AS t ORDER BY k, t RETURN k, collect(t) AS l, count(*) AS n ORDER BY k",
                "MATCH (n:N) WITH n.k % 2 AS k, n.f AS x ORDER BY x DESC RETURN k, collect(x) AS l ORDER BY k",
                "MATCH (n:N) WITH n.x % 5000 AS k, n.t AS t ORDER BY t WITH k, collect(t) AS l RETURN count(*) AS n,"
                        + " min(head(l)) AS a, max(last(l)) AS b, sum(size(l)) AS s",
                "MATCH (n:N)-[r]->(m) WITH n, r, m ORDER BY n.x RETURN collect({n: n, r: r, l: [m, 1]}) AS l",
                "MATCH p = (n:N)-[]->() WITH n, p ORDER BY n.x RETURN collect(p) AS l",
                "UNWIND range(0, 6) AS k RETURN k, COLLECT { MATCH (n:N {k: k}) RETURN n.t ORDER BY n.x } AS l",
                "UNWIND range(0, 6) AS k WITH k, COLLECT { MATCH (n:N {k: k}) RETURN n.mixed ORDER BY n.x } AS l"
                        + " RETURN k, size(l) AS s, l[7] AS a, l[-1] AS b",
                "UNWIND range(0, 6) AS k WITH k, COLLECT { MATCH (n:N {k: k}) RETURN CASE n.x % 3 WHEN 0 THEN n.t END"
                        + " AS t ORDER BY n.x } AS l UNWIND [k, null] AS i"
                        + " RETURN k, i, size([e IN l WHERE e IS NULL]) AS nulls, l[0..4] AS a, l[8571] AS b,"
                        + " coalesce('x' IN l, 'unknown') AS c, [e IN l WHERE e > 'a text'][..2] AS d",
                "UNWIND range(0, 6) AS k RETURN k, COLLECT { MATCH (n:N {k: k}) RETURN CASE n.x % 3 WHEN 0 THEN n END"
                        + " AS v ORDER BY n.x } AS l",
                "UNWIND range(0, 6) AS k WITH k, COLLECT { MATCH (n:N {k: k}) RETURN CASE n.x % 3 WHEN 0 THEN n.t END"
                        + " AS t ORDER BY n.x } AS l UNWIND range(1, 300) AS i WITH k, i, l ORDER BY i * 7 % 13, k, i"
                        + " RETURN k, i, size(l) AS s, l[3] AS t, l[4] AS u, l[5] AS v",
                "MATCH (n:N) WITH n ORDER BY n.x WITH collect(n) AS ns RETURN [n IN ns | n.t] AS l",
                "MATCH (n:N) WITH n ORDER BY n.x WITH collect(n.t) AS l RETURN size([t IN l | t + '!']) AS s,"
                        + " [t IN l | t + '!'][100..103] AS a, [t IN l WHERE t ENDS WITH '7'][-1] AS b",
                "MATCH (n:N) WITH n ORDER BY n.x WITH collect(n) AS ns UNWIND [1, null, 2] AS i"
                        + " RETURN i, [n IN ns WHERE n.x % i = 0 | CASE n.x % 3 WHEN 0 THEN n.t END] AS l",
                "WITH range(1, 200000) AS r"
                        + " WITH r, reverse(r) AS l, r + r AS twice, [r, 'x'] + r AS mixed, tail(r) AS t"
                        + " RETURN l[0] AS a, l[199999] AS b, size(twice) AS c, twice[200000] AS d, mixed[1..4] AS e,"
                        + " last(mixed) AS f, t[0] AS g, size(t) AS h, size(r[..-2]) AS i,"
                        + " r[50000..150000][99999] AS j",
                "MATCH (n:N) WITH n ORDER BY n.x WITH collect(n.t) AS l WITH l, l[1000..59000] AS s, reverse(l) AS r,"
                        + " l + ['end', null] AS e, 'begin' + l AS b RETURN size(s) AS a, s[0] AS c, s[-1] AS d,"
                        + " r[0] AS f, r[-1] AS g, size(e) AS h, e[-3..] AS i, b[..2] AS j",
                "MATCH (n:N) WITH n ORDER BY n.x WITH collect(CASE n.x % 3 WHEN 0 THEN n.x WHEN 1 THEN n.t END) AS l"
                        + " WITH l, toStringList(l) AS s, toIntegerList(l) AS i, toFloatList(l + l) AS f"
                        + " RETURN size(s) AS n, s[..4] AS a, i[..4] AS b, f[60000..60004] AS c, size(i) AS m,"
                        + " reverse(l)[..4] AS r, size([x IN i WHERE x IS NULL]) AS nulls",
                "UNWIND range(1, 3000) AS x WITH [y IN range(1, 500) | y * (x % 1900)] AS k, x"
                        + " RETURN count(DISTINCT k) AS c, count(*) AS n",
            })
    void valuesThatDoNotFit_giveTheSame(String statement) {
        assertThat(both.assertSameAndSpilled(statement)).as("not spilled").isZero();
    }

    @Test
    void aValueThatAnAggregateDoesNotTake_isTheSameErrorThere() {
        String statement = "MATCH (n:N) WITH n ORDER BY n.x RETURN collect(n.t) AS l, percentileDisc(n.t, 0.3) AS p";
        for (Database database : both.all()) {
            assertThatThrownBy(() -> LittleAndPlenty.rows(database, statement))
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            problem -> assertThat(problem.code()).isEqualTo(ErrorCode.TYPE_MISMATCH));
        }
    }

    /** A list is what it was when its result, its transaction and its session are over, and when the graph changes. */
    @Test
    void aListOnDisk_isReadAsLongAsSomebodyHasIt() {
        List<?> nodes;
        List<?> texts;
        try (Session session = both.little().session();
                Transaction transaction = session.beginTransaction()) {
            Record row = transaction
                    .run("MATCH (n:N) WITH n ORDER BY n.x RETURN collect(n) AS nodes, collect(n.t) AS texts")
                    .single();
            nodes = row.getList("nodes");
            texts = row.getList("texts");
            transaction.run("MATCH (n:N) SET n.x = -n.x").consume();
        }
        assertThat(nodes).hasSize(NODES);
        assertThat(texts).hasSize(NODES);
        for (int index = 0; index < NODES; index += 997) {
            assertThat(((Node) nodes.get(index)).getLong("x")).isEqualTo(index + 1L);
            assertThat(texts.get(index)).isEqualTo(((Node) nodes.get(index)).getString("t"));
        }
        List<Object> all = new ArrayList<>(texts);
        assertThat(all).hasSize(NODES).startsWith(texts.getFirst()).endsWith(texts.getLast());
        assertThatThrownBy(() -> texts.remove(0)).isInstanceOf(UnsupportedOperationException.class);
    }

    /** Lists that the user never had leave the disk with their run, others some time after nobody has them any more. */
    @Test
    void lists_leaveTheDiskWhenNobodyHasThem() throws InterruptedException {
        SimulatedFileSystem fileSystem = new SimulatedFileSystem();
        fileSystem.createDirectories(java.nio.file.Path.of("/simulated"));
        StoreOptions store = StoreOptions.byDefault()
                .withFileSystem(fileSystem)
                .withMemory(MemoryBudget.ofBytes(64L << 20))
                .withCheckpointBytes(Long.MAX_VALUE);
        DatabaseOptions options =
                DatabaseOptions.byDefault().withQueryMemoryBytes(1 << 20).withStore(store);
        String inside = "MATCH (n:N) RETURN n.k AS k, size(collect(n.t) + [1]) AS s";
        try (Database database = Database.create(java.nio.file.Path.of("/simulated/db"), options)) {
            LittleAndPlenty.rows(database, FILL);
            assertThat(LittleAndPlenty.spilledBytes(database, inside)).isPositive();
            assertThat(fileSystem.temporaries().openCount()).isZero();
            assertThat(LittleAndPlenty.rows(database, "MATCH (n:N) RETURN collect(n.t) AS l"))
                    .hasSize(1);
            for (int tries = 0; tries < 100 && fileSystem.temporaries().openCount() > 0; tries++) {
                System.gc();
                TimeUnit.MILLISECONDS.sleep(10);
                LittleAndPlenty.rows(database, inside);
            }
            assertThat(fileSystem.temporaries().openCount()).isZero();
        }
    }

    /** Rows with such lists can be sorted, joined, kept and put on disk themselves. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "MATCH (n:N) WITH n ORDER BY n.x WITH n.k AS k, collect(n.t) AS l, collect({a: n.t}) AS m"
                        + " UNWIND range(1, 40) AS i WITH k, i, l, m ORDER BY i * 7 % 13, k, i"
                        + " RETURN k, i, size(l) AS s, l[3] AS t, m[2].a AS u",
                "MATCH (n:N) WITH n ORDER BY n.x WITH n.k AS k, collect(n.t) AS l UNWIND range(1, 3000) AS i"
                        + " WITH k, i, l ORDER BY i * 7 % 1013, k RETURN k, i, size(l) AS s, l[i] AS t",
                "MATCH (n:N) WITH n ORDER BY n.x WITH n.k AS k, collect(n.t) AS l WITH l ORDER BY k"
                        + " WITH collect(l) AS all RETURN size(all) AS s, [l IN all | l[2]] AS t, size(all[3]) AS u",
                "MATCH (n:N) WITH n ORDER BY n.x WITH n.k AS k, collect(n.t) AS l RETURN DISTINCT l[0] AS t ORDER BY t",
            })
    void rowsOfSuchLists_giveTheSame(String statement) {
        both.assertSame(statement);
    }

    @Test
    void aStatementThatWrites_givesListsOfAllThatItHas() {
        String statement =
                "MATCH (n:N) SET n.z = n.x WITH n ORDER BY n.x" + " RETURN n.k AS k, collect(n.t) AS l ORDER BY k";
        both.assertSame(statement);
        String kept = "MATCH (n:N) WITH n ORDER BY n.x WITH n.k AS k, collect(n.t) AS l"
                + " MERGE (c:Kept {k: k}) SET c.l = l[0..20000] RETURN sum(size(c.l)) AS s";
        both.assertSame(kept);
        String read = "MATCH (c:Kept) RETURN c.k AS k, c.l AS l ORDER BY k";
        both.assertSame(read);
    }
}
