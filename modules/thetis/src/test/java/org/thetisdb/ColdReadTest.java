package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Values of every encoding and lists of relationships, read by a process that has no page of them yet: what is read
 * ahead must not get in the way of what is being read.
 */
class ColdReadTest {
    private static final int NODES = 4_000;

    private static final String VALUES = """
            UNWIND range(0, $nodes - 1) AS i
            CREATE (:Item {number: i, words: ['word ' + i, 'x' + toString(i * 7919), '' + (i % 13)],
                numbers: [i, i * 3, -i], text: 'text of ' + toString(i * 104729), kind: 'kind ' + (i % 5),
                real: i / 7.0, day: date('2020-01-01') + duration({days: i % 800}),
                at: datetime('2020-01-01T00:00:00Z') + duration({minutes: i * 11}),
                mixed: CASE i % 3 WHEN 0 THEN i WHEN 1 THEN 'm' + i ELSE null END})""";
    private static final String LISTS = """
            MATCH (a:Item) MATCH (b:Item {number: (a.number * 31 + 7) % $nodes})
            CREATE (a)-[:NEXT {weight: a.number % 17}]->(b)""";

    private static final List<String> QUESTIONS = List.of(
            "MATCH (i:Item) WHERE i.number % 3 = 1 RETURN i.number AS n, i.words AS w, i.numbers AS m ORDER BY n",
            "MATCH (i:Item) WHERE i.number % 7 < 2"
                    + " RETURN i.number AS n, i.text AS t, i.kind AS k, i.real AS r ORDER BY n",
            "MATCH (i:Item) RETURN i.number AS n, i.day AS d, i.at AS a, i.mixed AS m ORDER BY n",
            "MATCH (i:Item)-[r:NEXT]->(j)-[s:NEXT]->(k) WHERE i.number % 5 = 0"
                    + " RETURN i.number AS n, j.words AS w, k.text AS t, r.weight + s.weight AS x ORDER BY n",
            "MATCH (i:Item) WHERE i.number IN [3, 1024, 2047, 3990] RETURN i.number AS n, i.words AS w ORDER BY n",
            "MATCH (i:Item) WHERE i.number IN [5, 1500, 3333] RETURN properties(i) AS p ORDER BY p.number",
            "MATCH (i:Item) RETURN i.number AS n, COUNT { (i)<-[:NEXT]-() } AS c ORDER BY n",
            "UNWIND range(3980, 0, -67) AS number MATCH (i:Item {number: number})"
                    + " RETURN i.number AS n, i.text AS t, i.real AS r, i.at AS a, i.mixed AS m, labels(i) AS l",
            "MATCH (i:Item) WHERE i.number % 400 = 3 RETURN i ORDER BY i.number",
            "MATCH (i:Item) WHERE 300 < i.number <= 3900 RETURN i.number AS n, i.kind AS k ORDER BY n",
            "MATCH (i:Item) WHERE i.text STARTS WITH 'text of 1' RETURN i.number AS n, i.text AS t ORDER BY n",
            "MATCH (i:Item)-[:NEXT]->(j:Odd) WHERE i.number % 11 = 0 RETURN i.number AS n, j.real AS r ORDER BY n");

    @TempDir
    private Path directory;

    @Test
    void rows_readFirstByANewProcess_areThoseThatWereWritten() {
        Path database = directory.resolve("db");
        List<List<Record>> written = new ArrayList<>();
        try (Database created = Database.create(database);
                Session session = created.session()) {
            session.run("CREATE INDEX FOR (i:Item) ON (i.number)").list();
            session.run("CREATE INDEX FOR (i:Item) ON (i.text)").list();
            session.run(VALUES, Map.of("nodes", NODES)).list();
            session.run(LISTS, Map.of("nodes", NODES)).list();
            session.run("MATCH (i:Item) WHERE i.number % 2 = 1 SET i:Odd").list();
            created.checkpoint();
            QUESTIONS.forEach(text -> written.add(session.run(text).list()));
        }
        for (int first = 0; first < QUESTIONS.size(); first++) {
            try (Database opened =
                            Database.open(database, DatabaseOptions.byDefault().withThreadCount(1 + first % 2));
                    Session session = opened.session()) {
                for (int turn = 0; turn < QUESTIONS.size(); turn++) {
                    int question = (first + turn) % QUESTIONS.size();
                    assertThat(session.run(QUESTIONS.get(question)).list().toString())
                            .as(QUESTIONS.get(question))
                            .isEqualTo(written.get(question).toString());
                }
            }
        }
    }
}
