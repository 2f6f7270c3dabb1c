package org.thetisdb.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.Database;
import org.thetisdb.Session;
import org.thetisdb.bench.peer.ThetisPeer;
import org.thetisdb.bench.rounds.QueryOutcome;
import org.thetisdb.bench.rounds.QueryRounds;
import org.thetisdb.bench.snb.QueryCase;

/** Point reads and short updates over a small graph whose names need quoting. */
class KeyedNodesTest {
    @TempDir
    private Path directory;

    private ThetisPeer opened(String... statements) {
        try (Database database = Database.create(ThetisPeer.databaseIn(directory));
                Session session = database.session()) {
            for (String statement : statements) {
                session.run(statement).consume();
            }
        }
        ThetisPeer peer = new ThetisPeer(Comparison.HEAD, 1);
        peer.open(directory, 64L << 20);
        return peer;
    }

    @Test
    void find_noConstraint_isNothing() {
        try (ThetisPeer peer = opened("CREATE (:A {id: 1})")) {
            assertThat(KeyedNodes.find(peer)).isEmpty();
        }
    }

    @Test
    void pointReadsAndUpdates_keysOfAnyText_areFoundAndChanged() {
        try (ThetisPeer peer = opened(
                "CREATE CONSTRAINT FOR (n:`odd ``label`) REQUIRE n.`the key` IS UNIQUE",
                "UNWIND ['a', \"it's\", 'back\\\\slash'] AS key CREATE (:`odd ``label` {`the key`: key})")) {
            KeyedNodes nodes = KeyedNodes.find(peer).orElseThrow();
            assertThat(nodes.keys()).containsExactlyInAnyOrder("a", "it's", "back\\slash");
            QueryRounds rounds = new QueryRounds(1, 10, 1);
            Map<String, List<QueryCase>> reads = nodes.pointReads();
            assertThat(reads.keySet())
                    .containsExactly("point-parameter", "point-properties", "point-neighbours", "point-literal");
            QueryOutcome literal = rounds.measure(reads.get("point-literal"), List.of(peer));
            assertThat(literal.complaints()).isEmpty();
            assertThat(literal.allocatedBytes().get(Comparison.HEAD)).isPositive();
            assertThat(literal.roundMillis().get(Comparison.HEAD)).hasSize(1);

            List<QueryOutcome> updates =
                    new ShortUpdates(nodes, List.of(peer), 1, 0).run(new QueryNames("*", Set.of()));
            assertThat(updates)
                    .extracting(QueryOutcome::query)
                    .containsExactly("update-set", "update-create", "update-relate", "update-delete");
            assertThat(count(peer, "MATCH (n:Compared) RETURN count(n)")).isEqualTo(250);
            assertThat(count(peer, "MATCH ()-[r:COMPARED]->() RETURN count(r)")).isZero();
            assertThat(count(peer, "MATCH (n) WHERE n.comparedNumber IS NOT NULL RETURN count(n)"))
                    .isEqualTo(3);
        }
    }

    private static long count(ThetisPeer peer, String text) {
        return (long)
                peer.run("count", text, Map.of(), Duration.ofMinutes(1)).rows().getFirst()[0];
    }
}
