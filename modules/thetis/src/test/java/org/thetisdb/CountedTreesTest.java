package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Counted trees over more nodes than their weights are kept for, over lists that are searched rather than read, with
 * and without neighbours that do not count, and over nodes that nobody meets twice: as many as there are rows if all is
 * read.
 */
final class CountedTreesTest {
    private static final int LEAF_COUNT = 150_000;

    private static final String[] PATTERNS = {
        "MATCH (a:Root)-[:DOWN]->(b)-[:NEXT]->(c)",
        "MATCH (a:Root)-[:DOWN]->(b)-[:NEXT]->(c)-[:NEXT]->(d)",
        "MATCH (a:Root)-[:DOWN]->(b)-[:MEETS]->(c)-[:KNOWS]-(d)",
        "MATCH (a:Hub)-[:KNOWS]-(b)-[:KNOWS]-(c) WHERE a <> c",
        "MATCH (a:Hub)-[:KNOWS]-(b)-[:KNOWS]-(c)<-[:MEETS]-(d) WHERE a <> c AND a.i < 20",
        "MATCH (a:Hub)-[:KNOWS]->(b)<-[:KNOWS]-(c) WHERE a <> c AND c <> b",
        "MATCH (a:Hub)-[:KNOWS]-(b)-[:KNOWS]-(c) WHERE a <> c AND NOT (a)--(c)",
        "MATCH (a:Hub)<-[:MEETS]-(b)-[:NEXT]->(c) WHERE NOT (a)<-[:MEETS]-(c)",
        "MATCH (a:Hub)<-[:MEETS]-(b)<-[:DOWN]-(c)",
        "MATCH (a:Leaf)-[:MEETS]->(b) OPTIONAL MATCH (a)-[:NEXT]->(c)-[:MEETS]->(d)",
    };

    @Test
    void countOfATree_isThatOfItsRows(@TempDir Path directory) {
        try (Database database = Database.openOrCreate(directory.resolve("trees"));
                Session session = database.session()) {
            make(session);
            for (String pattern : PATTERNS) {
                long expected = number(session, pattern + " RETURN sum(" + readingAll(pattern) + ") AS n");

                assertThat(number(session, pattern + " RETURN count(*) AS n"))
                        .as(pattern)
                        .isEqualTo(expected);
                assertThat(number(session, pattern + " WITH a.i % 3 AS k, count(*) AS m RETURN sum(m) AS n"))
                        .as(pattern)
                        .isEqualTo(expected);
            }
        }
        DatabaseOptions little = DatabaseOptions.byDefault().withQueryMemoryBytes(64 << 10);
        try (Database database = Database.open(directory.resolve("trees"), little);
                Session session = database.session()) {
            assertThat(number(session, "MATCH (:Root)-[:DOWN]->()-[:NEXT]->()-[:MEETS]->() RETURN count(*) AS n"))
                    .isEqualTo(LEAF_COUNT - 1);
        }
    }

    private static void make(Session session) {
        session.run("UNWIND range(0, 199) AS i CREATE (:Root {i: i})").consume();
        session.run("UNWIND range(0, 99) AS i CREATE (:Hub {i: i})").consume();
        session.run("MATCH (a:Hub), (b:Hub) WHERE (a.i * 7 + b.i) % 3 = 0 CREATE (a)-[:KNOWS]->(b)")
                .consume();
        session.run(
                        "MATCH (r:Root) WITH collect(r) AS roots MATCH (h:Hub) WITH roots, collect(h) AS hubs"
                                + " UNWIND range(0, $last) AS i WITH roots[i % 200] AS root, hubs[i * i % 97] AS hub, i"
                                + " CREATE (root)-[:DOWN]->(:Leaf {i: i})-[:MEETS]->(hub)",
                        Map.of("last", LEAF_COUNT - 1))
                .consume();
        session.run(
                        "MATCH (l:Leaf) WITH l ORDER BY l.i WITH collect(l) AS leaves UNWIND range(1, $last) AS i"
                                + " WITH leaves[i] AS one, leaves[i * 31 % $last] AS other"
                                + " CREATE (one)-[:NEXT]->(other)",
                        Map.of("last", LEAF_COUNT - 1))
                .consume();
    }

    /** An expression that is 1, and reads all nodes of the pattern. */
    private static String readingAll(String pattern) {
        StringBuilder all = new StringBuilder("1");
        for (String name : new String[] {"a", "b", "c", "d"}) {
            boolean isThere = pattern.contains("(" + name + ")") || pattern.contains("(" + name + ":");
            all.append(isThere ? " + CASE WHEN id(" + name + ") < 0 THEN 1 ELSE 0 END" : "");
        }
        return all.toString();
    }

    private static long number(Session session, String query) {
        return session.run(query).single().getLong("n");
    }
}
