package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Statements that are read once and run often. */
class PreparedStatementTest {
    private static final String BY_ID = "MATCH (p:Person {id: $id}) RETURN p.name AS name";

    @TempDir
    Path directory;

    private Database open() {
        return Database.openOrCreate(directory.resolve("people.thetis"));
    }

    private static void fill(Session session) {
        session.run(
                "UNWIND $ids AS id CREATE (:Person {id: id, name: 'p' + id})",
                Map.of("ids", LongStream.range(0, 100).boxed().toList()));
    }

    private static ErrorCode codeOf(Runnable work) {
        try {
            work.run();
        } catch (ThetisException e) {
            return e.code();
        }
        throw new AssertionError("no error");
    }

    @Test
    void prepare_statement_tellsWhatItIs() {
        try (Database database = open()) {
            PreparedStatement prepared = database.prepare(BY_ID);
            assertThat(prepared.text()).isEqualTo(BY_ID);
            assertThat(prepared.columns()).containsExactly("name");
            assertThat(prepared.parameters()).containsExactly("id");
        }
    }

    @Test
    void run_inSessionsAndTransactions_isTheText() {
        try (Database database = open();
                Session session = database.session()) {
            PreparedStatement byId = database.prepare(BY_ID);
            PreparedStatement create = database.prepare("CREATE (p:Person {id: $id, name: 'new'}) RETURN p.id AS id");
            PreparedStatement all = database.prepare("MATCH (p:Person) RETURN count(*) AS n");
            assertThat(session.run(byId, Map.of("id", 7)).stream()).isEmpty();
            fill(session);
            assertThat(session.run(byId, Map.of("id", 7)).single().getString("name"))
                    .isEqualTo("p7");
            assertThat(session.run(create, Map.of("id", 100)).single().getLong("id"))
                    .isEqualTo(100);
            try (Transaction transaction = session.beginTransaction()) {
                transaction.run(create, Map.of("id", 101));
                assertThat(transaction.run(all).single().getLong("n")).isEqualTo(102);
                transaction.rollback();
            }
            assertThat(session.run(all).single().getLong("n")).isEqualTo(101);
            String eighth = session.executeRead(
                    context -> context.run(byId, Map.of("id", 8)).single().getString("name"));
            assertThat(eighth).isEqualTo("p8");
        }
    }

    @Test
    void prepare_whatIsWrong_isToldThen() {
        try (Database database = open()) {
            assertThatThrownBy(() -> database.prepare("MATCH (p RETURN p"))
                    .isInstanceOfSatisfying(ThetisException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.SYNTAX);
                        assertThat(e.position().orElseThrow().column()).isEqualTo(10);
                    });
            assertThat(codeOf(() -> database.prepare("COPY (RETURN 1 AS x) TO 'x.csv'")))
                    .isEqualTo(ErrorCode.USAGE);
            assertThat(codeOf(() -> database.prepare(null))).isEqualTo(ErrorCode.USAGE);
        }
    }

    @Test
    void run_whatIsMissingOrForeign_isToldThen() {
        try (Database database = open();
                Database other = Database.openOrCreate(directory.resolve("other.thetis"));
                Session session = database.session()) {
            PreparedStatement prepared = database.prepare(BY_ID);
            assertThat(codeOf(() -> session.run(prepared))).isEqualTo(ErrorCode.MISSING_PARAMETER);
            PreparedStatement foreign = other.prepare(BY_ID);
            assertThatThrownBy(() -> session.run(foreign, Map.of("id", 1)))
                    .isInstanceOf(ThetisException.class)
                    .hasMessageContaining("another database");
            database.close();
            assertThat(codeOf(() -> session.run(prepared, Map.of("id", 1)))).isEqualTo(ErrorCode.CLOSED);
            assertThat(codeOf(() -> database.prepare(BY_ID))).isEqualTo(ErrorCode.CLOSED);
        }
    }

    /** A plan that has given way to others, a graph that has changed, another base: all of that is not its business. */
    @Test
    void run_afterManyOtherTextsAndCheckpoints_isStillRight() {
        try (Database database = open();
                Session session = database.session()) {
            PreparedStatement byId = database.prepare(BY_ID);
            fill(session);
            for (int round = 0; round < 4; round++) {
                for (int text = 0; text < 700; text++) {
                    session.run("RETURN 1 AS column" + round + "_" + text).consume();
                }
                session.run("CREATE INDEX FOR (p:Person) ON (p.k" + round + ")");
                database.checkpoint();
                assertThat(session.run(byId, Map.of("id", round)).single().getString("name"))
                        .isEqualTo("p" + round);
            }
        }
    }

    @Test
    void run_manyThreadsAndLiterals_eachGetsItsOwn() throws Exception {
        try (Database database = open()) {
            PreparedStatement byId = database.prepare(BY_ID);
            try (Session session = database.session()) {
                fill(session);
            }
            List<Callable<Void>> readers = new ArrayList<>();
            for (int reader = 0; reader < 4; reader++) {
                int first = reader;
                readers.add(() -> {
                    try (Session session = database.session()) {
                        for (int step = 0; step < 500; step++) {
                            int id = (first * 31 + step) % 100;
                            String literal = "MATCH (p:Person {id: " + id + "}) RETURN p.name AS name";
                            Result result = step % 2 == 0 ? session.run(byId, Map.of("id", id)) : session.run(literal);
                            assertThat(result.single().getString("name")).isEqualTo("p" + id);
                        }
                    }
                    return null;
                });
            }
            try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
                for (Future<Void> each : threads.invokeAll(readers)) {
                    each.get();
                }
            }
        }
    }
}
