package org.thetisdb.extending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Node;
import org.thetisdb.Session;
import org.thetisdb.Transaction;
import org.thetisdb.extension.Change;
import org.thetisdb.extension.Changes;
import org.thetisdb.extension.RefusalException;
import org.thetisdb.extension.TriggerPhase;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Goal: triggers are called when they say, see what was and what is, and what they refuse is not there. Method:
 * triggers of the program that note what they see, and the graph afterwards.
 */
final class TriggerTest {
    @TempDir
    private Path folder;

    private final List<String> seen = Collections.synchronizedList(new ArrayList<>());
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
            session.run(statement);
        }
    }

    private Object one(String statement) {
        try (Session session = database.session()) {
            return session.run(statement).single().asMap().values().iterator().next();
        }
    }

    private static String text(Change change) {
        return change.kind() + " " + (change.isNode() ? "node " : "relationship ") + change.labelsBefore() + "->"
                + change.labels() + " " + change.before() + "->" + change.after();
    }

    private void note(TriggerPhase phase, Set<String> labels, Set<String> types) {
        database.extend("note" + phase)
                .trigger("note." + phase.name().toLowerCase(Locale.ROOT), phase, labels, types, (context, changes) -> {
                    for (Change each : changes) {
                        seen.add(phase.name().charAt(0) + ": " + text(each));
                    }
                })
                .register();
    }

    private void note(TriggerPhase phase) {
        note(phase, Set.of(), Set.of());
    }

    private List<String> taken() {
        List<String> taken = List.copyOf(seen);
        seen.clear();
        return taken;
    }

    // ---------------------------------------------------------------- what is seen

    @Test
    void commit_ofOneStatement_givesWhatWasAndWhatIs() {
        note(TriggerPhase.COMMIT);
        run("CREATE (:Person {name: 'Ada', age: 36})-[:KNOWS {since: 1833}]->(:Person {name: 'Charles'})");
        assertThat(taken())
                .containsExactlyInAnyOrder(
                        "C: CREATED node []->[Person] {}->{age=36, name=Ada}",
                        "C: CREATED node []->[Person] {}->{name=Charles}",
                        "C: CREATED relationship [KNOWS]->[KNOWS] {}->{since=1833}");
        run("MATCH (p:Person {name: 'Ada'}) SET p:Countess, p.age = 37, p.name = null");
        assertThat(taken())
                .containsExactly("C: CHANGED node [Person]->[Person, Countess] {age=36, name=Ada}->{age=37}");
        run("MATCH (:Person)-[k:KNOWS]->() SET k.until = 1852");
        assertThat(taken())
                .containsExactly("C: CHANGED relationship [KNOWS]->[KNOWS] {since=1833}->{since=1833, until=1852}");
        run("MATCH (p:Countess) DETACH DELETE p");
        assertThat(taken())
                .containsExactly(
                        "C: DELETED node [Person, Countess]->[] {age=37}->{}",
                        "C: DELETED relationship [KNOWS]->[KNOWS] {since=1833, until=1852}->{}");
    }

    @Test
    void commit_ofWhatIsTakenBackOrTheSame_isNoChange() {
        note(TriggerPhase.COMMIT);
        run("CREATE (a:A {v: 1}) WITH a SET a.v = 2 WITH a SET a.v = 3");
        assertThat(taken()).containsExactly("C: CREATED node []->[A] {}->{v=3}");
        run("CREATE (b:B) DELETE b");
        run("MATCH (a:A) SET a.v = 4 WITH a SET a.v = 3");
        run("MATCH (a:A) SET a:Extra WITH a REMOVE a:Extra");
        run("MATCH (a:A) RETURN a.v");
        assertThat(taken()).isEmpty();
    }

    @Test
    void statement_inATransaction_seesItsOwnPart() {
        run("CREATE (:A {v: 1}), (:A {v: 10})");
        note(TriggerPhase.STATEMENT);
        note(TriggerPhase.COMMIT);
        try (Session session = database.session();
                Transaction transaction = session.beginTransaction()) {
            transaction.run("MATCH (a:A {v: 1}) SET a.v = 2, a.w = 'x'");
            assertThat(taken()).containsExactly("S: CHANGED node [A]->[A] {v=1}->{v=2, w=x}");
            transaction.run("MATCH (a:A {v: 2}) SET a.v = 3, a:B REMOVE a.w");
            assertThat(taken()).containsExactly("S: CHANGED node [A]->[A, B] {v=2, w=x}->{v=3}");
            transaction.run("CREATE (:C {v: 0})-[:R {v: 5}]->(:D)");
            assertThat(taken()).hasSize(3).allMatch(each -> each.startsWith("S: CREATED"));
            transaction.run("MATCH (c:C)-[r:R]->() SET c.v = 1, r.v = 6");
            assertThat(taken())
                    .containsExactly(
                            "S: CHANGED node [C]->[C] {v=0}->{v=1}", "S: CHANGED relationship [R]->[R] {v=5}->{v=6}");
            transaction.run("MATCH (a:A {v: 10}) DELETE a");
            transaction.run("MATCH (c:C)-[r:R]->(d) DELETE r, c");
            assertThat(taken())
                    .containsExactly(
                            "S: DELETED node [A]->[] {v=10}->{}",
                            "S: DELETED node [C]->[] {v=1}->{}",
                            "S: DELETED relationship [R]->[R] {v=6}->{}");
            transaction.run("MATCH (n) RETURN count(n)").list();
            assertThat(taken()).isEmpty();
            transaction.commit();
        }
        assertThat(taken())
                .containsExactlyInAnyOrder(
                        "C: CHANGED node [A]->[A, B] {v=1}->{v=3}",
                        "C: DELETED node [A]->[] {v=10}->{}",
                        "C: CREATED node []->[D] {}->{}");
    }

    @Test
    void labelsAndTypes_chooseWhatItIsAbout() {
        note(TriggerPhase.COMMIT, Set.of("Person", "Robot"), Set.of());
        note(TriggerPhase.STATEMENT, Set.of(), Set.of("KNOWS"));
        run("CREATE (:Person {n: 1})-[:KNOWS]->(:Robot {n: 2})-[:LIKES]->(:Dog)");
        assertThat(taken())
                .containsExactlyInAnyOrder(
                        "S: CREATED relationship [KNOWS]->[KNOWS] {}->{}",
                        "C: CREATED node []->[Person] {}->{n=1}",
                        "C: CREATED node []->[Robot] {}->{n=2}");
        run("MATCH (d:Dog) SET d.n = 3");
        assertThat(taken()).isEmpty();
        run("MATCH (p:Person) REMOVE p:Person");
        assertThat(taken()).containsExactly("C: CHANGED node [Person]->[] {n=1}->{n=1}");
    }

    @Test
    void changes_areReadAgainAndKept_butNotLater() {
        AtomicReference<Changes> leaked = new AtomicReference<>();
        List<Change> kept = new ArrayList<>();
        database.extend("x")
                .trigger("x.keep", TriggerPhase.COMMITTED, (context, changes) -> {
                    assertThat(changes.stream().count()).isEqualTo(3);
                    changes.forEach(kept::add);
                    leaked.set(changes);
                })
                .register();
        run("CREATE (a:A)-[:R]->(b:B {tags: ['x', 'y'], at: point({x: 1, y: 2}), on: date('2026-01-02')})");
        assertThat(kept).hasSize(3);
        Change relationship = kept.getLast();
        assertThat(one("MATCH ()-[r]->() RETURN elementId(r)")).isEqualTo(relationship.elementId());
        assertThat(one("MATCH (a:A) RETURN elementId(a)")).isEqualTo(relationship.startElementId());
        assertThat(one("MATCH (b:B) RETURN elementId(b)")).isEqualTo(relationship.endElementId());
        Change full = kept.stream()
                .filter(each -> !each.after().isEmpty())
                .findFirst()
                .orElseThrow();
        assertThat(full.changedKeys()).containsExactly("at", "on", "tags");
        assertThat(full.after().get("on")).isEqualTo(LocalDate.of(2026, 1, 2));
        assertThatThrownBy(full::startElementId).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> leaked.get().iterator().hasNext()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void manyChanges_areSeenOnceEach() {
        AtomicInteger count = new AtomicInteger();
        database.extend("x")
                .trigger("x.count", TriggerPhase.COMMITTED, Set.of("N"), Set.of(), (context, changes) -> {
                    long sum = 0;
                    for (Change each : changes) {
                        sum += (Long) each.after().get("v")
                                - (Long) each.before().getOrDefault("v", 0L);
                    }
                    count.set((int) (sum % Integer.MAX_VALUE));
                })
                .register();
        run("UNWIND range(1, 200000) AS i CREATE (:N {v: i, text: 'so that it is more than a piece ' + i})");
        assertThat(count.get()).isEqualTo((int) (200_000L * 200_001 / 2 % Integer.MAX_VALUE));
        run("MATCH (n:N) SET n.v = n.v + 1");
        assertThat(count.get()).isEqualTo(200_000);
    }

    @Test
    void inTransactions_eachCommitIsTold() {
        note(TriggerPhase.COMMITTED);
        note(TriggerPhase.STATEMENT);
        run("UNWIND range(1, 5) AS i CALL (i) { CREATE (:N {v: i}) } IN TRANSACTIONS OF 2 ROWS");
        assertThat(taken().stream().map(each -> each.substring(0, 1) + each.charAt(each.length() - 2)))
                .containsExactly("S1", "S2", "C1", "C2", "S3", "S4", "C3", "C4", "S5", "C5");
    }

    // ---------------------------------------------------------------- what it does

    @Test
    void constraint_thatRefuses_leavesNothing() {
        database.extend("people")
                .trigger("people.age", TriggerPhase.CONSTRAINT, Set.of("Person"), Set.of(), (context, changes) -> {
                    for (Change each : changes) {
                        if (each.after().get("age") instanceof Long age && age > 150) {
                            throw new RefusalException("nobody is as old as that: age=" + age);
                        }
                    }
                })
                .register();
        run("CREATE (:Person {age: 30})");
        assertThatThrownBy(() -> run("MATCH (p:Person) SET p.age = 200"))
                .isInstanceOfSatisfying(ThetisException.class, error -> {
                    assertThat(error.code()).isEqualTo(ErrorCode.TRIGGER_REFUSED);
                    assertThat(error).hasMessageContaining("people.age").hasMessageContaining("age=200");
                });
        assertThat(one("MATCH (p:Person) RETURN p.age")).isEqualTo(30L);
        try (Session session = database.session();
                Transaction transaction = session.beginTransaction()) {
            // Deferred: what is wrong in between is mended before the commit.
            transaction.run("MATCH (p:Person) SET p.age = 300");
            transaction.run("MATCH (p:Person) SET p.age = 31");
            transaction.commit();
        }
        assertThat(one("MATCH (p:Person) RETURN p.age")).isEqualTo(31L);
        try (Session session = database.session()) {
            Transaction transaction = session.beginTransaction();
            transaction.run("CREATE (:Person {age: 1000})");
            assertThatThrownBy(transaction::commit).isInstanceOf(ThetisException.class);
            transaction.close();
            assertThat(session.run("MATCH (p:Person) RETURN count(p) AS c")
                            .single()
                            .get("c"))
                    .isEqualTo(1L);
        }
        assertThat(one("SHOW TRIGGERS YIELD name, failures RETURN failures")).isEqualTo(2L);
    }

    @Test
    void commit_thatWrites_isSeenByLaterTriggersAndConstraints_andCallsNone() {
        database.extend("audit")
                .trigger("audit.a", TriggerPhase.COMMIT, Set.of("Person"), Set.of(), (context, changes) -> {
                    for (Change each : changes) {
                        context.run(
                                "MATCH (p) WHERE elementId(p) = $id CREATE (:Log {of: p.name})-[:OF]->(p)",
                                Map.of("id", each.elementId()));
                    }
                })
                .trigger(
                        "audit.b",
                        TriggerPhase.COMMIT,
                        (context, changes) -> seen.add("b " + changes.stream().count()))
                .trigger("audit.c", TriggerPhase.CONSTRAINT, Set.of("Log"), Set.of(), (context, changes) -> {
                    seen.add("c " + changes.stream().count());
                    List<Map<String, Object>> rows = context.run(
                            "MATCH (l:Log)-[:OF]->(p) RETURN count(l) AS logs, collect(p)[0] AS one", Map.of());
                    seen.add("logs " + rows.getFirst().get("logs") + " "
                            + ((Node) rows.getFirst().get("one")).labels());
                })
                .register();
        run("CREATE (:Person {name: 'Ada'}), (:Person {name: 'Charles'})");
        assertThat(taken()).containsExactly("b 6", "c 2", "logs 2 [Person]");
        assertThat(one("MATCH (l:Log)-[:OF]->(p:Person) WHERE l.of = p.name RETURN count(l)"))
                .isEqualTo(2L);
        run("CREATE (:Dog)");
        assertThat(taken()).containsExactly("b 1");
    }

    @Test
    void statement_thatWrites_isPartOfTheTransaction() {
        database.extend("x")
                .trigger(
                        "x.copy",
                        TriggerPhase.STATEMENT,
                        Set.of("A"),
                        Set.of(),
                        (context, changes) -> context.run(
                                "CREATE (:Copy {n: $n})",
                                Map.of("n", changes.stream().count())))
                .register();
        try (Session session = database.session();
                Transaction transaction = session.beginTransaction()) {
            transaction.run("UNWIND [1, 2, 3] AS i CREATE (:A {i: i})");
            assertThat(transaction
                            .run("MATCH (c:Copy) RETURN c.n AS n")
                            .single()
                            .get("n"))
                    .isEqualTo(3L);
            transaction.rollback();
        }
        assertThat(one("MATCH (n) RETURN count(n)")).isEqualTo(0L);
    }

    @Test
    void statement_thatFails_failsItsTransaction() {
        database.extend("x")
                .trigger("x.fail", TriggerPhase.STATEMENT, Set.of("Bad"), Set.of(), (context, changes) -> {
                    throw new IOException("no such place");
                })
                .register();
        try (Session session = database.session();
                Transaction transaction = session.beginTransaction()) {
            transaction.run("CREATE (:Good)");
            assertThatThrownBy(() -> transaction.run("CREATE (:Bad)"))
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.EXTENSION_FAILED))
                    .hasMessageContaining("no such place")
                    .hasCauseInstanceOf(IOException.class);
            assertThatThrownBy(transaction::commit).hasMessageContaining("has failed before");
        }
        assertThat(one("MATCH (n) RETURN count(n)")).isEqualTo(0L);
    }

    @Test
    void runOfATrigger_thatFails_failsTheTransaction_evenIfItIsSwallowed() {
        database.extend("x")
                .trigger("x.swallow", TriggerPhase.COMMIT, (context, changes) -> {
                    try {
                        context.run("CREATE (:Half) WITH 1 AS one RETURN one / 0", Map.of());
                    } catch (RuntimeException swallowed) {
                        seen.add("swallowed");
                    }
                })
                .trigger(
                        "x.write",
                        TriggerPhase.CONSTRAINT,
                        Set.of("W"),
                        Set.of(),
                        (context, changes) -> context.run("CREATE (:No)", Map.of()))
                .register();
        assertThatThrownBy(() -> run("CREATE (:A)")).isInstanceOf(ThetisException.class);
        assertThat(taken()).containsExactly("swallowed");
        database.dropExtension("x");
        database.extend("x")
                .trigger(
                        "x.write",
                        TriggerPhase.CONSTRAINT,
                        Set.of("W"),
                        Set.of(),
                        (context, changes) -> context.run("CREATE (:No)", Map.of()))
                .trigger(
                        "x.schema",
                        TriggerPhase.COMMIT,
                        Set.of("S"),
                        Set.of(),
                        (context, changes) -> context.run("CREATE INDEX FOR (n:N) ON (n.v)", Map.of()))
                .register();
        assertThatThrownBy(() -> run("CREATE (:W)")).hasMessageContaining("only reads");
        assertThatThrownBy(() -> run("CREATE (:S)")).isInstanceOf(ThetisException.class);
        assertThat(one("MATCH (n) RETURN count(n)")).isEqualTo(0L);
    }

    @Test
    void committed_mayWriteAndFail_andTheCommitHolds() {
        database.extend("x")
                .trigger("x.a", TriggerPhase.COMMITTED, Set.of("A"), Set.of(), (context, changes) -> {
                    assertThat(context.run("MATCH (a:A) RETURN count(a) AS c", Map.of())
                                    .getFirst())
                            .containsEntry("c", 1L);
                    context.run("CREATE (:After {revision: $r})", Map.of("r", context.revision()));
                    throw new IllegalStateException("too late");
                })
                .register();
        try (Session session = database.session()) {
            session.run("CREATE (:A)");
            assertThat(session.run("MATCH (a:After) RETURN a.revision AS r")
                            .single()
                            .get("r"))
                    .isEqualTo(session.lastRevision().orElseThrow());
        }
        assertThat(one("SHOW TRIGGERS YIELD lastFailure RETURN lastFailure"))
                .asString()
                .contains("too late");
    }

    @Test
    void rollback_callsNothing() {
        note(TriggerPhase.COMMIT);
        note(TriggerPhase.COMMITTED);
        try (Session session = database.session();
                Transaction transaction = session.beginTransaction()) {
            transaction.run("CREATE (:A)");
            transaction.rollback();
        }
        assertThat(taken()).isEmpty();
    }

    @Test
    void transaction_canBeEndedByOthers_whileATriggerRuns() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        database.extend("x")
                .trigger("x.wait", TriggerPhase.COMMIT, (context, changes) -> {
                    begun.countDown();
                    while (true) {
                        context.checkpoint();
                        Thread.sleep(1);
                    }
                })
                .register();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread writer = Thread.ofPlatform().start(() -> {
            try (Session session = database.session();
                    Transaction transaction = session.beginTransaction()) {
                transaction.run("CREATE (:A)");
                transaction.commit();
            } catch (ThetisException thrown) {
                failure.set(thrown);
            }
        });
        begun.await();
        String id = (String) one("SHOW TRANSACTIONS YIELD transactionId, status WHERE status = 'Running'"
                + " RETURN transactionId LIMIT 1");
        run("TERMINATE TRANSACTIONS '" + id + "'");
        writer.join();
        assertThat(failure.get())
                .isInstanceOfSatisfying(
                        ThetisException.class,
                        error -> assertThat(error.code()).isEqualTo(ErrorCode.TRANSACTION_TERMINATED));
        database.dropExtension("x");
        assertThat(one("MATCH (n) RETURN count(n)")).isEqualTo(0L);
        run("CREATE (:A)");
    }

    @Test
    void counters_keptByTriggersOfManyWriters_areRight() throws Exception {
        run("CREATE (:Counter {n: 0})");
        database.extend("x")
                .trigger(
                        "x.count",
                        TriggerPhase.COMMIT,
                        Set.of("N"),
                        Set.of(),
                        (context, changes) -> context.run(
                                "MATCH (c:Counter) SET c.n = c.n + $n",
                                Map.of("n", changes.stream().count())))
                .register();
        List<Thread> writers = new ArrayList<>();
        for (int writer = 0; writer < 4; writer++) {
            writers.add(Thread.ofPlatform().start(() -> {
                try (Session session = database.session()) {
                    for (int index = 0; index < 50; index++) {
                        session.executeWrite(
                                context -> context.run("CREATE (:N), (:N)").consume());
                    }
                }
            }));
        }
        for (Thread each : writers) {
            each.join();
        }
        assertThat(one("MATCH (n:N) RETURN count(n)")).isEqualTo(400L);
        assertThat(one("MATCH (c:Counter) RETURN c.n")).isEqualTo(400L);
    }

    @Test
    void registration_ofWhatIsNoTrigger_isRefused() {
        assertThatThrownBy(() -> database.extend("x")
                        .trigger("noNamespace", TriggerPhase.COMMIT, (context, changes) -> {})
                        .register())
                .hasMessageContaining("namespace");
        note(TriggerPhase.COMMIT);
        assertThatThrownBy(() -> database.extend("other")
                        .trigger("note.commit", TriggerPhase.COMMITTED, (context, changes) -> {})
                        .register())
                .hasMessageContaining("there is something of that name");
        assertThat(one("SHOW TRIGGERS YIELD name, extension, phase, labels RETURN name + extension + phase"))
                .isEqualTo("note.commitnoteCOMMITCOMMIT");
    }
}
