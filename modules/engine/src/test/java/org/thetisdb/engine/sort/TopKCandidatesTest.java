package org.thetisdb.engine.sort;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.engine.testing.StageHarness;
import org.thetisdb.engine.testing.TestGraph;
import org.thetisdb.value.vector.Vector;

/** The rows that a bound lets through are those that do not come after it, whatever the kinds of both are. */
class TopKCandidatesTest {
    private static final int ROW_COUNT = 300;
    private static final int BOUND_COUNT = 40;

    private final StageHarness harness = new StageHarness(TestGraph.builder(1).build(), 1024);

    private static final List<Function<Random, Object>> VALUES = List.of(
            random -> random.nextInt(50) - 25L,
            random -> random.nextInt(4) == 0 ? null : Long.MAX_VALUE - random.nextInt(2),
            random -> random.nextInt(4) == 0 ? null : Long.MIN_VALUE + random.nextInt(2),
            random -> random.nextInt(5) == 0 ? Double.NaN : random.nextInt(9) / 2.0 - 2,
            random -> random.nextBoolean() ? -0.0 : 0.0,
            random -> "a common begin, then " + random.nextInt(20),
            random -> random.nextInt(3) == 0 ? null : "\u0000".repeat(random.nextInt(10)),
            random -> random.nextBoolean(),
            random -> LocalDateTime.ofEpochSecond(random.nextInt(4), random.nextInt(3), ZoneOffset.UTC),
            random -> ZonedDateTime.ofLocal(
                    LocalDateTime.ofEpochSecond(random.nextInt(2) * 3600L, random.nextInt(2), ZoneOffset.UTC),
                    ZoneId.of(random.nextBoolean() ? "UTC" : "Europe/Berlin"),
                    null),
            random -> List.of((long) random.nextInt(9)),
            random -> random.nextBoolean() ? (Object) (long) random.nextInt(9) : random.nextInt(9) + 0.5,
            random -> null);

    @Test
    void rows_ofAllKinds_pastBoundsOfAllKinds() {
        for (int rows = 0; rows < VALUES.size(); rows++) {
            for (int bounds = 0; bounds < VALUES.size(); bounds++) {
                assertSelected(rows, bounds, true);
                assertSelected(rows, bounds, false);
            }
        }
    }

    @Test
    void withoutABound_allRows() {
        TopKBound bound = new TopKBound(true);
        int[] selection = new int[ROW_COUNT];

        assertThat(new TopKCandidates(bound, 0).select(batch(new Random(1), VALUES.getFirst()), selection))
                .isEqualTo(ROW_COUNT);
        assertThat(selection).isEqualTo(IntStream.range(0, ROW_COUNT).toArray());
    }

    @Test
    void bound_onlyMovesToTheFront() {
        Batch values = harness.batch(List.of(StageHarness.row(5L), StageHarness.row(3L), StageHarness.row(7L)));
        TopKBound bound = new TopKBound(true);
        int[] selection = new int[3];
        for (int row = 0; row < 3; row++) {
            bound.lower(values.column(0), row);
        }

        assertThat(new TopKCandidates(bound, 0).select(values, selection)).isEqualTo(1);
        assertThat(selection[0]).isEqualTo(1);

        bound.clear();
        assertThat(new TopKCandidates(bound, 0).isBounded()).isFalse();
    }

    private void assertSelected(int rowKind, int boundKind, boolean ascending) {
        Random random = new Random(31L * rowKind + boundKind);
        Batch rows = batch(random, VALUES.get(rowKind));
        Batch bounds = batch(random, VALUES.get(boundKind));
        for (int of = 0; of < BOUND_COUNT; of++) {
            TopKBound bound = new TopKBound(ascending);
            bound.lower(bounds.column(0), of);
            int[] selection = new int[ROW_COUNT];
            int count = new TopKCandidates(bound, 0).select(rows, selection);
            assertThat(Arrays.copyOf(selection, count))
                    .as(
                            "rows=%d, bounds=%d, ascending=%s, bound=%s",
                            rowKind, boundKind, ascending, bounds.column(0).valueAt(of))
                    .isEqualTo(notAfter(rows.column(0), bounds.column(0), of, ascending));
        }
    }

    private static int[] notAfter(Vector column, Vector bounds, int bound, boolean ascending) {
        return IntStream.range(0, ROW_COUNT)
                .filter(row -> {
                    int compared = ValueSemantics.compare(column, row, bounds, bound);
                    return ascending ? compared <= 0 : compared >= 0;
                })
                .toArray();
    }

    private Batch batch(Random random, Function<Random, Object> values) {
        List<List<Object>> rows = new ArrayList<>();
        for (int row = 0; row < ROW_COUNT; row++) {
            rows.add(StageHarness.row(values.apply(random)));
        }
        return harness.batch(rows);
    }
}
