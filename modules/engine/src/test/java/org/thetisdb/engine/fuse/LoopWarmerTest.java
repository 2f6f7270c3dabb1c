package org.thetisdb.engine.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.bound.Expression.Arithmetic;
import org.thetisdb.engine.loop.FusedLoop;
import org.thetisdb.engine.loop.LoopArguments;
import org.thetisdb.engine.loop.LoopShape;
import org.thetisdb.engine.loop.Scalar;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Goal: a loop is warmed until its last step, and not for long after it. Method: a loop whose times are made up. */
final class LoopWarmerTest {
    private static final int BATCH_ROWS = 1024;
    private static final long MILLI = 1_000_000;

    /** From when on a row takes so long. */
    private record Step(long fromMillis, double rowNanos) {}

    /** Time goes on by what the loop does, and by pauses. */
    private static final class MadeUp implements FusedLoop, WarmerTime {
        private final List<Step> steps;
        private double nanos;
        private long closedMillis = 1_000_000;

        MadeUp(List<Step> steps) {
            this.steps = steps;
        }

        @Override
        public long run(LoopArguments arguments, int count) {
            double rowNanos = 0;
            for (Step step : steps) {
                rowNanos = nanos >= step.fromMillis() * MILLI ? step.rowNanos() : rowNanos;
            }
            nanos += count * rowNanos;
            return 0;
        }

        @Override
        public long nanoTime() {
            return (long) nanos;
        }

        @Override
        public boolean pause(long millis) {
            nanos += millis * MILLI;
            return nanos >= closedMillis * MILLI;
        }

        long millis() {
            return (long) nanos / MILLI;
        }
    }

    private static FusedShape shape(int blockCount) {
        Scalar.Leaf leaf = new Scalar.Leaf(0, VectorKind.INTEGER, false, false);
        Scalar scalar = leaf;
        for (int block = 1; block < blockCount; block++) {
            scalar = new Scalar.Arithmetic(Arithmetic.Operator.ADD, scalar, leaf);
        }
        Vector sample = new Vector();
        sample.reset(VectorKind.INTEGER, BATCH_ROWS);
        LoopShape shape = new LoopShape(List.of(leaf), List.of(), List.of(scalar), List.of());
        return new FusedShape(shape, List.of(), List.of(sample), List.of());
    }

    private static double warm(MadeUp madeUp, int blockCount) {
        CompiledLoop loop = new CompiledLoop();
        loop.define(madeUp, 0);
        try {
            return new LoopWarmer(loop, shape(blockCount), madeUp).warm();
        } catch (InterruptedException never) {
            throw new IllegalStateException(never);
        }
    }

    private static MadeUp of(Step... steps) {
        return new MadeUp(new ArrayList<>(List.of(steps)));
    }

    @Test
    void loopThatBecomesFast_isWarmAtOnce() {
        MadeUp madeUp = of(new Step(0, 120), new Step(20, 40), new Step(150, 1.0));
        assertThat(warm(madeUp, 4)).isEqualTo(1.0);
        assertThat(madeUp.millis()).isBetween(150L, 160L);
    }

    @Test
    void longLoop_whoseBlocksAreNotThatFast_isWarmSoon() {
        MadeUp madeUp = of(new Step(0, 1_500), new Step(100, 400), new Step(300, 28));
        assertThat(warm(madeUp, 50)).isEqualTo(28.0);
        assertThat(madeUp.millis()).isBetween(320L, 345L);
    }

    @Test
    void codeOfTheFirstCompiler_isNotTheEnd() {
        MadeUp madeUp = of(new Step(0, 150), new Step(30, 46), new Step(420, 5));
        assertThat(warm(madeUp, 6)).isEqualTo(5.0);
        assertThat(madeUp.millis()).isBetween(440L, 460L);
    }

    @Test
    void loopOfSlowBlocks_isWarmWhenNothingChangesForLong() {
        MadeUp madeUp = of(new Step(0, 150), new Step(30, 60), new Step(100, 30));
        assertThat(warm(madeUp, 4)).isEqualTo(30.0);
        assertThat(madeUp.millis()).isBetween(500L, 520L);
    }

    @Test
    void loopThatAlwaysBecomesFaster_isWarmAfterASecond() {
        MadeUp madeUp = of();
        for (int step = 0; step < 40; step++) {
            madeUp.steps.add(new Step(50L * step, 2_000 * Math.pow(0.85, step)));
        }
        warm(madeUp, 1);
        assertThat(madeUp.millis()).isBetween(1_000L, 1_400L);
    }

    @Test
    void loopThatNobodyNeeds_isLeft() {
        MadeUp madeUp = of(new Step(0, 120));
        madeUp.closedMillis = 50;
        warm(madeUp, 4);
        assertThat(madeUp.millis()).isBetween(50L, 60L);
    }
}
