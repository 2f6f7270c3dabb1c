package org.thetisdb.extending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
 * Goal: triggers of the database hold after restarts, do no harm when they are hostile, and are never passed by.
 * Method: jars that are compiled here.
 */
final class TriggerDeploymentTest {
    @TempDir
    private Path folder;

    private static DatabaseOptions options() {
        return DatabaseOptions.byDefault()
                .withDurability(Durability.OFF)
                .withThreadCount(2)
                .withQueryTimeout(Duration.ofSeconds(1));
    }

    private Path jar(String members) {
        return TestJar.of(folder.resolve("guard.jar"), "org.example.Guard", """
                package org.example;
                import java.util.*;
                import org.thetisdb.extension.*;
                public final class Guard {
                    %s
                }
                """.formatted(members));
    }

    private Path limit() {
        return jar("""
                @Trigger(name = "guard.limit", phase = TriggerPhase.CONSTRAINT, labels = "Account",
                        description = "not below 0")
                public static void limit(TriggerContext context, Changes changes) {
                    for (Change each : changes) {
                        if ((Long) each.after().getOrDefault("balance", 0L) < 0) {
                            throw new RefusalException("overdrawn: " + each.after().get("name"));
                        }
                    }
                }
                @Trigger(name = "guard.log", phase = TriggerPhase.COMMIT, labels = "Account")
                public static void log(TriggerContext context, Changes changes) {
                    for (Change each : changes) {
                        context.run("CREATE (:Entry {kind: $kind, keys: $keys})",
                                Map.of("kind", each.kind().name(), "keys", List.copyOf(each.changedKeys())));
                    }
                }
                """);
    }

    private static Object run(Database database, String statement) {
        try (Session session = database.session()) {
            return session.run(statement).list().stream()
                    .map(row -> row.asMap().values().iterator().next())
                    .findFirst()
                    .orElse(null);
        }
    }

    private static void refused(Database database, String statement, ErrorCode code) {
        assertThatThrownBy(() -> run(database, statement))
                .isInstanceOfSatisfying(
                        ThetisException.class, error -> assertThat(error.code()).isEqualTo(code));
    }

    @Test
    void pureTriggers_holdAfterARestart() {
        Path place = folder.resolve("db");
        try (Database database = Database.create(place, options())) {
            run(database, "CREATE EXTENSION guard FROM '" + limit() + "'");
            run(database, "CREATE (:Account {name: 'a', balance: 10})");
        }
        try (Database database = Database.open(place, options())) {
            refused(database, "MATCH (a:Account) SET a.balance = -1", ErrorCode.TRIGGER_REFUSED);
            run(database, "MATCH (a:Account) SET a.balance = 3");
            assertThat(run(database, "MATCH (e:Entry) RETURN collect(e.kind + e.keys[0])"))
                    .isEqualTo(List.of("CREATEDbalance", "CHANGEDbalance"));
            assertThat(run(
                            database,
                            "SHOW TRIGGERS YIELD name, description WHERE name = 'guard.limit' RETURN description"))
                    .isEqualTo("not below 0");
            assertThat(run(database, "SHOW EXTENSIONS YIELD triggers RETURN triggers"))
                    .isEqualTo(List.of("guard.limit", "guard.log"));
            run(database, "DROP EXTENSION guard");
            run(database, "MATCH (a:Account) SET a.balance = -1");
            assertThat(run(database, "MATCH (e:Entry) RETURN count(e)")).isEqualTo(2L);
        }
    }

    @Test
    void triggersThatAreNotLoaded_areNotPassedBy() {
        Path place = folder.resolve("db");
        try (Database database = Database.create(place, options().withTrustedExtensions(true))) {
            run(database, "CREATE EXTENSION guard FROM '" + limit() + "' WITH TRUST");
            run(database, "CREATE (:Account {name: 'a', balance: 10})");
        }
        try (Database database = Database.open(place, options())) {
            assertThat(run(database, "MATCH (a:Account) RETURN a.balance")).isEqualTo(10L);
            refused(database, "MATCH (a:Account) SET a.balance = -1", ErrorCode.TRIGGER_MISSING);
            run(database, "CREATE INDEX FOR (a:Account) ON (a.name)");
            run(database, "DROP EXTENSION guard");
            run(database, "MATCH (a:Account) SET a.balance = -1");
        }
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void hostileTriggers_areStopped() {
        String[] bodies = {
            "while (true) { }",
            "for (Change each : changes) { while (true) { try { each.changedKeys(); } catch (Throwable t) { } } }",
            "List<long[]> kept = new ArrayList<>(); while (true) { kept.add(new long[1000]); }",
            "while (true) { context.run(\"UNWIND range(1, 100000) AS i RETURN sum(i)\", Map.of()); }",
            "context.run(\"UNWIND range(1, 1000000000) AS i RETURN i\", Map.of());",
            "context.run(\"UNWIND range(1, 100000000) AS i CREATE (:X {i: i}) \", Map.of());",
            "throw new StackOverflowError();",
            "throw new Error(\"mine\");",
            "for (Change each : changes) { each.after().clear(); }",
        };
        try (Database database = Database.create(folder.resolve("db"), options())) {
            for (String body : bodies) {
                Path jar = jar("@Trigger(name = \"guard.evil\", phase = TriggerPhase.COMMIT)"
                        + " public static void evil(TriggerContext context, Changes changes) { " + body + " }");
                run(database, "CREATE EXTENSION guard FROM '" + jar + "'");
                assertThatThrownBy(() -> run(database, "CREATE (:A {v: 1})"))
                        .as(body)
                        .isInstanceOfSatisfying(
                                ThetisException.class,
                                error -> assertThat(error.code())
                                        .as(body + error)
                                        .isIn(
                                                ErrorCode.EXTENSION_STOPPED,
                                                ErrorCode.EXTENSION_FAILED,
                                                ErrorCode.QUERY_TIMED_OUT,
                                                ErrorCode.LIMIT_EXCEEDED));
                run(database, "DROP EXTENSION guard");
                assertThat(run(database, "MATCH (n) RETURN count(n)")).as(body).isEqualTo(0L);
            }
        }
    }
}
