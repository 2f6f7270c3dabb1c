package org.thetisdb.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Record;
import org.thetisdb.Session;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Expression.Arithmetic;
import org.thetisdb.cypher.bound.FunctionCatalog;
import org.thetisdb.reference.function.FunctionLibrary;
import org.thetisdb.reference.function.TemporalOrder;
import org.thetisdb.value.Point;
import org.thetisdb.value.ThetisException;

/**
 * The engine's functions, temporal arithmetic, components, comparison and order beside those of the reference, with
 * random arguments. All values of one expression go through one query, so that whole vectors are computed; what must
 * fail is asked for alone. {@code -Dthetis.seed=1 -Dtests.excluded=} replays a run.
 */
class FunctionDifferenceTest {
    private static final Instant NOW = Instant.parse("2020-02-29T12:34:56.789Z");
    private static final Set<String> RANDOM = Set.of("rand", "randomuuid");
    private static final Set<String> ARGUMENT_ERRORS =
            Set.of("TYPE_MISMATCH", "INVALID_ARGUMENT", "INVALID_TEMPORAL", "NUMBER_OUT_OF_RANGE");
    private static final int SHOWN_PER_EXPRESSION = 5;

    /** Functions of real numbers may differ in the last bits, for none says how they are rounded. */
    private static final double TOLERANCE = 1e-12;

    @TempDir
    static Path folder;

    private static Database database;
    private static Session session;

    private final long seed = Long.getLong("thetis.seed", 1);
    private final RandomValues values = new RandomValues(new Random(seed));
    private final FunctionLibrary library = new FunctionLibrary(Clock.fixed(NOW, ZoneOffset.UTC), new Random(1));
    private final List<String> differences = new ArrayList<>();
    private final Map<String, Integer> counts = new HashMap<>();

    @BeforeAll
    static void open() {
        database = Database.create(
                folder.resolve("graph"),
                DatabaseOptions.byDefault()
                        .withClock(Clock.fixed(NOW, ZoneOffset.UTC))
                        .withThreadCount(1));
        session = database.session();
    }

    @AfterAll
    static void close() {
        session.close();
        database.close();
    }

    @Test
    void functions_ofSomeValues_areThoseOfTheReference() {
        functions(Integer.getInteger("thetis.functions", 40));
    }

    @Test
    void operators_ofSomeValues_areThoseOfTheReference() {
        operators(Integer.getInteger("thetis.functions", 40));
    }

    @Test
    @Tag("long")
    void manyValues_areThoseOfTheReference() {
        functions(20_000);
        operators(20_000);
    }

    private void functions(int count) {
        RandomCalls calls = new RandomCalls(values);
        for (FunctionCatalog.Function function : FunctionCatalog.all()) {
            if (RANDOM.contains(function.name()) || !isOfTheLibrary(function)) {
                continue;
            }
            Map<Integer, List<List<Object>>> byCount = new HashMap<>();
            for (int call = 0; call < count; call++) {
                List<Object> arguments = calls.arguments(function);
                byCount.computeIfAbsent(arguments.size(), size -> new ArrayList<>())
                        .add(arguments);
            }
            byCount.forEach((size, rows) -> {
                List<String> names = new ArrayList<>();
                for (int index = 0; index < size; index++) {
                    names.add("row[" + index + "]");
                }
                compare(
                        function.displayName() + "(" + String.join(", ", names) + ")",
                        rows,
                        row -> library.call(function.name(), row));
            });
        }
        report();
    }

    private boolean isOfTheLibrary(FunctionCatalog.Function function) {
        try {
            library.call(function.name(), List.of(1L));
            return true;
        } catch (IllegalArgumentException elsewhere) {
            return false;
        } catch (ThetisException | IndexOutOfBoundsException known) {
            return true;
        }
    }

    private void operators(int count) {
        for (Arithmetic.Operator operator : Arithmetic.Operator.values()) {
            compare(
                    "row[0] " + operator.symbol() + " row[1]",
                    pairs(count * 10, false),
                    row -> row.stream().anyMatch(Objects::isNull)
                            ? null
                            : library.arithmetic(operator, row.get(0), row.get(1))
                                    .orElseThrow());
        }
        List<List<Object>> pairs = pairs(count * 10, true);
        compare("row[0] = row[1]", pairs, row -> TemporalOrder.equal(row.get(0), row.get(1)));
        compare("row[0] < row[1]", pairs, row -> compared(row, -1, -1));
        compare("row[0] <= row[1]", pairs, row -> compared(row, -1, 0));
        compare("row[0] > row[1]", pairs, row -> compared(row, 1, 1));
        compare("row[0] >= row[1]", pairs, row -> compared(row, 0, 1));
        components(count);
        orders(count);
        report();
    }

    private static Object compared(List<Object> row, int least, int most) {
        OptionalInt compared = TemporalOrder.compare(row.get(0), row.get(1));
        int sign = Integer.signum(compared.orElse(0));
        return compared.isEmpty() ? null : sign >= least && sign <= most;
    }

    private CypherType.Kind kind() {
        return switch (values.below(8)) {
            case 0, 1 -> CypherType.Kind.DURATION;
            case 2 -> CypherType.Kind.POINT;
            default -> values.one(RandomValues.TEMPORAL);
        };
    }

    /** Pairs of temporal values, durations and points: alike in type for comparisons, any for arithmetic. */
    private List<List<Object>> pairs(int count, boolean alike) {
        List<List<Object>> pairs = new ArrayList<>();
        while (pairs.size() < count) {
            CypherType type = CypherType.of(kind());
            Object left = values.ofType(type);
            Object right = alike ? values.ofType(type) : values.chance(3) ? values.any() : values.duration();
            if (alike) {
                pairs.add(List.of(left, values.chance(5) ? left : right));
            } else if (isArithmetic(left, right)) {
                pairs.add(
                        values.chance(20)
                                ? Arrays.asList(left, null)
                                : values.chance(4) ? List.of(right, left) : List.of(left, right));
            }
        }
        return pairs;
    }

    /** Whether arithmetic with both is the library's: to strings and lists everything can be added. */
    private static boolean isArithmetic(Object left, Object right) {
        return !(left instanceof Point) && !(right instanceof String) && !(right instanceof List<?>);
    }

    private void components(int count) {
        List<String> keys = List.of(
                "year",
                "quarter",
                "month",
                "week",
                "weekYear",
                "day",
                "ordinalDay",
                "weekDay",
                "dayOfWeek",
                "dayOfQuarter",
                "hour",
                "minute",
                "second",
                "millisecond",
                "microsecond",
                "nanosecond",
                "timezone",
                "offset",
                "offsetMinutes",
                "offsetSeconds",
                "epochSeconds",
                "epochMillis",
                "years",
                "quarters",
                "months",
                "weeks",
                "days",
                "hours",
                "minutes",
                "seconds",
                "milliseconds",
                "microseconds",
                "nanoseconds",
                "quartersOfYear",
                "monthsOfQuarter",
                "monthsOfYear",
                "daysOfWeek",
                "minutesOfHour",
                "secondsOfMinute",
                "millisecondsOfSecond",
                "microsecondsOfSecond",
                "nanosecondsOfSecond",
                "x",
                "y",
                "z",
                "longitude",
                "latitude",
                "height",
                "crs",
                "srid",
                "other");
        List<List<Object>> rows = new ArrayList<>();
        for (int row = 0; row < count; row++) {
            rows.add(List.of(values.ofType(CypherType.of(kind()))));
        }
        for (String key : keys) {
            compare(
                    "row[0]." + key,
                    rows,
                    row -> library.component(row.get(0), key).orElse(null));
        }
    }

    private void orders(int count) {
        for (CypherType.Kind kind : CypherType.Kind.values()) {
            Object one =
                    kind.ordinal() < CypherType.Kind.DATE.ordinal() || kind.ordinal() > CypherType.Kind.POINT.ordinal()
                            ? null
                            : values.ofType(CypherType.of(kind));
            if (one == null) {
                continue;
            }
            List<Object> list = new ArrayList<>(List.of(one, one));
            while (list.size() < count * 2) {
                list.add(values.chance(5) ? values.one(list) : values.ofType(CypherType.of(kind)));
            }
            List<Object> sorted = list.stream().sorted(TemporalOrder::order).toList();
            Object ordered = engine(
                    () -> session.run("UNWIND $list AS x RETURN x ORDER BY x", Map.of("list", list)).list().stream()
                            .map(row -> row.get(0))
                            .toList());
            note("ORDER BY", list, sorted, ordered);
            long distinct = list.stream().map(TemporalOrder::key).distinct().count();
            Object counted =
                    engine(() -> session.run("UNWIND $list AS x RETURN count(DISTINCT x)", Map.of("list", list))
                            .single()
                            .get(0));
            note("count(DISTINCT)", list, distinct, counted);
        }
    }

    /** What the reference and the engine say of each row. */
    private void compare(
            String expression, List<List<Object>> rows, java.util.function.Function<List<Object>, Object> reference) {
        List<List<Object>> sound = new ArrayList<>();
        List<Object> expected = new ArrayList<>();
        for (List<Object> row : rows) {
            Object value = engine(() -> reference.apply(row));
            if (value instanceof Failure) {
                note(expression, row, value, alone(expression, row));
            } else {
                sound.add(row);
                expected.add(value);
            }
        }
        Object all = engine(
                () -> session.run("UNWIND $rows AS row RETURN " + expression + " AS value", Map.of("rows", sound))
                        .list());
        for (int index = 0; index < sound.size(); index++) {
            Object value = all instanceof List<?> records && records.size() == sound.size()
                    ? ((Record) records.get(index)).get(0)
                    : alone(expression, sound.get(index));
            note(expression, sound.get(index), expected.get(index), value);
        }
    }

    private static Object alone(String expression, List<Object> row) {
        return engine(() -> session.run("WITH $row AS row RETURN " + expression + " AS value", Map.of("row", row))
                .single()
                .get(0));
    }

    private record Failure(String code) {}

    private static Object engine(Supplier<Object> computation) {
        try {
            return computation.get();
        } catch (ThetisException failure) {
            return new Failure(failure.code().name());
        }
    }

    private void note(String expression, List<Object> arguments, Object expected, Object actual) {
        if (!same(expected, actual, leastScale(expression))
                && counts.merge(expression, 1, Integer::sum) <= SHOWN_PER_EXPRESSION) {
            differences.add(
                    expression + " of " + arguments + ": reference " + shown(expected) + ", engine " + shown(actual));
        }
    }

    private static String shown(Object value) {
        return value instanceof String text ? "'" + text + "'" : String.valueOf(value);
    }

    /** Half of 1 and a cosine is as exact as 1 is, however small the sum. */
    private static double leastScale(String expression) {
        return expression.startsWith("vector.similarity.cosine") ? 1 : 0;
    }

    private static boolean same(Object expected, Object actual, double leastScale) {
        if (expected instanceof Double wanted && actual instanceof Double found) {
            return wanted.equals(found)
                    || Math.abs(wanted - found) <= TOLERANCE * Math.max(leastScale, Math.abs(wanted));
        }
        if (expected instanceof Failure wanted && actual instanceof Failure found) {
            // Arguments may be wrong in several ways, of which either names one.
            return wanted.equals(found) || ARGUMENT_ERRORS.containsAll(List.of(wanted.code(), found.code()));
        }
        if (expected instanceof List<?> wanted && actual instanceof List<?> found) {
            boolean same = wanted.size() == found.size();
            for (int index = 0; same && index < wanted.size(); index++) {
                same = same(wanted.get(index), found.get(index), leastScale);
            }
            return same;
        }
        return Objects.equals(expected, actual);
    }

    private void report() {
        assertThat(differences)
                .as("differences by expression: %s; replay with -Dthetis.seed=%d", counts, seed)
                .isEmpty();
    }
}
