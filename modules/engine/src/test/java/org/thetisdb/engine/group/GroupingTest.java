package org.thetisdb.engine.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.thetisdb.engine.testing.StageHarness.column;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Places;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Step.AggregateFunction;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.engine.testing.ExpressionHarness;
import org.thetisdb.engine.testing.StageHarness;
import org.thetisdb.engine.testing.TestGraph;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Groups of several workers, merged whole, in partitions and from disk, against those of a single one. */
class GroupingTest {
    private static final TestGraph EMPTY = TestGraph.builder(1).build();
    private static final int KEY_SLOT = 20;
    private static final int RESULT_SLOT = 30;

    /** Rows: a key in slot 0, a number in slot 1, any value in slot 2, a percentile in slot 3. */
    private static List<Step.Aggregation> aggregations() {
        List<Step.Aggregation> all = new ArrayList<>();
        for (AggregateFunction function : AggregateFunction.values()) {
            if (function == AggregateFunction.EXTENSION) {
                continue;
            }
            for (boolean distinct : new boolean[] {false, true}) {
                all.add(new Step.Aggregation(
                        ExpressionHarness.variable(all.size()), function, distinct, List.<Expression>of()));
            }
        }
        return all;
    }

    private static Evaluator[] arguments(AggregateFunction function) {
        return switch (function) {
            case COUNT_ROWS -> new Evaluator[0];
            case COUNT, MIN, MAX, COLLECT -> new Evaluator[] {column(2)};
            case SUM, AVG, STDEV, STDEVP -> new Evaluator[] {column(1)};
            case PERCENTILE_CONT, PERCENTILE_DISC -> new Evaluator[] {column(1), column(3)};
            case EXTENSION -> throw new IllegalArgumentException("an extension says what it takes");
        };
    }

    private static AggregateSink sink(List<Step.Aggregation> aggregations) {
        int[] results =
                IntStream.range(RESULT_SLOT, RESULT_SLOT + aggregations.size()).toArray();
        AggregateSink.WorkFactory work = worker -> new AggregateSink.Work(
                new Evaluator[] {column(0)},
                Optional.empty(),
                aggregations.stream().map(each -> arguments(each.function())).toArray(Evaluator[][]::new),
                () -> AggregateSink.accumulators(aggregations, Places.NONE, worker::query),
                Optional.empty());
        return new AggregateSink(
                work,
                new GroupColumns(new int[] {KEY_SLOT}, results, GroupPhase.WHOLE, new int[0], Optional.empty(), false));
    }

    /** Results by key, lists in the order of their values. */
    private static Map<Object, List<Object>> grouped(StageHarness harness, List<List<List<Object>>> parts) {
        List<Step.Aggregation> aggregations = aggregations();
        AggregateSink sink = sink(aggregations);
        for (List<List<Object>> part : parts) {
            Stage stage = sink.stage(harness.worker());
            harness.push(stage, part);
        }
        int[] slots = IntStream.concat(
                        IntStream.of(KEY_SLOT), IntStream.range(RESULT_SLOT, RESULT_SLOT + aggregations.size()))
                .toArray();
        StageHarness.Sink rows = harness.new Sink(slots);
        int morsels = sink.prepare(harness.worker());
        for (int morsel = 0; morsel < morsels; morsel++) {
            sink.run(morsel, harness.worker(), rows);
        }
        sink.reset();
        Map<Object, List<Object>> groups = new HashMap<>();
        for (List<Object> row : rows.rows()) {
            List<Object> results = new ArrayList<>();
            for (Object result : row.subList(1, row.size())) {
                results.add(result instanceof List<?> list ? sorted(list) : rounded(result));
            }
            assertThat(groups.put(String.valueOf(row.getFirst()), results))
                    .as("each group once: %s", row)
                    .isNull();
        }
        return groups;
    }

    private static List<Object> sorted(List<?> list) {
        List<Object> copy = new ArrayList<>(list);
        copy.sort(ValueSemantics::order);
        return copy;
    }

    /** Floats are added in another order. */
    private static Object rounded(Object value) {
        return value instanceof Double number ? (Object) (Math.rint(number * 1e6) / 1e6) : value;
    }

    private static List<List<Object>> rows(Random random, int count, int keyCount) {
        List<List<Object>> rows = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            int key = random.nextInt(keyCount);
            Object number = random.nextInt(7) == 0 ? null : random.nextBoolean() ? (Object) (long) key : key / 4.0;
            Object any = switch (random.nextInt(5)) {
                case 0 -> null;
                case 1 -> "text " + random.nextInt(3);
                case 2 -> new NodeReference(random.nextInt(4));
                case 3 -> Arrays.asList(1L, null, "x" + random.nextInt(2));
                default -> (long) random.nextInt(5);
            };
            rows.add(StageHarness.row(key(key), number, any, 0.5));
        }
        return rows;
    }

    /** Keys of several types, NaN, null and lists among them. */
    private static Object key(int key) {
        return switch (key % 6) {
            case 0 -> key == 0 ? null : (Object) (double) key;
            case 1 -> key == 1 ? (Object) Double.NaN : (Object) (long) key;
            case 2 -> List.of((long) key, "k");
            default -> "a key that is not short, number " + key;
        };
    }

    @Test
    void fewGroups_ofSeveralWorkers_areThoseOfOne() {
        for (long seed = 1; seed <= 10; seed++) {
            for (int batchRows : StageHarness.BATCH_ROWS) {
                assertSame(seed, batchRows, 200, 40);
            }
        }
    }

    @Test
    void manyGroups_areMergedInPartitions_toThoseOfOne() {
        assertSame(11, 1024, 120_000, 60_000);
        assertSame(12, 1000, 70_000, 1_000_000);
    }

    @Test
    void groupsThatDoNotFit_areSpilled_andAreTheSame() {
        for (long seed = 1; seed <= 4; seed++) {
            for (long shareBytes : new long[] {0, 3_000, 60_000}) {
                assertSpilled(seed, 3, shareBytes, 300, seed % 2 == 0 ? 40 : 250);
                assertSpilled(seed, 100, shareBytes, 2_000, seed % 2 == 0 ? 40 : 2_000);
            }
        }
        assertSpilled(13, 1024, 500_000, 30_000, 20_000);
    }

    /** Every other batch goes by nodes at first; between batches all groups go to disk, and get new numbers. */
    @Test
    void groupsByNamesOfNodes_alsoOnDisk_areThoseOfNames() {
        Random random = new Random(17);
        TemporarySpace space = space();
        StageHarness harness = StageHarness.spilling(EMPTY, 64, space, 1 << 20);
        List<Step.Aggregation> sum = List.of(new Step.Aggregation(
                ExpressionHarness.variable(0), AggregateFunction.SUM, false, List.<Expression>of()));
        AggregateSink sink = new AggregateSink(
                worker -> new AggregateSink.Work(
                        new Evaluator[] {GroupingTest::names, column(1)},
                        Optional.of(new AggregateSink.Work.StandIns(
                                new Evaluator[] {column(0)}, new Evaluator[] {column(1)}, new int[] {-1, 1})),
                        new Evaluator[][] {{column(2)}},
                        () -> AggregateSink.accumulators(sum, Places.NONE, worker::query),
                        Optional.empty()),
                new GroupColumns(
                        new int[] {KEY_SLOT, KEY_SLOT + 1},
                        new int[] {RESULT_SLOT},
                        GroupPhase.WHOLE,
                        new int[0],
                        Optional.empty(),
                        false));
        GroupStage stage = (GroupStage) sink.stage(harness.worker());
        Map<List<Object>, Long> expected = new HashMap<>();
        for (int batch = 0; batch < 8; batch++) {
            List<List<Object>> rows = new ArrayList<>();
            for (int row = 0; row < 64; row++) {
                long node = random.nextInt(12);
                long other = random.nextInt(3);
                rows.add(StageHarness.row(new NodeReference(node), other, (long) row));
                expected.merge(List.of(name(node), other), (long) row, Long::sum);
            }
            harness.push(stage, rows);
            stage.spill();
        }
        StageHarness.Sink groups = harness.new Sink(KEY_SLOT, KEY_SLOT + 1, RESULT_SLOT);
        int morsels = sink.prepare(harness.worker());
        for (int morsel = 0; morsel < morsels; morsel++) {
            sink.run(morsel, harness.worker(), groups);
        }
        Map<List<Object>, Long> found = new HashMap<>();
        groups.rows().forEach(row -> found.put(row.subList(0, 2), (Long) row.get(2)));
        assertThat(found).isEqualTo(expected);
        sink.reset();
    }

    private static String name(long node) {
        return "name " + node % 5;
    }

    private static Vector names(EvaluationContext context, Rows rows) {
        Vector names = new Vector();
        names.reset(VectorKind.STRING, rows.count());
        for (int row = 0; row < rows.count(); row++) {
            names.setValue(row, name(rows.column(0).longs()[row]));
        }
        return names;
    }

    @Test
    void oneKeyOfMostRows_isSpilledWithAllOthers() {
        List<List<Object>> rows = new ArrayList<>(rows(new Random(14), 4_000, 1_500));
        for (int row = 0; row < rows.size(); row += row % 3 + 1) {
            rows.set(row, StageHarness.row("the one", 1L, "text " + row % 100, 0.5));
        }
        assertSpilled(rows, 14, 100, 20_000);
    }

    @Test
    void cancelled_whileItSpills_endsAndFreesTheFiles() {
        TemporarySpace space = space();
        StageHarness harness = StageHarness.spilling(EMPTY, 100, space, 3_000);
        AggregateSink sink = sink(aggregations());
        Stage stage = sink.stage(harness.worker());
        List<List<Object>> rows = rows(new Random(15), 1_000, 500);
        harness.push(stage, rows.subList(0, 500));
        harness.worker().query().cancel();
        assertThatThrownBy(() -> harness.push(stage, rows.subList(500, 1_000)))
                .isInstanceOfSatisfying(
                        ThetisException.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.QUERY_CANCELLED));
        assertThat(space.usedBytes()).isPositive();
        sink.reset();
        assertThat(space.usedBytes()).isZero();
    }

    private static TemporarySpace space() {
        return TemporarySpace.ofReader(new SimulatedFileSystem(), Path.of("/temporary"));
    }

    private static void assertSpilled(long seed, int batchRows, long shareBytes, int rowCount, int keyCount) {
        assertSpilled(rows(new Random(seed), rowCount, keyCount), seed, batchRows, shareBytes);
    }

    private static void assertSpilled(List<List<Object>> rows, long seed, int batchRows, long shareBytes) {
        Map<Object, List<Object>> whole = grouped(new StageHarness(EMPTY, batchRows), List.of(rows));
        TemporarySpace space = space();
        StageHarness harness = StageHarness.spilling(EMPTY, batchRows, space, shareBytes);
        int half = rows.size() / 2;
        Map<Object, List<Object>> spilled =
                grouped(harness, List.of(rows.subList(0, half), rows.subList(half, rows.size())));
        assertThat(space.totalBytes()).as("spilled").isPositive();
        // Lists of groups may be referred to as long as the run is not over.
        harness.worker().query().end();
        assertThat(space.usedBytes()).as("left after the run").isZero();
        assertSame(spilled, whole, seed, batchRows);
    }

    private static void assertSame(long seed, int batchRows, int rowCount, int keyCount) {
        StageHarness harness = new StageHarness(EMPTY, batchRows);
        List<List<Object>> rows = rows(new Random(seed), rowCount, keyCount);
        int third = rowCount / 3;
        Map<Object, List<Object>> whole = grouped(harness, List.of(rows));
        Map<Object, List<Object>> parts = grouped(
                harness,
                List.of(rows.subList(0, third), rows.subList(third, third * 2), rows.subList(third * 2, rowCount)));
        assertSame(parts, whole, seed, batchRows);
    }

    private static void assertSame(
            Map<Object, List<Object>> groups, Map<Object, List<Object>> expected, long seed, int batchRows) {
        assertThat(groups.size()).as("seed=%d, batchRows=%d", seed, batchRows).isEqualTo(expected.size());
        expected.forEach((key, results) -> assertThat(groups.get(key))
                .as("seed=%d, batchRows=%d, key=%s", seed, batchRows, key)
                .isEqualTo(results));
    }
}
