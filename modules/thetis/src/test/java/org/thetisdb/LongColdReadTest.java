package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rows in no order, over a column of which few pages are in memory. Goal: what is read ahead costs no more than some
 * looks at each row, however many pages a batch misses. Method: looks are counted, as pages found.
 */
class LongColdReadTest {
    private static final int NODES = 10_000;

    /** 23 were seen; 600 where what was read ahead began with the first row of the batch each time. */
    private static final int LOOKS_PER_ROW_MOST = 60;

    private static final long MEMORY_BYTES = 1 << 20;
    private static final String NUMBERED = "UNWIND range(0, $nodes - 1) AS i CREATE (:Item {number: i, text:"
            + " reduce(t = '', x IN range(1, 40) | t + toString((i * 7919 + x * 104729) * 1000003 % 1000000007))})";
    private static final String SHUFFLED =
            "MATCH (a:Item) MATCH (b:Item {number: (a.number * 7919 + 7) % $nodes}) CREATE (a)-[:NEXT]->(b)";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MATCH (i:Item)-[:NEXT]->(j) RETURN sum(size(j.text)) AS n",
                "MATCH (i:Item)-[:NEXT]->(j) RETURN sum(size(j.text)) AS n, sum(COUNT { (j)<-[:NEXT]-() }) AS m"
            })
    void rows_areLookedAtAFewTimes_howeverManyPagesAreMissing(String question) {
        Path files = directory.resolve("db");
        String written;
        try (Database database = Database.create(files);
                Session session = database.session()) {
            session.run("CREATE INDEX FOR (i:Item) ON (i.number)").list();
            session.run(NUMBERED, Map.of("nodes", NODES)).list();
            session.run(SHUFFLED, Map.of("nodes", NODES)).list();
            database.checkpoint();
            written = session.run(question).list().toString();
        }
        DatabaseOptions options =
                DatabaseOptions.byDefault().withMemoryBytes(MEMORY_BYTES).withThreadCount(1);
        try (Database database = Database.open(files, options);
                Session session = database.session()) {
            assertThat(session.run(question).list().toString()).isEqualTo(written);
            assertThat(database.counters().misses()).as("misses").isGreaterThan(NODES / 10);
            assertThat(database.counters().hits()).as("looks").isLessThan((long) NODES * LOOKS_PER_ROW_MOST);
        }
    }
}
