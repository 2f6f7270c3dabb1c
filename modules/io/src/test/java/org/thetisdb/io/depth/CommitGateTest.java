package org.thetisdb.io.depth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CommitGateTest {
    private static final long STEP_NANOS = 50_000;

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1000);

    /** Time goes on whenever somebody looks, and overflows on its way. */
    private final CommitGate gate = new CommitGate(() -> nanos.getAndAdd(STEP_NANOS));

    private long awaitNanos() {
        long before = nanos.get();
        gate.await();
        return nanos.get() - before;
    }

    @Test
    void await_noCommit_goesOnAtOnce() {
        assertThat(gate.isBusy()).isFalse();
        assertThat(awaitNanos()).isLessThanOrEqualTo(2 * STEP_NANOS);
    }

    @Test
    void await_commitUnderWay_endsAfterABoundedTime() {
        gate.begin();
        assertThat(gate.isBusy()).isTrue();
        assertThat(awaitNanos()).isBetween(CommitGate.WAIT_NANOS_MAX, CommitGate.WAIT_NANOS_MAX + 10 * STEP_NANOS);
    }

    @Test
    void await_commitJustEnded_waitsUntilItHasBeenQuietForAWhile() {
        gate.begin();
        gate.end();
        assertThat(gate.isBusy()).isTrue();
        assertThat(awaitNanos()).isBetween(CommitGate.QUIET_NANOS / 2, CommitGate.WAIT_NANOS_MAX / 2);
        assertThat(gate.isBusy()).isFalse();
    }

    @Test
    void await_severalUnderWay_isBusyUntilTheLastHasEnded() {
        gate.begin();
        gate.begin();
        gate.end();
        nanos.addAndGet(10 * CommitGate.QUIET_NANOS);
        assertThat(gate.isBusy()).isTrue();
        gate.end();
        nanos.addAndGet(10 * CommitGate.QUIET_NANOS);
        assertThat(gate.isBusy()).isFalse();
    }

    @Test
    void await_interruptedThread_goesOnAndStaysInterrupted() {
        gate.begin();
        Thread.currentThread().interrupt();
        assertThat(awaitNanos()).isLessThan(CommitGate.WAIT_NANOS_MAX);
        assertThat(Thread.interrupted()).isTrue();
    }
}
