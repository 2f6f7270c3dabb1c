package org.thetisdb.engine.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.engine.loop.LoopArguments;
import org.thetisdb.engine.loop.LoopShape;
import org.thetisdb.engine.loop.Scalar;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.QueryContext;
import org.thetisdb.engine.pipeline.QueryMemory;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.testing.GeneratedGraph;
import org.thetisdb.engine.testing.TestGraph;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Goal: what the parts of a long loop leave to each other is memory of the query, and gives way to the interpreter. */
final class LoopRunnerTest {
    private static final int SUMS = 40;
    private static final int BRANCHES = 400;

    private final TestGraph graph = GeneratedGraph.of(5, 3, 6, 32);
    private final QueryMemory memory = new QueryMemory(0);

    private Worker worker(long queryBytes) {
        Worker worker = new Worker(graph);
        begin(worker, queryBytes);
        return worker;
    }

    private QueryContext begin(Worker worker, long queryBytes) {
        Clock clock = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
        RunOptions options = new RunOptions(1, 0, queryBytes, 1024, clock, new Random(1));
        QueryContext query = new QueryContext(Map.of(), options, memory, graph, Optional.empty(), new StopSignal(0));
        worker.begin(query);
        return query;
    }

    /** Branches that need what is computed in parts before theirs. */
    private static LoopVariant longCase() {
        Scalar.Leaf key = new Scalar.Leaf(0, VectorKind.INTEGER, false, false);
        Scalar.Leaf value = new Scalar.Leaf(1, VectorKind.INTEGER, false, false);
        List<Scalar.Leaf> leaves = new ArrayList<>(List.of(key, value));
        List<Scalar> sums = new ArrayList<>(List.of(value));
        while (sums.size() < SUMS) {
            sums.add(new Scalar.Arithmetic(Expression.Arithmetic.Operator.ADD, sums.getLast(), value));
        }
        List<Scalar.Branch> branches = new ArrayList<>();
        for (int branch = 0; branch < BRANCHES; branch++) {
            Scalar.Leaf wanted = new Scalar.Leaf(leaves.size(), VectorKind.INTEGER, false, true);
            leaves.add(wanted);
            Scalar isKey = new Scalar.Comparison(Expression.Comparison.Operator.EQUAL, key, wanted);
            branches.add(new Scalar.Branch(isKey, sums.get(branch % SUMS)));
        }
        Scalar choice = new Scalar.Choice(branches, Optional.empty());
        LoopShape shape = new LoopShape(leaves, List.of(), List.of(choice), List.of());
        CompiledLoop code = new CompiledLoop();
        code.define(shape);
        return new LoopVariant(shape, List.of(), List.of(), code);
    }

    private static Vector numbers(int count, long each) {
        Vector made = new Vector();
        made.reset(VectorKind.INTEGER, count);
        for (int row = 0; row < count; row++) {
            made.longs()[row] = each < 0 ? row : each;
        }
        return made;
    }

    /** Keys 0, 1, …; the value 2 for each row; a branch for each key. */
    private static Vector[] values(LoopVariant variant, int rows) {
        Vector[] values = new Vector[variant.shape().leaves().size()];
        values[0] = numbers(rows, -1);
        values[1] = numbers(rows, 2);
        for (int branch = 0; branch < BRANCHES; branch++) {
            values[2 + branch] = numbers(1, branch);
        }
        return values;
    }

    private static LoopRunner.Outcome compute(LoopRunner runner, int rows) {
        return runner.compute(values(runner.variant(), rows), rows);
    }

    @Test
    void temporaries_areChargedToTheQuery_andGivenBack() {
        LoopVariant variant = longCase();
        int arrays = variant.code().loop().temporaryCount();
        assertThat(arrays).isGreaterThan(10);
        Worker worker = worker(64 << 20);
        LoopRunner runner = new LoopRunner(variant, Optional.of(new MemoryCharge(worker, "compiled code")));
        assertThat(compute(runner, 300)).isEqualTo(LoopRunner.Outcome.DONE);
        assertThat(worker.query().reservedBytes()).isEqualTo(LoopArguments.temporaryBytes(arrays, 300));
        assertThat(runner.column(0).longs()[57]).isEqualTo(2 * (57 % SUMS + 1));
        assertThat(compute(runner, 1_000)).isEqualTo(LoopRunner.Outcome.DONE);
        assertThat(compute(runner, 200)).isEqualTo(LoopRunner.Outcome.DONE);
        assertThat(worker.query().reservedBytes())
                .as("of the longest batch")
                .isEqualTo(LoopArguments.temporaryBytes(arrays, 1_000));
        runner.release();
        assertThat(worker.query().reservedBytes()).isZero();
        assertThat(compute(runner, 100)).isEqualTo(LoopRunner.Outcome.DONE);
        assertThat(worker.query().reservedBytes()).isEqualTo(LoopArguments.temporaryBytes(arrays, 100));
    }

    @Test
    void budgetThatIsTooSmall_isTheInterpreters_andNothingIsKept() {
        LoopVariant variant = longCase();
        int arrays = variant.code().loop().temporaryCount();
        Worker worker = worker(LoopArguments.temporaryBytes(arrays, 500));
        LoopRunner runner = new LoopRunner(variant, Optional.of(new MemoryCharge(worker, "compiled code")));
        assertThat(compute(runner, 501)).isEqualTo(LoopRunner.Outcome.DOUBTFUL);
        assertThat(worker.query().reservedBytes()).isZero();
        assertThat(compute(runner, 500)).isEqualTo(LoopRunner.Outcome.DONE);
        assertThat(compute(runner, 1_000)).isEqualTo(LoopRunner.Outcome.DOUBTFUL);
        assertThat(worker.query().reservedBytes())
                .as("the former arrays are gone")
                .isZero();
        assertThat(compute(runner, 500)).as("there is enough for these").isEqualTo(LoopRunner.Outcome.DONE);
        assertThat(worker.query().peakBytes()).isEqualTo(LoopArguments.temporaryBytes(arrays, 500));
    }

    /** A worker keeps its runner from run to run: each pays for itself. */
    @Test
    void nextRun_isChargedAnew() {
        LoopVariant variant = longCase();
        int arrays = variant.code().loop().temporaryCount();
        Worker worker = worker(64 << 20);
        LoopRunner runner = new LoopRunner(variant, Optional.of(new MemoryCharge(worker, "compiled code")));
        assertThat(compute(runner, 1_000)).isEqualTo(LoopRunner.Outcome.DONE);
        worker.query().end();
        QueryContext next = begin(worker, 64 << 20);
        assertThat(compute(runner, 100)).isEqualTo(LoopRunner.Outcome.DONE);
        assertThat(next.reservedBytes())
                .as("the arrays are still that long")
                .isEqualTo(LoopArguments.temporaryBytes(arrays, 1_000));
        next.end();
        assertThat(memory.takenBytes()).isZero();
    }

    @Test
    void loopInOnePart_takesNothing() {
        Scalar.Leaf leaf = new Scalar.Leaf(0, VectorKind.INTEGER, false, false);
        Scalar sum = new Scalar.Arithmetic(Expression.Arithmetic.Operator.ADD, leaf, leaf);
        LoopShape shape = new LoopShape(List.of(leaf), List.of(), List.of(sum), List.of());
        CompiledLoop code = new CompiledLoop();
        code.define(shape);
        Worker worker = worker(1);
        LoopRunner runner = new LoopRunner(
                new LoopVariant(shape, List.of(), List.of(), code),
                Optional.of(new MemoryCharge(worker, "compiled code")));
        assertThat(runner.compute(new Vector[] {numbers(1_000, 4)}, 1_000)).isEqualTo(LoopRunner.Outcome.DONE);
        assertThat(runner.column(0).longs()[999]).isEqualTo(8);
        assertThat(worker.query().peakBytes()).isZero();
    }
}
