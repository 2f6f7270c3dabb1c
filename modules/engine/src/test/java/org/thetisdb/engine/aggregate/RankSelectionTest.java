package org.thetisdb.engine.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.value.vector.PackedListBuilder;
import org.thetisdb.value.vector.VectorKind;

/** Compared with sorting: whichever numbers there are, and however many of them are the same. */
final class RankSelectionTest {
    private static Object number(Random random, int shape) {
        return switch (shape) {
            case 0 -> random.nextLong();
            case 1 -> (long) random.nextInt(5);
            case 2 -> random.nextInt(100) == 0 ? Long.MIN_VALUE : Long.MAX_VALUE - random.nextInt(3);
            case 3 -> 1_000_000_000_000L + random.nextInt(1 << 20);
            case 4 -> random.nextGaussian();
            case 5 ->
                switch (random.nextInt(7)) {
                    case 0 -> Double.NaN;
                    case 1 -> Double.NEGATIVE_INFINITY;
                    case 2 -> -0.0;
                    case 3 -> 0.0;
                    case 4 -> Double.MIN_VALUE;
                    default -> Math.scalb(random.nextDouble() - 0.5, random.nextInt(200));
                };
            case 6 -> random.nextBoolean() ? (Object) (long) random.nextInt(50) : (Object) (random.nextInt(100) * 0.5);
            default -> random.nextBoolean() ? (Object) (Long.MAX_VALUE - random.nextInt(3000)) : (Object) 0x1p63;
        };
    }

    @Test
    void theNumberAtAPlace_isThatOfTheSortedList() {
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            int shape = seed % 8;
            List<Object> numbers = new ArrayList<>();
            for (int count = 1 + random.nextInt(seed < 32 ? 60_000 : 20); count > 0; count--) {
                numbers.add(number(random, shape));
            }
            List<Object> sorted = new ArrayList<>(numbers);
            sorted.sort(ValueSemantics::order);
            RankSelection selection = new RankSelection(shape < 6 ? packed(numbers) : numbers, () -> {});
            for (int asked = 0; asked < 12; asked++) {
                int place = asked == 0 ? 0 : asked == 1 ? numbers.size() - 1 : random.nextInt(numbers.size());
                Object found = selection.at(place);
                assertThat(ValueSemantics.order(found, sorted.get(place)))
                        .as("seed=%s, place=%s, found=%s, expected=%s", seed, place, found, sorted.get(place))
                        .isZero();
            }
        }
    }

    private static List<Object> packed(List<Object> numbers) {
        PackedListBuilder builder =
                new PackedListBuilder(numbers.getFirst() instanceof Long ? VectorKind.INTEGER : VectorKind.FLOAT);
        numbers.forEach(builder::add);
        return builder.list();
    }

    @Test
    void betweenRuns_isAsked() {
        List<Object> numbers = new ArrayList<>();
        for (long number = 0; number < 100_000; number++) {
            numbers.add(number * 7919 % 100_003);
        }
        int[] asked = {0};
        Object median = new RankSelection(packed(numbers), () -> asked[0]++).at(50_000);
        assertThat(median).isEqualTo(numbers.stream().sorted().toList().get(50_000));
        assertThat(asked[0]).isGreaterThan(40);
    }
}
