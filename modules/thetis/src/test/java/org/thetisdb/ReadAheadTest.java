package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.io.PageCacheCounters;

/** How many pages a process reads ahead that has none yet, and whether it needs them. One worker. */
class ReadAheadTest {
    private static final int NODES = 60_000;

    /** Of an index' fences, and of a segment's head, all that is wanted may lie in one page; 14 keys have no more. */
    private static final int ALONE_MAX = 4;

    private static final String VALUES = """
            UNWIND range(0, $nodes - 1) AS i
            CREATE (:Item {number: i, text: 'text of ' + toString(i * 104729), name: 'n' + toString(i * 7919),
                real: i / 7.0, at: datetime('2020-01-01T00:00:00Z') + duration({seconds: i * i % 86400007})})""";
    private static final String LISTS = """
            MATCH (a:Item) MATCH (b:Item {number: (a.number * 31 + 7) % $nodes}) CREATE (a)-[:NEXT]->(b)""";

    @TempDir
    private static Path directory;

    @BeforeAll
    static void write() {
        try (Database created = Database.create(directory.resolve("db"));
                Session session = created.session()) {
            session.run("CREATE INDEX FOR (i:Item) ON (i.number)").list();
            session.run(VALUES, Map.of("nodes", NODES)).list();
            session.run(LISTS, Map.of("nodes", NODES)).list();
            created.checkpoint();
        }
    }

    /** What is read by a query, the first of its process. */
    private PageCacheCounters counters(String text, int rows) {
        DatabaseOptions options = DatabaseOptions.byDefault().withThreadCount(1);
        try (Database opened = Database.open(directory.resolve("db"), options);
                Session session = opened.session()) {
            PageCacheCounters before = opened.counters();
            assertThat(session.run(text).list()).hasSize(rows);
            PageCacheCounters after = opened.counters();
            return new PageCacheCounters(
                    after.hits() - before.hits(),
                    after.misses() - before.misses(),
                    after.bytesRead() - before.bytesRead(),
                    after.readAhead() - before.readAhead(),
                    after.readAheadUsed() - before.readAheadUsed(),
                    after.readAheadUnused() - before.readAheadUnused(),
                    after.evictions() - before.evictions(),
                    after.residentBytes(),
                    after.residentBytesMax(),
                    after.hugeBytes());
        }
    }

    @Test
    void scatteredRows_ofSeveralProperties_areReadTogether() {
        PageCacheCounters read = counters(
                "MATCH (i:Item) WHERE i.number IN range(5, 59000, 4321)"
                        + " RETURN i.number, i.text, i.name, i.real, i.at",
                14);
        assertThat(read.readAhead()).isGreaterThan(40);
        assertThat(read.readAheadUsed()).isEqualTo(read.readAhead());
        assertThat(read.misses() - read.readAhead()).as("read alone").isLessThanOrEqualTo(ALONE_MAX);
    }

    @Test
    void keysOfAnIndex_oneByOne_areSoughtTogether() {
        PageCacheCounters read = counters(
                "UNWIND range(5, 59000, 4321) AS number MATCH (i:Item {number: number})-[:NEXT]->(j) RETURN j.number",
                14);
        assertThat(read.readAheadUsed()).isEqualTo(read.readAhead());
        assertThat(read.misses() - read.readAhead()).as("read alone").isLessThanOrEqualTo(ALONE_MAX);
    }

    @Test
    void scan_thatEndsEarly_hasReadLittleInVain() {
        PageCacheCounters read = counters("MATCH (i:Item) RETURN i.text, i.name LIMIT 3", 3);
        assertThat(read.misses() - read.readAheadUsed())
                .as("not known to be of use")
                .isLessThanOrEqualTo(12);
    }

    @Test
    void scan_ofAll_readsMostPagesTogether() {
        PageCacheCounters read = counters("MATCH (i:Item) WHERE i.text ENDS WITH '77' RETURN count(i), max(i.real)", 1);
        assertThat(read.readAhead()).isGreaterThan(read.misses() / 2);
        assertThat(read.readAheadUsed()).isGreaterThan(read.readAhead() * 9 / 10);
    }
}
