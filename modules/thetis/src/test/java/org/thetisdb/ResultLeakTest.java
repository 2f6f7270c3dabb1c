package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Results that nobody reads to their end hold nothing that they need not, and make no later statement slower. */
final class ResultLeakTest {
    private static final long PATIENCE_NANOS = Duration.ofSeconds(30).toNanos();

    @TempDir
    private Path folder;

    private Database database;
    private Session session;

    @BeforeEach
    void create() {
        database = Database.create(folder.resolve("leaks"));
        session = database.session();
        session.run("UNWIND range(1, 100) AS i CREATE (:N {i: i})");
        // The first root is retained for the past; what comes after it is dropped.
        database.checkpoint();
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void run_writesInOneTransaction_noResultIsLinked() {
        try (Transaction transaction = session.beginTransaction()) {
            List<Result> kept = new ArrayList<>();
            for (int number = 0; number < 1_000; number++) {
                Result result = transaction.run("CREATE (n:M {i: $i}) RETURN n", Map.of("i", number));
                // What the next statement would walk over.
                assertThat(transaction.openResults().count()).isZero();
                assertThat(result.readsGraph()).isFalse();
                kept.add(result);
            }
            assertThat(kept.get(500).single().getNode("n").getLong("i")).isEqualTo(500);
            transaction.commit();
        }
    }

    @Test
    void run_writesOutsideOfTransactions_noResultIsLinked() {
        Result first = session.run("CREATE (n:M {i: 7}) RETURN n");
        session.run("CREATE (:M)");
        assertThat(session.openResults().count()).isZero();
        assertThat(first.single().getNode("n").getLong("i")).isEqualTo(7);
    }

    @Test
    void run_readsBeforeWritesInOneTransaction_areReadOnceAndUnlinked() {
        try (Transaction transaction = session.beginTransaction()) {
            Result before = transaction.run("MATCH (n:N) RETURN count(n) AS c");
            transaction.run("CREATE (:N)");
            assertThat(transaction.openResults().count()).isZero();
            assertThat(before.readsGraph()).isFalse();
            assertThat(before.single().getLong("c")).isEqualTo(100);
        }
    }

    @Test
    void hasNext_onlyRowIsThere_nothingIsHeldWhileItsReaderThinks() {
        Result only = session.run("MATCH (n:N {i: 7}) RETURN n, [n.i, 'seven'] AS list");
        assertThat(database.transactions()).hasSize(1);
        assertThat(only.hasNext()).isTrue();
        assertThat(database.transactions()).isEmpty();
        assertThat(session.openResults().count()).isZero();
        assertThat(only.readsGraph()).isFalse();
        session.run("MATCH (n:N {i: 7}) SET n.i = 8");
        Record row = only.next();
        assertThat(row.getNode("n").getLong("i")).isEqualTo(7);
        assertThat(row.get("list")).isEqualTo(List.of(7L, "seven"));
        assertThat(only.hasNext()).isFalse();
        assertThat(only.summary().counters().containsUpdates()).isFalse();
    }

    @Test
    void hasNext_onlyRowIsThere_itsTransactionEnds_cannotBeReadAnyMore() {
        Result only;
        Result closed;
        try (Transaction transaction = session.beginTransaction()) {
            only = transaction.run("RETURN 1 AS one");
            assertThat(only.hasNext()).isTrue();
            closed = transaction.run("RETURN 1 AS one");
            assertThat(closed.hasNext()).isTrue();
            closed.close();
            assertThat(closed.summary().revision()).isEqualTo(transaction.revision());
        }
        assertThatThrownBy(only::next).isInstanceOf(ThetisException.class);
        assertThatThrownBy(closed::next).isInstanceOf(ThetisException.class);
    }

    @Test
    void consume_onlyRowIsThere_isCounted() {
        Result profiled = session.run("PROFILE RETURN 1 AS one");
        assertThat(profiled.hasNext()).isTrue();
        assertThat(profiled.plan()).isPresent();
        profiled.consume();
        assertThat(profiled.hasNext()).isFalse();
    }

    @Test
    void run_lostReads_areClosedByLaterStatements() {
        for (int number = 0; number < 100; number++) {
            session.run("MATCH (n:N) RETURN n").next();
        }
        await("lost results are forgotten", () -> {
            session.run("RETURN 1").consume();
            return session.openResults().count() == 0;
        });
    }

    @Test
    void result_unconsumedWrites_keptByNobodyOrTheUser_holdNoEra() {
        List<Result> kept = new ArrayList<>();
        WeakReference<Object> era = base();
        kept.add(session.run("CREATE (n:M) RETURN n"));
        session.run("CREATE (:M)");
        database.checkpoint();
        await("the era of results that were kept goes", () -> era.get() == null);
        assertThat(kept.getFirst().list()).hasSize(1);
    }

    @Test
    void result_unconsumedWritesOfTransaction_holdNoEraAfterItsEnd() {
        List<Result> kept = new ArrayList<>();
        WeakReference<Object> era = base();
        Transaction transaction = session.beginTransaction();
        kept.add(transaction.run("CREATE (n:M) RETURN n"));
        kept.add(transaction.run("MATCH (n:M) RETURN n"));
        kept.getLast().next();
        transaction.commit();
        database.checkpoint();
        await("the era of a transaction that was kept goes", () -> era.get() == null);
        assertThatThrownBy(() -> kept.getFirst().list())
                .isInstanceOfSatisfying(
                        ThetisException.class,
                        error -> assertThat(error.code()).isEqualTo(ErrorCode.TRANSACTION_ENDED));
        assertThat(transaction.revision()).isPositive();
    }

    @Test
    void result_unconsumedReads_holdTheirOwnEraOnly() {
        Result unread = session.run("MATCH (n:N) RETURN n");
        Result begun = session.run("MATCH (n:N) RETURN n");
        begun.next();
        session.run("CREATE (:M)");
        database.checkpoint();
        WeakReference<Object> later = base();
        session.run("CREATE (:M)");
        session.run("MATCH (n:N) RETURN n").next();
        database.checkpoint();
        await("an era that came after that of a kept result goes", () -> {
            session.run("RETURN 1").consume();
            return later.get() == null;
        });
        assertThat(unread.list()).hasSize(100);
        assertThat(begun.list()).hasSize(99);
    }

    /** The plan waits for its next run, and with it whatever it has not let go of. */
    @Test
    void run_hasEnded_noPlanHoldsItsParameters() {
        for (String text : List.of(
                "CREATE (:Long {value: $value})",
                "MATCH (n:N) WHERE n.i = $value RETURN n",
                "UNWIND range(1, 3) AS x RETURN x, $value AS value")) {
            List<WeakReference<Object>> values = new ArrayList<>();
            for (int length : new int[] {10, 3 << 20}) {
                Object value = "x".repeat(length);
                values.add(new WeakReference<>(value));
                session.run(text, Map.of("value", value)).consume();
            }
            await("the parameters of " + text, () -> values.stream().allMatch(value -> value.get() == null));
        }
    }

    /** Each of these texts has a plan of its own, made for an era of the past, which nobody says has ended. */
    @Test
    void plansForThePast_holdNoEra() {
        for (int commit = 0; commit < 3; commit++) {
            session.run("CREATE (:M)");
            database.checkpoint();
        }
        List<WeakReference<Object>> eras = new ArrayList<>();
        for (long revision = 1; revision <= 3; revision++) {
            Snapshot past = database.store().snapshot(revision);
            eras.add(EraReference.of(past));
            session.run("USE revision(" + revision + ") MATCH (n:N) RETURN count(n)")
                    .consume();
            past.release();
        }
        for (int commit = 0; commit < 10; commit++) {
            session.run("CREATE (:M)");
            database.checkpoint();
        }
        // Some are kept for whoever reads them next, until there are enough others.
        for (long revision = 4; revision <= 13; revision++) {
            session.run("USE revision(" + revision + ") MATCH (n:N) RETURN count(n)")
                    .consume();
        }
        await("eras of the past that were read go", () -> eras.stream().allMatch(era -> era.get() == null));
    }

    @Test
    void result_readToItsEnd_holdsNoEra_evenIfTheSessionIsIdle() {
        WeakReference<Object> era = base();
        Result result = session.run("MATCH (n:N) RETURN n");
        assertThat(result.list()).hasSize(100);
        try (Session other = database.session()) {
            assertThat(other.run("MATCH (n:N {i: 5}) RETURN n")
                            .single()
                            .getNode("n")
                            .getLong("i"))
                    .isEqualTo(5);
            other.run("CREATE (:M)");
            database.checkpoint();
            await("the era that idle sessions have read goes", () -> era.get() == null);
        }
        assertThat(result.hasNext()).isFalse();
    }

    /** What is not to be held: the era that takes commits now. */
    private WeakReference<Object> base() {
        return EraReference.of(database.store().snapshot());
    }

    private interface Condition {
        boolean holds();
    }

    private static void await(String what, Condition condition) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as(what).isLessThan(end);
            System.gc();
            Thread.onSpinWait();
        }
    }
}
