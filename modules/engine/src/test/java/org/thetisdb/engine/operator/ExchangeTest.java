package org.thetisdb.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.engine.testing.StageHarness.row;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.Cypher;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Places;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.EngineOptions;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.expand.Expand;
import org.thetisdb.engine.group.Distinct;
import org.thetisdb.engine.plan.Planner;
import org.thetisdb.engine.scan.IndexSeek;
import org.thetisdb.engine.sort.Slice;
import org.thetisdb.engine.spill.ExchangeSink;
import org.thetisdb.engine.testing.StageHarness;
import org.thetisdb.engine.testing.TestEngine;
import org.thetisdb.engine.testing.TestGraph;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.spill.TemporarySpace;

class ExchangeTest {
    private static Operator expand(Operator input, double rows) {
        Variable node = new Variable(0, "a", CypherType.NODE);
        return new Expand(input, node, Optional.empty(), node, Direction.BOTH, List.of(), Optional.empty(), rows);
    }

    private static Operator seek() {
        Variable node = new Variable(0, "a", CypherType.NODE);
        return new IndexSeek(new Unit(1), node, "A", "k", Expression.Literal.of(1L), false, true, 1);
    }

    /** The operators before which pipelines are cut. */
    private static List<Operator> cuts(Operator root, boolean forced) {
        return PipelineBuilder.build(root, List.of(), Map.of(), 10, Places.NONE, forced).pipelines().stream()
                .filter(pipeline ->
                        pipeline.source() instanceof BreakerSpec.Rows rows && rows.sink() instanceof Exchange)
                .map(Pipeline::operator)
                .toList();
    }

    @Test
    void choose_fanOut_cutsBelowTheHighestExpansionWithSmallInput() {
        Operator friends = expand(seek(), 50);
        Operator messages = expand(friends, 60_000);
        Operator replies = expand(messages, 600_000);
        assertThat(cuts(replies, false)).containsExactly(messages);
    }

    @Test
    void choose_littleWorkOrLimit_cutsNothing() {
        Operator friends = expand(seek(), 50);
        assertThat(cuts(expand(friends, 1_000), false)).isEmpty();
        Operator many = expand(friends, 60_000);
        Operator limited = new Slice(many, Optional.empty(), Optional.of(Expression.Literal.of(3L)), 3);
        assertThat(cuts(limited, false)).isEmpty();
        assertThat(cuts(new Distinct(many, List.of(new Variable(0, "a", CypherType.NODE)), 3), false))
                .containsExactly(many);
    }

    @Test
    void choose_whatMayBeMoreThanExpected_cutsWhereNothingElsePays() {
        Operator friends = expand(seek(), 50);
        Operator some = expand(friends, 5_000);
        assertThat(cuts(some, false)).containsExactly(some);
        assertThat(cuts(expand(expand(some, 60_000), 70_000), false))
                .doesNotContain(some)
                .hasSize(1);
    }

    @Test
    void exchangeCollector_fewerRowsThanAreShared_areOneMorsel() {
        TestGraph empty = TestGraph.builder(1).build();
        for (int batchRows : StageHarness.BATCH_ROWS) {
            for (int rowCount : new int[] {1, 499, 500}) {
                StageHarness harness = new StageHarness(empty, batchRows);
                List<List<Object>> rows = rows(rowCount);
                ExchangeSink collector = new ExchangeSink(new int[] {0}, 500);
                harness.push(collector.stage(harness.worker()), rows);
                StageHarness.Sink sink = harness.new Sink(0);
                int morsels = collector.prepare(harness.worker());
                assertThat(morsels == 1).isEqualTo(rowCount < 500);
                for (int morsel = 0; morsel < morsels; morsel++) {
                    collector.run(morsel, harness.worker(), sink);
                }
                assertThat(sink.rows()).containsExactlyElementsOf(rows);
            }
        }
    }

    @Test
    void exchangeCollector_rowsThatAreGiven_comeAgain() {
        StageHarness harness = new StageHarness(TestGraph.builder(1).build(), 3);
        ExchangeSink collector = new ExchangeSink(new int[] {0}, 0);
        harness.push(collector.stage(harness.worker()), rows(10));
        for (int time = 0; time < 2; time++) {
            StageHarness.Sink sink = harness.new Sink(0);
            collector.give(harness.worker(), sink);
            assertThat(sink.rows()).containsExactlyElementsOf(rows(10));
        }
        collector.reset();
        assertThat(collector.isEmpty()).isTrue();
    }

    private static List<List<Object>> rows(int count) {
        List<List<Object>> rows = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            rows.add(row((long) index));
        }
        return rows;
    }

    @Test
    void choose_forced_cutsWhereverItMay() {
        Operator friends = expand(seek(), 1);
        Operator messages = expand(friends, 2);
        assertThat(cuts(messages, true)).containsExactlyInAnyOrder(friends, messages);
        Operator limited = new Slice(messages, Optional.empty(), Optional.of(Expression.Literal.of(3L)), 3);
        assertThat(cuts(limited, true)).isEmpty();
    }

    @Test
    void exchangeCollector_rows_givesEachOnceInSmallMorsels() {
        TestGraph empty = TestGraph.builder(1).build();
        for (int batchRows : StageHarness.BATCH_ROWS) {
            for (int rowCount : new int[] {0, 1, 7, 500}) {
                givesEachOnce(new StageHarness(empty, batchRows), rowCount);
            }
        }
    }

    @Test
    void exchangeCollector_rowsBeyondItsShare_areGivenFromDisk() {
        TestGraph empty = TestGraph.builder(1).build();
        TemporarySpace space = TemporarySpace.ofReader(new SimulatedFileSystem(), Path.of("/temporary"));
        for (long shareBytesMax : new long[] {0, 2_000, 100_000}) {
            for (int rowCount : new int[] {0, 1, 500, 100_000}) {
                StageHarness harness = StageHarness.spilling(empty, 1024, space, shareBytesMax);
                givesEachOnce(harness, rowCount);
                boolean spills = rowCount > 0 && 9L * rowCount > shareBytesMax;
                assertThat(harness.worker().spilledBytes() > 0).isEqualTo(spills);
                assertThat(harness.worker().query().reservedBytes()).isZero();
            }
        }
    }

    /** The rows come from two workers, each with its part. */
    private static void givesEachOnce(StageHarness harness, int rowCount) {
        List<List<Object>> rows = rows(rowCount);
        ExchangeSink collector = new ExchangeSink(new int[] {0}, 0);
        harness.push(collector.stage(harness.worker()), rows.subList(0, rowCount / 3));
        harness.push(collector.stage(harness.worker()), rows.subList(rowCount / 3, rowCount));
        StageHarness.Sink sink = harness.new Sink(0);
        int morsels = collector.prepare(harness.worker());
        for (int morsel = 0; morsel < morsels; morsel++) {
            collector.run(morsel, harness.worker(), sink);
        }
        assertThat(sink.rows()).containsExactlyElementsOf(rows);
        collector.reset();
        assertThat(collector.prepare(harness.worker())).isZero();
    }

    @Test
    void run_fanOutWithTwoWorkers_agreesWithOne() {
        TestGraph.Builder builder = TestGraph.builder(64);
        long[] nodes = new long[40];
        for (int index = 0; index < nodes.length; index++) {
            nodes[index] = builder.node(Set.of("A"), Map.of("k", (long) index));
        }
        for (long from : nodes) {
            for (int index = 0; index < nodes.length; index++) {
                builder.relationship(from, "X", nodes[index * 7 % nodes.length]);
            }
        }
        TestGraph graph = builder.index("A", "k").build();
        String text = "MATCH (a:A {k: 3})-[:X]->(b)-[:X]->(c)-[r:X]->(d)"
                + " RETURN d.k AS k, count(r) AS n, min(b.k) AS least ORDER BY k";
        Operator root = Planner.plan(Cypher.bind(text), graph).root();
        assertThat(cuts(root, false)).as("" + inputs(root)).hasSize(1);
        try (TestEngine engine = new TestEngine(graph, new EngineOptions(2, 10))) {
            List<List<Object>> one = rows(engine, text, 1);
            assertThat(one).hasSize(40);
            assertThat(rows(engine, text, 2)).isEqualTo(one);
            assertThat(rows(engine, text, 2)).isEqualTo(one);
        }
    }

    private static List<String> inputs(Operator operator) {
        List<String> names = new ArrayList<>(List.of(operator.getClass().getSimpleName() + " " + operator.rows()));
        operator.inputs().forEach(input -> names.addAll(inputs(input)));
        return names;
    }

    private static List<List<Object>> rows(TestEngine engine, String text, int threads) {
        List<List<Object>> rows = new ArrayList<>();
        RunOptions options = new RunOptions(threads, 0, 0, 64, Clock.systemUTC(), new Random(1));
        try (ResultCursor cursor = engine.run(text, Map.of(), options)) {
            while (cursor.next()) {
                for (int index = 0; index < cursor.rowCount(); index++) {
                    rows.add(row(
                            cursor.column(0).valueAt(index),
                            cursor.column(1).valueAt(index),
                            cursor.column(2).valueAt(index)));
                }
            }
        }
        return rows;
    }
}
