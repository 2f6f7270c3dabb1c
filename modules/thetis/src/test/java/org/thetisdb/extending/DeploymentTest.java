package org.thetisdb.extending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.CheckProgress;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Record;
import org.thetisdb.Session;
import org.thetisdb.Transaction;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Goal: an extension is part of the database: it is there after a restart, a checkpoint, in a copy and for who follows.
 * Method: jars that are compiled here, and statements as users write them.
 */
final class DeploymentTest {
    @TempDir
    private Path folder;

    private static DatabaseOptions options() {
        return DatabaseOptions.byDefault().withDurability(Durability.OFF).withThreadCount(2);
    }

    private Path jar(String file, long factor) {
        return TestJar.of(folder.resolve(file), "org.example.Numbers", """
                package org.example;
                import org.thetisdb.extension.*;
                public final class Numbers {
                    public record Row(long n) {}
                    @ScalarFunction(name = "numbers.times", description = "many times as much")
                    public static long times(long number) {
                        return number * %d;
                    }
                    @ScalarFunction(name = "numbers.sum")
                    public static long sum(long upTo) {
                        long sum = 0;
                        for (long number = 1; number <= upTo; number++) {
                            sum += number;
                        }
                        return sum;
                    }
                    @TableProcedure(name = "numbers.upTo")
                    public static java.util.List<Row> upTo(int last) {
                        java.util.List<Row> rows = new java.util.ArrayList<>(last);
                        for (int n = 1; n <= last; n++) {
                            rows.add(new Row(n));
                        }
                        return rows;
                    }
                }
                """.formatted(factor));
    }

    private static List<Object> all(Database database, String statement) {
        List<Object> values = new ArrayList<>();
        try (Session session = database.session()) {
            for (Record row : session.run(statement).list()) {
                values.add(row.asMap().values().iterator().next());
            }
        }
        return values;
    }

    @Test
    void extension_isThereAfterRestartsCheckpointsAndInCopies() {
        Path jar = jar("numbers.jar", 3);
        Path place = folder.resolve("db");
        try (Database database = Database.create(place, options())) {
            all(database, "CREATE EXTENSION numbers FROM '" + jar + "'");
            assertThat(all(database, "RETURN numbers.times(5) AS x")).containsExactly(15L);
            assertThat(all(database, "RETURN numbers.sum(4) AS x")).containsExactly(10L);
            assertThat(all(database, "CALL numbers.upTo(3) YIELD n RETURN n")).containsExactly(1L, 2L, 3L);
            assertThat(all(database, "SHOW EXTENSIONS YIELD name, origin, state RETURN name + origin + state AS x"))
                    .containsExactly("numberspureloaded");
        }
        try (Database database = Database.open(place, options())) {
            assertThat(all(database, "RETURN numbers.times(5) AS x")).containsExactly(15L);
            database.checkpoint();
            assertThat(all(database, "RETURN numbers.times(5) AS x")).containsExactly(15L);
            all(database, "CREATE (:A)");
            database.checkpoint();
            assertThat(database.check(CheckProgress.NONE).findings()).isEmpty();
            database.backup(folder.resolve("backup"));
        }
        try (Database database = Database.open(place, options());
                Database copy =
                        Database.open(folder.resolve("backup"), options().asReadOnly())) {
            assertThat(all(database, "RETURN numbers.times(5) AS x")).containsExactly(15L);
            assertThat(all(copy, "RETURN numbers.times(5) AS x")).containsExactly(15L);
        }
        Database.restore(folder.resolve("backup"), folder.resolve("restored"), false);
        try (Database restored = Database.open(folder.resolve("restored"), options())) {
            assertThat(all(restored, "RETURN numbers.times(5) AS x")).containsExactly(15L);
        }
    }

    @Test
    void callsAndRows_areCounted() {
        try (Database database = Database.create(folder.resolve("db"), options())) {
            all(database, "CREATE EXTENSION numbers FROM '" + jar("a.jar", 3) + "'");
            all(database, "UNWIND [3, 4] AS last CALL numbers.upTo(last) YIELD n RETURN n");
            assertThat(all(database, "SHOW EXTENSIONS YIELD calls, rows RETURN [calls, rows] AS x"))
                    .containsExactly(List.of(2L, 7L));
            all(database, "UNWIND range(1, 10) AS n RETURN numbers.times(n) AS x");
            assertThat(all(database, "SHOW EXTENSIONS YIELD calls, rows RETURN [calls, rows] AS x"))
                    .containsExactly(List.of(3L, 17L));
        }
    }

    @Test
    void extension_isReplacedAndDropped_alsoForWhoFollows() {
        Path place = folder.resolve("db");
        try (Database database = Database.create(place, options());
                Database follower = Database.open(place, options().asReadOnly())) {
            assertThatThrownBy(() -> all(follower, "RETURN numbers.times(5) AS x"))
                    .hasMessageContaining("no function");
            all(database, "CREATE EXTENSION numbers FROM '" + jar("a.jar", 3) + "'");
            assertThat(all(follower, "RETURN numbers.times(5) AS x")).containsExactly(15L);
            all(database, "ALTER EXTENSION numbers UPDATE FROM '" + jar("b.jar", 4) + "'");
            assertThat(all(database, "RETURN numbers.times(5) AS x")).containsExactly(20L);
            assertThat(all(follower, "RETURN numbers.times(5) AS x")).containsExactly(20L);
            all(database, "CREATE EXTENSION numbers IF NOT EXISTS FROM '" + jar("a.jar", 3) + "'");
            assertThat(all(database, "RETURN numbers.times(5) AS x")).containsExactly(20L);
            database.checkpoint();
            all(database, "DROP EXTENSION numbers");
            assertThatThrownBy(() -> all(database, "RETURN numbers.times(5) AS x"))
                    .hasMessageContaining("no function");
            assertThatThrownBy(() -> all(follower, "RETURN numbers.times(5) AS x"))
                    .hasMessageContaining("no function");
            all(database, "DROP EXTENSION numbers IF EXISTS");
            database.checkpoint();
            assertThat(database.check(CheckProgress.NONE).findings()).isEmpty();
        }
        try (Database database = Database.open(place, options())) {
            assertThat(all(database, "SHOW EXTENSIONS")).isEmpty();
        }
    }

    @Test
    void commands_thatCannotBeDone_changeNothing() throws Exception {
        Path jar = jar("numbers.jar", 3);
        try (Database database = Database.create(folder.resolve("db"), options())) {
            refused(database, "ALTER EXTENSION numbers UPDATE FROM '" + jar + "'", ErrorCode.SCHEMA_NOT_FOUND);
            refused(database, "DROP EXTENSION numbers", ErrorCode.SCHEMA_NOT_FOUND);
            refused(database, "CREATE EXTENSION numbers FROM '" + jar + "x'", ErrorCode.FILE_MISSING);
            refused(database, "CREATE EXTENSION numbers FROM '" + jar + "' WITH TRUST", ErrorCode.EXTENSION_INVALID);
            refused(database, "CREATE EXTENSION numbers FROM 3", ErrorCode.SYNTAX);
            refused(database, "CREATE EXTENSION numbers", ErrorCode.SYNTAX);
            Path text = Files.writeString(folder.resolve("text.jar"), "no jar");
            refused(database, "CREATE EXTENSION numbers FROM '" + text + "'", ErrorCode.EXTENSION_INVALID);
            all(database, "CREATE EXTENSION numbers FROM '" + jar + "'");
            refused(database, "CREATE EXTENSION numbers FROM '" + jar + "'", ErrorCode.SCHEMA_EXISTS);
            refused(database, "CREATE EXTENSION other FROM '" + jar + "'", ErrorCode.EXTENSION_INVALID);
            assertThatThrownBy(() -> database.extend("numbers")
                            .longFunction("x.y", x -> x)
                            .register())
                    .hasMessageContaining("in the database");
            assertThat(database.dropExtension("numbers")).isFalse();
            try (Session session = database.session();
                    Transaction transaction = session.beginTransaction()) {
                assertThatThrownBy(
                                () -> transaction.run("DROP EXTENSION numbers").consume())
                        .hasMessageContaining("outside transactions");
            }
            assertThat(all(database, "RETURN numbers.times(5) AS x")).containsExactly(15L);
        }
    }

    private static void refused(Database database, String statement, ErrorCode code) {
        assertThatThrownBy(() -> all(database, statement))
                .as(statement)
                .isInstanceOfSatisfying(
                        ThetisException.class, error -> assertThat(error.code()).isEqualTo(code));
    }

    @Test
    void trustedExtension_doesAnything_whereThatIsAllowed() {
        Path jar = TestJar.of(folder.resolve("files.jar"), "org.example.Words", """
                package org.example;
                import org.thetisdb.extension.*;
                public final class Words {
                    @ScalarFunction(name = "words.user", deterministic = false)
                    public static String user() {
                        return System.getProperty("user.dir");
                    }
                    @ScalarFunction(name = "words.own")
                    public static String own(String name) throws Exception {
                        try (var stream = Words.class.getResourceAsStream("/" + name);
                                var again = Words.class.getResource("/" + name).openStream()) {
                            return new String(stream.readAllBytes()) + again.readAllBytes().length;
                        }
                    }
                }
                """);
        Path place = folder.resolve("db");
        try (Database database = Database.create(place, options().withTrustedExtensions(true))) {
            refused(database, "CREATE EXTENSION words FROM '" + jar + "'", ErrorCode.EXTENSION_INVALID);
            all(database, "CREATE EXTENSION words FROM '" + jar + "' WITH TRUST");
            assertThat(all(database, "RETURN words.user() AS x")).containsExactly(System.getProperty("user.dir"));
            assertThat(all(database, "RETURN words.own('words.txt') AS x")).containsExactly("a word6");
        }
        try (Database database = Database.open(place, options())) {
            assertThatThrownBy(() -> all(database, "RETURN words.user() AS x")).hasMessageContaining("no function");
            assertThat(all(database, "SHOW EXTENSIONS YIELD state"))
                    .singleElement()
                    .asString()
                    .contains("right");
            all(database, "DROP EXTENSION words");
        }
    }

    @Test
    void jarsOfDamagedClasses_areRefusedOrFailAsStatementsDo() throws Exception {
        Path whole = jar("whole.jar", 3);
        Path damaged = folder.resolve("damaged.jar");
        try (Database database = Database.create(folder.resolve("db"), options().withTrustedExtensions(true))) {
            for (int seed = 0; seed < 300; seed++) {
                Random random = new Random(seed);
                TestJar.damaged(damaged, whole, bytes -> damage(bytes, random));
                for (String trust : List.of("", " WITH TRUST")) {
                    for (String statement : List.of(
                            "CREATE EXTENSION numbers FROM '" + damaged + "'" + trust,
                            "RETURN numbers.times(5) AS x",
                            "RETURN numbers.sum(4) AS x",
                            "CALL numbers.upTo(3) YIELD n RETURN n",
                            "DROP EXTENSION numbers IF EXISTS")) {
                        try {
                            all(database, statement);
                        } catch (ThetisException expected) {
                            assertThat(expected.code())
                                    .as("seed=%d%s: %s", seed, trust, expected.getMessage())
                                    .isNotEqualTo(ErrorCode.INTERNAL);
                        } catch (Throwable wrong) {
                            throw new AssertionError("seed=" + seed + trust + ": " + statement, wrong);
                        }
                    }
                }
            }
            all(database, "CREATE EXTENSION numbers FROM '" + whole + "'");
            assertThat(all(database, "RETURN numbers.times(5) AS x")).containsExactly(15L);
        }
    }

    private static byte[] damage(byte[] bytes, Random random) {
        byte[] damaged = random.nextInt(4) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes.clone();
        for (int change = random.nextInt(4); change >= 0 && damaged.length > 0; change--) {
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
        }
        return damaged;
    }

    @Test
    void extensionOfTheProgram_keepsItsName_whenTheDatabaseGetsOneOfTheSame() {
        Path place = folder.resolve("db");
        try (Database database = Database.create(place, options());
                Database follower = Database.open(place, options().asReadOnly())) {
            follower.extend("numbers").longFunction("numbers.own", x -> x + 1).register();
            all(database, "CREATE EXTENSION numbers FROM '" + jar("a.jar", 3) + "'");
            assertThat(all(follower, "RETURN numbers.own(1) AS x")).containsExactly(2L);
            refused(follower, "RETURN numbers.times(5) AS x", ErrorCode.UNKNOWN_FUNCTION);
            all(database, "DROP EXTENSION numbers");
            assertThat(all(follower, "RETURN numbers.own(1) AS x")).containsExactly(2L);
        }
    }

    @Test
    void use_isCountedWithWhatWasAllocated() {
        Path jar = jar("numbers.jar", 3);
        try (Database database = Database.create(folder.resolve("db"), options())) {
            all(database, "CREATE EXTENSION numbers FROM '" + jar + "'");
            all(database, "UNWIND range(1, 1000) AS x RETURN sum(numbers.times(x)) AS s");
            long before =
                    (Long) all(database, "SHOW EXTENSIONS YIELD allocatedBytes").getFirst();
            all(database, "CALL numbers.upTo(100000) YIELD n RETURN count(*) AS n");
            long after =
                    (Long) all(database, "SHOW EXTENSIONS YIELD allocatedBytes").getFirst();
            // A record and a place in a list for each.
            assertThat(after - before).isBetween(20L * 100_000, 1_000L * 100_000);
        }
    }

    @Test
    void dumps_bringExtensionsBack() throws Exception {
        Path jar = jar("numbers.jar", 3);
        Path file = folder.resolve("dump.cypher");
        Path tables = folder.resolve("tables");
        try (Database database = Database.create(folder.resolve("db"), options())) {
            all(database, "CREATE EXTENSION `num bers` FROM '" + jar + "'");
            all(database, "CREATE (:A {n: 5})");
            assertThat(database.dumpCypher(file).schemaStatements()).isOne();
            assertThat(database.dumpCsv(tables).schemaStatements()).isOne();
        }
        Files.delete(jar);
        try (Database restored = Database.create(folder.resolve("restored"), options())) {
            for (String statement : Files.readString(file).split(";\n")) {
                all(restored, statement);
            }
            assertThat(all(restored, "MATCH (a:A) RETURN numbers.times(a.n) AS x"))
                    .containsExactly(15L);
        }
        try (Database another = Database.create(folder.resolve("another"), options())) {
            String statement = Files.readString(tables.resolve("schema.cypher"));
            all(another, statement.strip());
            all(another, statement.strip());
            assertThat(all(another, "SHOW EXTENSIONS YIELD name, origin RETURN name + origin AS x"))
                    .containsExactly("num berspure");
            assertThatThrownBy(() -> all(another, "CREATE EXTENSION x FROM 'data:application/java-archive;base64,?'"))
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.EXTENSION_INVALID))
                    .hasMessageContaining("no Base64");
        }
    }
}
