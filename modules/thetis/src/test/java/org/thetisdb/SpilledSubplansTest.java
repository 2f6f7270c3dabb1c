package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
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

    private Database little;
    private Database plenty;

    @BeforeAll
    void open(@TempDir java.nio.file.Path folder) {
        DatabaseOptions options =
                DatabaseOptions.byDefault().withDurability(Durability.OFF).withThreadCount(2);
        plenty = Database.create(folder.resolve("plenty"), options);
        little = Database.create(folder.resolve("little"), options.withQueryMemoryBytes(1 << 20));
        for (Database database : List.of(plenty, little)) {
            try (Session session = database.session()) {
                session.run("UNWIND range(1, " + NODES + ") AS x CREATE (:N {x: x,"
                                + " t: 'a text of its own, the one of ' + toString(x * 7919 % 50021)})")
                        .consume();
            }
        }
    }

    @AfterAll
    void close() {
        little.close();
        plenty.close();
    }

    private static List<Map<String, Object>> rows(Database database, String statement) {
        try (Session session = database.session()) {
            return session.run(statement).list().stream().map(Record::asMap).toList();
        }
    }

    private static long spilledBytes(Database database, String statement) {
        try (Session session = database.session()) {
            Result result = session.run(statement);
            result.consume();
            return result.summary().spilledBytes();
        }
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
            })
    void buildSidesThatDoNotFit_giveTheSame(String statement) {
        assertThat(rows(little, statement)).isEqualTo(rows(plenty, statement));
        assertThat(spilledBytes(little, statement)).as("spilled").isPositive();
    }

    /** Each of two workers makes the build side for its first batch, then for more and more of them. */
    @Test
    void aBuildSideThatDoesNotFit_isMadeForManyBatches() {
        String statement = "MATCH (a:N) OPTIONAL MATCH (b:N) WHERE b.t = a.t AND b.x < a.x RETURN count(b) AS c";
        assertThat(spilledBytes(little, statement)).isBetween(BUILD_BYTES / 4, 25 * BUILD_BYTES);
    }
}
