package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.io.memory.MemoryReport.Holder;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.io.simulated.TemporaryFaults.Operation;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Goal: whatever goes wrong while whatever keeps rows has them on disk, the statement ends with a clear error, nothing
 * of it is left in memory, on disk or in the graph, and others do not notice. Method: each breaker is run once for each
 * kind of fault and some of the moments at which it can come, on a simulated file system; at the moment of the fault
 * another session reads and writes.
 */
@Timeout(300)
final class SpillFaultsTest {
    private static final int NODES = 3_000;
    private static final int MOMENTS = 5;

    /** Every node has a text of its own, one of 1,000 keys, and one of 30 groups. */
    private static final String FILL = "UNWIND range(1, " + NODES + ") AS x"
            + " CREATE (:N {x: x, k: x * 7919 % 1000, g: x % 30, s: 'a text that is not short ' + x * 7919 % 10007})";

    /** What keeps rows, by a statement that makes it spill. */
    enum Breaker {
        SORT("MATCH (n:N) RETURN n.x AS x, n.s AS s ORDER BY s"),
        TOP_K("MATCH (n:N) RETURN n.x AS x, n.s AS s ORDER BY s DESC LIMIT 2500"),
        GROUP("MATCH (n:N) RETURN n.s AS s, count(*) AS c, sum(n.x) AS x, max(n.s) AS m"),
        DISTINCT("MATCH (n:N) RETURN DISTINCT n.s AS s, n.k AS k"),
        COUNT_DISTINCT("MATCH (m:N), (n:N) WHERE m.x < 10 RETURN count(DISTINCT n.s) AS c"),
        JOIN("MATCH (a:N), (b:N) WHERE a.k = b.k AND a.x < b.x RETURN a.s AS s, b.x AS x"),
        LISTS("MATCH (n:N) RETURN n.k AS k, n.g AS g, collect(n.s) AS l, collect(DISTINCT n.x) AS d"),
        LONG_LISTS("MATCH (m:N), (n:N) WHERE m.x < 20 RETURN n.g % 2 AS k, size(collect(n.s + m.x) + [1]) AS l,"
                + " count(DISTINCT n.s + m.x) AS c, percentileDisc(n.x, 0.5) AS p"),
        COLLECTED("UNWIND range(0, 5) AS g WITH g, COLLECT { MATCH (n:N {g: g}) RETURN n.s ORDER BY n.x } AS l"
                + " RETURN g, size(l) AS s, l[3] AS a"),
        UNION("MATCH (n:N) RETURN n.s AS s UNION MATCH (n:N) RETURN n.s + n.g AS s"),
        GATHERED_ROWS("MATCH (n:N) SET n.y = n.s + 1 WITH n.x AS x, n.y AS y RETURN count(x) AS c, min(y) AS y"),
        MERGED_ROWS("MATCH (n:N) MERGE (m:M {k: n.k}) ON CREATE SET m.s = n.s RETURN count(m) AS c"),
        WRITTEN_RESULT("MATCH (n:N) SET n.y = 1 RETURN n, n.s AS s"),
        CALLS("MATCH (n:N) CALL (n) { SET n.y = 2 RETURN n.s + 2 AS t } RETURN n.x AS x, t"),
        SHORTEST_PATHS("MATCH (r:Root), (n:N {x: 7}) MATCH p = shortestPath((r)-[:R*]->(n)) RETURN length(p) AS l"),
        ENDS("MATCH (r:Root)-[:R*1..3]->(n) WHERE n <> r RETURN count(DISTINCT n) AS c"),
        UNREAD_ROWS("MATCH (n:N) RETURN n, n.s AS s", "MATCH (n:N) SET n.s = 'other'");

        @SuppressWarnings("ImmutableEnumChecker") // It is a copy that cannot be changed.
        private final List<String> statements;

        Breaker(String... statements) {
            this.statements = List.of(statements);
        }

        /** Runs the statements in a transaction that is taken back: what the first one gives. */
        List<Map<String, Object>> rows(Session session) {
            try (Transaction transaction = session.beginTransaction()) {
                List<Result> results = statements.stream().map(transaction::run).toList();
                return results.getFirst().stream()
                        .map(row -> Map.copyOf(row.asMap()))
                        .sorted(Comparator.comparing(Map::toString))
                        .toList();
            }
        }

        /** The same in transactions of their own. */
        void runAlone(Session session) {
            session.run(statements.getLast()).list();
        }
    }

    /** What goes wrong, and what the user hears of it. */
    enum Fault {
        NO_FILE(Operation.CREATE, ErrorCode.DISK_FULL),
        NOT_ALLOWED(Operation.CREATE, ErrorCode.IO_FAILED),
        FULL_DISK(Operation.WRITE, ErrorCode.DISK_FULL),
        FAILED_WRITE(Operation.WRITE, ErrorCode.IO_FAILED),
        NO_MEMORY_TO_WRITE(Operation.WRITE, ErrorCode.MEMORY_EXHAUSTED),
        FAILED_MAP(Operation.MAP, ErrorCode.IO_FAILED),
        NO_MEMORY_TO_MAP(Operation.MAP, ErrorCode.MEMORY_EXHAUSTED),
        FAILED_READ(Operation.READ, ErrorCode.IO_FAILED),
        NO_MEMORY_TO_READ(Operation.READ, ErrorCode.MEMORY_EXHAUSTED);

        private final Operation operation;
        private final ErrorCode code;

        Fault(Operation operation, ErrorCode code) {
            this.operation = operation;
            this.code = code;
        }

        void happen() {
            if (code == ErrorCode.MEMORY_EXHAUSTED) {
                throw new OutOfMemoryError("injected");
            }
            throw new ThetisException(code, "injected: " + this);
        }
    }

    private final SimulatedFileSystem fileSystem = new SimulatedFileSystem();
    private Database database;
    private Session session;
    private Session other;
    private long others;

    @BeforeEach
    void open() {
        fileSystem.createDirectories(Path.of("/simulated"));
        StoreOptions store = StoreOptions.byDefault()
                .withFileSystem(fileSystem)
                .withMemory(MemoryBudget.ofBytes(64L << 20))
                .withCheckpointBytes(Long.MAX_VALUE);
        database = Database.create(
                Path.of("/simulated/db"),
                DatabaseOptions.byDefault()
                        .withThreadCount(2)
                        .withBatchRows(256)
                        .withQueryMemoryBytes(1 << 20)
                        .withEngineVariant("share-bytes=20000")
                        .withStore(store));
        session = database.session();
        other = database.session();
        session.run("CREATE INDEX FOR (m:M) ON (m.k)").consume();
        session.run(FILL).consume();
        session.run("CREATE (r:Root) WITH r MATCH (n:N) CREATE (r)-[:R]->(n)").consume();
        database.checkpoint();
    }

    @AfterEach
    void close() {
        database.close();
        assertThat(fileSystem.temporaries().openCount()).isZero();
    }

    @ParameterizedTest
    @EnumSource(Breaker.class)
    void aFaultAtAnyMoment_endsTheStatement_andNothingElse(Breaker breaker) {
        Map<Operation, Integer> counts = counts(breaker);
        List<Map<String, Object>> expected = breaker.rows(session);
        assertThat(counts.get(Operation.WRITE)).as("it spills").isPositive();
        for (Fault fault : Fault.values()) {
            int count = counts.getOrDefault(fault.operation, 0);
            TreeSet<Integer> moments = new TreeSet<>();
            for (int number = 0; number < Math.min(MOMENTS, count); number++) {
                moments.add(1 + (int) ((long) number * (count - 1) / Math.max(1, Math.min(MOMENTS, count) - 1)));
            }
            for (int moment : moments) {
                fail(breaker, fault, moment, expected);
            }
        }
    }

    private Map<Operation, Integer> counts(Breaker breaker) {
        Map<Operation, Integer> counts = new EnumMap<>(Operation.class);
        fileSystem.temporaries().before(operation -> {
            synchronized (counts) {
                counts.merge(operation, 1, Integer::sum);
            }
        });
        breaker.rows(session);
        fileSystem.temporaries().before(_ -> {});
        return counts;
    }

    private void fail(Breaker breaker, Fault fault, int moment, List<Map<String, Object>> expected) {
        String what = "breaker=" + breaker + ", fault=" + fault + ", moment=" + moment;
        long heldBytes = queryBytes();
        Optional<List<Map<String, Object>>> rows = failing(what, fault, moment, () -> breaker.rows(session));
        rows.ifPresent(found -> assertThat(found).as(what).isEqualTo(expected));
        assertNothingIsLeft(what, heldBytes);
        failing(what, fault, moment, () -> {
            breaker.runAlone(session);
            return List.of();
        });
        assertNothingIsLeft(what + ", alone", heldBytes);
        assertThat(breaker.rows(session)).as(what).hasSameSizeAs(expected);
        assertNothingIsLeft(what + ", afterwards", heldBytes);
    }

    /** Its rows; empty if the fault has come, as it does from a moment on. */
    private <T> Optional<T> failing(String what, Fault fault, int moment, Supplier<T> work) {
        AtomicInteger passed = new AtomicInteger();
        AtomicBoolean visited = new AtomicBoolean();
        List<Throwable> problems = new ArrayList<>();
        fileSystem.temporaries().before(operation -> {
            if (operation == fault.operation && passed.incrementAndGet() >= moment) {
                if (visited.compareAndSet(false, true)) {
                    Throwable problem = catchThrowable(this::visit);
                    if (problem != null) {
                        problems.add(problem);
                    }
                }
                fault.happen();
            }
        });
        try {
            T result = work.get();
            assertThat(visited).as(what + ": a fault that nobody was told of").isFalse();
            return Optional.of(result);
        } catch (ThetisException told) {
            assertThat(told.code()).as("%s: %s", what, told).isEqualTo(fault.code);
            return Optional.empty();
        } finally {
            fileSystem.temporaries().before(_ -> {});
            assertThat(problems).as(what + ", of another session").isEmpty();
        }
    }

    /** What another session does meanwhile. */
    private void visit() {
        other.run("CREATE (:Other)").consume();
        others++;
        assertThat(other.run("MATCH (o:Other) RETURN count(*) AS c").single().getLong("c"))
                .isEqualTo(others);
        assertThat(other.run("MATCH (n:N) RETURN sum(n.x) AS c").single().getLong("c"))
                .isEqualTo(NODES * (NODES + 1L) / 2);
    }

    private static void assertCode(ErrorCode code, ThrowingCallable call) {
        assertThat(catchThrowableOfType(ThetisException.class, call))
                .isNotNull()
                .extracting(ThetisException::code)
                .isEqualTo(code);
    }

    private void failFrom(Operation operation, int moment, Fault fault) {
        AtomicInteger passed = new AtomicInteger();
        fileSystem.temporaries().before(asked -> {
            if (asked == operation && passed.incrementAndGet() == moment) {
                fault.happen();
            }
        });
    }

    /** Rows behind those that could not be read would be taken for the next ones. */
    @Test
    void rowsThatCannotBeReadAgain_endTheirResult() {
        for (int moment = 1; moment <= 2; moment++) {
            Result result = session.run("MATCH (n:N) SET n.y = 1 RETURN n.s AS s, n AS n");
            failFrom(Operation.READ, moment, Fault.FAILED_READ);
            assertCode(ErrorCode.IO_FAILED, result::list);
            assertCode(ErrorCode.CLOSED, result::hasNext);
            assertThat(fileSystem.temporaries().openCount()).isZero();
        }
    }

    @Test
    void rowsThatCannotBeKept_endTheirResult() {
        try (Transaction transaction = session.beginTransaction()) {
            Result unread = transaction.run("MATCH (n:N) RETURN n.s AS s, n AS n");
            failFrom(Operation.WRITE, 1, Fault.FULL_DISK);
            assertCode(ErrorCode.DISK_FULL, () -> transaction.run("MATCH (n:N) SET n.y = 1"));
            assertCode(ErrorCode.CLOSED, unread::hasNext);
            assertCode(ErrorCode.TRANSACTION_ENDED, () -> transaction.run("RETURN 1"));
        }
    }

    @Test
    void aStatementThatCannotBeCommitted_leavesNoRows() {
        session.run("CREATE CONSTRAINT FOR (u:U) REQUIRE u.x IS UNIQUE").consume();
        for (int round = 0; round < 3; round++) {
            assertCode(
                    ErrorCode.CONSTRAINT_VIOLATED,
                    () -> session.run("MATCH (n:N) CREATE (u:U {x: n.x / 2}) RETURN u, n.s AS s"));
            assertThat(fileSystem.temporaries().openCount()).isZero();
        }
    }

    private long queryBytes() {
        return database.memory().holders().stream()
                .filter(holder ->
                        holder.name().equals("queries") || holder.name().equals("searches"))
                .mapToLong(Holder::usedBytes)
                .sum();
    }

    private void assertNothingIsLeft(String what, long heldBytes) {
        assertThat(fileSystem.temporaries().openCount())
                .as("files left: " + what)
                .isZero();
        assertThat(queryBytes()).as("memory left: " + what).isEqualTo(heldBytes);
        assertThat(session.run("MATCH (n:N) RETURN count(n.y) AS y, count(n) AS n")
                        .single()
                        .asMap())
                .as(what)
                .containsEntry("n", (long) NODES);
    }
}
