package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

@Timeout(60)
final class TransactionTest {
    /** Rows enough to outlast every test that stops it. */
    private static final String ENDLESS =
            "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b " + "WITH a, b WHERE a + b = -1 CREATE (:Never)";

    @TempDir
    Path folder;

    private Path directory;
    private Database database;
    private Session session;

    @BeforeEach
    void create() {
        directory = folder.resolve("db");
        open(Database.create(directory, options()));
    }

    private static DatabaseOptions options() {
        return DatabaseOptions.byDefault().withThreadCount(2).withMemoryBytes(32 << 20);
    }

    private void open(Database opened) {
        database = opened;
        session = opened.session();
    }

    private void reopen() {
        database.close();
        open(Database.open(directory, options()));
    }

    @AfterEach
    void close() {
        database.close();
    }

    private long count(String label) {
        return session.run("MATCH (n:" + label + ") RETURN count(*) AS c")
                .single()
                .getLong("c");
    }

    private static void assertCode(ErrorCode code, ThrowingCallable action) {
        assertThatThrownBy(action)
                .isInstanceOfSatisfying(
                        ThetisException.class, error -> assertThat(error.code()).isEqualTo(code));
    }

    @Test
    void run_writingStatement_hasCommittedWhenItReturnsEvenIfNobodyReadsIt() {
        long before = database.revision();
        Result result = session.run("UNWIND range(1, 3) AS i CREATE (n:Person {id: i}) RETURN n.id AS id");
        assertThat(database.revision()).isEqualTo(before + 1);
        assertThat(session.lastRevision()).isEqualTo(OptionalLong.of(before + 1));
        result.close();
        reopen();
        assertThat(count("Person")).isEqualTo(3);
        assertThat(session.lastRevision()).isEmpty();
    }

    @Test
    void commit_serializableThatHasOnlyPlannedWhatAnotherWrote_doesNotConflict() {
        session.run("UNWIND range(1, 20) AS id CREATE (:Person {id: id})-[:KNOWS]->(:Person {id: -id})");
        // A name that is new would be a conflict by itself.
        session.run("CREATE (:Note), (:Person:Author {id: 0})");
        TransactionOptions serializable = TransactionOptions.byDefault().withIsolation(Isolation.SERIALIZABLE);
        try (Session other = database.session();
                Transaction planning = session.beginTransaction(serializable);
                Transaction writing = other.beginTransaction(serializable)) {
            // Of two walks from one node the planner asks how uneven its degrees are.
            assertThat(planning.run("EXPLAIN MATCH (a)<-[:KNOWS]-(p:Person)-[:KNOWS]->(b) RETURN count(*)")
                            .plan())
                    .isNotEmpty();
            planning.run("CREATE (:Note)");
            writing.run("MATCH (a:Person {id: 1}), (b:Person {id: 2}) CREATE (a)-[:KNOWS]->(b) SET a:Author");
            writing.commit();
            planning.commit();
        }
        assertThat(count("Note")).isEqualTo(2);
        assertThat(count("Author")).isEqualTo(2);
    }

    @Test
    void run_writingStatement_givesRecordsAndSummary() {
        Result result = session.run("CREATE (a:Person {name: 'Ada', born: 1815})-[k:KNOWS {since: 1}]->(b:Person)"
                + " RETURN a, k, [b] AS list");
        Record row = result.single();
        assertThat(row.getNode("a")).hasToString("(:Person {name: 'Ada', born: 1815})");
        assertThat(row.getRelationship("k").getLong("since")).isEqualTo(1);
        assertThat(((Node) row.getList("list").getFirst()).labels()).containsExactly("Person");
        ResultSummary summary = result.summary();
        assertThat(summary.counters())
                .hasToString("2 nodes created, 1 relationship created, 3 properties set, 2 labels added");
        assertThat(summary.counters().containsUpdates()).isTrue();
        assertThat(summary.revision()).isEqualTo(database.revision());
    }

    @Test
    void run_readingStatement_summaryTellsTheRevisionReadAndNoUpdates() {
        session.run("CREATE (:Person)");
        ResultSummary summary = session.run("MATCH (n) RETURN n").summary();
        assertThat(summary).isEqualTo(new ResultSummary(Counters.NONE, database.revision(), List.of(), 0, 0));
        assertThat(summary.counters().containsUpdates()).isFalse();
    }

    @Test
    void run_explainOfAWritingStatement_changesNothing() {
        long before = database.revision();
        assertThat(session.run("EXPLAIN CREATE (:Person)").plan()).isPresent();
        assertThat(database.revision()).isEqualTo(before);
    }

    @Test
    void run_profileOfAWritingStatement_writesAndShowsThePlan() {
        Result result = session.run("PROFILE CREATE (:Person)");
        result.consume();
        assertThat(result.plan()).isPresent();
        assertThat(count("Person")).isEqualTo(1);
    }

    @Test
    void run_failingWrite_changesNothingAndTheSessionGoesOn() {
        long before = database.revision();
        assertCode(
                ErrorCode.DIVISION_BY_ZERO,
                () -> session.run("UNWIND [1, 0] AS i CREATE (:Person {x: 1}) RETURN 1 / i"));
        assertThat(database.revision()).isEqualTo(before);
        assertThat(count("Person")).isZero();
    }

    @Test
    void run_resultOfTheStateBefore_doesNotShowLaterWrites() {
        session.run("UNWIND range(1, 5000) AS i CREATE (:Person {id: i})");
        Result reading = session.run("MATCH (n:Person) RETURN n");
        reading.next();
        session.run("MATCH (n:Person) DELETE n");
        assertThat(reading.consume()).isEqualTo(4999);
        assertThat(count("Person")).isZero();
    }

    @Test
    void transaction_commit_makesAllStatementsVisibleAtOnceAndDurable() {
        long before = database.revision();
        try (Transaction transaction = session.beginTransaction()) {
            transaction.run("CREATE (:Person {id: 1})");
            transaction.run("MATCH (p:Person {id: 1}) SET p.name = 'Ada'");
            assertThat(transaction
                            .run("MATCH (p:Person) RETURN p.name AS name")
                            .single()
                            .getString("name"))
                    .isEqualTo("Ada");
            try (Session other = database.session()) {
                assertThat(other.run("MATCH (n) RETURN n").list()).isEmpty();
            }
            assertThat(transaction.revision()).isEqualTo(before);
            assertThat(transaction.commit()).isEqualTo(before + 1);
            assertThat(transaction.isOpen()).isFalse();
        }
        assertThat(session.lastRevision()).hasValue(before + 1);
        reopen();
        assertThat(session.run("MATCH (p:Person) RETURN p.name AS name")
                        .single()
                        .getString("name"))
                .isEqualTo("Ada");
    }

    @Test
    void transaction_rollbackOrClose_takesAllBack() {
        Transaction first = session.beginTransaction();
        first.run("CREATE (:Person)");
        first.rollback();
        first.close();
        try (Transaction second = session.beginTransaction()) {
            second.run("CREATE (:Person)");
        }
        assertThat(count("Person")).isZero();
        assertThat(session.lastRevision()).isEmpty();
    }

    @Test
    void transaction_withoutWrites_makesNoRevision() {
        long before = database.revision();
        try (Transaction transaction = session.beginTransaction()) {
            transaction.run("MATCH (n) RETURN n").consume();
            assertThat(transaction.commit()).isEqualTo(before);
        }
        assertThat(database.revision()).isEqualTo(before);
        assertThat(session.lastRevision()).isEmpty();
    }

    @Test
    void transaction_counts_showItsOwnWritesAndNobodyElsesTo() {
        String query = "MATCH (n:Person) RETURN count(*) AS c";
        session.run("CREATE (:Person)");
        try (Session other = database.session();
                Transaction transaction = session.beginTransaction()) {
            for (long own = 1; own < 4; own++) {
                assertThat(transaction.run(query).single().getLong("c")).isEqualTo(own);
                assertThat(other.run(query).single().getLong("c")).isEqualTo(1);
                transaction.run("CREATE (:Person)");
            }
            transaction.commit();
            assertThat(other.run(query).single().getLong("c")).isEqualTo(4);
        }
    }

    @Test
    void transaction_openResult_isKeptAsItWasWhenALaterStatementWrites() {
        session.run("UNWIND range(1, 3) AS i CREATE (:Person {id: i, v: 0})");
        try (Transaction transaction = session.beginTransaction()) {
            Result reading = transaction.run("MATCH (p:Person) RETURN p ORDER BY p.id");
            assertThat(reading.next().getNode("p").getLong("v")).isZero();
            transaction.run("MATCH (p:Person) SET p.v = 1");
            assertThat(reading.list())
                    .extracting(row -> row.getNode("p").getLong("v"))
                    .containsExactly(0L, 0L);
            Result after = transaction.run("MATCH (p:Person) RETURN p ORDER BY p.id");
            assertThat(after.list())
                    .extracting(row -> row.getNode("p").getLong("v"))
                    .containsExactly(1L, 1L, 1L);
        }
    }

    @Test
    void transaction_end_endsItsResultsButNotItsRecords() {
        session.run("UNWIND range(1, 3) AS i CREATE (:Person {id: i})");
        Transaction transaction = session.beginTransaction();
        Result lazy = transaction.run("MATCH (p:Person) RETURN p ORDER BY p.id");
        Record record = lazy.next();
        Result written = transaction.run("MATCH (p:Person) SET p.id = p.id + 1 RETURN p");
        Result read = transaction.run("RETURN 1 AS one");
        read.single();
        transaction.commit();
        assertCode(ErrorCode.TRANSACTION_ENDED, lazy::hasNext);
        assertCode(ErrorCode.TRANSACTION_ENDED, written::hasNext);
        assertThat(read.summary().counters().containsUpdates()).isFalse();
        assertThat(record.getNode("p").getLong("id")).isEqualTo(1);
    }

    @Test
    void transaction_afterItsEnd_refusesAll() {
        Transaction transaction = session.beginTransaction();
        transaction.commit();
        assertCode(ErrorCode.TRANSACTION_ENDED, () -> transaction.run("RETURN 1"));
        assertCode(ErrorCode.TRANSACTION_ENDED, transaction::commit);
        transaction.rollback();
    }

    @Test
    void transaction_failedStatement_leavesOnlyRollback() {
        Transaction transaction = session.beginTransaction();
        transaction.run("CREATE (:Person)");
        assertCode(ErrorCode.SYNTAX, () -> transaction.run("CREATE (:Person"));
        assertThat(transaction.isOpen()).isFalse();
        assertThatThrownBy(() -> transaction.run("RETURN 1"))
                .hasMessageContainingAll("failed before", "THETIS-1001", "roll it back");
        assertCode(ErrorCode.TRANSACTION_ENDED, transaction::commit);
        assertThat(count("Person")).isZero();
    }

    @Test
    void rollbackTo_afterAFailure_goesOnUnlessSomethingWasWritten() {
        try (Transaction transaction = session.beginTransaction()) {
            transaction.run("CREATE (:Kept)");
            long savepoint = transaction.savepoint();
            assertCode(
                    ErrorCode.DIVISION_BY_ZERO,
                    () -> transaction.run("UNWIND [1] AS n RETURN n / 0").consume());
            assertCode(ErrorCode.TRANSACTION_ENDED, transaction::savepoint);
            transaction.rollbackTo(savepoint);
            assertThat(transaction.isOpen()).isTrue();
            transaction.run("CREATE (:Kept)");
            assertCode(ErrorCode.NOT_YET_SUPPORTED, () -> transaction.rollbackTo(savepoint));
            transaction.commit();
            assertCode(ErrorCode.TRANSACTION_ENDED, () -> transaction.rollbackTo(savepoint));
        }
        assertThat(count("Kept")).isEqualTo(2);
    }

    @Test
    void transaction_errorWhileReadingRecords_failsIt() {
        try (Transaction transaction = session.beginTransaction()) {
            Result result = transaction.run("UNWIND [1, 0] AS i RETURN 1 / i AS x");
            assertCode(ErrorCode.DIVISION_BY_ZERO, result::list);
            assertCode(ErrorCode.TRANSACTION_ENDED, () -> transaction.run("RETURN 1"));
        }
    }

    @Test
    void transaction_sessionBesideIt_isRefused() {
        try (Transaction transaction = session.beginTransaction()) {
            assertCode(ErrorCode.USAGE, () -> session.run("RETURN 1"));
            assertCode(ErrorCode.USAGE, session::beginTransaction);
            assertCode(ErrorCode.USAGE, () -> session.executeRead(work -> 1));
            assertThat(transaction.isOpen()).isTrue();
        }
        assertThat(session.run("RETURN 1 AS one").single().getLong("one")).isEqualTo(1);
    }

    @Test
    void transaction_readOnly_refusesWritesAndSeesOneRevision() {
        session.run("CREATE (:Person)");
        try (Session other = database.session();
                Transaction transaction =
                        other.beginTransaction(TransactionOptions.byDefault().withReadOnly(true))) {
            session.run("CREATE (:Person)");
            assertThat(transaction
                            .run("MATCH (n:Person) RETURN count(*) AS c")
                            .single()
                            .getLong("c"))
                    .isEqualTo(1);
            assertCode(ErrorCode.READ_ONLY_TRANSACTION, () -> transaction.run("CREATE (:Person)"));
        }
    }

    @Test
    void transaction_conflict_failsTheSecondWriter() {
        session.run("CREATE (:Counter {n: 0})");
        try (Session other = database.session();
                Transaction first = session.beginTransaction();
                Transaction second = other.beginTransaction()) {
            first.run("MATCH (c:Counter) SET c.n = 1");
            assertCode(ErrorCode.TRANSACTION_CONFLICT, () -> second.run("MATCH (c:Counter) SET c.n = 2"));
            first.commit();
        }
        assertThat(session.run("MATCH (c:Counter) RETURN c.n AS n").single().getLong("n"))
                .isEqualTo(1);
    }

    @Test
    void executeWrite_manyThreadsOnOneNode_losesNoUpdate() throws Exception {
        session.run("CREATE (:Counter {n: 0})");
        inThreads(4, own -> {
            for (int round = 0; round < 25; round++) {
                own.executeWrite(transaction ->
                        transaction.run("MATCH (c:Counter) SET c.n = c.n + 1").consume());
            }
        });
        assertThat(session.run("MATCH (c:Counter) RETURN c.n AS n").single().getLong("n"))
                .isEqualTo(100);
    }

    @Test
    void run_manyThreadsOnOneNode_isTriedAgainByItself() throws Exception {
        session.run("CREATE (:Counter {n: 0})");
        inThreads(2, own -> {
            for (int round = 0; round < 25; round++) {
                own.run("MATCH (c:Counter) SET c.n = c.n + 1");
            }
        });
        assertThat(session.run("MATCH (c:Counter) RETURN c.n AS n").single().getLong("n"))
                .isEqualTo(50);
    }

    private interface SessionWork {
        void run(Session own);
    }

    private void inThreads(int threadCount, SessionWork work) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(threadCount)) {
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < threadCount; thread++) {
                running.add(threads.submit(() -> {
                    try (Session own = database.session()) {
                        work.run(own);
                    }
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
        }
    }

    @Test
    void executeWrite_conflict_rollsBackAndRunsTheWorkAgain() {
        session.run("CREATE (:Counter {n: 0})");
        AtomicInteger tries = new AtomicInteger();
        try (Session other = database.session()) {
            Transaction holder = other.beginTransaction();
            holder.run("MATCH (c:Counter) SET c.n = 10");
            String found = session.executeWrite(transaction -> {
                transaction.run("CREATE (:Try)");
                if (tries.incrementAndGet() == 3) {
                    holder.commit();
                    throw new ThetisException(ErrorCode.TRANSACTION_CONFLICT, "once more, to see the newest");
                }
                transaction.run("MATCH (c:Counter) SET c.n = c.n + 1");
                return "done";
            });
            assertThat(found).isEqualTo("done");
        }
        assertThat(tries).hasValue(4);
        assertThat(count("Try")).isEqualTo(1);
        assertThat(session.run("MATCH (c:Counter) RETURN c.n AS n").single().getLong("n"))
                .isEqualTo(11);
    }

    @Test
    void executeWrite_programError_rollsBackAndIsThrownOn() {
        assertThatThrownBy(() -> session.executeWrite(transaction -> {
                    transaction.run("CREATE (:Person)");
                    throw new IllegalStateException("the program's own");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(count("Person")).isZero();
    }

    @Test
    void executeWrite_workSwallowsAnError_isNotCommitted() {
        assertCode(
                ErrorCode.SYNTAX,
                () -> session.executeWrite(transaction -> {
                    transaction.run("CREATE (:Person)");
                    try {
                        transaction.run("CREATE");
                    } catch (ThetisException swallowed) {
                        return 0;
                    }
                    return 1;
                }));
        assertThat(count("Person")).isZero();
    }

    @Test
    void executeRead_write_isRefused() {
        assertCode(
                ErrorCode.READ_ONLY_TRANSACTION,
                () -> session.executeRead(
                        transaction -> transaction.run("CREATE (:Person)").consume()));
        assertThat(session.<Long>executeRead(transaction -> transaction
                        .run("RETURN $x AS x", Map.of("x", 7))
                        .single()
                        .getLong("x")))
                .isEqualTo(7);
    }

    @Test
    void databaseClose_openTransaction_isRolledBack() {
        Transaction transaction = session.beginTransaction();
        transaction.run("CREATE (:Person)");
        database.close();
        assertCode(ErrorCode.CLOSED, () -> transaction.run("RETURN 1"));
        assertCode(ErrorCode.TRANSACTION_ENDED, transaction::commit);
        transaction.close();
        open(Database.open(directory, options()));
        assertThat(count("Person")).isZero();
    }

    @Test
    void databaseClose_runningWrite_isEndedAndRolledBack() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newFixedThreadPool(1)) {
            Future<?> running = threads.submit(() -> {
                begun.countDown();
                return session.run("CREATE (:Before) WITH 1 AS one " + ENDLESS);
            });
            begun.await();
            Thread.sleep(50);
            database.close();
            assertThatThrownBy(running::get)
                    .cause()
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.CLOSED));
        }
        open(Database.open(directory, options()));
        assertThat(count("Before")).isZero();
    }

    @Test
    void sessionCancel_runningWrite_endsIt() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(1)) {
            Future<?> running = threads.submit(() -> session.run(ENDLESS));
            while (!running.isDone()) {
                session.cancel();
                Thread.sleep(1);
            }
            assertThatThrownBy(running::get)
                    .cause()
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.QUERY_CANCELLED));
        }
        assertThat(session.run("RETURN 1 AS one").single().getLong("one")).isEqualTo(1);
    }

    @Test
    void openOrCreate_makesOnceAndOpensThen() {
        Path place = folder.resolve("other");
        try (Database made = Database.openOrCreate(place, options());
                Session writing = made.session()) {
            writing.run("CREATE (:Person)");
        }
        try (Database opened = Database.openOrCreate(place, options());
                Session reading = opened.session()) {
            assertThat(reading.run("MATCH (n:Person) RETURN n").list()).hasSize(1);
        }
        assertCode(ErrorCode.IMPORT_TARGET_EXISTS, () -> Database.create(place, options()));
    }

    @Test
    void run_deletedNodeInARecord_isEmpty() {
        session.run("CREATE (:Person {id: 1})");
        Node gone = session.run("MATCH (p:Person) DELETE p RETURN p").single().getNode("p");
        assertThat(gone.labels()).isEmpty();
        assertThat(gone.properties()).isEmpty();
    }

    @Test
    void at_revisionOrTime_showsThePastAndRefusesWrites() {
        session.run("CREATE (:Person {v: 1})");
        long revision = database.revision();
        session.run("MATCH (p:Person) SET p.v = 2, p:Changed");
        try (Session past = session.at(revision)) {
            assertThat(past.run("MATCH (p:Person) RETURN p").single().getNode("p"))
                    .hasToString("(:Person {v: 1})");
            assertThat(past.run("RETURN 1").summary().revision()).isEqualTo(revision);
            assertCode(ErrorCode.READ_ONLY_TRANSACTION, () -> past.run("CREATE (:Person)"));
            assertThat(past.<Long>executeRead(work -> work.run("MATCH (p:Changed) RETURN count(*) AS c")
                            .single()
                            .getLong("c")))
                    .isZero();
        }
        try (Session now = session.at(Instant.now().plusSeconds(1))) {
            assertThat(now.run("MATCH (p:Changed) RETURN p.v AS v").single().getLong("v"))
                    .isEqualTo(2);
        }
        assertCode(ErrorCode.REVISION_NOT_FOUND, () -> session.at(revision + 2));
    }

    @Test
    void checkpoint_betweenWrites_allIsThereBeforeAndAfterOpeningAgain() {
        session.run("CREATE (:Before {n: 1})").consume();
        database.checkpoint();
        assertThat(count("Before")).isEqualTo(1);
        session.run("MATCH (b:Before) SET b:After, b.n = 2").consume();
        assertThat(count("After")).isEqualTo(1);
        reopen();
        assertThat(session.run("MATCH (b:Before:After) RETURN b.n AS n")
                        .single()
                        .getLong("n"))
                .isEqualTo(2);
        database.checkpoint();
        assertThat(count("After")).isEqualTo(1);
    }
}
