package org.thetisdb.extending;

import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.thetisdb.Node;
import org.thetisdb.Path;
import org.thetisdb.Relationship;
import org.thetisdb.extension.CallContext;
import org.thetisdb.extension.ScalarFunction;
import org.thetisdb.extension.TableProcedure;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;

/** Functions and procedures of all shapes. */
public final class SampleFunctions {
    /** How often {@link #counted} was called. */
    static final AtomicLong CALLS = new AtomicLong();

    /** How many streams of {@link #endless} were closed. */
    static final AtomicLong CLOSED = new AtomicLong();

    private SampleFunctions() {}

    @ScalarFunction(name = "sample.twice", description = "twice as much")
    public static long twice(long value) {
        return 2 * value;
    }

    @ScalarFunction(name = "sample.small")
    public static int small(int value) {
        return value + 1;
    }

    @ScalarFunction(name = "sample.mean")
    public static double mean(double a, double b) {
        return (a + b) / 2;
    }

    @ScalarFunction(name = "sample.isOdd")
    public static boolean isOdd(long value) {
        return value % 2 != 0;
    }

    @ScalarFunction(name = "sample.not")
    public static boolean not(boolean value) {
        return !value;
    }

    @ScalarFunction(name = "sample.Shout")
    public static String shout(String text) {
        return text.toUpperCase(Locale.ROOT) + "!";
    }

    @ScalarFunction(name = "sample.orElse")
    public static String orElse(@Nullable String text, String other) {
        return text == null ? other : text;
    }

    @ScalarFunction(name = "sample.onlyLong")
    public static @Nullable String onlyLong(String text) {
        return text.length() > 3 ? text : null;
    }

    @ScalarFunction(name = "sample.half")
    public static @Nullable Long half(Long value) {
        return value % 2 == 0 ? (Long) (value / 2) : null;
    }

    @ScalarFunction(name = "sample.ratio")
    public static Double ratio(Double a, Integer b) {
        return a / b;
    }

    @ScalarFunction(name = "sample.kind")
    public static String kind(@Nullable Object value) {
        return value == null ? "nothing" : value.getClass().getSimpleName();
    }

    @ScalarFunction(name = "sample.first")
    public static @Nullable Object first(List<Object> list) {
        return list.isEmpty() ? null : list.getFirst();
    }

    @ScalarFunction(name = "sample.sizes")
    public static Map<String, Integer> sizes(Map<String, Object> map, List<?> list) {
        return Map.of("map", map.size(), "list", list.size());
    }

    @ScalarFunction(name = "sample.digits")
    public static long[] digits(long value) {
        return Long.toString(value).chars().mapToLong(each -> each - '0').toArray();
    }

    @ScalarFunction(name = "sample.tomorrow")
    public static LocalDate tomorrow(LocalDate day) {
        return day.plusDays(1);
    }

    @ScalarFunction(name = "sample.months")
    public static long months(IsoDuration duration) {
        return duration.months();
    }

    @ScalarFunction(name = "sample.east")
    public static Point east(Point point) {
        return new Point(point.srid(), point.x() + 1, point.y(), point.z());
    }

    @ScalarFunction(name = "sample.describe")
    public static String describe(Node node) {
        return node.labels() + " " + node.properties();
    }

    @ScalarFunction(name = "sample.same")
    public static Node same(Node node) {
        return node;
    }

    @ScalarFunction(name = "sample.ends")
    public static List<Long> ends(Relationship relationship) {
        return List.of(relationship.startNodeId(), relationship.endNodeId());
    }

    @ScalarFunction(name = "sample.names")
    public static List<Object> names(Path path) {
        return path.nodes().stream().map(node -> node.get("name")).toList();
    }

    @ScalarFunction(name = "sample.pi")
    public static double pi() {
        return 3;
    }

    @ScalarFunction(name = "sample.counted")
    public static long counted(long value) {
        return CALLS.incrementAndGet() * 0 + value;
    }

    @ScalarFunction(name = "sample.dear")
    public static double dear(long value) {
        CALLS.incrementAndGet();
        double sum = value;
        for (int index = 0; index < 200; index++) {
            sum = Math.sqrt(sum + index);
        }
        return sum;
    }

    @ScalarFunction(name = "sample.next", deterministic = false)
    public static long next() {
        return CALLS.incrementAndGet();
    }

    @ScalarFunction(name = "sample.columns")
    public static void columns(long[] a, double[] b, double[] results, int count) {
        for (int row = 0; row < count; row++) {
            results[row] = a[row] * b[row];
        }
    }

    @ScalarFunction(name = "sample.texts")
    public static void texts(CallContext context, String[] texts, String[] results, int count) {
        context.checkpoint();
        for (int row = 0; row < count; row++) {
            results[row] = texts[row] + Math.min(count, 1);
        }
    }

    @ScalarFunction(name = "sample.fail")
    public static long fail(long value) {
        if (value == 3) {
            throw new IllegalArgumentException("three is too much");
        }
        return value;
    }

    @ScalarFunction(name = "sample.deep")
    public static long deep(long value) {
        return value < 0 ? 0 : deep(value + 1) + 1;
    }

    @ScalarFunction(name = "sample.spin")
    public static long spin(CallContext context, long value) {
        long turns = value;
        while (true) {
            if (++turns % 1000 == 0) {
                context.checkpoint();
            }
        }
    }

    @ScalarFunction(name = "sample.alien")
    public static Object alien(long value) {
        return new StringBuilder("a").append(value).chars().boxed().toList().iterator();
    }

    /** A row. */
    public record Word(String word, long length) {}

    @TableProcedure(name = "sample.words", description = "the words of a text")
    public static Stream<Word> words(String text) {
        return Stream.of(text.split(" ")).map(each -> new Word(each, each.length()));
    }

    /** A row. */
    public record Number(long number) {}

    @TableProcedure(name = "sample.endless")
    public static Stream<Number> endless(CallContext context, long from) {
        context.checkpoint();
        return LongStream.iterate(from, each -> each + 1).mapToObj(Number::new).onClose(CLOSED::incrementAndGet);
    }

    @TableProcedure(name = "sample.labelsOf")
    public static List<Word> labelsOf(Node node) {
        return node.labels().stream().map(each -> new Word(each, each.length())).toList();
    }

    @TableProcedure(name = "sample.broken")
    public static Iterable<Number> broken(long rows) {
        return () -> LongStream.range(0, 100)
                .peek(each -> {
                    if (each == rows) {
                        throw new IllegalStateException("no more");
                    }
                })
                .mapToObj(Number::new)
                .iterator();
    }
}
