package org.thetisdb.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.engine.testing.GeneratedGraph;
import org.thetisdb.engine.testing.TestGraph;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.value.ThetisException;

class MemoryShareTest {
    private static final long MIB = 1 << 20;

    private final TestGraph graph = GeneratedGraph.of(5, 3, 6, 32);
    private final TemporarySpace space = TemporarySpace.ofReader(new SimulatedFileSystem(), Path.of("/temporary"));

    private QueryMemory memory(long limitBytes) {
        return new QueryMemory(limitBytes, Optional.of(space), Long.MAX_VALUE);
    }

    private Worker worker(QueryMemory memory, long queryBytes) {
        Worker worker = new Worker(graph);
        Clock clock = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
        RunOptions options = new RunOptions(1, 0, queryBytes, 1024, clock, new Random(1));
        worker.begin(new QueryContext(Map.of(), options, memory, graph, Optional.empty(), new StopSignal(0)));
        return worker;
    }

    @Test
    void oneBreaker_getsAllThatIsForThoseThatSpill() {
        Worker worker = worker(memory(0), 16 * MIB);
        MemoryCharge charge = new MemoryCharge(worker, new MemoryShare("Sort"));
        assertThat(charge.tryGrowTo(13 * MIB)).isTrue();
        assertThat(charge.tryGrowTo(15 * MIB))
                .as("an eighth is for what cannot")
                .isFalse();
        assertThat(charge.tryGrowTo(14 * MIB)).as("nothing more was charged").isTrue();
        charge.shrinkTo(0);
        assertThat(charge.tryGrowTo(14 * MIB)).isTrue();
    }

    @Test
    void theSecondBreaker_isRefused_andTheFirstSeesThatItHasTooMuch() {
        Worker worker = worker(memory(0), 16 * MIB);
        MemoryShare first = new MemoryShare("Sort");
        MemoryShare second = new MemoryShare("Aggregate");
        MemoryCharge firstCharge = new MemoryCharge(worker, first);
        MemoryCharge secondCharge = new MemoryCharge(worker, second);
        assertThat(firstCharge.tryGrowTo(14 * MIB)).isTrue();
        assertThat(secondCharge.tryGrowTo(MemoryShare.WORKING_BYTES))
                .as("what is needed to work at all is always given")
                .isTrue();
        assertThat(first.isOverdrawn(worker.query())).isFalse();
        assertThat(secondCharge.tryGrowTo(2 * MIB)).isFalse();
        assertThat(first.isOverdrawn(worker.query())).isTrue();
        assertThat(second.isOverdrawn(worker.query())).isFalse();
        firstCharge.shrinkTo(7 * MIB);
        assertThat(first.isOverdrawn(worker.query())).isFalse();
        assertThat(secondCharge.tryGrowTo(6 * MIB)).isTrue();
        secondCharge.release();
        firstCharge.release();
        assertThat(worker.query().fairShareBytes()).as("nobody holds anything").isEqualTo(14 * MIB);
    }

    @Test
    void aSecondQuery_isRefused_andTheFirstSeesThatItHasTooMuch() {
        QueryMemory memory = memory(64 * MIB);
        Worker large = worker(memory, 0);
        Worker late = worker(memory, 0);
        MemoryShare largeShare = new MemoryShare("Sort");
        MemoryCharge largeCharge = new MemoryCharge(large, largeShare);
        MemoryCharge lateCharge = new MemoryCharge(late, new MemoryShare("Sort"));
        assertThat(largeCharge.tryGrowTo(56 * MIB)).isTrue();
        assertThat(lateCharge.tryGrowTo(MIB)).as("free for each run").isTrue();
        assertThat(lateCharge.tryGrowTo(9 * MIB)).isFalse();
        assertThat(largeShare.isOverdrawn(large.query())).isTrue();
        largeCharge.shrinkTo(28 * MIB);
        assertThat(lateCharge.tryGrowTo(20 * MIB)).isTrue();
        lateCharge.release();
        late.query().end();
        largeCharge.release();
        large.query().end();
        assertThat(memory.takenBytes()).isZero();
    }

    /** Memory is taken in steps, but what cannot be done without need not be refused since a step is not left. */
    @Test
    void whatCannotSpill_getsTheLast_thoughItIsLessThanAStep() {
        QueryMemory memory = memory(15 * MIB);
        Worker worker = worker(memory, 0);
        MemoryCharge rows = new MemoryCharge(worker, new MemoryShare("Sort"));
        assertThat(rows.tryGrowTo(13 * MIB)).isTrue();
        MemoryCharge one = new MemoryCharge(worker, new MemoryShare("Aggregate"));
        one.growTo(2 * MIB);
        assertThat(memory.takenBytes()).isLessThanOrEqualTo(15 * MIB);
        assertThatThrownBy(() -> one.growTo(5 * MIB))
                .isInstanceOf(ThetisException.class)
                .hasMessageContaining("operator=Aggregate");
        worker.query().end();
        assertThat(memory.takenBytes()).isZero();
    }

    @Test
    void theEndOfARun_closesItsFiles() {
        Worker worker = worker(memory(0), MIB);
        worker.newSpillFile().write(0, new byte[10], 0, 10);
        assertThat(space.usedBytes()).isEqualTo(10);
        assertThat(worker.query().spilledBytes()).isEqualTo(10);
        worker.query().end();
        assertThat(space.usedBytes()).isZero();
    }
}
