package org.thetisdb.io.depth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Goal: background work gets what readers and writers leave, and one thread at least. Method: a clock by hand. */
final class ProcessorGateTest {
    private static final long SECOND = 1_000_000_000;

    private long nanos;
    private long usedNanos;
    private final ProcessorGate gate = new ProcessorGate(4, () -> nanos, () -> usedNanos);
    private final List<Thread> own = List.of();

    ProcessorGateTest() {
        gate.begin(own);
    }

    private int roomAfter(double others) {
        nanos += SECOND;
        usedNanos += (long) (others * SECOND);
        return gate.room(own);
    }

    @Test
    void othersComeFirst() {
        assertThat(roomAfter(0)).isEqualTo(4);
        assertThat(roomAfter(0.3)).isEqualTo(4);
        assertThat(roomAfter(1)).isEqualTo(3);
        assertThat(roomAfter(2.8)).isEqualTo(1);
        assertThat(roomAfter(4)).isEqualTo(1);
        assertThat(roomAfter(0)).isEqualTo(4);
    }

    @Test
    void beforeAnythingIsKnown_thereIsOne() {
        assertThat(gate.room(own)).isEqualTo(1);
        nanos += ProcessorGate.WINDOW_NANOS - 1;
        assertThat(gate.room(own)).isEqualTo(1);
        nanos++;
        assertThat(gate.room(own)).isEqualTo(4);
    }

    @Test
    void whatTheWorkItselfUses_isNoOthers() {
        ProcessorGate process = ProcessorGate.ofProcess();
        List<Thread> mine = List.of(Thread.currentThread());
        process.begin(mine);
        long end = System.nanoTime() + 20 * ProcessorGate.WINDOW_NANOS;
        int most = 0;
        while (System.nanoTime() - end < 0) {
            most = Math.max(most, process.room(mine));
        }
        assertThat(most).isEqualTo(Runtime.getRuntime().availableProcessors());
    }
}
