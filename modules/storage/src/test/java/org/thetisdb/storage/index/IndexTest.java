package org.thetisdb.storage.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.storage.NodeIndexReader.Bound;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.StoreMemory;
import org.thetisdb.storage.spill.SpillPool;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Builds indexes over random values of mixed types and compares every look-up with a walk over a list. */
final class IndexTest {
    @TempDir
    private Path temporary;

    private static final long[] INTEGERS = {
        0,
        1,
        -1,
        2,
        Long.MAX_VALUE,
        Long.MAX_VALUE - 1,
        Long.MIN_VALUE,
        Long.MIN_VALUE + 1,
        1L << 53,
        (1L << 53) + 1,
        -(1L << 53) - 1
    };
    private static final double[] DOUBLES = {
        0.0, -0.0, 1.0, 0.5, -1.0, 0x1p53, 0x1p63, -0x1p63, Double.MAX_VALUE, Double.NaN, Double.NEGATIVE_INFINITY
    };

    static Object value(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> INTEGERS[random.nextInt(INTEGERS.length)];
            case 1 -> DOUBLES[random.nextInt(DOUBLES.length)];
            case 2 -> (long) random.nextInt(300);
            case 3 -> random.nextInt(300) / 2.0;
            case 4 -> "prefix shared by many " + random.nextInt(300);
            case 5 ->
                List.of("\u00e4", "\ud83d\ude00", "\uffee")
                                .get(random.nextInt(3))
                                .repeat(random.nextInt(6))
                        + "x".repeat(random.nextInt(3));
            case 6 -> LocalDate.ofEpochDay(random.nextInt(50));
            default ->
                switch (random.nextInt(6)) {
                    case 3 -> new Point(7203, random.nextInt(2) == 0 ? 0.0 : -0.0, random.nextInt(2), Double.NaN);
                    case 4 -> new IsoDuration(random.nextInt(2), random.nextInt(2), random.nextInt(2), 0);
                    case 0 -> random.nextBoolean();
                    case 1 -> List.of(random.nextBoolean() ? 1L : 1.0, "a\0b".repeat(random.nextInt(3)));
                    case 2 ->
                        ZonedDateTime.of(
                                2020, 1, 1, random.nextInt(3), 0, 0, random.nextInt(2), ZoneId.of("Europe/Berlin"));
                    default ->
                        ZonedDateTime.of(
                                2020, 1, 1, random.nextInt(3), 0, 0, 0, ZoneOffset.ofHours(random.nextInt(3) - 1));
                };
        };
    }

    private static boolean isNumber(Object value) {
        return value instanceof Long || value instanceof Double;
    }

    /** Numbers by their exact value, strings by code point; empty where values do not compare. */
    static Optional<Integer> compare(Object left, Object right) {
        if (isNumber(left) && isNumber(right)) {
            double first = ((Number) left).doubleValue();
            double second = ((Number) right).doubleValue();
            if (Double.isNaN(first) || Double.isNaN(second)) {
                return Optional.empty();
            }
            if (Double.isInfinite(first) || Double.isInfinite(second)) {
                return Optional.of(Double.compare(first, second));
            }
            return Optional.of(exact(left).compareTo(exact(right)));
        }
        if (left instanceof String first && right instanceof String second) {
            int[] firsts = first.codePoints().toArray();
            int[] seconds = second.codePoints().toArray();
            return Optional.of(java.util.Arrays.compare(firsts, seconds));
        }
        if (left instanceof LocalDate first && right instanceof LocalDate second) {
            return Optional.of(first.compareTo(second));
        }
        if (left instanceof ZonedDateTime first && right instanceof ZonedDateTime second) {
            int byInstant = first.toInstant().compareTo(second.toInstant());
            int byOffset =
                    first.getOffset().getTotalSeconds() - second.getOffset().getTotalSeconds();
            int byName = first.getZone().getId().compareTo(second.getZone().getId());
            return Optional.of(byInstant != 0 ? byInstant : byOffset != 0 ? byOffset : byName);
        }
        if (left instanceof List<?> first && right instanceof List<?> second) {
            for (int index = 0; index < Math.min(first.size(), second.size()); index++) {
                int order = compare(first.get(index), second.get(index)).orElseThrow();
                if (order != 0) {
                    return Optional.of(order);
                }
            }
            return Optional.of(first.size() - second.size());
        }
        if (left instanceof Point first && right instanceof Point second) {
            return first.x() == second.x() && first.y() == second.y() ? Optional.of(0) : Optional.empty();
        }
        return left.equals(right) ? Optional.of(0) : Optional.empty();
    }

    private static BigDecimal exact(Object number) {
        return number instanceof Long whole ? BigDecimal.valueOf(whole) : new BigDecimal((Double) number);
    }

    private IndexCursor build(List<Object> values, int runRows, long memoryBytes) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        Extent root;
        try (SpillPool pool = new SpillPool(new LocalFileSystem(), temporary.resolve("spill"), memoryBytes)) {
            IndexBuilder builder = new IndexBuilder(pool, Optional.empty());
            for (int from = 0; from < values.size(); from += runRows) {
                IndexRun run = new IndexRun();
                int count = Math.min(runRows, values.size() - from);
                Vector vector = new Vector();
                vector.reset(VectorKind.OBJECT, count);
                for (int index = 0; index < count; index++) {
                    vector.setValue(index, values.get(from + index));
                }
                for (int index = 0; index < count; index++) {
                    run.add(vector, index, from + index);
                }
                builder.add(run);
            }
            root = builder.build(bytes -> {
                Extent extent = new Extent(0, file.size(), bytes.byteSize());
                file.writeBytes(bytes.toArray(ValueLayout.JAVA_BYTE));
                file.writeBytes(new byte[(int) (-bytes.byteSize() & 7)]);
                return extent;
            });
        }
        return new IndexCursor(StoreMemory.of(MemorySegment.ofArray(file.toByteArray())), root);
    }

    private static List<Long> drain(IndexCursor cursor, Random random) {
        List<Long> nodes = new ArrayList<>();
        int capacity = 1 + random.nextInt(400);
        long[] out = new long[capacity];
        int count;
        while ((count = cursor.next(out, capacity)) > 0) {
            for (int index = 0; index < count; index++) {
                nodes.add(out[index]);
            }
        }
        return nodes;
    }

    @Test
    void seek_overMixedTypes_findsWhatEqualsAndLiesBetween() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<Object> values = new ArrayList<>();
        for (int index = 0; index < 30_000; index++) {
            values.add(value(random));
        }
        IndexCursor cursor = build(values, 4_000, 100_000);
        for (int round = 0; round < 150; round++) {
            Object key = value(random);
            Vector one = new Vector();
            one.reset(VectorKind.NULL, 1);
            one.setValue(0, key);
            cursor.seek(one, 0);
            assertThat(drain(cursor, random))
                    .as("seed=%d key=%s", seed, key)
                    .isEqualTo(nodes(values, value -> compare(value, key).equals(Optional.of(0))));
        }
        for (int round = 0; round < 100; round++) {
            checkRange(cursor, values, random, seed);
        }
        for (String prefix :
                List.of("", "p", "prefix shared by many 1", "prefix shared by many 299", "x", "\u00e4", "q")) {
            cursor.seekPrefix(prefix);
            List<Long> expected = nodes(values, value -> value instanceof String text && text.startsWith(prefix));
            assertThat(drain(cursor, random).stream().sorted().toList())
                    .as("seed=%d", seed)
                    .isEqualTo(expected);
        }
        long indexed = cursor.verify(node -> {}, () -> assertThat(seed).isZero());
        assertThat(indexed)
                .isEqualTo(nodes(values, value -> !(value instanceof Double number && Double.isNaN(number)))
                        .size());
    }

    private static void checkRange(IndexCursor cursor, List<Object> values, Random random, long seed) {
        Object low = value(random);
        Object high = value(random);
        if (compare(low, high).isEmpty() || low instanceof Point || low instanceof IsoDuration) {
            return;
        }
        boolean lowInclusive = random.nextBoolean();
        boolean highInclusive = random.nextBoolean();
        boolean hasLow = random.nextInt(4) > 0;
        cursor.seekRange(
                hasLow ? Optional.of(new Bound(low, lowInclusive)) : Optional.empty(),
                Optional.of(new Bound(high, highInclusive)));
        List<Long> expected = nodes(values, value -> {
            Optional<Integer> toLow = compare(value, low);
            Optional<Integer> toHigh = compare(value, high);
            return toLow.isPresent()
                    && (!hasLow || toLow.get() > 0 || toLow.get() == 0 && lowInclusive)
                    && (toHigh.get() < 0 || toHigh.get() == 0 && highInclusive);
        });
        List<Long> found = drain(cursor, random);
        if (!(low instanceof Boolean)) {
            assertThat(found.stream().sorted().toList())
                    .as("seed=%d low=%s %s %s high=%s %s", seed, hasLow, low, lowInclusive, high, highInclusive)
                    .isEqualTo(expected);
            for (int index = 1; index < found.size(); index++) {
                Object before = values.get(found.get(index - 1).intValue());
                Object after = values.get(found.get(index).intValue());
                if (compare(before, after).orElseThrow() > 0) {
                    throw new AssertionError("seed=" + seed + ": " + before + " before " + after);
                }
            }
        }
    }

    private static List<Long> nodes(List<Object> values, java.util.function.Predicate<Object> wanted) {
        List<Long> nodes = new ArrayList<>();
        for (int index = 0; index < values.size(); index++) {
            if (wanted.test(values.get(index))) {
                nodes.add((long) index);
            }
        }
        return nodes;
    }
}
