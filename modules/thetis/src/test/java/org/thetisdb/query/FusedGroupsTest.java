package org.thetisdb.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Record;
import org.thetisdb.Session;
import org.thetisdb.value.ThetisException;

/**
 * Goal: groups that a loop adds to are those of the interpreter, in its order. Method: random keys, filters and
 * aggregates over columns of several chunks, whose strings have other dictionaries in each, some of them none; keys
 * whose range grows, is empty, or has no end; each query by the interpreter, by loops, and by both in turn, with one
 * worker and with two, in memory and on disk.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class FusedGroupsTest {
    private static final int NODES = 40_000;
    private static final int QUERIES = 12;
    private static final int MANY_QUERIES = 500;
    private static final long SEED = Long.getLong("thetis.seed", 20261127);
    private static final String ALWAYS = "compile=always verification=batches";
    private static final List<String> VARIANTS = List.of(
            ALWAYS,
            "compile=switching-1 verification=batches",
            "compile=random-3 chain-morsels=1 verification=expiring",
            "compile=switching-2 share-bytes=0");
    private static final DatabaseOptions OPTIONS =
            DatabaseOptions.byDefault().withDurability(Durability.OFF).withBatchRows(256);
    private static final String[] KEYS = {
        "n.text", "n.word", "n.flag", "n.sure", "n.few", "n.day", "n.few % 3", "n.late", "n.missing"
    };

    private final RandomGenerator random = new SplittableRandom(SEED);

    private Path folder = Path.of("");

    @BeforeAll
    void fill(@TempDir Path given) {
        folder = given;
        try (Database database = Database.create(folder.resolve("database"), OPTIONS)) {
            fill(database, 0, NODES - 1_000);
            database.checkpoint();
            fill(database, NODES - 1_000, NODES);
        }
    }

    private void fill(Database database, int from, int to) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int node = from; node < to; node++) {
            Map<String, Object> row = new HashMap<>();
            row.put("number", node);
            put(row, "text", "text " + (node / 15_000 + random.nextInt(5)), 0.1);
            put(row, "word", random.nextInt(9) == 0 ? "" : "w" + random.nextInt(3), 0);
            put(row, "many", "many " + random.nextInt(NODES), 0);
            put(row, "flag", random.nextBoolean(), 0.2);
            put(row, "sure", random.nextBoolean(), 0);
            put(row, "few", (long) random.nextInt(-4, 9), 0.1);
            put(row, "late", node < NODES / 2 ? 1L : node % 300L, 0);
            put(row, "far", random.nextInt(50) == 0 ? Long.MAX_VALUE : Long.MIN_VALUE + random.nextInt(3), 0.1);
            put(row, "day", LocalDate.ofEpochDay(random.nextInt(20)), 0.1);
            put(row, "mixed", random.nextInt(40) == 0 ? (Object) "one" : (Object) 1L, 0.1);
            put(row, "amount", random.nextInt(9_000) == 0 ? Long.MAX_VALUE / 3 : random.nextInt(-50, 50), 0.1);
            put(row, "full", (long) random.nextInt(100), 0);
            put(row, "real", random.nextInt(-20, 20) / 2.0, 0.1);
            rows.add(row);
        }
        try (Session session = database.session()) {
            session.run("UNWIND $rows AS row CREATE (n:N) SET n = row", Map.of("rows", rows))
                    .list();
        }
    }

    private void put(Map<String, Object> row, String key, Object value, double nullShare) {
        if (random.nextDouble() >= nullShare) {
            row.put(key, value);
        }
    }

    @Test
    void queries_inAllModes_giveTheSame() {
        compareInAllModes(QUERIES);
    }

    @Test
    @Tag("long")
    void manyQueries_inAllModes_giveTheSame() {
        compareInAllModes(MANY_QUERIES);
    }

    private void compareInAllModes(int count) {
        try (Database interpreted = open("compile=never", 1);
                Database always = open(VARIANTS.get(0), 1);
                Database switching = open(VARIANTS.get(1), 2);
                Database mixed = open(VARIANTS.get(2), 2);
                Database spilling = open(VARIANTS.get(3), 1)) {
            List<Database> others = List.of(always, switching, mixed, spilling);
            int compiled = 0;
            for (int query = 0; query < count; query++) {
                String text = query();
                String expected = answer(interpreted, text);
                compiled += isCompiled(always, text) ? 1 : 0;
                for (int other = 0; other < others.size(); other++) {
                    assertThat(answer(others.get(other), text))
                            .as("%s, %s; -Dthetis.seed=%d", VARIANTS.get(other), text, SEED)
                            .isEqualTo(expected);
                }
            }
            assertThat(compiled).as("queries whose groups a loop has added to").isGreaterThan(count / 3);
        }
    }

    @Test
    void order_isThatOfTheInterpreter() {
        try (Database interpreted = open("compile=never", 1);
                Database always = open(ALWAYS, 1)) {
            for (String key : KEYS) {
                String text = "MATCH (n:N) RETURN " + key + " AS k, count(*) AS c, min(n.number) AS m";
                assertThat(answer(always, text)).as(text).isEqualTo(answer(interpreted, text));
            }
        }
    }

    @Test
    void profile_saysWhatWentWhichWay() {
        try (Database always = open("compile=always", 1)) {
            assertThat(isCompiled(always, "MATCH (n:N) RETURN n.word AS k, count(*) AS c"))
                    .isTrue();
            assertThat(isCompiled(always, "MATCH (n:N) WHERE n.sure RETURN n.few AS k, n.flag AS l, avg(n.full) AS a"))
                    .isTrue();
            assertThat(plan(always, "EXPLAIN (PIPELINES) MATCH (n:N) WHERE n.full > 3 RETURN n.word AS k, count(*)"))
                    .contains("Filter (fusable)", "► Aggregate (fusable)");
            assertThat(plan(always, "EXPLAIN (PIPELINES) MATCH (n:N) RETURN n.word AS k, collect(n.full) AS all"))
                    .contains("► Aggregate")
                    .doesNotContain("fusable");
        }
    }

    /** Keys that no loop can have leave the filter before them a loop of its own. */
    @Test
    void keysOfManyStrings_leaveTheFilterCompiled() {
        try (Database always = open("compile=always", 1)) {
            String plan = plan(always, "PROFILE MATCH (n:N) WHERE n.full > 3 RETURN n.many AS k, count(*) AS c");
            assertThat(plan).containsSubsequence("Aggregate", "· interpreted", "Filter", "· compiled");
        }
    }

    private Database open(String variant, int threads) {
        return Database.open(
                folder.resolve("database"),
                OPTIONS.withThreadCount(threads).withEngineVariant(variant).asReadOnly());
    }

    // ---------------------------------------------------------------- queries

    private String query() {
        String filter = switch (random.nextInt(5)) {
            case 0 -> "";
            case 1 -> " WHERE n.sure";
            case 2 -> " WHERE n.few > " + random.nextInt(-5, 9);
            case 3 -> " WHERE n.flag AND n.full < " + random.nextInt(120);
            default -> " WHERE n.word <> 'w1' OR n.flag";
        };
        String more = random.nextInt(4) == 0 ? " WITH n, n.full * 2 AS x WHERE x > 20" : " WITH n, n.few AS x";
        List<String> columns = new ArrayList<>();
        List<String> names = new ArrayList<>();
        int keyCount = 1 + random.nextInt(8) / 4 + random.nextInt(8) / 7;
        for (int key = 0; key < keyCount; key++) {
            columns.add(key() + " AS k" + key);
            names.add("k" + key);
        }
        int totalCount = random.nextInt(1, 4);
        for (int total = 0; total < totalCount; total++) {
            columns.add(total() + " AS t" + total);
        }
        return "MATCH (n:N)" + filter + more + " RETURN " + String.join(", ", columns) + " ORDER BY "
                + String.join(", ", names);
    }

    private String key() {
        return switch (random.nextInt(14)) {
            case 0 -> "n.many";
            case 1 -> "n.far";
            case 2 -> "n.mixed";
            case 3 -> "x";
            case 4 -> "CASE WHEN n.flag THEN n.few ELSE n.full / 30 END";
            case 5 -> "n.full / n.few";
            default -> KEYS[random.nextInt(KEYS.length)];
        };
    }

    private String total() {
        String[] values = {"n.full", "n.amount", "n.few", "n.full * 2", "n.amount * n.few", "x", "n.late"};
        String[] counted = {"n.text", "n.real", "n.day", "n.flag", "n.few", "n.mixed", "n.missing"};
        String value = values[random.nextInt(values.length)];
        return switch (random.nextInt(7)) {
            case 0 -> "count(*)";
            case 1 -> "count(" + counted[random.nextInt(counted.length)] + ")";
            case 2 -> "sum(" + value + ")";
            case 3 -> "avg(" + value + ")";
            case 4 -> "min(" + value + ")";
            case 5 -> "max(" + (random.nextBoolean() ? "n.day" : "n.sure") + ")";
            default -> "max(" + value + ")";
        };
    }

    private static boolean isCompiled(Database database, String text) {
        try {
            return plan(database, "PROFILE " + text).contains("· compiled");
        } catch (ThetisException failure) {
            return false;
        }
    }

    private static String plan(Database database, String text) {
        try (Session session = database.session()) {
            var result = session.run(text);
            result.list();
            return result.plan().orElse("");
        }
    }

    /** The rows, or the error without its numbers: of which row it is depends on which worker was there first. */
    private static String answer(Database database, String text) {
        try (Session session = database.session()) {
            List<Record> rows = session.run(text).list();
            return rows.toString();
        } catch (ThetisException failure) {
            return failure.code() + " " + failure.getMessage().replaceAll("[-.0-9E]+", "#");
        }
    }
}
