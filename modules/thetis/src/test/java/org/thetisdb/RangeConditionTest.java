package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.value.ThetisException;

/**
 * Goal: conditions that a column answers from its codes are true for the rows for which they are. Method: columns of
 * all kinds and widths in the base, compared with what Java says of the same values, beside conditions that are not so
 * answered; once more with some changes that are not in the base.
 */
class RangeConditionTest {
    private static final int COUNT = 3_000;
    private static final LocalDate DAY = LocalDate.of(2020, 2, 28);

    @TempDir
    static Path folder;

    private static Database database;

    @BeforeAll
    static void open() {
        database = Database.create(folder.resolve("graph.thetis"));
        try (Session session = database.session()) {
            List<Map<String, Object>> rows =
                    IntStream.range(0, COUNT).mapToObj(RangeConditionTest::row).toList();
            session.run("UNWIND $rows AS row CREATE (n:Item) SET n = row", Map.of("rows", rows))
                    .consume();
        }
        database.checkpoint();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    private static Map<String, Object> row(int n) {
        Map<String, Object> row = new HashMap<>();
        row.put("n", (long) n);
        row.put("small", small(n));
        row.put("wide", wide(n));
        row.put("flag", isFlagged(n));
        row.put("same", 5L);
        row.put("stepped", 1_000L * small(n));
        row.put("day", DAY.plusDays(small(n)));
        row.put("mixed", n % 2 == 0 ? (Object) small(n) : "text");
        if (n % 3 != 0) {
            row.put("some", small(n));
        }
        return row;
    }

    private static long small(long n) {
        return n * 7919 % 61 - 30;
    }

    private static long wide(long n) {
        return n * 7919 % 1_000_003 * 4_000_037;
    }

    private static boolean isFlagged(long n) {
        return n * 7919 % 13 < 5;
    }

    private static void assertCount(String condition, Map<String, Object> parameters, LongPredicate expected) {
        try (Session session = database.session()) {
            List<Long> found =
                    session.run("MATCH (i:Item) WHERE " + condition + " RETURN i.n AS n", parameters).stream()
                            .map(row -> row.getLong("n"))
                            .sorted()
                            .toList();
            List<Long> wanted = IntStream.range(0, COUNT)
                    .asLongStream()
                    .filter(expected)
                    .boxed()
                    .toList();
            assertThat(found).as(condition).isEqualTo(wanted);
        }
    }

    private static void assertCount(String condition, LongPredicate expected) {
        assertCount(condition, Map.of(), expected);
    }

    @Test
    void integers_withEachOperatorAndAnyConstant() {
        for (long bound : new long[] {-31, -30, -29, 0, 29, 30, 31, Long.MIN_VALUE, Long.MAX_VALUE}) {
            Map<String, Object> x = Map.of("x", bound);
            assertCount("i.small < $x", x, n -> small(n) < bound);
            assertCount("i.small <= $x", x, n -> small(n) <= bound);
            assertCount("i.small > $x", x, n -> small(n) > bound);
            assertCount("i.small >= $x", x, n -> small(n) >= bound);
            assertCount("i.small = $x", x, n -> small(n) == bound);
            assertCount("i.small <> $x", x, n -> small(n) != bound);
            assertCount("$x < i.small", x, n -> small(n) > bound);
            assertCount("i.same >= $x", x, n -> 5 >= bound);
            assertCount("i.same <> $x", x, n -> 5 != bound);
            assertCount("i.wide < $x", x, n -> wide(n) < bound);
            assertCount("i.stepped > $x", x, n -> 1_000 * small(n) > bound);
            assertCount("i.some <= $x", x, n -> n % 3 != 0 && small(n) <= bound);
            assertCount("i.some <> $x", x, n -> n % 3 != 0 && small(n) != bound);
        }
        assertCount("i.stepped >= -2999 AND i.stepped <= 2999", n -> Math.abs(small(n)) <= 2);
        assertCount("i.small > 1.5", n -> small(n) > 1.5);
        assertCount("i.small > $x", Map.of("x", "text"), n -> false);
        assertCount("i.missing < 5", n -> false);
        assertCount("i.missing <> 5", n -> false);
    }

    @Test
    void booleansAndDates() {
        assertCount("i.flag", RangeConditionTest::isFlagged);
        assertCount("NOT i.flag", n -> !isFlagged(n));
        assertCount("i.flag = true", RangeConditionTest::isFlagged);
        assertCount("i.flag <> true", n -> !isFlagged(n));
        assertCount("i.flag < true", n -> !isFlagged(n));
        Map<String, Object> x = Map.of("x", DAY.plusDays(2));
        assertCount("i.day = $x", x, n -> small(n) == 2);
        assertCount("i.day > $x", x, n -> small(n) > 2);
        assertCount("i.day <> $x", x, n -> small(n) != 2);
        assertCount("i.day > 5", n -> false);
        assertCount("i.day <> 5", n -> true);
    }

    @Test
    void severalConditions_whichAreAnsweredOrNot() {
        assertCount("i.flag AND i.small > 0 AND i.some < 20", n -> isFlagged(n) && n % 3 != 0 && inside(n, 1, 19));
        assertCount("i.small > 0 AND i.n % 5 = 1 AND i.flag", n -> isFlagged(n) && small(n) > 0 && n % 5 == 1);
        assertCount("i.small > 20 AND i.small < 10", n -> false);
        assertCount("i.small > -20 AND i.flag AND i.small < 10", n -> isFlagged(n) && inside(n, -19, 9));
        assertCount(
                "5 <= i.small AND i.some > 2 AND i.small < 9 AND i.small <> 7",
                n -> n % 3 != 0 && (inside(n, 5, 6) || small(n) == 8));
        assertCount("i.small > 3 AND i.small < 7.5 AND i.small >= 5", n -> inside(n, 5, 7));
        assertCount("i.small > 9223372036854775807 AND i.small < 3", n -> false);
        assertCount("i.small < -9223372036854775808 OR i.small = 3", n -> small(n) == 3);
        assertCount("i.mixed > 0 AND i.small < 10", n -> n % 2 == 0 && inside(n, 1, 9));
        assertCount("i.small > 0 AND i.mixed > 0", n -> n % 2 == 0 && small(n) > 0);
    }

    private static boolean inside(long n, long least, long greatest) {
        return least <= small(n) && small(n) <= greatest;
    }

    /** A condition that may fail is asked of the rows that those before it have left, and of no others. */
    @Test
    void conditionsThatFail_areGuardedByThoseBeforeThemOnly() {
        assertCount("i.small <> 0 AND 60 / i.small > 10 AND i.flag", n -> isFlagged(n) && inside(n, 1, 5));
        assertCount("i.small > 0 AND 60 / i.small > 10 AND i.small < 4", n -> inside(n, 1, 3));
        try (Session session = database.session()) {
            assertThatThrownBy(() -> session.run("MATCH (i:Item) WHERE 60 / i.small > 10 AND i.small <> 0 RETURN i")
                            .list())
                    .isInstanceOf(ThetisException.class)
                    .hasMessageContaining("zero");
            assertThatThrownBy(() -> session.run(
                                    "MATCH (i:Item) WHERE i.small > -5 AND 60 / i.small > 10 AND i.small > 0 RETURN i")
                            .list())
                    .isInstanceOf(ThetisException.class)
                    .hasMessageContaining("zero");
            assertThatThrownBy(() -> session.run("MATCH (i:Item) WHERE i.mixed AND i.small > 0 RETURN i")
                            .list())
                    .isInstanceOf(ThetisException.class);
            assertThat(session.run("MATCH (i:Item) WHERE i.small > 100 AND i.mixed RETURN i")
                            .list())
                    .isEmpty();
        }
    }

    @Test
    void whatATransactionHasChanged_isSeen() {
        try (Session session = database.session();
                Transaction transaction = session.beginTransaction()) {
            transaction.run("MATCH (i:Item {n: 17}) SET i.small = 1000").consume();
            transaction.run("MATCH (i:Item {n: 18}) DELETE i").consume();
            assertThat(transaction
                            .run("MATCH (i:Item) WHERE i.small > 900 RETURN count(*) AS c")
                            .single()
                            .getLong("c"))
                    .isEqualTo(1);
            assertThat(transaction
                            .run("MATCH (i:Item) WHERE i.small > -900 RETURN count(*) AS c")
                            .single()
                            .getLong("c"))
                    .isEqualTo(COUNT - 1);
            transaction.rollback();
        }
    }
}
