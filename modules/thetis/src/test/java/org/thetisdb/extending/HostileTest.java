package org.thetisdb.extending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Session;
import org.thetisdb.extending.Attempts.Attempt;
import org.thetisdb.extending.Attempts.End;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Goal: who may deploy pure extensions cannot harm the database or its process. Method: {@link Attempts}, each deployed
 * and called; afterwards the database works, and no call is left.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class HostileTest {
    /** Two dozen attempts last as long; once the classes that it needs are loaded, no other statement does. */
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private Database database;
    private Path folder;
    private Map<Attempt, Path> jars = Map.of();

    @BeforeAll
    void open(@TempDir Path place) {
        folder = place;
        jars = attemptJars();
        DatabaseOptions patient =
                DatabaseOptions.byDefault().withDurability(Durability.OFF).withThreadCount(2);
        try (Database first = Database.create(place.resolve("db"), patient);
                Session session = first.session()) {
            Path jar = TestJar.of(place.resolve("kind.jar"), "kind.Kind", """
                    package kind;
                    import org.thetisdb.extension.*;
                    public final class Kind {
                        @ScalarFunction(name = "kind.f") public static long f(long x) { return x; }
                    }
                    """);
            session.run("CREATE EXTENSION kind FROM '" + jar + "'").consume();
            assertThat(session.run("RETURN kind.f(1) AS x").list()).hasSize(1);
            session.run("DROP EXTENSION kind").consume();
        }
        database = Database.open(place.resolve("db"), patient.withQueryTimeout(TIMEOUT));
    }

    /** A jar of each, of a class with a number of its own, so that all are compiled together. */
    private Map<Attempt, Path> attemptJars() {
        List<Attempt> attempts = attempts();
        Map<String, String> sources = new HashMap<>();
        for (int index = 0; index < attempts.size(); index++) {
            String type = "Evil" + index;
            sources.put("evil." + type, """
                    package evil;
                    import java.util.*;
                    import java.util.function.*;
                    import java.util.stream.*;
                    import org.thetisdb.extension.*;
                    public final class %s {
                        %s
                    }
                    """.formatted(
                            type, attempts.get(index).members().replace("Evil.class", type + ".class")));
        }
        Map<String, Path> byType = TestJar.ofEach(folder, sources);
        Map<Attempt, Path> byAttempt = new HashMap<>();
        for (int index = 0; index < attempts.size(); index++) {
            byAttempt.put(attempts.get(index), byType.get("evil.Evil" + index));
        }
        return byAttempt;
    }

    @AfterAll
    void close() {
        database.close();
    }

    private static List<Attempt> attempts() {
        return Attempts.all();
    }

    @ParameterizedTest
    @MethodSource("attempts")
    @Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void attempt_ofPureExtension_isRefusedOrStopped(Attempt attempt) {
        try (Session session = database.session()) {
            String create = "CREATE EXTENSION evil FROM '" + jars.get(attempt) + "'";
            if (attempt.end() == End.REFUSED) {
                assertThatThrownBy(() -> session.run(create).consume())
                        .isInstanceOfSatisfying(ThetisException.class, error -> {
                            assertThat(error.code()).isEqualTo(ErrorCode.EXTENSION_INVALID);
                            assertThat(error.getMessage()).contains("not pure: name=evil; evil.Evil");
                        });
            } else {
                session.run(create).consume();
                try {
                    call(session, attempt.end());
                } finally {
                    session.run("DROP EXTENSION evil").consume();
                }
            }
            assertThat(session.run("RETURN 1 AS one").list()).hasSize(1);
        }
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void result_thatNeverEnds_isStopped() {
        Path jar = TestJar.of(folder.resolve("endless.jar"), "evil.Endless", """
                package evil;
                import java.util.*;
                import org.thetisdb.extension.*;
                public final class Endless extends AbstractList<Object> {
                    @Override public int size() { return 3; }
                    @Override public Object get(int index) { return index; }
                    @Override public Iterator<Object> iterator() {
                        return new Iterator<>() {
                            @Override public boolean hasNext() { return true; }
                            @Override public Object next() { return true; }
                        };
                    }
                    @ScalarFunction(name = "evil.endless")
                    public static List<Object> endless(long x) { return new Endless(); }
                }
                """);
        try (Session session = database.session()) {
            session.run("CREATE EXTENSION endless FROM '" + jar + "'").consume();
            assertThatThrownBy(() -> session.run("RETURN evil.endless(1) AS x").list())
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            error -> assertThat(error.code())
                                    .isIn(ErrorCode.EXTENSION_STOPPED, ErrorCode.QUERY_TIMED_OUT));
            session.run("DROP EXTENSION endless").consume();
        }
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void result_thatHoldsTheSameAgainAndAgain_isStopped() {
        Path jar = TestJar.of(folder.resolve("doubled.jar"), "evil.Doubled", """
                package evil;
                import java.util.*;
                import org.thetisdb.extension.*;
                public final class Doubled {
                    @ScalarFunction(name = "evil.doubled")
                    public static List<Object> doubled(long x) {
                        List<Object> list = List.of(x);
                        for (int depth = 0; depth < 60; depth++) { list = List.of(list, list); }
                        return list;
                    }
                }
                """);
        try (Session session = database.session()) {
            session.run("CREATE EXTENSION doubled FROM '" + jar + "'").consume();
            assertThatThrownBy(() -> session.run("RETURN evil.doubled(1) AS x").list())
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            error -> assertThat(error.code())
                                    .isIn(ErrorCode.EXTENSION_STOPPED, ErrorCode.QUERY_TIMED_OUT));
            session.run("DROP EXTENSION doubled").consume();
        }
    }

    @Test
    void parameters_ofAnAnnotationThatTheJvmDoesNotTellOf_takeNull() {
        String annotation = """
                package good;
                import java.lang.annotation.*;
                @Retention(RetentionPolicy.%s) @Target(ElementType.%s) public @interface %s {}
                """;
        Path jar = TestJar.of(
                folder.resolve("nullable.jar"),
                Map.of(
                        "good/Nullable.java",
                        annotation.formatted("CLASS", "TYPE_USE", "Nullable"),
                        "good/old/Nullable.java",
                        annotation.formatted("CLASS", "PARAMETER", "Nullable").replace("good;", "good.old;"),
                        "good/Nulls.java",
                        """
                        package good;
                        import org.thetisdb.extension.*;
                        public final class Nulls {
                            @ScalarFunction(name = "good.orElse")
                            public static String orElse(@Nullable String text, String other) {
                                return text == null ? other : text;
                            }
                            @ScalarFunction(name = "good.orOther")
                            public static String orOther(
                                    CallContext context, @good.old.Nullable String text, String other) {
                                return text == null ? other : text;
                            }
                        }
                        """));
        try (Session session = database.session()) {
            session.run("CREATE EXTENSION nullable FROM '" + jar + "'").consume();
            for (String name : List.of("good.orElse", "good.orOther")) {
                assertThat(session.run("RETURN [" + name + "(null, 'x'), " + name + "('a', 'x')] AS x")
                                .list()
                                .getFirst()
                                .get("x"))
                        .isEqualTo(List.of("x", "a"));
                assertThat(session.run("RETURN " + name + "('a', null) IS NULL AS x")
                                .list()
                                .getFirst()
                                .get("x"))
                        .isEqualTo(true);
            }
            session.run("DROP EXTENSION nullable").consume();
        }
    }

    @Test
    void code_thatUsesWhatIsGuarded_getsWhatThePlatformGives() {
        Path jar = TestJar.of(folder.resolve("good.jar"), "good.Good", """
                package good;
                import java.math.*;
                import java.util.*;
                import org.thetisdb.extension.*;
                public final class Good {
                    @ScalarFunction(name = "good.texts")
                    public static String texts(String s, String part) {
                        return s.indexOf(part) + " " + s.indexOf(part, 2) + " " + s.lastIndexOf(part) + " "
                                + s.lastIndexOf(part, 1) + " " + s.contains(part) + " " + s.replace(part, "_");
                    }
                    @ScalarFunction(name = "good.numbers")
                    public static String numbers(String a, String b) {
                        BigDecimal x = new BigDecimal(a);
                        BigDecimal y = new BigDecimal(b);
                        MathContext few = new MathContext(5, RoundingMode.DOWN);
                        return x.add(y) + " " + x.subtract(y, few) + " " + x.multiply(y) + " " + x.divide(y, few) + " "
                                + x.divide(y, 3, RoundingMode.HALF_UP) + " " + x.remainder(y) + " "
                                + x.setScale(1, RoundingMode.HALF_EVEN) + " " + x.pow(2).toPlainString() + " "
                                + x.toBigInteger().pow(3).shiftLeft(1).setBit(0) + " "
                                + new BigInteger("ff", 16).gcd(BigInteger.valueOf(85)) + " "
                                + BigInteger.TWO.pow(40000)
                                        .gcd(BigInteger.TWO.pow(30000).multiply(BigInteger.TEN)).bitLength();
                    }
                    @ScalarFunction(name = "good.lists")
                    public static List<Object> lists(List<Object> a, List<Object> b) {
                        List<Object> kept = new ArrayList<>(a);
                        List<Object> left = new ArrayList<>(a);
                        return List.of(kept.retainAll(b), kept, left.removeAll(b), left, a.containsAll(b));
                    }
                }
                """);
        try (Session session = database.session()) {
            session.run("CREATE EXTENSION good FROM '" + jar + "'").consume();
            assertThat(session.run("RETURN good.texts('abcabc', 'bc') AS x")
                            .list()
                            .getFirst()
                            .get("x"))
                    .isEqualTo("1 4 4 1 true a_a_");
            assertThat(session.run("RETURN good.numbers('17.25', '4') AS x")
                            .list()
                            .getFirst()
                            .get("x"))
                    .isEqualTo("21.25 13.25 69.00 4.3125 4.313 1.25 17.2 297.5625 9827 85 30002");
            assertThat(session.run("RETURN good.lists([1, 2, 3], [2, 3]) AS x")
                            .list()
                            .getFirst()
                            .get("x"))
                    .isEqualTo(List.of(true, List.of(2L, 3L), true, List.of(1L), true));
            session.run("DROP EXTENSION good").consume();
        }
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aggregate_thatNeverEndsOrThrows_endsTheStatement() {
        Path jar = TestJar.of(folder.resolve("counting.jar"), "evil.Counting", """
                package evil;
                import org.thetisdb.extension.*;
                @AggregateFunction(name = "evil.counting")
                public final class Counting implements Aggregate<Counting> {
                    private long last;
                    public void add(long x) {
                        last = x;
                        for (long n = 0; x == 42; n++) { if (n < 0) { return; } }
                    }
                    @Override public void merge(Counting other) { last += other.last; }
                    @Override public Long result() { return last; }
                    @Override public long bytes() {
                        if (last < 0) { throw new IllegalStateException("negative"); }
                        for (long n = 0; ; n++) { if (n < 0) { return n; } }
                    }
                }
                """);
        try (Session session = database.session()) {
            session.run("CREATE EXTENSION counting FROM '" + jar + "'").consume();
            for (String rows : List.of("[42]", "range(100, 20000)")) {
                assertThatThrownBy(() -> session.run("UNWIND " + rows + " AS x RETURN evil.counting(x) AS s")
                                .list())
                        .as(rows)
                        .isInstanceOfSatisfying(
                                ThetisException.class,
                                error -> assertThat(error.code()).isEqualTo(ErrorCode.QUERY_TIMED_OUT));
            }
            assertThatThrownBy(() -> session.run("UNWIND range(100, 20000) AS x RETURN evil.counting(-x) AS s")
                            .list())
                    .isInstanceOfSatisfying(ThetisException.class, error -> {
                        assertThat(error.code()).isEqualTo(ErrorCode.EXTENSION_FAILED);
                        assertThat(error.getMessage()).contains("name=evil.counting", "negative");
                    });
            session.run("DROP EXTENSION counting").consume();
        }
    }

    private static void call(Session session, End end) {
        assertThatThrownBy(() -> session.run("RETURN evil.f(1) AS x").list())
                .isInstanceOfSatisfying(ThetisException.class, error -> {
                    if (end == End.FAILED) {
                        assertThat(error.code()).isEqualTo(ErrorCode.EXTENSION_FAILED);
                        assertThat(error.getMessage()).contains("name=evil.f");
                    } else {
                        assertThat(error.code()).isIn(ErrorCode.EXTENSION_STOPPED, ErrorCode.QUERY_TIMED_OUT);
                    }
                });
    }
}
