package org.thetisdb.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Record;
import org.thetisdb.Result;
import org.thetisdb.Session;
import org.thetisdb.value.ThetisException;

/**
 * Goal: fused loops give the interpreter's answers and its errors. Method: random filters, columns and totals over
 * numbers at the edges of their range, nulls, mixed kinds and instants of the same second; each query by the
 * interpreter, by loops, and by both in turn.
 */
final class FusedAgreementTest {
    private static final int NODES = 3_000;
    private static final int QUERIES = 400;
    private static final long SEED = Long.getLong("thetis.seed", 20261126);
    private static final List<String> VARIANTS = List.of(
            "compile=always verification=batches",
            "compile=switching-1 verification=batches",
            "compile=random-3 chain-morsels=1 verification=expiring");
    private static final String[] COMPARISONS = {"=", "<>", "<", "<=", ">", ">="};
    private static final long[] EDGES = {0, 1, -1, 2, 40, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 62, -(1L << 62)};

    @TempDir
    private Path folder;

    @Test
    void queries_inAllModes_giveTheSame() {
        RandomGenerator random = new SplittableRandom(SEED);
        DatabaseOptions options = DatabaseOptions.byDefault()
                .withDurability(Durability.OFF)
                .withBatchRows(256)
                .withThreadCount(2);
        Path place = folder.resolve("database");
        try (Database database = Database.create(place, options)) {
            fill(database, random);
        }
        try (Database interpreted = open(place, options, "compile=never");
                Database always = open(place, options, VARIANTS.get(0));
                Database switching = open(place, options, VARIANTS.get(1));
                Database mixed = open(place, options, VARIANTS.get(2))) {
            List<Database> others = List.of(always, switching, mixed);
            int compiled = 0;
            for (int query = 0; query < QUERIES; query++) {
                String text = query(random);
                String expected = answer(interpreted, text);
                compiled += isCompiled(always, text) ? 1 : 0;
                for (int other = 0; other < others.size(); other++) {
                    assertThat(answer(others.get(other), text))
                            .as(
                                    "%s, %s; replay: ./thetis test -Dtest=FusedAgreementTest -Dthetis.seed=%d",
                                    VARIANTS.get(other), text, SEED)
                            .isEqualTo(expected);
                }
            }
            assertThat(compiled).as("queries whose rows went through a loop").isGreaterThan(QUERIES / 8);
        }
    }

    /** So long that a loop is several methods. */
    @Test
    void longConditionsAndCases_giveTheSame() {
        RandomGenerator random = new SplittableRandom(SEED);
        DatabaseOptions options =
                DatabaseOptions.byDefault().withDurability(Durability.OFF).withThreadCount(1);
        Path place = folder.resolve("database");
        try (Database database = Database.create(place, options)) {
            fill(database, random);
        }
        try (Database interpreted = open(place, options, "compile=never");
                Database always = open(place, options, VARIANTS.get(0))) {
            for (int query = 0; query < 12; query++) {
                String text = "MATCH (n:N) WHERE " + many(random, query % 2 == 0 ? " OR " : " AND NOT ")
                        + " RETURN count(*) AS n, sum(" + longCase(random) + ") AS s, max(" + longCase(random)
                        + ") AS m";
                String shown = text.substring(0, 100);
                assertThat(answer(always, text)).as(shown).isEqualTo(answer(interpreted, text));
                assertThat(isCompiled(always, text)).as(shown).isTrue();
            }
        }
    }

    private static String many(RandomGenerator random, String separator) {
        String[] leaves = {"n.flag", "n.sure", "n.small > n.full", "n.real < 3.5", "n.edge = n.small", "n.text IS NULL"
        };
        List<String> all = new ArrayList<>();
        for (int index = 0; index < 150; index++) {
            all.add("(n.full = " + random.nextInt(150) + " AND " + leaves[random.nextInt(leaves.length)] + ")");
        }
        return String.join(separator, all);
    }

    private static String longCase(RandomGenerator random) {
        StringBuilder text = new StringBuilder("CASE");
        for (int index = 0; index < 100; index++) {
            text.append(" WHEN n.full = ")
                    .append(index)
                    .append(" THEN n.full * ")
                    .append(random.nextInt(100));
        }
        return text.append(" ELSE n.small END").toString();
    }

    private static Database open(Path place, DatabaseOptions options, String variant) {
        return Database.open(place, options.withEngineVariant(variant).asReadOnly());
    }

    private static void fill(Database database, RandomGenerator random) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            Map<String, Object> row = new HashMap<>();
            row.put("number", node);
            put(row, "small", (long) random.nextInt(-50, 50), random, 0.1);
            put(row, "full", (long) random.nextInt(100), random, 0);
            put(row, "edge", EDGES[random.nextInt(EDGES.length)], random, 0.2);
            put(row, "real", real(random), random, 0.1);
            put(row, "flag", random.nextBoolean(), random, 0.1);
            put(row, "sure", random.nextBoolean(), random, 0);
            put(row, "day", LocalDate.ofEpochDay(random.nextInt(100)), random, 0.1);
            put(row, "instant", LocalDateTime.of(2026, 1, 1, 0, 0, random.nextInt(20), random.nextInt(2)), random, 0.1);
            put(row, "text", "text " + random.nextInt(5), random, 0.1);
            put(row, "mixed", node < NODES / 2 ? (Object) (long) node : "text", random, 0.1);
            rows.add(row);
        }
        try (Session session = database.session()) {
            session.run("UNWIND $rows AS row CREATE (n:N) SET n = row", Map.of("rows", rows))
                    .list();
        }
    }

    private static void put(
            Map<String, Object> row, String key, Object value, RandomGenerator random, double nullShare) {
        if (random.nextDouble() >= nullShare) {
            row.put(key, value);
        }
    }

    private static double real(RandomGenerator random) {
        return switch (random.nextInt(12)) {
            case 0 -> Double.NaN;
            case 1 -> Double.POSITIVE_INFINITY;
            case 2 -> -0.0;
            default -> random.nextInt(-20, 20) / 2.0;
        };
    }

    // ---------------------------------------------------------------- queries

    private static String query(RandomGenerator random) {
        String filter = random.nextInt(4) == 0 ? "" : " WHERE " + condition(random, 3);
        String more = random.nextInt(3) == 0
                ? " WITH n, " + number(random, 2) + " AS x WHERE " + comparison("x", number(random, 1), random)
                : " WITH n, n.full AS x";
        String result = switch (random.nextInt(4)) {
            case 0 -> rows(random);
            case 1 -> groups(random);
            default -> totals(random);
        };
        return "MATCH (n:N)" + filter + more + " RETURN " + result;
    }

    private static String rows(RandomGenerator random) {
        return "n.number AS number, " + number(random, 3) + " AS a, " + condition(random, 2) + " AS b ORDER BY number";
    }

    private static String groups(RandomGenerator random) {
        return "CASE WHEN " + condition(random, 2) + " THEN n.small % 3 ELSE n.full % 4 END AS k, " + totals(random)
                + ", count(CASE WHEN " + condition(random, 2) + " THEN 1 END) AS c ORDER BY k";
    }

    private static String totals(RandomGenerator random) {
        List<String> all = new ArrayList<>();
        int count = random.nextInt(1, 4);
        for (int total = 0; total < count; total++) {
            String value = switch (random.nextInt(6)) {
                case 0 -> "count(*)";
                case 1 -> "count(" + leaf(random) + ")";
                case 2 -> "sum(" + number(random, 2) + ")";
                case 3 -> "avg(" + number(random, 2) + ")";
                case 4 -> "min(" + leaf(random) + ")";
                default -> "max(" + number(random, 2) + ")";
            };
            all.add(value + " AS t" + total);
        }
        return String.join(", ", all);
    }

    private static String leaf(RandomGenerator random) {
        String[] leaves = {
            "n.small", "n.full", "n.edge", "n.real", "n.flag", "n.sure", "n.day", "n.instant", "n.text", "n.mixed", "x"
        };
        return leaves[random.nextInt(leaves.length)];
    }

    private static String number(RandomGenerator random, int depth) {
        if (depth == 0 || random.nextInt(4) == 0) {
            String[] leaves = {"n.small", "n.full", "n.full", "n.edge", "n.real", "7", "2.5", "-3", "n.small"};
            return leaves[random.nextInt(leaves.length)];
        }
        return switch (random.nextInt(6)) {
            case 0 -> "-" + number(random, depth - 1);
            case 1 ->
                "CASE WHEN " + condition(random, depth - 1) + " THEN " + number(random, depth - 1)
                        + (random.nextBoolean() ? "" : " ELSE " + number(random, depth - 1)) + " END";
            case 2 -> "CASE WHEN n.small <> 0 THEN n.full / n.small ELSE 0 END";
            default -> {
                String[] operators = {"+", "-", "*", "/", "%"};
                yield "(" + number(random, depth - 1) + " " + operators[random.nextInt(operators.length)] + " "
                        + number(random, depth - 1) + ")";
            }
        };
    }

    private static String condition(RandomGenerator random, int depth) {
        if (depth == 0) {
            String[] leaves = {"n.flag", "n.sure", "n.small IS NULL", "n.text IS NOT NULL", "n.text = 'text 3'"};
            return leaves[random.nextInt(leaves.length)];
        }
        return switch (random.nextInt(9)) {
            case 0 -> "(" + condition(random, depth - 1) + " AND " + condition(random, depth - 1) + ")";
            case 1 -> "(" + condition(random, depth - 1) + " OR " + condition(random, depth - 1) + ")";
            case 2 -> "(" + condition(random, depth - 1) + " XOR " + condition(random, depth - 1) + ")";
            case 3 -> "NOT " + condition(random, depth - 1);
            case 4 -> comparison("n.instant", "localdatetime('2026-01-01T00:00:07')", random);
            case 5 -> comparison("n.day", "date('1970-02-01')", random);
            case 6 -> comparison(leaf(random), leaf(random), random);
            case 7 -> "(" + number(random, depth - 1) + ") IS NULL";
            default -> comparison(number(random, depth - 1), number(random, depth - 1), random);
        };
    }

    private static String comparison(String left, String right, RandomGenerator random) {
        return "(" + left + " " + COMPARISONS[random.nextInt(COMPARISONS.length)] + " " + right + ")";
    }

    private static boolean isCompiled(Database database, String text) {
        try (Session session = database.session()) {
            Result result = session.run("PROFILE " + text);
            result.list();
            return result.plan().orElse("").contains("· compiled");
        } catch (ThetisException failure) {
            return false;
        }
    }

    /** The rows, or the error with its place. */
    private static String answer(Database database, String text) {
        try (Session session = database.session()) {
            List<Record> rows = session.run(text).list();
            return rows.toString();
        } catch (ThetisException failure) {
            return failure.code() + " " + failure.getMessage();
        }
    }
}
