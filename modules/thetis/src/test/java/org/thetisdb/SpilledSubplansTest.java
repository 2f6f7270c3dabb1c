package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: a subplan whose build side serves all outer rows gives the same when that does not fit into memory, and is not
 * run for each batch then. Method: the same statements with 1 MiB for queries, and with plenty.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SpilledSubplansTest {
    private static final int NODES = 60_000;
    private static final long BUILD_BYTES = NODES * 60L;

    private LittleAndPlenty both;

    @BeforeAll
    void open(@TempDir java.nio.file.Path folder) {
        both = LittleAndPlenty.create(
                folder,
                "UNWIND range(1, " + NODES + ") AS x CREATE (:N {x: x,"
                        + " t: 'a text of its own, the one of ' + toString(x * 7919 % 50021)})");
    }

    @AfterAll
    void close() {
        both.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MATCH (a:N) OPTIONAL MATCH (b:N) WHERE b.t = a.t AND b.x < a.x"
                        + " RETURN count(*) AS n, count(b) AS c, sum(a.x) AS a, sum(b.x) AS b, max(a.t) AS t",
                "MATCH (a:N) OPTIONAL MATCH (b:N) WHERE b.t = a.t AND b.x < a.x RETURN a.x AS a, b.x AS b ORDER BY a",
                "MATCH (a:N) OPTIONAL MATCH (b:N) WHERE b.t = a.t AND b.x <> a.x WITH a, b LIMIT 45000"
                        + " RETURN count(*) AS n",
                "MATCH (a:N) CALL (a) { MATCH (b:N) WHERE b.t = a.t RETURN count(b) AS c, max(b.x) AS m }"
                        + " RETURN sum(c) AS c, sum(m) AS m, count(*) AS n, sum(a.x) AS a",
                "MATCH (a:N) CALL (a) { MATCH (b:N) WHERE b.t = a.t RETURN b ORDER BY b.x LIMIT 1 }"
                        + " OPTIONAL MATCH (c:N) WHERE c.t = b.t AND c.x > b.x"
                        + " RETURN count(*) AS n, sum(b.x) AS b, sum(c.x) AS c",
                "MATCH (a:N) WHERE a.x < 9000 CALL (a) { MATCH (b:N {x: a.x}) OPTIONAL MATCH (c:N)"
                        + " WHERE c.t = b.t AND c.x <> a.x RETURN count(*) AS n, max(c.x) AS m }"
                        + " RETURN sum(n) AS n, sum(m) AS m",
                "MATCH (a:N) WHERE a.x % 2 = 0 AND EXISTS { MATCH (b:N) WHERE b.t = a.t AND b.x < a.x }"
                        + " RETURN count(*) AS n, sum(a.x) AS a, max(a.t) AS t",
                "MATCH (a:N) WHERE NOT EXISTS { MATCH (b:N) WHERE b.t = a.t AND b.x < a.x } AND a.x % 3 > 0"
                        + " RETURN a.x AS a ORDER BY a",
                "MATCH (a:N) WHERE EXISTS { MATCH (b:N) WHERE b.t = a.t AND b.x <> a.x } WITH a LIMIT 15000"
                        + " RETURN count(*) AS n",
                "MATCH (a:N) WHERE EXISTS { MATCH (b:N) WHERE b.t = a.t AND b.x <> a.x"
                        + " AND NOT EXISTS { MATCH (c:N) WHERE c.t = b.t AND c.x < b.x } }"
                        + " RETURN count(*) AS n, sum(a.x) AS a",
                "MATCH (a:N) RETURN a.x AS a, COUNT { MATCH (b:N) WHERE b.t = a.t AND b.x < a.x } AS n ORDER BY a",
                "MATCH (a:N) RETURN sum(COUNT { MATCH (b:N) WHERE b.t = a.t }) AS n, count(*) AS c",
                "MATCH (a:N) RETURN COUNT { MATCH (b:N) WHERE b.t = a.t } AS n, count(*) AS c ORDER BY n",
                "MATCH (a:N) WITH a ORDER BY COUNT { MATCH (b:N) WHERE b.t = a.t } DESC, a.x LIMIT 20"
                        + " RETURN a.x AS a",
                "MATCH (a:N) RETURN a.x AS a, COLLECT { MATCH (b:N) WHERE b.t = a.t RETURN b.x AS x ORDER BY x } AS l"
                        + " ORDER BY a",
                "MATCH (a:N) UNWIND COLLECT { MATCH (b:N) WHERE b.t = a.t RETURN b.x } AS x"
                        + " RETURN count(*) AS n, sum(x) AS x, sum(a.x) AS a",
                "MATCH (a:N) WHERE a.x < 9000 CALL (a) { MATCH (b:N) WHERE b.x = a.x AND"
                        + " EXISTS { MATCH (c:N) WHERE c.t = b.t AND c.x > b.x } RETURN count(b) AS n }"
                        + " RETURN sum(n) AS n, count(*) AS c",
                "MATCH (a:N) WHERE a.x < 20000 RETURN sum(CASE a.x % 3 WHEN 0 THEN COUNT { MATCH (b:N)"
                        + " WHERE b.t = a.t AND b.x < a.x } WHEN 1 THEN COUNT { MATCH (b:N) WHERE b.t = a.t AND"
                        + " b.x > a.x } ELSE 0 END) AS n",
            })
    void buildSidesThatDoNotFit_giveTheSame(String statement) {
        both.assertSameAndSpilled(statement);
    }

    /** Each of two workers makes the build side for its first batch, then for more and more of them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "MATCH (a:N) OPTIONAL MATCH (b:N) WHERE b.t = a.t AND b.x < a.x RETURN count(b) AS c",
                "MATCH (a:N) WHERE EXISTS { MATCH (b:N) WHERE b.t = a.t AND b.x < a.x } RETURN count(*) AS c",
                "MATCH (a:N) RETURN sum(COUNT { MATCH (b:N) WHERE b.t = a.t AND b.x < a.x }) AS c",
                "MATCH (a:N) RETURN max(size(COLLECT { MATCH (b:N) WHERE b.t = a.t RETURN b.x })) AS c",
            })
    void aBuildSideThatDoesNotFit_isMadeForManyBatches(String statement) {
        assertThat(both.littleSpilledBytes(statement)).as(statement).isBetween(BUILD_BYTES / 4, 25 * BUILD_BYTES);
    }

    /** There are two build sides, or rows come in smaller batches, so that fewer can wait. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "MATCH (a:N) WHERE EXISTS { MATCH (b:N) WHERE b.x = a.x AND"
                        + " EXISTS { MATCH (c:N) WHERE c.t = b.t AND c.x > b.x } } RETURN count(*) AS c",
                "MATCH (a:N) UNWIND COLLECT { MATCH (b:N) WHERE b.t = a.t RETURN b.x } AS x RETURN max(x) AS x",
            })
    void whereFewerRowsCanWait_itIsMadeForManyBatches(String statement) {
        assertThat(both.littleSpilledBytes(statement)).as(statement).isBetween(BUILD_BYTES / 4, 2 * 25 * BUILD_BYTES);
    }
}
