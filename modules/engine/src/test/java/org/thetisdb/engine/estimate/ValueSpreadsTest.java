package org.thetisdb.engine.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.engine.scan.IndexRange.Bound;
import org.thetisdb.engine.testing.TestGraph;

/** Goal: shares are about what they are, and nothing is made up. Method: values whose shares are known. */
class ValueSpreadsTest {
    private static final int NODES = 20_000;
    private static final long[] FEW = {1, 2, 2, 2, 3, 3};
    private static final TestGraph GRAPH = graph();
    private final ValueSpreads spreads = new ValueSpreads();

    /** Values in their order and in none, on half of the nodes, of several kinds. */
    private static TestGraph graph() {
        Random random = new Random(1);
        TestGraph.Builder builder = TestGraph.builder(512);
        for (long node = 0; node < NODES; node++) {
            Map<String, Object> properties = new HashMap<>();
            properties.put("ordered", node);
            properties.put("random", (long) random.nextInt(NODES));
            properties.put("skewed", (long) Math.exp(random.nextInt(NODES) * 30.0 / NODES));
            properties.put("few", FEW[random.nextInt(FEW.length)]);
            properties.put("float", random.nextDouble());
            properties.put("date", LocalDate.ofEpochDay(random.nextInt(NODES)));
            properties.put(
                    "time",
                    ZonedDateTime.ofInstant(java.time.Instant.ofEpochSecond(random.nextInt(NODES)), ZoneOffset.UTC));
            properties.put("text", "t" + node);
            properties.put("mixed", node % 2 == 0 ? (Object) node : "t" + node);
            if (node % 2 == 0) {
                properties.put("half", (long) random.nextInt(NODES));
            }
            builder.node(Set.of(node % 4 == 0 ? "Other" : "Node"), properties);
        }
        return builder.build();
    }

    private static Optional<Bound> literal(Object value) {
        return value == null ? Optional.empty() : end(new Expression.Literal(Optional.of(value)), false);
    }

    private static Optional<Bound> end(Expression value, boolean isInclusive) {
        return Optional.of(new Bound(value, isInclusive));
    }

    private OptionalDouble share(String property, Object lower, Object upper) {
        ValueWindow window = new ValueWindow(Set.of("Node"), property, literal(lower), literal(upper));
        return spreads.share(GRAPH, window, KnownValues.NONE);
    }

    @ParameterizedTest
    @CsvSource({"ordered, 0.5", "random, 0.5", "ordered, 0.05", "random, 0.05", "random, 1", "ordered, 1", "half, 0.4"})
    void shares_areAboutWhatTheyAre(String property, double share) {
        double present = property.equals("half") ? 1.0 / 3 : 1;
        double found = share(property, null, (long) (share * NODES)).orElseThrow();
        assertThat(found).isEqualTo(share * present, within(0.1));
        double above = share(property, (long) ((1 - share) * NODES), null).orElseThrow();
        assertThat(above).isEqualTo(share * present, within(0.1));
    }

    @Test
    void windows_areWhatLiesBetween() {
        assertThat(share("random", 5_000L, 10_000L).orElseThrow()).isEqualTo(0.25, within(0.08));
        assertThat(share("random", 10_000L, 5_000L).orElseThrow()).isZero();
        assertThat(share("ordered", 100L, 120L).orElseThrow()).isLessThan(0.005);
        assertThat(share("skewed", null, (long) Math.exp(3)).orElseThrow()).isEqualTo(0.1, within(0.05));
    }

    /** Half of the nodes have 2: whether the end belongs to the window is nearly all that matters. */
    @ParameterizedTest
    @CsvSource({"0, true", "1, false", "1, true", "2, false", "2, true", "3, false", "3, true", "4, false"})
    void frequentValues_belongToTheWindowOrNot(long value, boolean isInclusive) {
        Optional<Bound> end = end(new Expression.Literal(Optional.of(value)), isInclusive);
        OptionalDouble above =
                spreads.share(GRAPH, new ValueWindow(Set.of("Node"), "few", end, Optional.empty()), KnownValues.NONE);
        OptionalDouble below =
                spreads.share(GRAPH, new ValueWindow(Set.of("Node"), "few", Optional.empty(), end), KnownValues.NONE);
        double expectedAbove = LongStream.of(FEW)
                .filter(each -> isInclusive ? each >= value : each > value)
                .count();
        double expectedBelow = LongStream.of(FEW)
                .filter(each -> isInclusive ? each <= value : each < value)
                .count();
        assertThat(above.orElseThrow()).isEqualTo(expectedAbove / FEW.length, within(0.08));
        assertThat(below.orElseThrow()).isEqualTo(expectedBelow / FEW.length, within(0.08));
    }

    @Test
    void otherKinds_areComparedByWhatTheyAre() {
        assertThat(share("float", null, 0.25).orElseThrow()).isEqualTo(0.25, within(0.08));
        assertThat(share("random", null, 5_000.5).orElseThrow()).isEqualTo(0.25, within(0.08));
        assertThat(share("float", null, 1L).orElseThrow()).isEqualTo(1, within(0.01));
        assertThat(share("date", null, LocalDate.ofEpochDay(NODES / 4)).orElseThrow())
                .isEqualTo(0.25, within(0.08));
        Object hour = ZonedDateTime.ofInstant(java.time.Instant.ofEpochSecond(NODES / 4), ZoneOffset.UTC);
        assertThat(share("time", hour, null).orElseThrow()).isEqualTo(0.75, within(0.08));
    }

    @Test
    void whatIsNotKnown_isNotMadeUp() {
        assertThat(share("text", null, "t5")).isEmpty();
        assertThat(share("random", null, "t5")).isEmpty();
        assertThat(share("mixed", null, 5L)).isEmpty();
        assertThat(share("missing", null, 5L)).isEmpty();
        ValueWindow unlabelled = new ValueWindow(Set.of("Nobody"), "random", Optional.empty(), literal(5L));
        assertThat(spreads.share(GRAPH, unlabelled, KnownValues.NONE)).isEmpty();
    }

    @Test
    void values_areThoseOfTheRun() {
        Expression parameter = new Expression.Parameter("x", CypherType.ANY);
        ValueWindow window = new ValueWindow(Set.of("Node"), "random", Optional.empty(), end(parameter, false));
        assertThat(spreads.share(GRAPH, window, KnownValues.NONE)).isEmpty();
        assertThat(spreads.share(GRAPH, window, new KnownValues(Map.of("x", 10_000L)))
                        .orElseThrow())
                .isEqualTo(0.5, within(0.1));
        Expression date = new Expression.Call("date", java.util.List.of(parameter));
        ValueWindow dates = new ValueWindow(Set.of("Node"), "date", end(date, false), Optional.empty());
        assertThat(spreads.share(GRAPH, dates, new KnownValues(Map.of("x", "1990-01-01")))
                        .orElseThrow())
                .isEqualTo(1 - 7305.0 / NODES, within(0.1));
        assertThat(spreads.share(GRAPH, dates, new KnownValues(Map.of("x", "no date"))))
                .isEmpty();
    }
}
