package org.thetisdb.query;

import java.math.BigInteger;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Random rows of columns of all kinds and widths, and conditions and aggregates of these, with what they mean. */
final class ColumnRows {
    static final List<String> KEYS =
            List.of("small", "same", "stepped", "some", "flag", "day", "text", "word", "mixed", "real", "missing");

    private static final LocalDate DAY = LocalDate.of(2020, 2, 28);
    private static final List<String> WHOLE = List.of("small", "same", "stepped", "middle", "wide", "far", "some");
    private static final List<String> ORDERED = List.of("flag", "day", "text", "gone", "word");
    private static final List<String> OTHER = List.of("mixed", "real", "missing");

    private final RandomGenerator random;

    ColumnRows(RandomGenerator random) {
        this.random = random;
    }

    /** A condition, and what it means. */
    record Condition(String text, Predicate<Map<String, Object>> test) {}

    /** An aggregate, and what it is of some rows. */
    record Aggregate(String text, Function<List<Map<String, Object>>, @Nullable Object> of) {}

    Map<String, Object> row(int number) {
        Map<String, Object> row = new HashMap<>();
        row.put("number", (long) number);
        row.put("small", random.nextLong(-30, 31));
        row.put("same", 5L);
        row.put("stepped", 1_000 * random.nextLong(12));
        row.put("middle", random.nextLong(1 << 20));
        row.put("wide", random.nextLong(1L << 40));
        row.put("far", -(1L << 46) + random.nextLong(100));
        row.put("flag", random.nextBoolean());
        row.put("day", DAY.plusDays(random.nextInt(300)));
        row.put("text", "text " + random.nextInt(9));
        row.put("real", random.nextInt(40) / 4.0);
        row.put("mixed", random.nextBoolean() ? (Object) 1L : "one");
        if (random.nextInt(3) > 0) {
            row.put("some", random.nextLong(50));
        }
        if (random.nextInt(5) > 0) {
            row.put("word", "word " + random.nextInt(5));
        }
        if (number >= 40_000) {
            row.put("gone", (long) number);
        }
        return row;
    }

    Condition condition() {
        long bound = random.nextLong(-31, 32);
        int number = random.nextInt(6);
        return switch (random.nextInt(14)) {
            case 0 -> new Condition(" WHERE n.small > " + bound, row -> (long) row.get("small") > bound);
            case 1 -> new Condition(" WHERE n.flag", row -> Boolean.TRUE.equals(row.get("flag")));
            case 2 ->
                new Condition(
                        " WHERE n.small <> " + bound + " AND NOT n.flag AND n.small < 20",
                        row -> (long) row.get("small") != bound
                                && Boolean.FALSE.equals(row.get("flag"))
                                && (long) row.get("small") < 20);
            case 3 ->
                new Condition(" WHERE n.some < " + bound, row -> row.get("some") instanceof Long some && some < bound);
            case 4 ->
                new Condition(
                        " WHERE n.wide % 7 = 3 AND n.small >= " + bound,
                        row -> row.get("wide") instanceof Long wide
                                && wide % 7 == 3
                                && (long) row.get("small") >= bound);
            case 5 ->
                new Condition(
                        " WHERE n.text = 'text " + number + "' AND n.small < " + bound,
                        row -> row.get("text").equals("text " + number) && (long) row.get("small") < bound);
            case 6 ->
                new Condition(
                        " WHERE n.word <> 'word " + number + "'",
                        row -> row.get("word") instanceof String word && !word.equals("word " + number));
            case 7 ->
                new Condition(
                        " WHERE n.word IN ['word 1', 'text 1', 'word " + number + "', null] OR n.word IS NULL",
                        row -> List.of("word 1", "word " + number, "nothing")
                                .contains(row.getOrDefault("word", "nothing")));
            case 8 ->
                new Condition(
                        " WHERE n.text STARTS WITH 'text' AND NOT n.word CONTAINS '" + number + "'",
                        row -> row.get("text").toString().startsWith("text")
                                && row.get("word") instanceof String word
                                && !word.contains("" + number));
            case 9 ->
                new Condition(
                        " WHERE n.some IN [1, 2.0, 40, " + bound + "] AND n.mixed <> 'two'",
                        row -> row.get("some") instanceof Long some
                                && List.of(1L, 2L, 40L, bound).contains(some)
                                && row.containsKey("mixed"));
            default -> new Condition("", row -> true);
        };
    }

    Aggregate aggregate() {
        String distinct = random.nextInt(4) == 0 ? "DISTINCT " : "";
        String whole = WHOLE.get(random.nextInt(WHOLE.size()));
        List<String> pool = random.nextBoolean() ? WHOLE : ORDERED;
        String ordered = pool.get(random.nextInt(pool.size()));
        List<String> all =
                Stream.of(WHOLE, ORDERED, OTHER).flatMap(List::stream).toList();
        String any = all.get(random.nextInt(all.size()));
        boolean isDistinct = !distinct.isEmpty();
        return switch (random.nextInt(6)) {
            case 0 -> new Aggregate("count(*)", some -> (long) some.size());
            case 1 ->
                new Aggregate("count(" + distinct + "n." + any + ")", some ->
                        (long) values(some, any, isDistinct).size());
            case 2 ->
                new Aggregate(
                        "sum(" + distinct + "n." + whole + ")",
                        some -> sum(values(some, whole, isDistinct)).longValueExact());
            case 3 ->
                new Aggregate("avg(" + distinct + "n." + whole + ")", some -> {
                    List<Object> values = values(some, whole, isDistinct);
                    return values.isEmpty() ? null : sum(values).doubleValue() / values.size();
                });
            case 4 -> new Aggregate("min(" + distinct + "n." + ordered + ")", some -> extreme(some, ordered, -1));
            default -> new Aggregate("max(" + distinct + "n." + ordered + ")", some -> extreme(some, ordered, 1));
        };
    }

    private static List<Object> values(List<Map<String, Object>> some, String key, boolean isDistinct) {
        Stream<Object> values = some.stream().map(row -> row.get(key)).filter(Objects::nonNull);
        return (isDistinct ? values.distinct() : values).toList();
    }

    private static BigInteger sum(List<Object> values) {
        return values.stream().map(each -> BigInteger.valueOf((long) each)).reduce(BigInteger.ZERO, BigInteger::add);
    }

    @SuppressWarnings("unchecked") // The values of a property are of one kind.
    private static @Nullable Object extreme(List<Map<String, Object>> some, String key, int sign) {
        Comparator<Object> order = (first, second) -> sign * ((Comparable<Object>) first).compareTo(second);
        return values(some, key, false).stream().max(order).orElse(null);
    }
}
