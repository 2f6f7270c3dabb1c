package org.thetisdb.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Isolation;
import org.thetisdb.Record;
import org.thetisdb.Result;
import org.thetisdb.Session;
import org.thetisdb.Transaction;
import org.thetisdb.TransactionOptions;
import org.thetisdb.value.ThetisException;

/**
 * Goal: aggregates that columns answer are those of the values. Method: random aggregates and conditions over columns
 * of all kinds and widths in three chunks, compared with what Java finds in the same rows: in the base, with changes
 * beside it that are committed, open or taken back, in the past and after a checkpoint; by the interpreter, by loops,
 * and by two workers.
 */
final class ColumnAggregatesTest {
    private static final int NODES = 68_000;
    private static final int QUERIES = 10;
    private static final long SEED = Long.getLong("thetis.seed", System.nanoTime());
    private static final LocalDate DAY = LocalDate.of(2020, 2, 28);
    private static final List<String> WHOLE = List.of("small", "same", "stepped", "middle", "wide", "far", "some");
    private static final List<String> ORDERED = List.of("flag", "day", "text", "gone");
    private static final List<String> OTHER = List.of("mixed", "real", "missing");
    private static final List<String> VARIANTS = List.of(
            "compile=never verification=batches",
            "verification=expiring chain-morsels=1",
            "compile=always verification=batches",
            "compile=random-3",
            "");

    @TempDir
    Path folder = Path.of("");

    private final RandomGenerator random = new SplittableRandom(SEED);
    private List<Map<String, Object>> rows = new ArrayList<>();
    private long revision;

    /** A condition, and what it means. */
    private record Condition(String text, Predicate<Map<String, Object>> test) {}

    /** An aggregate, and what it is of some rows. */
    private record Aggregate(String text, Function<List<Map<String, Object>>, @Nullable Object> of) {}

    @BeforeEach
    void fill() {
        try (Database database = Database.create(folder.resolve("database"), options(VARIANTS.get(0), 1));
                Session session = database.session()) {
            for (int number = 0; number < NODES; number++) {
                rows.add(row(number));
            }
            create(session, rows);
            revision = session.lastRevision().orElseThrow();
            database.checkpoint();
        }
    }

    private static void create(Session session, List<Map<String, Object>> made) {
        session.run("UNWIND $rows AS row CREATE (n:N) SET n = row", Map.of("rows", made))
                .consume();
    }

    private Map<String, Object> row(int number) {
        Map<String, Object> row = new HashMap<>();
        row.put("number", (long) number);
        row.put("small", random.nextLong(-30, 31));
        row.put("same", 5L);
        row.put("stepped", 1_000 * random.nextLong(12));
        row.put("middle", random.nextLong(1 << 20));
        row.put("wide", random.nextLong(1L << 40));
        row.put("far", -(1L << 46) + random.nextLong(100));
        row.put("flag", random.nextBoolean());
        row.put("day", DAY.plusDays(random.nextInt(300)));
        row.put("text", "text " + random.nextInt(9));
        row.put("real", random.nextInt(40) / 4.0);
        row.put("mixed", random.nextBoolean() ? (Object) 1L : "one");
        if (random.nextInt(3) > 0) {
            row.put("some", random.nextLong(50));
        }
        if (number >= 40_000) {
            row.put("gone", (long) number);
        }
        return row;
    }

    private static DatabaseOptions options(String variant, int threads) {
        return DatabaseOptions.byDefault()
                .withDurability(Durability.OFF)
                .withThreadCount(threads)
                .withEngineVariant(variant);
    }

    private Database open(String variant, int threads) {
        return Database.open(folder.resolve("database"), options(variant, threads));
    }

    @Test
    void ofTheBase_inAllModes() {
        for (String variant : VARIANTS) {
            for (int threads = 1; threads <= 2; threads++) {
                try (Database database = open(variant, threads);
                        Session session = database.session()) {
                    assertSome(variant, text -> session.run(text).list());
                }
            }
        }
    }

    @Test
    void besideChanges_inThePast_andAfterACheckpoint() {
        for (String variant : List.of(VARIANTS.get(0), VARIANTS.get(1), VARIANTS.get(4))) {
            try (Database database = open(variant, 1);
                    Session session = database.session();
                    Session other = database.session()) {
                List<Map<String, Object>> former = rows;
                long past = revision;
                try (Transaction open = other.beginTransaction()) {
                    rows = changed(text -> open.run(text).consume(), former);
                    assertSome("open, " + variant, text -> open.run(text).list());
                    rows = former;
                    assertSome(
                            "beside it, " + variant, text -> session.run(text).list());
                    open.rollback();
                }
                assertSome("taken back, " + variant, text -> session.run(text).list());
                if (variant.isEmpty()) {
                    session.run("MATCH (n:N) WHERE n.small % 10 = 3 SET n:Other")
                            .consume();
                }
                rows = changed(text -> session.run(text).consume(), former);
                assertSome("committed, " + variant, text -> session.run(text).list());
                revision = session.lastRevision().orElseThrow();
                List<Map<String, Object>> latter = rows;
                rows = former;
                assertSome(
                        "past, " + variant,
                        text -> session.run("USE revision(" + past + ") " + text)
                                .list());
                rows = latter;
                database.checkpoint();
                assertSome(
                        "after a checkpoint, " + variant,
                        text -> session.run(text).list());
            }
        }
    }

    /** Changes beyond the first chunk, which stays as it is; the extremes of some columns go. */
    private static List<Map<String, Object>> changed(Consumer<String> run, List<Map<String, Object>> before) {
        run.accept("MATCH (n:N) WHERE n.number >= 40000 AND n.small = 30 DELETE n");
        run.accept(
                "MATCH (n:N) WHERE n.number >= 40000 AND n.small = 29 SET n.small = 77, n.some = null, n.day = null");
        run.accept("MATCH (n:N) WHERE n.number >= 40000 AND n.small = 28 REMOVE n.flag");
        run.accept("CREATE (:N {number: 80000, small: -99, text: 'another'})");
        List<Map<String, Object>> after = new ArrayList<>();
        for (Map<String, Object> each : before) {
            Map<String, Object> row = new HashMap<>(each);
            boolean isLate = (long) row.get("number") >= 40_000;
            long small = (long) row.get("small");
            if (isLate && small == 29) {
                row.put("small", 77L);
                row.remove("some");
                row.remove("day");
            }
            if (isLate && small == 28) {
                row.remove("flag");
            }
            if (!isLate || small != 30) {
                after.add(row);
            }
        }
        after.add(new HashMap<>(Map.of("number", 80_000L, "small", -99L, "text", "another")));
        return after;
    }

    private void assertSome(String where, Function<String, List<Record>> run) {
        for (int query = 0; query < QUERIES; query++) {
            Condition condition = condition();
            if (query % 3 == 0) {
                assertGroups(where, run, condition);
            }
            List<Aggregate> aggregates = Stream.generate(this::aggregate)
                    .limit(1 + random.nextInt(4))
                    .toList();
            List<String> columns = new ArrayList<>();
            for (int column = 0; column < aggregates.size(); column++) {
                columns.add(aggregates.get(column).text + " AS c" + column);
            }
            String text = "MATCH (n:N)" + condition.text + " RETURN " + String.join(", ", columns);
            List<Map<String, Object>> some =
                    rows.stream().filter(condition.test).toList();
            List<Object> expected = new ArrayList<>();
            aggregates.forEach(each -> expected.add(each.of.apply(some)));
            List<Record> answer = run.apply(text);
            assertThat(answer).hasSize(1);
            List<Object> found = new ArrayList<>();
            for (int column = 0; column < aggregates.size(); column++) {
                found.add(answer.getFirst().get(column));
            }
            assertThat(found).as("%s: %s; -Dthetis.seed=%d", where, text, SEED).isEqualTo(expected);
        }
    }

    private void assertGroups(String where, Function<String, List<Record>> run, Condition condition) {
        List<String> keys =
                Stream.of(WHOLE, ORDERED, OTHER).flatMap(List::stream).toList();
        String key = keys.get(random.nextInt(keys.size()));
        if (random.nextBoolean()) {
            assertPairs(where, run, condition, key, keys.get(random.nextInt(keys.size())));
        }
        boolean isCounted = random.nextInt(4) > 0;
        String text = "MATCH (n:N)" + condition.text + " RETURN "
                + (isCounted ? "n." + key + " AS k, count(*) AS c" : "DISTINCT n." + key + " AS k, 1 AS c");
        Map<Object, Long> expected = new HashMap<>();
        rows.stream()
                .filter(condition.test)
                .forEach(row -> expected.merge(
                        row.getOrDefault(key, "nothing"), 1L, (before, one) -> isCounted ? before + one : 1L));
        Map<Object, Long> found = new HashMap<>();
        run.apply(text)
                .forEach(row ->
                        found.merge(Objects.requireNonNullElse(row.get("k"), "nothing"), row.getLong("c"), Long::sum));
        assertThat(found).as("%s: %s; -Dthetis.seed=%d", where, text, SEED).isEqualTo(expected);
    }

    private void assertPairs(
            String where, Function<String, List<Record>> run, Condition condition, String first, String second) {
        String text = "MATCH (n:N)" + condition.text + " RETURN n." + first + " AS k, n." + second
                + " AS l, count(*) AS c ORDER BY c LIMIT 2000";
        Map<List<Object>, Long> expected = new HashMap<>();
        rows.stream()
                .filter(condition.test)
                .forEach(row -> expected.merge(
                        List.of(row.getOrDefault(first, "nothing"), row.getOrDefault(second, "nothing")),
                        1L,
                        Long::sum));
        List<Record> found = run.apply(text);
        assertThat(found)
                .as("%s: %s; -Dthetis.seed=%d", where, text, SEED)
                .hasSize(Math.min(2000, expected.size()))
                .allSatisfy(row -> assertThat(expected)
                        .containsEntry(
                                List.of(
                                        Objects.requireNonNullElse(row.get("k"), "nothing"),
                                        Objects.requireNonNullElse(row.get("l"), "nothing")),
                                row.getLong("c")));
    }

    private Condition condition() {
        long bound = random.nextLong(-31, 32);
        return switch (random.nextInt(9)) {
            case 0 -> new Condition(" WHERE n.small > " + bound, row -> (long) row.get("small") > bound);
            case 1 -> new Condition(" WHERE n.flag", row -> Boolean.TRUE.equals(row.get("flag")));
            case 2 ->
                new Condition(
                        " WHERE n.small <> " + bound + " AND NOT n.flag AND n.small < 20",
                        row -> (long) row.get("small") != bound
                                && Boolean.FALSE.equals(row.get("flag"))
                                && (long) row.get("small") < 20);
            case 3 ->
                new Condition(" WHERE n.some < " + bound, row -> row.get("some") instanceof Long some && some < bound);
            case 4 ->
                new Condition(
                        " WHERE n.wide % 7 = 3 AND n.small >= " + bound,
                        row -> row.get("wide") instanceof Long wide
                                && wide % 7 == 3
                                && (long) row.get("small") >= bound);
            default -> new Condition("", row -> true);
        };
    }

    private Aggregate aggregate() {
        String distinct = random.nextInt(4) == 0 ? "DISTINCT " : "";
        String whole = WHOLE.get(random.nextInt(WHOLE.size()));
        List<String> pool = random.nextBoolean() ? WHOLE : ORDERED;
        String ordered = pool.get(random.nextInt(pool.size()));
        List<String> all =
                Stream.of(WHOLE, ORDERED, OTHER).flatMap(List::stream).toList();
        String any = all.get(random.nextInt(all.size()));
        boolean isDistinct = !distinct.isEmpty();
        return switch (random.nextInt(6)) {
            case 0 -> new Aggregate("count(*)", some -> (long) some.size());
            case 1 ->
                new Aggregate("count(" + distinct + "n." + any + ")", some ->
                        (long) values(some, any, isDistinct).size());
            case 2 ->
                new Aggregate(
                        "sum(" + distinct + "n." + whole + ")",
                        some -> sum(values(some, whole, isDistinct)).longValueExact());
            case 3 ->
                new Aggregate("avg(" + distinct + "n." + whole + ")", some -> {
                    List<Object> values = values(some, whole, isDistinct);
                    return values.isEmpty() ? null : sum(values).doubleValue() / values.size();
                });
            case 4 -> new Aggregate("min(" + distinct + "n." + ordered + ")", some -> extreme(some, ordered, -1));
            default -> new Aggregate("max(" + distinct + "n." + ordered + ")", some -> extreme(some, ordered, 1));
        };
    }

    private static List<Object> values(List<Map<String, Object>> some, String key, boolean isDistinct) {
        Stream<Object> values = some.stream().map(row -> row.get(key)).filter(Objects::nonNull);
        return (isDistinct ? values.distinct() : values).toList();
    }

    private static BigInteger sum(List<Object> values) {
        return values.stream().map(each -> BigInteger.valueOf((long) each)).reduce(BigInteger.ZERO, BigInteger::add);
    }

    @SuppressWarnings("unchecked") // The values of a property are of one kind.
    private static @Nullable Object extreme(List<Map<String, Object>> some, String key, int sign) {
        Comparator<Object> order = (first, second) -> sign * ((Comparable<Object>) first).compareTo(second);
        return values(some, key, false).stream().max(order).orElse(null);
    }

    @Test
    void profile_saysWhichRowsColumnsAnsweredFor() {
        try (Database database = open("", 1);
                Session session = database.session()) {
            assertThat(plan(session, "MATCH (n:N) RETURN sum(n.small), max(n.day), count(n.text)"))
                    .contains("from columns 68,000 rows");
            String filtered = "MATCH (n:N) WHERE n.small > 0 RETURN count(*), sum(n.middle), min(n.flag)";
            long passed =
                    rows.stream().filter(row -> (long) row.get("small") > 0).count();
            assertThat(plan(session, filtered))
                    .contains("from columns 68,000 rows")
                    .contains(String.format(Locale.ROOT, "from columns %,d rows", passed));
            assertAllFromColumns(session, "RETURN count(DISTINCT n.text), sum(DISTINCT n.small)");
            assertAllFromColumns(session, "RETURN n.text, count(*)");
            assertAllFromColumns(session, "RETURN n.some, count(*)");
            assertAllFromColumns(session, "RETURN n.text, n.flag, count(*)");
            assertAllFromColumns(session, "RETURN DISTINCT n.small, n.text");
            assertThat(plan(session, "MATCH (n:N) RETURN n.small, n.day, count(*)"))
                    .as("15 bits")
                    .doesNotContain("from columns");
            assertAllFromColumns(session, "WHERE n.some > 10 RETURN sum(n.some), count(n.gone), max(n.small)");
            assertThat(plan(session, "MATCH (n:N) RETURN sum(n.wide)")).doesNotContain("from columns");
            assertThat(plan(session, "MATCH (n:N) RETURN max(n.real)")).doesNotContain("from columns");
        }
    }

    private static void assertAllFromColumns(Session session, String rest) {
        assertThat(plan(session, "MATCH (n:N) " + rest)).as(rest).contains("from columns 68,000 rows");
    }

    @Test
    void profile_saysThatChangedNodesGoByThemselves() {
        try (Database database = open("", 1);
                Session session = database.session()) {
            String sum = "MATCH (n:N) RETURN sum(n.small)";
            session.run("MATCH (n:N {number: 40000}) SET n.small = 1").consume();
            assertThat(plan(session, sum)).contains("from columns 67,999 rows");
            session.run("MATCH (n:N {number: 40001}) DELETE n").consume();
            session.run("MATCH (n:N {number: 40002}) SET n:Other").consume();
            session.run("MATCH (n:N {number: 40003}) REMOVE n:N").consume();
            assertThat(plan(session, sum)).contains("from columns 67,996 rows");
            database.checkpoint();
            assertThat(plan(session, sum)).contains("from columns 67,998 rows");
            session.run("MATCH (n:N) WHERE n.number < 20000 SET n.small = 2").consume();
            assertThat(plan(session, sum))
                    .as("a chunk of which most is changed")
                    .contains("from columns 35,230 rows");
        }
    }

    /** What columns answer was read, of settled nodes and of changed ones. */
    @Test
    void serializableTransactions_haveReadWhatColumnsAnswered() {
        TransactionOptions serializable = TransactionOptions.byDefault().withIsolation(Isolation.SERIALIZABLE);
        try (Database database = open("", 1);
                Session session = database.session();
                Session other = database.session()) {
            session.run("MATCH (n:N {number: 100}) DELETE n").consume();
            session.run("MATCH (n:N {number: 200}) SET n.small = 1").consume();
            session.run("CREATE (:Note)").consume();
            for (String asked : List.of("WHERE n.small > 5 RETURN sum(n.some)", "RETURN n.text, n.small, count(*)")) {
                for (int number : new int[] {150, 200, 1_000}) {
                    try (Transaction reading = session.beginTransaction(serializable);
                            Transaction writing = other.beginTransaction(serializable)) {
                        reading.run("MATCH (n:N) " + asked).consume();
                        reading.run("CREATE (:Note)").consume();
                        writing.run("MATCH (m:Note) WITH count(*) AS c MATCH (n:N {number: " + number
                                        + "}) SET n.small = c")
                                .consume();
                        writing.commit();
                        assertThatThrownBy(reading::commit)
                                .as("%s, %d", asked, number)
                                .isInstanceOf(ThetisException.class)
                                .hasMessageContaining("concurrent");
                    }
                }
            }
        }
    }

    private static String plan(Session session, String text) {
        Result result = session.run("PROFILE " + text);
        result.consume();
        return result.plan().orElseThrow();
    }

    @Test
    void sumsThatLeaveTheRange_andSumsOfWhatIsNoNumber_areErrors() {
        try (Database database = Database.create(folder.resolve("large"), options("", 1));
                Session session = database.session()) {
            List<Map<String, Object>> large = Stream.iterate(0, n -> n + 1)
                    .limit(100)
                    .map(n -> Map.<String, Object>of("x", Long.MAX_VALUE - n % 3, "t", "text", "f", true))
                    .collect(Collectors.toList());
            create(session, large);
            database.checkpoint();
            assertFails(session, "sum(n.x)", "leaves the range");
            assertFails(session, "sum(n.t)", "numbers");
            assertFails(session, "sum(n.f)", "numbers");
            assertThat(session.run("MATCH (n:N) RETURN min(n.x) AS m").single().getLong("m"))
                    .isEqualTo(Long.MAX_VALUE - 2);
            assertThat(session.run("MATCH (n:N) WHERE n.f RETURN max(n.x) AS m")
                            .single()
                            .getLong("m"))
                    .isEqualTo(Long.MAX_VALUE);
        }
    }

    private static void assertFails(Session session, String aggregate, String why) {
        assertThatThrownBy(() -> session.run("MATCH (n:N) RETURN " + aggregate).list())
                .isInstanceOf(ThetisException.class)
                .hasMessageContaining(why);
    }
}
