package org.thetisdb.extending;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Session;

/**
 * Goal: extensions that were replaced or dropped go for good, and statements that run meanwhile end with what they
 * began with. Method: two versions that take turns while others call them; then no class loader and no thread is left.
 */
final class UnloadingTest {
    @TempDir
    private Path folder;

    private Path jar(int version) {
        return TestJar.of(
                folder.resolve("v" + version + ".jar"), "org.example.Versions", """
                package org.example;
                import org.thetisdb.extension.*;
                public final class Versions {
                    static {
                        org.thetisdb.extending.LoaderProbe.note(Versions.class.getClassLoader());
                    }
                    @ScalarFunction(name = "versions.number", deterministic = false)
                    public static long number(long row) {
                        return %d;
                    }
                    @Trigger(name = "versions.seen", phase = TriggerPhase.COMMIT)
                    public static void seen(TriggerContext context, Changes changes) {
                        context.run("CREATE (:Seen {version: %d})", java.util.Map.of());
                    }
                    @Listener(name = "versions.heard", events = DatabaseEvent.ExtensionChanged.class)
                    public static void heard(ListenerContext context, DatabaseEvent event) {
                        context.run("MATCH (h:Heard) SET h.times = h.times + 1", java.util.Map.of());
                    }
                    @AggregateFunction(name = "versions.count")
                    public static final class Count implements Aggregate<Count> {
                        private long count;
                        public void add(long row) {
                            count++;
                        }
                        @Override
                        public void merge(Count other) {
                            count += other.count;
                        }
                        @Override
                        public Long result() {
                            return count;
                        }
                    }
                }
                """.formatted(version, version));
    }

    @Test
    void deployments_thatAreReplaced_areCollected() throws Exception {
        replace(100);
    }

    @Test
    @Tag("long")
    void thousandDeployments_areCollected() throws Exception {
        replace(1000);
    }

    /** Statements that begin while one is replaced do not bring the former one back. */
    @Test
    void update_isSeenByAllLaterStatements() throws Exception {
        List<Path> jars = Stream.of(1, 2).map(this::jar).toList();
        DatabaseOptions options = DatabaseOptions.byDefault()
                .withDurability(Durability.OFF)
                .withThreadCount(1)
                .withTrustedExtensions(true);
        try (Database database = Database.create(folder.resolve("later"), options)) {
            run(database, "CREATE EXTENSION versions FROM '" + jars.get(0) + "' WITH TRUST");
            AtomicBoolean ends = new AtomicBoolean();
            try (ExecutorService others = Executors.newFixedThreadPool(48)) {
                for (int other = 0; other < 48; other++) {
                    others.execute(() -> {
                        while (!ends.get()) {
                            run(database, "RETURN 1");
                        }
                    });
                }
                try {
                    for (int time = 1; time <= 60; time++) {
                        run(database, "ALTER EXTENSION versions UPDATE FROM '" + jars.get(time % 2) + "' WITH TRUST");
                        for (int call = 0; call < 3; call++) {
                            assertThat(number(database, 1)).isEqualTo(List.of((long) time % 2 + 1));
                        }
                    }
                } finally {
                    ends.set(true);
                }
            }
        }
    }

    private void replace(int times) throws Exception {
        List<Path> jars = Stream.of(1, 2).map(this::jar).toList();
        int threads = ManagementFactory.getThreadMXBean().getThreadCount();
        int before = LoaderProbe.count();
        DatabaseOptions options = DatabaseOptions.byDefault()
                .withDurability(Durability.OFF)
                .withThreadCount(2)
                .withTrustedExtensions(true);
        try (Database database = Database.create(folder.resolve("db" + times), options)) {
            run(database, "CREATE (:Heard {times: 0})");
            run(database, "CREATE EXTENSION versions FROM '" + jars.get(0) + "' WITH TRUST");
            AtomicBoolean ends = new AtomicBoolean();
            try (ExecutorService callers = Executors.newFixedThreadPool(2)) {
                List<Future<Long>> called =
                        List.of(callers.submit(calls(database, ends)), callers.submit(calls(database, ends)));
                try {
                    for (int time = 1; time <= times; time++) {
                        run(database, "ALTER EXTENSION versions UPDATE FROM '" + jars.get(time % 2) + "' WITH TRUST");
                        assertThat(number(database, 1)).isEqualTo(List.of((long) time % 2 + 1));
                    }
                } finally {
                    ends.set(true);
                }
                for (Future<Long> each : called) {
                    assertThat(each.get()).isPositive();
                }
            }
            assertThat(one(database, "MATCH (s:Seen) RETURN count(s) AS n"))
                    .isPositive()
                    .isEqualTo(one(database, "MATCH (n:Node) RETURN count(n) AS n"));
            assertThat(one(database, "MATCH (h:Heard) RETURN h.times AS n")).isPositive();
            run(database, "DROP EXTENSION versions");
            assertThat(LoaderProbe.count() - before).isGreaterThan(times);
            for (int turn = 0; turn < 20 && LoaderProbe.left() > 0; turn++) {
                System.gc();
                run(database, "RETURN " + turn);
            }
            assertThat(LoaderProbe.left()).isZero();
        }
        assertThat(ManagementFactory.getThreadMXBean().getThreadCount()).isLessThanOrEqualTo(threads + 1);
    }

    /** A statement sees one version from its beginning to its end. */
    private static Callable<Long> calls(Database database, AtomicBoolean ends) {
        return () -> {
            long calls = 0;
            while (!ends.get()) {
                assertThat(number(database, 5000)).hasSize(1);
                run(database, "CREATE (:Node)");
                calls++;
            }
            return calls;
        };
    }

    private static List<Long> number(Database database, int rows) {
        try (Session session = database.session()) {
            return session
                    .run("UNWIND range(1, " + rows
                            + ") AS x WITH versions.number(x) AS n, versions.count(x) AS c RETURN n")
                    .list()
                    .stream()
                    .map(row -> row.getLong("n"))
                    .toList();
        }
    }

    private static long one(Database database, String statement) {
        try (Session session = database.session()) {
            return session.run(statement).single().getLong("n");
        }
    }

    private static void run(Database database, String statement) {
        try (Session session = database.session()) {
            session.run(statement).consume();
        }
    }
}
