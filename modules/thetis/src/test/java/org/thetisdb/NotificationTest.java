package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.value.Notification;
import org.thetisdb.value.NotificationCode;
import org.thetisdb.value.ThetisException.Position;
import org.thetisdb.value.cases.TextCases;
import org.thetisdb.value.cases.TextCases.TextCase;

/** What is reported about a statement besides its rows; the texts are those of {@code notifications.txt}. */
final class NotificationTest {
    @TempDir
    static Path folder;

    private static Database database;

    @BeforeAll
    static void open() {
        database = Database.open(SmallDatabase.create(folder), DatabaseOptions.byDefault());
    }

    @AfterAll
    static void close() {
        database.close();
    }

    static List<TextCase> cases() {
        return TextCases.read("modules/thetis/src/test/resources/org/thetisdb/notifications.txt")
                .cases();
    }

    /** A statement that writes is rolled back, so that it makes no names for the others. */
    @ParameterizedTest
    @MethodSource("cases")
    void summary_ofEachCase_tellsJustThat(TextCase expected) {
        try (Session session = database.session();
                Transaction transaction = session.beginTransaction()) {
            Result result = transaction.run("EXPLAIN " + expected.input(), Map.of("map", Map.of()));
            assertThat(shown(result.summary().notifications(), "EXPLAIN ".length()))
                    .as(expected.input())
                    .isEqualTo(expected.expected().equals(List.of("nothing")) ? List.of() : expected.expected());
        }
    }

    private static List<String> shown(List<Notification> notifications, int moved) {
        return notifications.stream()
                .map(each -> {
                    Position place = each.position().orElseThrow();
                    int column = place.line() == 1 ? place.column() - moved : place.column();
                    return each.code() + " " + place.line() + ":" + column + " " + each.description();
                })
                .toList();
    }

    private static List<String> told(Session session, String query) {
        return shown(session.run(query).summary().notifications(), 0);
    }

    private static Database empty(String name) {
        return Database.create(folder.resolve(name), DatabaseOptions.byDefault());
    }

    @Test
    void summary_ofACachedPlan_followsTheNamesThatComeToBe() {
        String query = "MATCH (p:Persn) RETURN p.name";
        try (Database fresh = empty("names");
                Session session = fresh.session()) {
            assertThat(told(session, query))
                    .containsExactly(
                            "UNKNOWN_LABEL 1:10 no node has the label `Persn`",
                            "UNKNOWN_PROPERTY_KEY 1:26 nothing has the property `name`");
            session.run("CREATE (:Person {name: 'Ada'})").consume();
            assertThat(told(session, query))
                    .containsExactly("UNKNOWN_LABEL 1:10 no node has the label `Persn`; did you mean `Person`?");
            session.run("CREATE (:Persn)").consume();
            assertThat(told(session, query)).isEmpty();
            assertThat(session.run(query).list()).hasSize(1);
        }
    }

    @Test
    void summary_insideATransaction_knowsItsOwnNames() {
        String query = "MATCH (p:Fresh) RETURN p";
        try (Database fresh = empty("own");
                Session session = fresh.session()) {
            try (Transaction transaction = session.beginTransaction()) {
                assertThat(transaction.run(query).summary().notifications()).hasSize(1);
                transaction.run("CREATE (:Fresh)").consume();
                assertThat(transaction.run(query).summary().notifications()).isEmpty();
                transaction.rollback();
            }
        }
    }

    @Test
    void summary_ofAStatementThatWrites_tellsToo() {
        try (Database fresh = empty("writes");
                Session session = fresh.session()) {
            ResultSummary summary =
                    session.run("MATCH (p:Persn) SET p.age = 3 RETURN p.age").summary();
            assertThat(shown(summary.notifications(), 0))
                    .containsExactly("UNKNOWN_LABEL 1:10 no node has the label `Persn`");
        }
    }

    @Test
    void summary_ofCopy_tellsOfItsQuery() {
        Path file = folder.resolve("copied.csv");
        try (Session session = database.session()) {
            assertThat(told(session, "COPY (MATCH (p:Persn) RETURN p.name AS name) TO '" + file + "'"))
                    .containsExactly("UNKNOWN_LABEL 1:16 no node has the label `Persn`; did you mean `Person`?");
        }
    }

    @Test
    void summary_ofAScanOfALargeLabel_asksForAnIndex() {
        String query = "MATCH (t:Thing) WHERE 7 = t.number RETURN t";
        try (Database large = empty("large");
                Session session = large.session()) {
            session.run("UNWIND range(1, 9999) AS number CREATE (:Thing {number: number, text: 'x'})")
                    .consume();
            assertThat(told(session, query)).isEmpty();
            session.run("CREATE (:Thing {number: 10000})").consume();
            // A text of another template, because a graph that has hardly grown keeps its plans.
            String again = "MATCH (u:Thing) WHERE 8 = u.number RETURN u";
            assertThat(told(session, again))
                    .containsExactly("MISSING_INDEX 1:29 the query looks at all nodes with the label `Thing` to find"
                            + " those with one `number`; CREATE INDEX FOR (n:Thing) ON (n.number) finds them at once");
            assertThat(told(session, "MATCH (t:Thing {text: $text}) RETURN count(*)".replace("$text", "'x'")))
                    .hasSize(1);
            assertThat(told(session, "MATCH (t:Thing) WHERE t.number > 3 RETURN count(*)"))
                    .isEmpty();
            session.run("CREATE INDEX FOR (t:Thing) ON (t.number)").consume();
            assertThat(told(session, again)).isEmpty();
        }
    }

    @Test
    void codes_areUniqueAndHaveAStatus() {
        assertThat(NotificationCode.values())
                .extracting(NotificationCode::code)
                .doesNotHaveDuplicates()
                .allMatch(code -> code.matches("THETIS-8\\d\\d\\d"));
        assertThat(NotificationCode.values())
                .extracting(NotificationCode::gqlStatus)
                .allMatch(status -> status.matches("0[13]N[0-9]{2}"));
    }
}
