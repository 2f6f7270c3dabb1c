package org.thetisdb.extending;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Session;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Goal: listeners of the database hear after restarts, go with their extension, and do no harm when they are hostile.
 * Method: jars that are compiled here.
 */
@Timeout(value = 90, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ListenerDeploymentTest {
    @TempDir
    private Path folder;

    private static DatabaseOptions options() {
        return DatabaseOptions.byDefault()
                .withDurability(Durability.OFF)
                .withThreadCount(2)
                .withQueryTimeout(Duration.ofSeconds(1));
    }

    private Path jar(String events, String body) {
        return TestJar.of(folder.resolve("watch.jar"), "org.example.Watch", """
                package org.example;
                import java.util.*;
                import org.thetisdb.extension.*;
                public final class Watch {
                    @Listener(name = "watch.note", events = %s, description = "notes what happens")
                    public static void note(ListenerContext context, DatabaseEvent event) {
                        %s
                    }
                }
                """.formatted(events, body));
    }

    private static Object run(Database database, String statement) {
        try (Session session = database.session()) {
            return session.run(statement).list().stream()
                    .map(row -> row.asMap().values().iterator().next())
                    .findFirst()
                    .orElse(null);
        }
    }

    private static void await(Database database, String statement, Object expected) {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!isAnswer(database, statement, expected) && System.nanoTime() < until) {
            Thread.onSpinWait();
        }
        assertThat(run(database, statement)).isEqualTo(expected);
    }

    /** A question may itself take too long while a hostile listener fills the heap. */
    private static boolean isAnswer(Database database, String statement, Object expected) {
        try {
            return expected.equals(run(database, statement));
        } catch (ThetisException tooLong) {
            assertThat(tooLong.code()).isEqualTo(ErrorCode.QUERY_TIMED_OUT);
            return false;
        }
    }

    @Test
    void pureListeners_hearAfterARestart() {
        Path all = jar("DatabaseEvent.class", """
                String kind = event.toString();
                context.run("CREATE (:Heard {text: $text})", Map.of("text", kind.substring(0, kind.indexOf('['))));
                """);
        Path place = folder.resolve("db");
        try (Database database = Database.create(place, options())) {
            run(database, "CREATE EXTENSION watch FROM '" + all + "'");
            assertThat(run(database, "SHOW LISTENERS YIELD name, description RETURN name + ': ' + description"))
                    .isEqualTo("watch.note: notes what happens");
        }
        try (Database database = Database.open(place, options())) {
            run(database, "CREATE CONSTRAINT FOR (p:Person) REQUIRE p.name IS NOT NULL");
            await(database, "MATCH (h:Heard) RETURN count(h)", 4L);
            assertThat(run(database, "MATCH (h:Heard) WITH h.text AS t ORDER BY id(h) RETURN collect(t)"))
                    .isEqualTo(List.of("ExtensionChanged", "Closing", "Opened", "SchemaChanged"));
            run(database, "DROP EXTENSION watch");
            run(database, "DROP CONSTRAINT constraint_Person_name");
        }
        try (Database database = Database.open(place, options())) {
            assertThat(run(database, "MATCH (h:Heard) RETURN count(h)")).isEqualTo(4L);
        }
    }

    @Test
    void pureListeners_mayLookAtKinds() {
        Path jar = jar("{DatabaseEvent.SchemaChanged.class, DatabaseEvent.CheckpointEnded.class}", """
                String text = switch (event) {
                    case DatabaseEvent.SchemaChanged(var time, var part, var action, var name) -> part + " " + name;
                    case DatabaseEvent.CheckpointEnded ended -> "bytes " + (ended.bytes() > 0);
                    default -> "other";
                };
                context.run("CREATE (:Heard {text: $text})", Map.of("text", text));
                """);
        try (Database database = Database.create(folder.resolve("db"), options())) {
            run(database, "CREATE EXTENSION watch FROM '" + jar + "'");
            run(database, "CREATE CONSTRAINT FOR (p:Person) REQUIRE p.name IS NOT NULL");
            database.checkpoint();
            await(
                    database,
                    "MATCH (h:Heard) WITH h.text AS t ORDER BY id(h) RETURN collect(t)",
                    List.of("CONSTRAINT constraint_Person_name", "bytes true"));
        }
    }

    @Test
    void hostileListeners_areStopped() {
        String[] bodies = {
            "while (true) { }",
            "while (true) { try { event.time(); } catch (Throwable t) { } }",
            "List<long[]> kept = new ArrayList<>(); while (true) { kept.add(new long[1000]); }",
            "while (true) { context.run(\"UNWIND range(1, 100000) AS i RETURN sum(i)\", Map.of()); }",
            "context.run(\"UNWIND range(1, 100000000) AS i CREATE (:X {i: i}) \", Map.of());",
            "throw new StackOverflowError();",
            "throw new Error(\"mine\");",
            "note(context, event);",
        };
        try (Database database = Database.create(folder.resolve("db"), options())) {
            for (String body : bodies) {
                Path jar = jar("DatabaseEvent.CheckpointEnded.class", body);
                run(database, "CREATE EXTENSION watch FROM '" + jar + "'");
                database.checkpoint();
                await(database, "SHOW LISTENERS YIELD failures RETURN failures", 1L);
                run(database, "DROP EXTENSION watch");
                assertThat(run(database, "MATCH (n) RETURN count(n)")).as(body).isEqualTo(0L);
            }
        }
    }

    @Test
    void close_whileAPureListenerRuns_stopsIt() {
        Path place = folder.resolve("db");
        DatabaseOptions patient = options().withQueryTimeout(Duration.ofMinutes(10));
        long start;
        try (Database database = Database.create(place, patient)) {
            run(database, "CREATE EXTENSION watch FROM '" + jar("DatabaseEvent.CheckpointEnded.class", """
                    while (true) { }
                    """) + "'");
            database.checkpoint();
            start = System.nanoTime();
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(each -> each.getName().equals("thetis-events"));
        try (Database database = Database.open(place, patient)) {
            assertThat(run(database, "SHOW LISTENERS YIELD name RETURN name")).isEqualTo("watch.note");
        }
    }
}
