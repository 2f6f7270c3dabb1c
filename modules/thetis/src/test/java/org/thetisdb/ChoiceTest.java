package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Goal: one plan goes one way for few rows and the other for many, with the same answers, also where there is no memory
 * for what is kept. Method: a hub that knows three, and one that knows all; what each operator gave, by PROFILE.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ChoiceTest {
    private static final int PERSONS = 8_000;
    private static final int MESSAGES_EACH = 5;
    private static final int MESSAGES = PERSONS * MESSAGES_EACH;
    private static final int COUNTRIES = 20;

    private LittleAndPlenty both;

    @BeforeAll
    void open(@TempDir java.nio.file.Path folder) {
        both = LittleAndPlenty.create(
                folder,
                "UNWIND range(0, 1) AS i CREATE (:Hub {i: i})",
                "UNWIND range(1, " + PERSONS + ") AS i CREATE (:Person {i: i})",
                "UNWIND range(1, " + COUNTRIES + ") AS i CREATE (:Country {i: i})",
                "MATCH (h:Hub), (p:Person) WHERE h.i = 1 OR p.i <= 3 CREATE (h)-[:KNOWS]->(p)",
                "MATCH (p:Person) UNWIND range(1, " + MESSAGES_EACH + ") AS k"
                        + " CREATE (p)<-[:BY]-(:Message {i: p.i * " + MESSAGES_EACH + " + k})",
                "MATCH (c:Country), (m:Message) WHERE c.i = 1 + m.i % " + COUNTRIES + " CREATE (m)-[:IN]->(c)");
        both.all().forEach(Database::checkpoint);
    }

    @AfterAll
    void close() {
        both.close();
    }

    private static final String JOIN = "MATCH (h:Hub {i: $hub})-[:KNOWS]->(p:Person) WITH DISTINCT p"
            + " MATCH (p)<-[:BY]-(m:Message)-[:IN]->(c:Country) WHERE c.i = 7 RETURN count(m.i) AS n, sum(m.i) AS s";

    private static final String OPTIONAL = "MATCH (h:Hub {i: $hub})-[:KNOWS]->(p:Person) WITH DISTINCT p"
            + " OPTIONAL MATCH (p)<-[:BY]-(m:Message)-[:IN]->(c:Country) WHERE c.i = 7"
            + " RETURN count(m.i) AS n, sum(m.i) AS s";

    private static final String EXISTS = "MATCH (h:Hub {i: $hub})-[:KNOWS]->(p:Person)<-[:BY]-(m:Message)"
            + " WHERE EXISTS { (m)-[:IN]->(:Country {i: 7}) } RETURN count(m.i) AS n, sum(m.i) AS s";

    @ParameterizedTest
    @CsvSource({"0, 1, 6", "1, 2000, 39992000"})
    void fewRowsAndMany_haveTheSameRows_whicheverWay(long hub, long count, long sum) {
        for (Database database : both.all()) {
            for (String text : List.of(JOIN, OPTIONAL, EXISTS)) {
                try (Session session = database.session()) {
                    List<Map<String, Object>> rows = session.run(text, Map.of("hub", hub)).list().stream()
                            .map(Record::asMap)
                            .toList();
                    assertThat(rows).as(text).containsExactly(Map.of("n", count, "s", sum));
                }
            }
        }
    }

    /** The rows of the operator of either way that comes last in it. */
    private String profile(String text, long hub) {
        try (Session session = both.all().getFirst().session()) {
            Result result = session.run("PROFILE " + text, Map.of("hub", hub));
            result.consume();
            return result.plan().orElseThrow();
        }
    }

    private static long rowsOf(String profile, String operator) {
        return profile.lines()
                .filter(line -> line.contains(operator))
                .mapToLong(line -> {
                    String[] cells = line.strip().split(" {2,}");
                    return Long.parseLong(cells[3].replace(",", ""));
                })
                .max()
                .orElseThrow(() -> new AssertionError(operator + " in\n" + profile));
    }

    @Test
    void join_ofFewRows_isFollowed_ofMany_isFoundOnce() {
        assertThat(rowsOf(profile(JOIN, 0), "(p)<-[:BY]-(m)")).isEqualTo(3 * MESSAGES_EACH);
        assertThat(rowsOf(profile(JOIN, 0), "HashJoin")).isZero();
        assertThat(rowsOf(profile(JOIN, 1), "(p)<-[:BY]-(m)")).isZero();
        assertThat(rowsOf(profile(JOIN, 1), "HashJoin")).isEqualTo(MESSAGES / COUNTRIES);
    }

    @Test
    void optionalMatch_ofFewRows_isFollowed_ofMany_isFoundOnce_andAllRowsAreKept() {
        assertThat(rowsOf(profile(OPTIONAL, 0), "Apply (optional)")).isEqualTo(3);
        assertThat(rowsOf(profile(OPTIONAL, 0), "HashJoin (optional)")).isZero();
        assertThat(rowsOf(profile(OPTIONAL, 1), "Apply (optional)")).isZero();
        assertThat(rowsOf(profile(OPTIONAL, 1), "HashJoin (optional)")).isEqualTo(PERSONS);
    }

    @Test
    void exists_ofFewRows_isFollowed_ofMany_isLookedUp() {
        assertThat(rowsOf(profile(EXISTS, 0), "HashJoin")).isZero();
        assertThat(rowsOf(profile(EXISTS, 1), "HashJoin")).isPositive();
    }

    private static final String ALL_ASK = "MATCH (p:Person)<-[:BY]-(m:Message)"
            + " WHERE NOT EXISTS { (m)-[:IN]->(:Country {i: 7}) } RETURN count(m.i) AS n, count(DISTINCT p) AS s";

    private static final String ALL_ASK_IN_CASE = "MATCH (p:Person)<-[:BY]-(m:Message) RETURN"
            + " sum(CASE WHEN EXISTS { (m)-[:IN]->(:Country {i: 7}) } THEN 0 ELSE 1 END) AS n, count(DISTINCT p) AS s";

    @Test
    void exists_whereAllAsk_isFoundBeforeTheyDo_ifThereIsMemory() {
        for (String text : List.of(ALL_ASK, ALL_ASK_IN_CASE)) {
            for (Database database : both.all()) {
                try (Session session = database.session()) {
                    assertThat(session.run(text).single().asMap())
                            .as(text)
                            .isEqualTo(Map.of("n", (long) MESSAGES - MESSAGES / COUNTRIES, "s", (long) PERSONS));
                }
            }
            String profile = profile(text, 0);
            assertThat(profile).contains("the second if there is memory");
            assertThat(rowsOf(profile, "HashJoin (any)")).isEqualTo(MESSAGES / COUNTRIES);
            assertThat(rowsOf(profile, "(m)-[:IN]->")).isZero();
        }
    }

    @Test
    void exists_whereNotAllAsk_isNotFoundBefore() {
        for (String text : List.of(
                ALL_ASK.replace("WHERE", "WHERE m.i > 100 AND"),
                ALL_ASK.replace("count(m.i) AS n, count(DISTINCT p) AS s", "m.i AS n LIMIT 3"),
                ALL_ASK_IN_CASE.replace("WHEN EXISTS", "WHEN p.i > 5 THEN 1 WHEN EXISTS"))) {
            assertThat(profile(text, 0)).doesNotContain("the second if there is memory");
        }
    }
}
