package org.thetisdb.extending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Record;
import org.thetisdb.Result;
import org.thetisdb.Session;
import org.thetisdb.Transaction;
import org.thetisdb.extension.TriggerPhase;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Goal: statements of procedures belong to the statement that calls: they see what it sees, write where it writes, end
 * when it ends, and fail with names. Method: by examples, over a tiny graph.
 */
final class ProcedureStatementsTest {
    @TempDir
    private Path folder;

    private Database database;
    private Session session;

    private static DatabaseOptions options() {
        return DatabaseOptions.byDefault().withDurability(Durability.OFF).withThreadCount(2);
    }

    @BeforeEach
    void open() {
        database = Database.create(folder.resolve("db"), options());
        session = database.session();
        register(database);
        session.run("CREATE (:Person {name: 'Ada'}), (:Person {name: 'Bob'}), (:Person {name: 'Cleo'})")
                .consume();
    }

    private static void register(Database database) {
        database.extend("statements")
                .classes(SampleStatements.class, SampleFunctions.class)
                .register();
    }

    @AfterEach
    void close() {
        session.close();
        database.close();
    }

    private List<Object> all(String statement) {
        return values(session.run(statement));
    }

    private static List<Object> values(Result of) {
        List<Object> values = new ArrayList<>();
        try (Result result = of) {
            for (Record row : result) {
                values.add(row.asMap().values().iterator().next());
            }
        }
        return values;
    }

    private static ThetisException failure(ThrowingCallable work) {
        return org.assertj.core.api.Assertions.catchThrowableOfType(ThetisException.class, work);
    }

    @Test
    void read_seesWhatItsCallerSees() {
        assertThat(all("CALL statements.read('MATCH (p:Person) RETURN p.name AS n ORDER BY n')"))
                .containsExactly("Ada", "Bob", "Cleo");
        assertThat(all("MATCH (p:Person) CALL statements.stream("
                        + "'MATCH (q:Person) WHERE q.name < $p RETURN q.name AS n',"
                        + " p.name) YIELD value RETURN p.name + value AS pair ORDER BY pair"))
                .containsExactly("BobAda", "CleoAda", "CleoBob");
        try (Transaction transaction = session.beginTransaction()) {
            transaction.run("CREATE (:Person {name: 'Dan'})").consume();
            assertThat(values(transaction.run("CALL statements.read('MATCH (p:Person) RETURN count(p) AS c')")))
                    .containsExactly(4L);
            assertThat(all2("CALL statements.read('MATCH (p:Person) RETURN count(p) AS c')"))
                    .containsExactly(3L);
        }
        long revision = database.revision();
        session.run("CREATE (:Person {name: 'Eve'})").consume();
        assertThat(all("USE revision(" + revision
                        + ") CALL statements.read('MATCH (p:Person) RETURN count(p) AS c') YIELD value RETURN value"))
                .containsExactly(3L);
        assertThat(all("CALL statements.read('RETURN datetime() AS t') YIELD value RETURN value = datetime() AS same"))
                .containsExactly(true);
    }

    /** In a session of its own. */
    private List<Object> all2(String statement) {
        try (Session other = database.session()) {
            return values(other.run(statement));
        }
    }

    @Test
    void read_onManyThreadsAndOfManyRows_givesAll() {
        session.run("UNWIND range(1, 200000) AS x CREATE (:Item {x: x})").consume();
        assertThat(all("CALL statements.stream('MATCH (i:Item) RETURN i.x AS x', 0) YIELD value"
                        + " RETURN sum(value) AS s"))
                .containsExactly(200_000L * 200_001 / 2);
        assertThat(all("MATCH (i:Item) WHERE i.x % 20 = 0 CALL statements.stream('RETURN $p + 1 AS y', i.x) YIELD value"
                        + " RETURN sum(value - i.x) AS s"))
                .containsExactly(10_000L);
        assertThat(all("CALL statements.stream('MATCH (i:Item) RETURN i.x AS x', 0) YIELD value RETURN 1 LIMIT 3"))
                .hasSize(3);
        ThetisException tooMany = failure(() -> all("CALL statements.read('MATCH (i:Item) RETURN i')"));
        assertThat(tooMany.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED);
        assertThat(tooMany).hasMessageContaining("name=statements.read").hasMessageContaining("rowsMax=100000");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CALL statements.read('CREATE (:A)') | READ_ONLY_TRANSACTION | writes = true",
                "CALL statements.read('CALL statements.write(\"CREATE (:A)\")') | READ_ONLY_TRANSACTION | only reads",
                "CALL statements.read('MATCH (') | SYNTAX | name=statements.read, line=1, column=8",
                "CALL statements.read('RETURN 1 / 0 AS x') | DIVISION_BY_ZERO | name=statements.read, line=1, column=",
                "CALL statements.read('USE revision(1) RETURN 1') | USAGE | sees what its caller sees",
                "CALL statements.write('CREATE INDEX FOR (a:A) ON (a.x)') | USAGE | commits by itself",
                "CALL statements.write('CALL { CREATE (:A) } IN TRANSACTIONS') | USAGE | commits by itself",
                "CALL statements.streamWhileWriting() | USAGE | name=statements.streamWhileWriting",
                "CALL statements.elsewhere() | EXTENSION_FAILED | belongs to the thread that calls",
                "CALL statements.down(17) | LIMIT_EXCEEDED | depthMax=16",
                "RETURN EXISTS { CALL statements.write('x') YIELD value RETURN value } AS e | SYNTAX | only reads",
            })
    void statement_thatMayNotRun_isAnErrorWithNames(String statement, ErrorCode code, String message) {
        ThetisException error = failure(() -> all(statement));
        assertThat(error.code()).isEqualTo(code);
        assertThat(error).hasMessageContaining(message);
        assertThat(all("MATCH (n) RETURN count(n) AS c")).containsExactly(3L);
    }

    @Test
    void error_hasThePlaceOfTheCallAndThatInTheStatement() {
        ThetisException error = failure(() ->
                all("MATCH (p:Person)\n CALL statements.read('RETURN\n 1 / 0 AS x')" + " YIELD value RETURN value"));
        assertThat(error.position().orElseThrow().line()).isEqualTo(2);
        assertThat(error)
                .hasMessageContaining("a statement of an extension has failed: name=statements.read, line=2, column=")
                .hasMessageContaining("division by zero")
                .hasCauseInstanceOf(ThetisException.class);
    }

    @Test
    void write_isPartOfTheStatementThatCalls() {
        Result made =
                session.run("CALL statements.write('UNWIND range(1, 3) AS x CREATE (a:A {x: x}) RETURN a.x AS x')");
        assertThat(values(made)).containsExactly(1L, 2L, 3L);
        assertThat(made.summary().counters().nodesCreated()).isEqualTo(3);
        session.run("MATCH (p:Person) CALL statements.touch(p, 2)").consume();
        session.run("MATCH (p:Person) CALL statements.touch(p, 1) WITH p CALL statements.touch(p, 1)")
                .consume();
        assertThat(all("MATCH (p:Person) RETURN p.touched AS t")).containsExactly(4L, 4L, 4L);
        assertThat(all("MATCH (p:Person {name: 'Ada'}) CALL statements.touch(p, 10) RETURN p.touched AS t"))
                .containsExactly(14L);
        assertThat(all("UNWIND [1, 2, 3] AS x CALL statements.write('MERGE (c:Count) SET c.n = coalesce(c.n, 0) + 1"
                        + " RETURN c.n AS n') YIELD value RETURN value"))
                .containsExactly(1L, 2L, 3L);
        assertThat(all("CALL statements.streamOfWrites()")).containsExactly(5L);
        assertThat(all("OPTIONAL CALL statements.write('MATCH (n:None) DELETE n RETURN 1 AS x') YIELD value"
                        + " RETURN value"))
                .containsExactly((Object) null);
    }

    @Test
    void write_inTransactionsOfTheCaller_isCommittedWithThem() {
        long before = database.revision();
        session.run("UNWIND range(1, 10) AS x CALL (x) { CALL statements.write('CREATE (:B) RETURN 1 AS x')"
                        + " YIELD value RETURN value } IN TRANSACTIONS OF 3 ROWS RETURN count(*) AS c")
                .consume();
        assertThat(database.revision()).isEqualTo(before + 4);
        assertThat(all("MATCH (b:B) RETURN count(b) AS c")).containsExactly(10L);
    }

    @Test
    void write_inATransaction_goesWithIt() {
        try (Transaction transaction = session.beginTransaction()) {
            transaction
                    .run("CALL statements.write('CREATE (:A) RETURN 1 AS x')")
                    .consume();
            assertThat(values(transaction.run("MATCH (a:A) RETURN count(a) AS c")))
                    .containsExactly(1L);
            transaction.rollback();
        }
        assertThat(all("MATCH (a:A) RETURN count(a) AS c")).containsExactly(0L);
        ThetisException gone = failure(() -> all("MATCH (p:Person {name: 'Ada'})"
                + " CALL statements.write('MATCH (p:Person) DELETE p RETURN 1 AS x') YIELD value RETURN p.name AS n"));
        assertThat(gone.code()).isEqualTo(ErrorCode.ENTITY_DELETED);
        assertThat(all("MATCH (p:Person) RETURN count(p) AS c")).containsExactly(3L);
    }

    @Test
    void write_thatFails_failsTheCallEvenIfItIsForgiven() {
        session.run("CREATE CONSTRAINT FOR (p:Person) REQUIRE p.name IS UNIQUE").consume();
        assertThat(all("CALL statements.forgive('RETURN 1 / 0 AS x')")).containsExactly("forgiven: DIVISION_BY_ZERO");
        ThetisException error = failure(
                () -> all("CALL statements.forgive('UNWIND [1, 0] AS x CREATE (:A {x: 1 / x}) RETURN 1 AS y')"));
        assertThat(error.code()).isEqualTo(ErrorCode.DIVISION_BY_ZERO);
        assertThat(error).hasMessageContaining("name=statements.forgive");
        assertThat(all("MATCH (a:A) RETURN count(a) AS c")).containsExactly(0L);
        assertThat(failure(() -> all("CALL statements.write('CREATE (:Person {name: \"Ada\"}) RETURN 1 AS x')"))
                        .code())
                .isEqualTo(ErrorCode.CONSTRAINT_VIOLATED);
    }

    @Test
    void write_isExplainedProfiledAndRefusedLikeAnyOther() {
        String statement = "CALL statements.write('CREATE (:A) RETURN 1 AS x')";
        assertThat(plan("EXPLAIN " + statement)).contains("ApplyWrites", "ProcedureCall  statements.write(");
        assertThat(all("MATCH (a:A) RETURN count(a) AS c")).containsExactly(0L);
        assertThat(plan("PROFILE " + statement)).contains("ProcedureCall");
        assertThat(all("MATCH (a:A) RETURN count(a) AS c")).containsExactly(1L);
        assertThat(failure(() -> all("USE revision(" + database.revision() + ") " + statement)))
                .isNotNull();
        session.close();
        database.close();
        database = Database.open(folder.resolve("db"), options().asReadOnly());
        session = database.session();
        register(database);
        assertThat(failure(() -> all(statement)).code()).isEqualTo(ErrorCode.STORE_READ_ONLY);
        assertThat(all("CALL statements.read('MATCH (p:Person) RETURN count(p) AS c')"))
                .containsExactly(3L);
    }

    private String plan(String statement) {
        try (Result result = session.run(statement)) {
            result.consume();
            return result.plan().orElseThrow();
        }
    }

    @Test
    void write_callsTriggers() {
        List<String> seen = new CopyOnWriteArrayList<>();
        database.extend("seeing")
                .trigger(
                        "seeing.all",
                        TriggerPhase.STATEMENT,
                        (context, changes) ->
                                changes.forEach(each -> seen.add(each.labels().toString())))
                .register();
        session.run("CALL statements.write('CREATE (:A) RETURN 1 AS x')").consume();
        assertThat(seen).containsExactly("[A]");
    }

    @Test
    void statement_endsWithItsCaller() {
        String endless = "UNWIND range(1, 1000000) AS x UNWIND range(1, 1000000) AS y RETURN max(x * y) AS m";
        try (Database limited =
                        Database.create(folder.resolve("limited"), options().withQueryTimeout(Duration.ofMillis(300)));
                Session one = limited.session()) {
            register(limited);
            ThetisException error = failure(() -> values(one.run("CALL statements.read('" + endless + "')")));
            assertThat(error.code()).isEqualTo(ErrorCode.QUERY_TIMED_OUT);
            assertThat(values(one.run("CALL statements.read('RETURN 1 AS x')"))).containsExactly(1L);
        }
        try (Transaction transaction = session.beginTransaction()) {
            Thread canceller = Thread.ofPlatform().start(() -> {
                try {
                    Thread.sleep(300);
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                }
                session.cancel();
            });
            assertThatThrownBy(() -> values(transaction.run("CALL statements.write('" + endless + "')")))
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            error -> assertThat(error.code())
                                    .isIn(ErrorCode.QUERY_CANCELLED, ErrorCode.TRANSACTION_TERMINATED));
            canceller.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void context_thatIsKept_isNoUse() {
        SampleStatements.KEPT.set(null);
        assertThat(all("CALL statements.keep()")).isEmpty();
        ThetisException error = failure(() -> all("CALL statements.keep()"));
        assertThat(error.code()).isEqualTo(ErrorCode.EXTENSION_FAILED);
        assertThat(error).hasMessageContaining("the call has ended").hasMessageContaining("name=statements.keep");
        SampleStatements.KEPT.set(null);
    }

    @Test
    void procedures_withinEachOther_reachTheirLimit() {
        assertThat(all("CALL statements.down(16)")).containsExactly("ground");
        ThetisException error = failure(() -> all("CALL statements.down(100)"));
        assertThat(error.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED);
        assertThat(error.getMessage().split("a statement of an extension has failed"))
                .hasSize(2);
    }

    @Test
    void proceduresThatWrite_areListedAsSuch() {
        assertThat(all("SHOW PROCEDURES YIELD name, mode WHERE name IN ['statements.read', 'statements.write']"
                        + " RETURN name + ' ' + mode"))
                .containsExactly("statements.read READ", "statements.write WRITE");
    }

    @Test
    void statements_areNotTheExtensionsWork() {
        String slow = "UNWIND range(1, 3000000) AS x RETURN sum(x % 7) AS s";
        long start = System.nanoTime();
        all("CALL statements.read('" + slow + "')");
        double taken = (System.nanoTime() - start) / 1e6;
        Map<String, Object> row = session.run("SHOW EXTENSIONS").single().asMap();
        assertThat((Double) row.get("milliseconds")).isLessThan(taken / 2);
    }

    @Test
    void jarOfPureCode_runsStatements() {
        Path jar = TestJar.of(folder.resolve("graph.jar"), "org.example.Graph", """
                package org.example;
                import java.util.*;
                import java.util.stream.*;
                import org.thetisdb.extension.*;
                public final class Graph {
                    public record Row(String name) {}
                    @TableProcedure(name = "graph.names")
                    public static Stream<Row> names(StatementContext context, String label) {
                        return context.stream("MATCH (n) WHERE $label IN labels(n) RETURN n.name AS name ORDER BY name",
                                        Map.of("label", label))
                                .map(row -> new Row((String) row.get("name")));
                    }
                    @TableProcedure(name = "graph.add", writes = true)
                    public static void add(StatementContext context, String name) {
                        context.run("CREATE (:Person {name: $name})", Map.of("name", name));
                    }
                }
                """);
        Path place = folder.resolve("with jar");
        try (Database other = Database.create(place, options().withFilesIn(folder));
                Session one = other.session()) {
            one.run("CREATE EXTENSION graph FROM '" + jar + "'").consume();
            one.run("CALL graph.add('Ada')").consume();
            one.run("CALL graph.add('Bob')").consume();
            assertThat(values(one.run("CALL graph.names('Person')"))).containsExactly("Ada", "Bob");
        }
    }
}
