package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Queries of the past: USE and the procedures. Each commit is a minute after the one before. */
@Timeout(60)
final class HistoryTest {
    /** After the creation of the database, which has the machine's time. */
    private static final Instant START = Instant.parse("2126-01-01T00:00:00Z");

    @TempDir
    Path folder;

    private final TickingClock clock = new TickingClock();
    private Database database;
    private Session session;
    private long first;

    /** A clock that tests move. */
    private static final class TickingClock extends Clock {
        private Instant now = START;

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    @BeforeEach
    void create() {
        DatabaseOptions options = DatabaseOptions.byDefault().withThreadCount(2).withMemoryBytes(32 << 20);
        database = Database.create(
                folder.resolve("db"), options.withStore(options.store().withClock(clock)));
        session = database.session();
        first = commit(
                "CREATE (:Person {id: 1, name: 'Ada'})-[:KNOWS {since: 2000}]->(:Person {id: 2})", "two persons");
        commit("MATCH (p:Person {id: 1}) SET p.name = 'Ada L.', p.born = 1815, p:Poet", "");
        commit("MATCH ()-[k:KNOWS]->() DELETE k", "");
        commit("MATCH (p:Person {id: 2}) DELETE p", "one is gone");
    }

    @AfterEach
    void close() {
        database.close();
    }

    private long commit(String text, String message) {
        clock.now = clock.now.plusSeconds(60);
        try (Transaction transaction = session.beginTransaction()) {
            transaction.run(text);
            return message.isEmpty() ? transaction.commit() : transaction.commit(message);
        }
    }

    private List<List<Object>> rows(String text, Map<String, ?> parameters) {
        return session.run(text, parameters).stream()
                .map(row -> Arrays.asList(row.asMap().values().toArray()))
                .toList();
    }

    private List<List<Object>> rows(String text) {
        return rows(text, Map.of());
    }

    private static void assertCode(ErrorCode code, ThrowingCallable action) {
        assertThatThrownBy(action)
                .isInstanceOfSatisfying(
                        ThetisException.class, error -> assertThat(error.code()).isEqualTo(code));
    }

    private static ZonedDateTime minute(long minutes) {
        return START.plusSeconds(60 * minutes).atZone(ZoneOffset.UTC);
    }

    @Test
    void use_revision_readsThePast() {
        String query = " MATCH (p:Person) RETURN p.name AS name, labels(p) AS labels ORDER BY p.id";
        assertThat(rows("USE revision(" + first + ")" + query))
                .containsExactly(Arrays.asList("Ada", List.of("Person")), Arrays.asList(null, List.of("Person")));
        assertThat(rows("USE revision($r + 1)" + query, Map.of("r", first)))
                .containsExactly(
                        Arrays.asList("Ada L.", List.of("Person", "Poet")), Arrays.asList(null, List.of("Person")));
        assertThat(rows(query)).containsExactly(List.of("Ada L.", List.of("Person", "Poet")));
        Result past = session.run("USE revision(" + first + ") MATCH (p:Person {id: 1})-[k]->(q) RETURN p, k, q");
        Record record = past.single();
        assertThat(record.getNode("p")).hasToString("(:Person {id: 1, name: 'Ada'})");
        assertThat(record.getRelationship("k").getLong("since")).isEqualTo(2000);
        assertThat(past.summary().revision()).isEqualTo(first);
    }

    @Test
    void use_time_readsTheNewestRevisionOfThen() {
        String query = " MATCH (p:Person {id: 1}) RETURN p.name AS name";
        List<List<Object>> ada = List.of(List.of("Ada"));
        List<List<Object>> later = List.of(List.of("Ada L."));
        assertThat(rows("USE time('2126-01-01T00:01:59Z')" + query)).isEqualTo(ada);
        assertThat(rows("USE time('2126-01-01T00:02:00Z')" + query)).isEqualTo(later);
        assertThat(rows("USE time(datetime($t) - duration('PT1S'))" + query, Map.of("t", "2126-01-01T00:02:00Z")))
                .isEqualTo(ada);
        assertThat(rows("USE time($t)" + query, Map.of("t", minute(1)))).isEqualTo(ada);
        assertThat(rows("USE time($t)" + query, Map.of("t", LocalDate.of(2130, 1, 1))))
                .isEqualTo(later);
    }

    @Test
    void use_insideATransaction_readsThePastAndNotItsWrites() {
        try (Transaction transaction = session.beginTransaction()) {
            transaction.run("MATCH (p:Person) DELETE p");
            assertThat(transaction.run("MATCH (p:Person) RETURN p").list()).isEmpty();
            assertThat(transaction
                            .run("USE revision($r) MATCH (p:Person) RETURN p", Map.of("r", first))
                            .list())
                    .hasSize(2);
        }
    }

    @Test
    void use_whatIsNotThere_isAnError() {
        assertCode(ErrorCode.REVISION_NOT_FOUND, () -> session.run("USE revision(1000) RETURN 1"));
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> session.run("USE revision($r) RETURN 1", Map.of("r", "x")));
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> session.run("USE time(null) RETURN 1"));
        assertCode(ErrorCode.INVALID_TEMPORAL, () -> session.run("USE time('yesterday') RETURN 1"));
        assertCode(ErrorCode.MISSING_PARAMETER, () -> session.run("USE revision($r) RETURN 1"));
        assertCode(ErrorCode.SEMANTIC, () -> session.run("USE revision(1) CREATE (n)"));
    }

    @Test
    void revisions_areListedWithTimesAndMessages() {
        assertThat(rows("CALL history.revisions($r) YIELD revision, time, message", Map.of("r", first)))
                .containsExactly(
                        List.of(first, minute(1), "two persons"),
                        Arrays.asList(first + 1, minute(2), null),
                        Arrays.asList(first + 2, minute(3), null),
                        List.of(first + 3, minute(4), "one is gone"));
        assertThat(rows("CALL history.revisions($r, $r) YIELD message", Map.of("r", first)))
                .containsExactly(List.of("two persons"));
    }

    @Test
    void versions_ofANode_areListedOldestFirst() {
        String call = " CALL history.versions(p) YIELD revision, exists, labels, properties"
                + " RETURN revision, exists, labels, properties";
        assertThat(rows("MATCH (p:Person {id: 1})" + call))
                .containsExactly(
                        List.of(first, true, List.of("Person"), Map.of("id", 1L, "name", "Ada")),
                        List.of(
                                first + 1,
                                true,
                                List.of("Person", "Poet"),
                                Map.of("id", 1L, "name", "Ada L.", "born", 1815L)));
        assertThat(rows("USE revision(" + first + ") MATCH (p:Person {id: 2})" + call))
                .containsExactly(
                        List.of(first, true, List.of("Person"), Map.of("id", 2L)),
                        Arrays.asList(first + 3, false, null, null));
    }

    @Test
    void versions_ofWhichPropertiesAreNotTaken_areTheSame() {
        commit("MATCH (p:Person {id: 1}) SET p.name = 'Ada L.'", "changes nothing");
        long last = commit("MATCH (p:Person {id: 1}) SET p.name = 'Ada Lovelace'", "");
        String call = "MATCH (p:Person {id: 1}) CALL history.versions(p) YIELD revision, labels";
        assertThat(rows(call + " RETURN revision, labels"))
                .containsExactly(
                        List.of(first, List.of("Person")),
                        List.of(first + 1, List.of("Person", "Poet")),
                        List.of(last, List.of("Person", "Poet")));
        assertThat(rows(call + ", properties AS now RETURN revision, now.name"))
                .containsExactly(List.of(first, "Ada"), List.of(first + 1, "Ada L."), List.of(last, "Ada Lovelace"));
    }

    @Test
    void versions_ofARelationship_areFoundByItsElementIdAfterItIsGone() {
        String id = session.run("USE revision($r) MATCH ()-[k]->() RETURN elementId(k) AS id", Map.of("r", first))
                .single()
                .getString("id");
        assertThat(rows("CALL history.versions($id) YIELD revision, exists, labels, properties", Map.of("id", id)))
                .containsExactly(
                        List.of(first, true, List.of("KNOWS"), Map.of("since", 2000L)),
                        Arrays.asList(first + 2, false, null, null));
        assertCode(
                ErrorCode.INVALID_ARGUMENT,
                () -> session.run("CALL history.versions('x') YIELD revision").list());
    }

    @Test
    void values_ofAProperty_areListedOldestFirst() {
        assertThat(rows("MATCH (p:Poet) CALL history.values(p, 'name') YIELD revision, time, value"
                        + " RETURN revision, time, value"))
                .containsExactly(List.of(first, minute(1), "Ada"), List.of(first + 1, minute(2), "Ada L."));
    }

    @Test
    void diff_tellsWhatWasCreatedDeletedAndChanged() {
        String call = "CALL history.diff($from, $to) YIELD kind, labels, change, key, before, after"
                + " RETURN kind, labels, change, key, before, after ORDER BY kind, change, key";
        List<String> poet = List.of("Person", "Poet");
        assertThat(rows(call, Map.of("from", first, "to", first + 3)))
                .containsExactly(
                        Arrays.asList("node", List.of("Person"), "deleted", null, Map.of("id", 2L), null),
                        Arrays.asList("node", poet, "labels", null, List.of("Person"), poet),
                        Arrays.asList("node", poet, "property", "born", null, 1815L),
                        Arrays.asList("node", poet, "property", "name", "Ada", "Ada L."),
                        Arrays.asList("relationship", List.of("KNOWS"), "deleted", null, Map.of("since", 2000L), null));
        assertThat(rows(call, Map.of("from", first + 3, "to", first + 2)))
                .containsExactly(Arrays.asList("node", List.of("Person"), "created", null, null, Map.of("id", 2L)));
        assertThat(rows(call, Map.of("from", first, "to", first))).isEmpty();
    }

    @Test
    void clock_ofTheStore_givesCommitsTheirTimes() {
        assertThat(Duration.between(START, clock.now)).isEqualTo(Duration.ofMinutes(4));
        try (Session past = session.at(START.plusSeconds(61))) {
            assertThat(past.run("RETURN 1").summary().revision()).isEqualTo(first);
        }
    }
}
