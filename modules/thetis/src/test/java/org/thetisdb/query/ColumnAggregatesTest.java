package org.thetisdb.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
    private static final int QUERIES = 6;
    private static final long SEED = Long.getLong("thetis.seed", System.nanoTime());
    private static final int GROUPS_MAX = 3_000;
    private static final List<String> VARIANTS = List.of(
            "compile=never verification=batches",
            "verification=expiring chain-morsels=1",
            "compile=always verification=batches",
            "compile=random-3",
            "");

    @TempDir
    Path folder = Path.of("");

    private final RandomGenerator random = new SplittableRandom(SEED);
    private final ColumnRows made = new ColumnRows(random);
    private List<Map<String, Object>> rows = new ArrayList<>();
    private long revision;

    @BeforeEach
    void fill() {
        try (Database database = Database.create(folder.resolve("database"), options(VARIANTS.get(0), 1));
                Session session = database.session()) {
            for (int number = 0; number < NODES; number++) {
                rows.add(made.row(number));
            }
            create(session, rows);
            revision = session.lastRevision().orElseThrow();
            database.checkpoint();
        }
    }

    private static void create(Session session, List<Map<String, Object>> all) {
        session.run("UNWIND $rows AS row CREATE (n:N) SET n = row", Map.of("rows", all))
                .consume();
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
            ColumnRows.Condition condition = made.condition();
            List<Map<String, Object>> some =
                    rows.stream().filter(condition.test()).toList();
            List<String> keys = query % 2 == 0 ? List.of() : keys(some);
            int least = keys.isEmpty() ? 1 : 0;
            assertAnswers(where, run, condition, some, keys, least + random.nextInt(4));
        }
    }

    /** As many as have not too many groups. */
    private List<String> keys(List<Map<String, Object>> some) {
        List<String> keys = new ArrayList<>();
        for (int key = random.nextInt(4); key >= 0; key--) {
            keys.add(ColumnRows.KEYS.get(random.nextInt(ColumnRows.KEYS.size())));
        }
        while (keys.size() > 1 && groups(some, keys).size() > GROUPS_MAX) {
            keys.removeLast();
        }
        return keys;
    }

    /** By the values of the keys, the rows that have them. */
    private static Map<List<Object>, List<Map<String, Object>>> groups(
            List<Map<String, Object>> some, List<String> keys) {
        return some.stream()
                .collect(Collectors.groupingBy(row -> keys.stream()
                        .map(key -> row.getOrDefault(key, "nothing"))
                        .toList()));
    }

    private void assertAnswers(
            String where,
            Function<String, List<Record>> run,
            ColumnRows.Condition condition,
            List<Map<String, Object>> some,
            List<String> keys,
            int aggregateCount) {
        List<ColumnRows.Aggregate> aggregates =
                Stream.generate(made::aggregate).limit(aggregateCount).toList();
        List<String> columns = new ArrayList<>();
        keys.forEach(key -> columns.add("n." + key));
        aggregates.forEach(each -> columns.add(each.text()));
        StringJoiner returned = new StringJoiner(", ", aggregates.isEmpty() ? " RETURN DISTINCT " : " RETURN ", "");
        for (int column = 0; column < columns.size(); column++) {
            returned.add(columns.get(column) + " AS c" + column);
        }
        String text = "MATCH (n:N)" + condition.text() + returned;
        Map<List<Object>, List<Object>> expected = new HashMap<>();
        Map<List<Object>, List<Map<String, Object>>> groups =
                keys.isEmpty() ? Map.of(List.of(), some) : groups(some, keys);
        groups.forEach((key, of) -> {
            List<Object> values = new ArrayList<>();
            aggregates.forEach(each -> values.add(each.of().apply(of)));
            expected.put(key, values);
        });
        Map<List<Object>, List<Object>> found = new HashMap<>();
        for (Record each : run.apply(text)) {
            List<Object> key = new ArrayList<>();
            List<Object> values = new ArrayList<>();
            for (int column = 0; column < columns.size(); column++) {
                Object value = each.get(column);
                if (column < keys.size()) {
                    key.add(Objects.requireNonNullElse(value, "nothing"));
                } else {
                    values.add(value);
                }
            }
            assertThat(found.put(key, values))
                    .as("%s: %s; -Dthetis.seed=%d", where, text, SEED)
                    .isNull();
        }
        assertThat(found).as("%s: %s; -Dthetis.seed=%d", where, text, SEED).isEqualTo(expected);
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
            assertAllFromColumns(session, "RETURN n.text, n.flag, n.stepped, count(*)");
            assertAllFromColumns(session, "RETURN n.word, n.some, n.flag, count(*)");
            assertAllFromColumns(session, "RETURN n.word, sum(n.some), avg(n.middle), min(n.day), count(n.real)");
            assertAllFromColumns(session, "WHERE n.some > 10 RETURN n.flag, n.text, max(n.far), count(n.mixed)");
            assertAllFromColumns(session, "WHERE n.text = 'text 3' RETURN count(*)");
            assertAllFromColumns(session, "WHERE n.word IN ['word 1', 'word 3'] RETURN n.flag, sum(n.small)");
            assertAllFromColumns(session, "WHERE n.text STARTS WITH 'te' AND n.word CONTAINS '2' RETURN max(n.day)");
            assertAllFromColumns(session, "WHERE n.word <> 'word 2' AND n.small > 3 RETURN DISTINCT n.text");
            assertAllFromColumns(session, "WHERE n.word IS NULL OR n.word = 'word 1' RETURN count(*)");
            assertThat(plan(session, "MATCH (n:N) RETURN n.text, sum(n.wide)"))
                    .as("40 bits")
                    .doesNotContain("from columns");
            assertThat(plan(session, "MATCH (n:N) RETURN n.text, min(n.word)"))
                    .as("texts are not compared by their codes")
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
            assertFails(session, "n.t, sum(n.x)", "leaves the range");
            assertFails(session, "n.f, sum(n.t)", "numbers");
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
