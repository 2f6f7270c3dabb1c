package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.TransactionDescription.Status;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Transactions as others see them, and what is left when others end them: nothing, in whatever state they were. */
final class RunningTransactionsTest {
    private static final long PATIENCE_NANOS = Duration.ofSeconds(60).toNanos();
    private static final String ENDLESS = "UNWIND range(1, 2000000000) AS a UNWIND range(1, 2000000000) AS i WITH i"
            + " WHERE i < 0 RETURN count(i) AS c";

    @TempDir
    private Path folder;

    private Database database;
    private Session session;
    private Session other;

    @BeforeEach
    void create() {
        database = Database.create(folder.resolve("running"));
        session = database.session();
        other = database.session();
        session.run("UNWIND range(1, 3000) AS i CREATE (:N {i: i})");
        database.checkpoint();
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void show_explicitTransaction_isThereUntilItsEnd() {
        try (Transaction transaction = session.beginTransaction()) {
            transaction.run("CREATE (:M)");
            Map<String, Object> row = shown("SHOW TRANSACTIONS YIELD *", transaction.id());
            assertThat(row)
                    .containsEntry("database", "running")
                    .containsEntry("connectionId", session.id())
                    .containsEntry("currentQuery", "CREATE (:M)")
                    .containsEntry("status", "Idle")
                    .containsEntry("access", "WRITE")
                    .containsEntry("isolation", "SNAPSHOT")
                    .containsEntry("revision", transaction.revision())
                    .containsEntry("pinnedBytes", 0L);
            transaction.commit();
        }
        assertThat(database.transactions()).isEmpty();
    }

    @Test
    void show_itself_runs() {
        assertThat(session.run("SHOW TRANSACTION").list()).singleElement().satisfies(row -> {
            assertThat(row.keys())
                    .containsExactly(
                            "database",
                            "transactionId",
                            "currentQueryId",
                            "connectionId",
                            "currentQuery",
                            "startTime",
                            "status",
                            "elapsedTime");
            assertThat(row.get("status")).isEqualTo("Running");
            assertThat(row.get("currentQuery")).isEqualTo("SHOW TRANSACTION");
        });
    }

    @Test
    void terminate_idleTransaction_releasesAllAtOnce() {
        WeakReference<Object> era = base();
        Transaction transaction = session.beginTransaction();
        transaction.run("MATCH (n:N {i: 1}) SET n.x = 1");
        Result halfRead = transaction.run("MATCH (n:N) RETURN n.i AS i");
        halfRead.next();
        assertThat(other.run("TERMINATE TRANSACTIONS $id", Map.of("id", transaction.id()))
                        .single()
                        .get("message"))
                .isEqualTo("Transaction terminated.");
        assertThat(database.transactions()).isEmpty();
        // Its write is in nobody's way any more.
        other.run("MATCH (n:N {i: 1}) SET n.x = 2");
        database.checkpoint();
        await("the era of a terminated transaction goes", () -> era.get() == null);
        assertCode(ErrorCode.TRANSACTION_TERMINATED, halfRead::next);
        assertCode(ErrorCode.TRANSACTION_TERMINATED, () -> transaction.run("RETURN 1"));
        assertCode(ErrorCode.TRANSACTION_TERMINATED, transaction::commit);
        assertThat(transaction.isOpen()).isFalse();
        transaction.close();
        assertThat(session.run("MATCH (n:N {i: 1}) RETURN n.x AS x").single().getLong("x"))
                .isEqualTo(2);
    }

    @Test
    void terminate_halfReadResult_releasesItAndNoOther() {
        Result first = session.run("MATCH (n:N) RETURN n.i AS i");
        first.next();
        other.run("CREATE (:M)");
        database.checkpoint();
        WeakReference<Object> era = base();
        Result second = session.run("MATCH (n:N) RETURN n.i AS i");
        second.next();
        other.run("CREATE (:M)");
        database.checkpoint();
        List<TransactionDescription> running = database.transactions();
        assertThat(running).hasSize(2).allMatch(each -> each.pinnedBytes() > 0 || each.equals(running.getFirst()));
        assertThat(database.terminate(running.get(1).id())).isTrue();
        assertThat(database.terminate(running.get(1).id())).isFalse();
        await("the era of a terminated result goes", () -> era.get() == null);
        assertCode(ErrorCode.TRANSACTION_TERMINATED, second::list);
        assertThat(first.list()).hasSize(2999);
        assertThat(session.run("RETURN 1 AS one").single().getLong("one")).isEqualTo(1);
    }

    @Test
    void terminate_runningRead_endsIt() throws Exception {
        assertEndsRunning(() -> session.run(ENDLESS).list(), ErrorCode.TRANSACTION_TERMINATED);
    }

    @Test
    void terminate_runningWrite_endsItAndChangesNothing() throws Exception {
        assertEndsRunning(() -> session.run("CREATE (:M) WITH 1 AS one " + ENDLESS), ErrorCode.TRANSACTION_TERMINATED);
        assertThat(session.run("MATCH (m:M) RETURN count(m) AS c").single().getLong("c"))
                .isZero();
    }

    @Test
    void terminate_callInTransactions_onErrorContinue_endsIt() throws Exception {
        assertEndsRunning(
                () -> session.run("UNWIND range(1, 1000000000) AS i CALL (i) { CREATE (:M {i: i}) }"
                        + " IN TRANSACTIONS OF 10 ROWS ON ERROR CONTINUE"),
                ErrorCode.TRANSACTION_TERMINATED);
    }

    @Test
    void terminate_workOfExecuteWrite_isNotTriedAgain() throws Exception {
        int[] tries = {0};
        assertEndsRunning(
                () -> session.executeWrite(transaction -> {
                    tries[0]++;
                    return transaction.run(ENDLESS).list();
                }),
                ErrorCode.TRANSACTION_TERMINATED);
        assertThat(tries[0]).isEqualTo(1);
    }

    private void assertEndsRunning(Runnable work, ErrorCode code) throws Exception {
        try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
            Future<?> running = thread.submit(work);
            await(
                    "it runs",
                    () -> database.transactions().stream()
                            .anyMatch(
                                    each -> each.sessionId().equals(session.id()) && each.status() == Status.RUNNING));
            other.run(
                    "SHOW TRANSACTIONS YIELD transactionId AS id, connectionId WHERE connectionId = $session"
                            + " TERMINATE TRANSACTIONS id",
                    Map.of("session", session.id()));
            assertCode(code, () -> {
                try {
                    running.get(60, TimeUnit.SECONDS);
                } catch (java.util.concurrent.ExecutionException e) {
                    throw e.getCause();
                }
            });
        }
        assertThat(database.transactions()).isEmpty();
    }

    @Test
    void terminate_itself_endsTheStatementThatAsked() {
        try (Transaction transaction = session.beginTransaction()) {
            assertCode(
                    ErrorCode.TRANSACTION_TERMINATED,
                    () -> transaction.run("TERMINATE TRANSACTION $id", Map.of("id", transaction.id())));
            assertCode(ErrorCode.TRANSACTION_TERMINATED, () -> transaction.run("RETURN 1"));
        }
        assertThat(session.run("RETURN 1 AS one").single().getLong("one")).isEqualTo(1);
    }

    @Test
    void terminate_sessionOfThePast_endsAllOfIt() {
        long revision = database.revision();
        Session past = session.at(revision);
        Result halfRead = past.run("MATCH (n:N) RETURN n.i AS i");
        halfRead.next();
        other.run("CREATE (:M)");
        database.checkpoint();
        assertThat(database.transactions()).singleElement().satisfies(each -> {
            assertThat(each.sessionId()).isEqualTo(past.id());
            assertThat(each.revision()).isEqualTo(revision);
        });
        assertThat(database.terminate(database.transactions().getFirst().id())).isTrue();
        assertCode(ErrorCode.TRANSACTION_TERMINATED, halfRead::list);
        assertCode(ErrorCode.TRANSACTION_TERMINATED, () -> past.run("RETURN 1").list());
        assertCode(ErrorCode.TRANSACTION_TERMINATED, () -> past.executeRead(reading -> reading.run("RETURN 1")));
        past.close();
    }

    @Test
    void commands_withIdsAndTails() {
        try (Transaction transaction = session.beginTransaction()) {
            assertThat(other.run("SHOW TRANSACTIONS 'none', $id YIELD transactionId", Map.of("id", transaction.id()))
                            .list())
                    .singleElement()
                    .satisfies(row -> assertThat(row.get("transactionId")).isEqualTo(transaction.id()));
            assertThat(other.run("SHOW TRANSACTIONS YIELD transactionId, elapsedTime ORDER BY transactionId DESC"
                                    + " LIMIT 1 RETURN transactionId AS id")
                            .list())
                    .singleElement()
                    .satisfies(row -> assertThat(row.get("id")).isNotEqualTo(transaction.id()));
            assertThat(other.run("TERMINATE TRANSACTIONS ['none', 'nor this'] YIELD message, transactionId AS id")
                            .list())
                    .extracting(row -> row.get("message"))
                    .containsExactly("Transaction not found.", "Transaction not found.");
            assertThat(transaction.isOpen()).isTrue();
        }
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> other.run("TERMINATE TRANSACTIONS 7"));
        assertCode(ErrorCode.SYNTAX, () -> other.run("TERMINATE TRANSACTIONS"));
        assertCode(ErrorCode.SYNTAX, () -> other.run("TERMINATE QUERY 'x'"));
    }

    // ---------------------------------------------------------------- time-outs

    @Test
    void timeout_ofOneTransaction_endsItWhetherItRunsOrNot() {
        TransactionOptions brief = TransactionOptions.byDefault().withTimeout(Duration.ofMillis(200));
        Transaction idle = session.beginTransaction(brief);
        idle.run("CREATE (:M)");
        await("its time is up", () -> database.transactions().isEmpty());
        assertCode(ErrorCode.TRANSACTION_TIMED_OUT, idle::commit);
        assertCode(
                ErrorCode.TRANSACTION_TIMED_OUT,
                () -> session.beginTransaction(brief).run(ENDLESS).list());
        assertThat(session.run("MATCH (m:M) RETURN count(m) AS c").single().getLong("c"))
                .isZero();
    }

    @Test
    void timeout_ofSession_endsStatementsOfAllKinds() throws java.io.IOException {
        Path file = folder.resolve("many.csv");
        java.nio.file.Files.writeString(file, "i\n" + "1\n".repeat(2_000_000));
        SessionOptions brief = SessionOptions.byDefault().withTransactionTimeout(Duration.ofMillis(300));
        try (Session limited = database.session(brief)) {
            assertCode(
                    ErrorCode.TRANSACTION_TIMED_OUT, () -> limited.run(ENDLESS).list());
            assertCode(ErrorCode.TRANSACTION_TIMED_OUT, () -> limited.run("CREATE (:M) WITH 1 AS one " + ENDLESS));
            assertCode(
                    ErrorCode.TRANSACTION_TIMED_OUT,
                    () -> limited.run("UNWIND range(1, 1000000000) AS i CALL (i) { CREATE (:M {i: i}) }"
                            + " IN TRANSACTIONS OF 10 ROWS ON ERROR CONTINUE"));
            assertCode(ErrorCode.TRANSACTION_TIMED_OUT, () -> limited.run("COPY Many FROM '" + file + "'"));
            assertThat(limited.run("MATCH (m:Many) RETURN count(m) AS c")
                            .single()
                            .getLong("c"))
                    .isZero();
        }
    }

    @Test
    void idleTimeout_halfReadResultOfAReaderWhoWentAway_isEnded_oneThatIsReadIsNot() {
        SessionOptions brief = SessionOptions.byDefault().withIdleTimeout(Duration.ofMillis(400));
        try (Session reader = database.session(brief)) {
            Result forgotten = reader.run("MATCH (n:N) RETURN n.i AS i");
            forgotten.next();
            Result slow = reader.run("MATCH (n:N) RETURN n.i AS i");
            await("the forgotten one is ended", () -> {
                slow.next();
                return database.transactions().size() == 1;
            });
            assertCode(ErrorCode.TRANSACTION_TIMED_OUT, forgotten::next);
            slow.next();
            slow.close();
            Session past = reader.at(1);
            await(
                    "a session of the past that is idle is ended",
                    () -> database.transactions().isEmpty());
            assertCode(ErrorCode.TRANSACTION_TIMED_OUT, () -> past.run("RETURN 1"));
        }
    }

    @Test
    void queryTimeout_holdsInCallInTransactionsAndCopy() throws java.io.IOException {
        database.close();
        database = Database.open(
                folder.resolve("running"), DatabaseOptions.byDefault().withQueryTimeout(Duration.ofMillis(300)));
        Path file = folder.resolve("many.csv");
        java.nio.file.Files.writeString(file, "i\n" + "1\n".repeat(2_000_000));
        try (Session limited = database.session()) {
            assertCode(
                    ErrorCode.QUERY_TIMED_OUT,
                    () -> limited.run("UNWIND range(1, 1000000000) AS i CALL (i) { CREATE (:M {i: i}) }"
                            + " IN TRANSACTIONS OF 10 ROWS ON ERROR CONTINUE"));
            assertCode(ErrorCode.QUERY_TIMED_OUT, () -> limited.run("COPY Many FROM '" + file + "'"));
        }
    }

    /** An idle transaction keeps all eras since its own: with writers beside it, that is ever more. */
    @Test
    void idleTransaction_thatKeepsTooMuch_isEnded_unlessNobodyWantsThat() {
        database.close();
        DatabaseOptions small = DatabaseOptions.byDefault()
                .withMemoryBytes(16L << 20)
                .withDurability(Durability.OFF)
                .withIdleTimeoutWhenFull(Duration.ofMillis(200));
        database = Database.open(folder.resolve("running"), small);
        try (Session writer = database.session();
                Session idle = database.session()) {
            Transaction transaction = idle.beginTransaction();
            transaction.run("CREATE (:Mine)");
            await("the idle one is ended", () -> {
                writer.run("UNWIND range(1, 1000) AS i CREATE (:M {text: $text})", Map.of("text", "x".repeat(1_000)));
                return database.transactions().isEmpty();
            });
            assertThatThrownBy(transaction::commit).hasMessageContaining("pinnedBytes=");
            assertCode(ErrorCode.TRANSACTION_TIMED_OUT, transaction::commit);
            assertThat(database.store().pinnedBytes()).isLessThan(16L << 20);
        }
    }

    /** Whatever the owners are doing when they are interrupted: each commits whole or not at all, and nothing stays. */
    @Test
    void terminate_atAnyMoment_leavesWholeTransactionsAndNoPins() throws Exception {
        long seed = System.nanoTime();
        int workers = 3;
        AtomicBoolean over = new AtomicBoolean();
        CountDownLatch done = new CountDownLatch(workers);
        long[] committed = new long[workers];
        try (ExecutorService threads = Executors.newFixedThreadPool(workers)) {
            List<Future<?>> all = java.util.stream.IntStream.range(0, workers)
                    .<Future<?>>mapToObj(number -> threads.submit(() -> {
                        try {
                            committed[number] = work(number, new Random(seed + number), over);
                        } finally {
                            done.countDown();
                        }
                    }))
                    .toList();
            Random random = new Random(seed - 1);
            for (int round = 0; round < 400; round++) {
                List<TransactionDescription> running = database.transactions();
                if (!running.isEmpty()) {
                    database.terminate(
                            running.get(random.nextInt(running.size())).id());
                }
                Thread.onSpinWait();
            }
            over.set(true);
            for (Future<?> each : all) {
                each.get(60, TimeUnit.SECONDS);
            }
        }
        assertThat(database.transactions()).as("seed=%s", seed).isEmpty();
        for (int number = 0; number < workers; number++) {
            assertThat(session.run("MATCH (a:W {worker: $w}) RETURN count(a) AS c", Map.of("w", number))
                            .single()
                            .getLong("c"))
                    .as("seed=%s worker=%s", seed, number)
                    .isEqualTo(2 * committed[number]);
        }
    }

    /** Returns how many transactions committed. */
    private long work(int number, Random random, AtomicBoolean over) {
        long committed = 0;
        try (Session mine = database.session()) {
            while (!over.get()) {
                try {
                    switch (random.nextInt(3)) {
                        case 0 -> {
                            try (Transaction transaction = mine.beginTransaction()) {
                                transaction.run("CREATE (:W {worker: $w})", Map.of("w", number));
                                transaction.run("MATCH (n:N) RETURN n.i AS i").next();
                                transaction.run("CREATE (:W {worker: $w})", Map.of("w", number));
                                transaction.commit();
                                committed++;
                            }
                        }
                        case 1 -> {
                            mine.run("UNWIND [1, 2] AS x CREATE (:W {worker: $w})", Map.of("w", number));
                            committed++;
                        }
                        default -> {
                            Result result = mine.run("MATCH (n:N) RETURN n, n.i AS i");
                            for (int row = random.nextInt(2000); row >= 0; row--) {
                                result.next();
                            }
                            if (random.nextBoolean()) {
                                result.close();
                            }
                        }
                    }
                } catch (ThetisException expected) {
                    assertThat(expected.code()).isEqualTo(ErrorCode.TRANSACTION_TERMINATED);
                }
            }
        }
        return committed;
    }

    private Map<String, Object> shown(String text, String id) {
        return other.run(text).list().stream()
                .filter(row -> id.equals(row.get("transactionId")))
                .map(Record::asMap)
                .findFirst()
                .orElseThrow();
    }

    private static void assertCode(ErrorCode code, ThrowingCallable action) {
        assertThatThrownBy(action)
                .isInstanceOfSatisfying(
                        ThetisException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    /** What the newest snapshots lie over. */
    private WeakReference<Object> base() {
        return EraReference.of(database.store().snapshot());
    }

    private static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            System.gc();
            Thread.onSpinWait();
        }
    }
}
