package org.thetisdb.engine.subquery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.thetisdb.engine.EngineOptions;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.testing.TestEngine;
import org.thetisdb.engine.testing.TestGraph;

/** What is kept for rows that ask the same gives the rows that asking each time would give, in any memory. */
class MemoizeTest {
    private static final long SEED = 5;
    private static final int PERSONS = 60;
    private static final int FRIENDS = 14;
    private static final String TEXT = "MATCH (a:P)-[:K]->(b:P) WITH a.i AS a, b"
            + " MATCH (b)-[r:K]->(c:P) WHERE c.i > 20 AND r.w % 3 = 0 AND a < c.i RETURN a, b.i, c.i, r.w";

    private record Friend(int person, int friend, long weight) {}

    private final List<Friend> friends = new ArrayList<>();
    private final TestGraph graph = graph();

    private TestGraph graph() {
        Random random = new Random(SEED);
        TestGraph.Builder builder = TestGraph.builder(16);
        List<Long> persons = new ArrayList<>();
        for (long person = 0; person < PERSONS; person++) {
            persons.add(builder.node(Set.of("P"), Map.of("i", person)));
        }
        for (int person = 0; person < PERSONS; person++) {
            for (int count = 0; count < FRIENDS; count++) {
                Friend friend = new Friend(person, random.nextInt(PERSONS), random.nextInt(100));
                friends.add(friend);
                builder.relationship(
                        persons.get(person), "K", persons.get(friend.friend()), Map.of("w", friend.weight()));
            }
        }
        return builder.build();
    }

    private Map<String, Integer> expected() {
        Map<String, Integer> rows = new TreeMap<>();
        for (Friend first : friends) {
            for (Friend second : friends) {
                if (first.friend() == second.person()
                        && second.friend() > 20
                        && second.weight() % 3 == 0
                        && first.person() < second.friend()) {
                    List<Object> row = List.of(first.person(), first.friend(), second.friend(), second.weight());
                    rows.merge(row.toString(), 1, Integer::sum);
                }
            }
        }
        return rows;
    }

    private static RunOptions options(int batchRows, long memoryBytes) {
        return new RunOptions(memoryBytes > 0 ? 1 : 2, 0, memoryBytes, batchRows, Clock.systemUTC(), new Random(SEED));
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 0", "3, 0", "7, 0", "64, 0", "1024, 0", "1, 24000", "7, 30000", "64, 40000"})
    void aPart_thatManyRowsShare_givesTheRowsOfEach(int batchRows, long memoryBytes) {
        Map<String, Integer> rows = new TreeMap<>();
        try (TestEngine engine = new TestEngine(graph, new EngineOptions(2, 4))) {
            for (int run = 0; run < 2; run++) {
                rows.clear();
                try (ResultCursor cursor = engine.run(TEXT, Map.of(), options(batchRows, memoryBytes))) {
                    while (cursor.next()) {
                        count(cursor, rows);
                    }
                }
                assertThat(rows).as("seed=" + SEED + ", run=" + run).isEqualTo(expected());
            }
            assertThat(engine.memoryBytesTaken()).isZero();
        }
    }

    private static void count(ResultCursor cursor, Map<String, Integer> rows) {
        for (int row = 0; row < cursor.rowCount(); row++) {
            List<Object> values = new ArrayList<>();
            for (int column = 0; column < cursor.columns().size(); column++) {
                values.add(cursor.column(column).valueAt(row));
            }
            rows.merge(values.toString(), 1, Integer::sum);
        }
    }

    @Test
    void aPart_thatManyRowsShare_isFoundOnceForEachNode() {
        try (TestEngine engine = new TestEngine(graph, new EngineOptions(1, 4));
                ResultCursor cursor = engine.run("PROFILE " + TEXT, Map.of(), options(64, 0))) {
            while (cursor.next()) {
                count(cursor, new TreeMap<>());
            }
            Matcher keys = Pattern.compile("Argument +\\w+ +\\S+ +(\\d+)")
                    .matcher(cursor.plan().orElseThrow());
            assertThat(keys.find()).as(cursor.plan().orElseThrow()).isTrue();
            assertThat(Integer.parseInt(keys.group(1))).isBetween(PERSONS / 2, PERSONS);
        }
    }
}
