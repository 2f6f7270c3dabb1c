package org.thetisdb.extending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Session;
import org.thetisdb.Transaction;
import org.thetisdb.extension.DatabaseEvent;
import org.thetisdb.extension.DatabaseEvent.CheckpointEnded;
import org.thetisdb.extension.DatabaseEvent.EventsLost;
import org.thetisdb.extension.DatabaseEvent.ExtensionChanged;
import org.thetisdb.extension.DatabaseEvent.RolledBack;
import org.thetisdb.extension.DatabaseEvent.SchemaChanged;
import org.thetisdb.extension.ListenerContext;
import org.thetisdb.extension.RefusalException;
import org.thetisdb.extension.TriggerPhase;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Goal: listeners hear of what happens, in order and behind it, and nobody is kept by them. Method: listeners of the
 * program that note what they hear, are slow, or fail.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ListenerTest {
    @TempDir
    private Path folder;

    private final List<DatabaseEvent> heard = Collections.synchronizedList(new ArrayList<>());
    private Database database;

    @BeforeEach
    void open() {
        database = Database.create(
                folder.resolve("db"),
                DatabaseOptions.byDefault().withDurability(Durability.OFF).withThreadCount(2));
    }

    @AfterEach
    void close() {
        database.close();
    }

    private void run(String statement) {
        try (Session session = database.session()) {
            session.run(statement).consume();
        }
    }

    private Object one(String statement) {
        try (Session session = database.session()) {
            return session.run(statement).single().asMap().values().iterator().next();
        }
    }

    private void fails(String statement) {
        assertThatThrownBy(() -> run(statement)).isInstanceOf(ThetisException.class);
    }

    private void listen(Class<? extends DatabaseEvent> event) {
        database.extend("watch")
                .listener("watch.note", Set.of(event), (context, told) -> heard.add(told))
                .register();
    }

    private static void await(BooleanSupplier condition) {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean() && System.nanoTime() < until) {
            Thread.onSpinWait();
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    private List<String> heard() {
        return heard.stream().map(ListenerTest::text).toList();
    }

    private static String text(DatabaseEvent event) {
        return switch (event) {
            case DatabaseEvent.Opened opened -> "opened at " + opened.revision();
            case DatabaseEvent.Closing _ -> "closing";
            case SchemaChanged changed -> changed.part() + " " + changed.name() + " " + changed.action();
            case ExtensionChanged changed -> changed.name() + " " + changed.action();
            case RolledBack back -> "rolled back " + back.code();
            case CheckpointEnded ended -> "checkpoint " + (ended.bytes() > 0 && ended.milliseconds() >= 0);
            case EventsLost lost -> "lost " + lost.count();
        };
    }

    private static boolean hasThread() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(each -> each.getName().equals("thetis-events"));
    }

    @Test
    void whatHappens_isToldInOrder() {
        database.extend("watch")
                .listener("watch.all", (context, event) -> heard.add(event))
                .register();
        run("CREATE INDEX people FOR (p:Person) ON (p.name)");
        run("CREATE INDEX people IF NOT EXISTS FOR (p:Person) ON (p.name)");
        run("DROP INDEX people");
        run("CREATE CONSTRAINT FOR (p:Person) REQUIRE p.born IS NOT NULL");
        run("DROP CONSTRAINT constraint_Person_born");
        run("CREATE (:Person {born: 1})");
        database.checkpoint();
        database.extend("other").longFunction("other.next", value -> value + 1).register();
        database.extend("other").longFunction("other.next", value -> value + 2).register();
        database.dropExtension("other");
        database.close();
        assertThat(heard())
                .containsExactly(
                        "watch CREATED",
                        "opened at 1",
                        "checkpoint true",
                        "INDEX people CREATED",
                        "INDEX people DROPPED",
                        "CONSTRAINT constraint_Person_born CREATED",
                        "CONSTRAINT constraint_Person_born DROPPED",
                        "checkpoint true",
                        "other CREATED",
                        "other REPLACED",
                        "other DROPPED",
                        "closing");
        assertThat(heard.stream().map(DatabaseEvent::time).sorted().toList())
                .hasSize(heard.size())
                .doesNotContainNull();
    }

    @Test
    void rollbacks_areToldWithTheirReasons() {
        run("CREATE (:A {v: 1})");
        database.extend("watch")
                .listener("watch.note", Set.of(RolledBack.class), (context, event) -> heard.add(event))
                .trigger("watch.rule", TriggerPhase.COMMIT, Set.of("B"), Set.of(), (context, changes) -> {
                    throw new RefusalException("no B");
                })
                .register();
        fails("CREATE (a:A {v: 0}) RETURN 1 / a.v AS x");
        fails("CREATE (:B)");
        fails("UNWIND [1, 0] AS x RETURN 1 / x");
        try (Session session = database.session()) {
            try (Transaction transaction = session.beginTransaction()) {
                transaction.run("CREATE (:A)").consume();
                transaction.rollback();
            }
            try (Transaction transaction = session.beginTransaction()) {
                transaction.run("CREATE (:A)").consume();
                assertThatThrownBy(() -> transaction
                                .run("UNWIND [1, 0] AS x RETURN 1 / x")
                                .consume())
                        .isInstanceOf(ThetisException.class);
            }
            try (Transaction transaction = session.beginTransaction()) {
                transaction.run("CREATE (:B)").consume();
                assertThatThrownBy(transaction::commit).isInstanceOf(ThetisException.class);
            }
            try (Transaction transaction = session.beginTransaction()) {
                transaction.run("CREATE (:A)").consume();
                run("TERMINATE TRANSACTIONS '" + transaction.id() + "'");
            }
            Transaction transaction = session.beginTransaction();
            transaction.run("MATCH (a:A) SET a.v = 2").consume();
            fails("CREATE (:C) WITH 1 AS one MATCH (a:A) SET a.v = 3");
            database.close();
        }
        String conflict = "rolled back " + ErrorCode.TRANSACTION_CONFLICT.code();
        assertThat(heard().stream().filter(each -> !each.equals(conflict)))
                .containsExactly(
                        "rolled back " + ErrorCode.DIVISION_BY_ZERO.code(),
                        "rolled back " + ErrorCode.TRIGGER_REFUSED.code(),
                        "rolled back " + ErrorCode.DIVISION_BY_ZERO.code(),
                        "rolled back " + ErrorCode.TRIGGER_REFUSED.code(),
                        "rolled back " + ErrorCode.TRANSACTION_TERMINATED.code(),
                        "rolled back " + ErrorCode.CLOSED.code());
        assertThat(heard().stream().filter(conflict::equals)).hasSizeGreaterThan(1);
    }

    @Test
    void statements_areTransactionsOfTheirOwn() {
        database.extend("watch")
                .listener("watch.note", Set.of(CheckpointEnded.class), (context, event) -> {
                    context.run("CREATE (:Checkpoint {number: $number})", Map.of("number", 7));
                    assertThat(context.run("MATCH (c:Checkpoint) RETURN c.number AS n", Map.of()))
                            .isEqualTo(List.of(Map.of("n", 7L)));
                    heard.add(event);
                    context.run("CREATE INDEX FOR (c:Checkpoint) ON (c.number)", Map.of());
                })
                .trigger("watch.never", TriggerPhase.COMMIT, (context, changes) -> {
                    throw new IllegalStateException("called");
                })
                .register();
        database.checkpoint();
        await(() -> one("SHOW LISTENERS YIELD failures RETURN failures").equals(1L));
        assertThat(one("MATCH (c:Checkpoint) RETURN c.number")).isEqualTo(7L);
        assertThat(heard).hasSize(1);
    }

    @Test
    void failures_areCountedAndKeepNobody() {
        database.extend("watch")
                .listener("watch.a", Set.of(CheckpointEnded.class), (context, event) -> {
                    throw new IllegalStateException("mine");
                })
                .listener("watch.b", Set.of(CheckpointEnded.class), (context, event) -> {
                    Thread.currentThread().interrupt();
                    heard.add(event);
                })
                .register();
        database.checkpoint();
        await(() -> heard.size() == 1);
        database.checkpoint();
        await(() -> heard.size() == 2);
        assertThat(one("SHOW LISTENERS YIELD name, failures, calls, lost WHERE name = 'watch.a'"
                        + " RETURN [failures, calls, lost]"))
                .isEqualTo(List.of(2L, 2L, 0L));
        assertThat(one("SHOW LISTENERS YIELD name, lastFailure WHERE name = 'watch.a' RETURN lastFailure"))
                .asString()
                .contains("watch.a")
                .contains("mine");
        assertThat(one("SHOW LISTENERS YIELD name, extension, events WHERE name = 'watch.b'"
                        + " RETURN [extension, events[0]]"))
                .isEqualTo(List.of("watch", "CheckpointEnded"));
        assertThat(one("SHOW EXTENSIONS YIELD listeners RETURN listeners")).isEqualTo(List.of("watch.a", "watch.b"));
    }

    @Test
    void whatIsTooMuch_isLostAndCounted() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch ends = new CountDownLatch(1);
        database.extend("watch")
                .listener("watch.slow", Set.of(ExtensionChanged.class), (context, event) -> {
                    begun.countDown();
                    ends.await();
                    heard.add(event);
                })
                .register();
        begun.await();
        for (int time = 0; time < 1100; time++) {
            database.extend("other")
                    .longFunction("other.next", value -> value + 1)
                    .register();
        }
        assertThat(heard).isEmpty();
        assertThat(one("SHOW LISTENERS YIELD lost RETURN lost")).isEqualTo(76L);
        ends.countDown();
        await(() -> heard.size() == 1026);
        assertThat(heard().getLast()).isEqualTo("lost 76");
        database.dropExtension("other");
        await(() -> heard.size() == 1027);
        assertThat(heard().getLast()).isEqualTo("other DROPPED");
    }

    @Test
    void withoutListeners_thereIsNoThread() {
        run("CREATE INDEX people FOR (p:Person) ON (p.name)");
        database.checkpoint();
        await(() -> !hasThread());
        listen(CheckpointEnded.class);
        run("DROP INDEX people");
        assertThat(hasThread()).isFalse();
        database.checkpoint();
        await(() -> heard.size() == 1);
        assertThat(hasThread()).isTrue();
        database.dropExtension("watch");
        database.checkpoint();
        await(() -> !hasThread());
        assertThat(heard).hasSize(1);
    }

    @Test
    void close_waitsForWhatIsToBeHeard() {
        database.extend("watch")
                .listener("watch.slow", Set.of(SchemaChanged.class), (context, event) -> {
                    Thread.sleep(100);
                    context.run("CREATE (:Heard)", Map.of());
                    heard.add(event);
                })
                .register();
        for (int number = 0; number < 5; number++) {
            run("CREATE CONSTRAINT FOR (p:Person) REQUIRE p.p" + number + " IS NOT NULL");
        }
        database.close();
        assertThat(heard).hasSize(5);
        assertThat(hasThread()).isFalse();
        database = Database.open(folder.resolve("db"));
        assertThat(one("MATCH (h:Heard) RETURN count(h)")).isEqualTo(5L);
    }

    @Test
    void close_whileAStatementOfAListenerRuns_endsIt() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        database.extend("watch")
                .listener("watch.long", Set.of(CheckpointEnded.class), (context, event) -> {
                    begun.countDown();
                    while (true) {
                        try {
                            context.run("UNWIND range(1, 1000000000) AS i RETURN sum(i)", Map.of());
                        } catch (ThetisException ended) {
                            if (ended.code() == ErrorCode.CLOSED) {
                                thrown.set(ended);
                                return;
                            }
                        }
                    }
                })
                .register();
        database.checkpoint();
        begun.await();
        long start = System.nanoTime();
        database.close();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        await(() -> thrown.get() != null);
        database = Database.open(folder.resolve("db"));
        assertThat(one("RETURN 1")).isEqualTo(1L);
    }

    @Test
    void listener_mayCloseItsDatabase() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        database.extend("watch")
                .listener("watch.end", Set.of(CheckpointEnded.class), (context, event) -> {
                    database.close();
                    closed.countDown();
                })
                .register();
        database.checkpoint();
        assertThat(closed.await(20, TimeUnit.SECONDS)).isTrue();
        await(() -> !hasThread());
    }

    @Test
    void context_elsewhereOrLater_isOfNoUse() {
        AtomicReference<ListenerContext> kept = new AtomicReference<>();
        database.extend("watch")
                .listener("watch.keep", Set.of(CheckpointEnded.class), (context, event) -> kept.set(context))
                .register();
        database.checkpoint();
        await(() -> kept.get() != null);
        assertThatThrownBy(() -> kept.get().run("RETURN 1", Map.of())).isInstanceOf(IllegalStateException.class);
    }
}
