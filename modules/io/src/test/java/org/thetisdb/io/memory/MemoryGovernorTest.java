package org.thetisdb.io.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.thetisdb.value.ThetisException;

class MemoryGovernorTest {
    private static final long MIB = 1 << 20;
    private static final JvmHeap GUEST = new JvmHeap(1024 * MIB, false, () -> 300 * MIB);

    private final Pages pages = new Pages();

    private MemoryGovernor governor(long budgetBytes, JvmHeap heap) {
        MemoryGovernor governor = new MemoryGovernor(MemoryBudget.ofBytes(budgetBytes), heap);
        governor.lend(pages);
        return governor;
    }

    @Test
    void pages_haveAllThatOthersLeave_andGetItBack() {
        MemoryGovernor governor = governor(256 * MIB, GUEST);
        assertThat(pages.allowed.get()).isEqualTo(256 * MIB);
        MemoryAccount queries = governor.account(MemoryUse.QUERIES);
        assertThat(queries.tryTake(100 * MIB)).isTrue();
        assertThat(pages.allowed.get()).isEqualTo(156 * MIB);
        queries.release(100 * MIB);
        assertThat(pages.allowed.get()).isEqualTo(256 * MIB);
        assertThat(queries.peakBytes()).isEqualTo(100 * MIB);
    }

    @Test
    void use_holdsItsShareAtMost_andTakesNothingWhenRefused() {
        MemoryGovernor governor = governor(256 * MIB, GUEST);
        MemoryAccount queries = governor.account(MemoryUse.QUERIES);
        assertThat(queries.tryTake(129 * MIB)).isFalse();
        assertThat(queries.usedBytes()).isZero();
        assertThat(pages.allowed.get()).isEqualTo(256 * MIB);
        assertThat(queries.tryTake(128 * MIB)).isTrue();
    }

    @Test
    void allUses_leaveThePagesTheirFloor() {
        MemoryGovernor governor = governor(256 * MIB, GUEST);
        assertThat(governor.account(MemoryUse.QUERIES).tryTake(128 * MIB)).isTrue();
        assertThat(governor.account(MemoryUse.CHANGES).tryTake(96 * MIB)).isTrue();
        assertThat(governor.account(MemoryUse.HISTORY).tryTake(MIB)).isFalse();
        assertThat(pages.allowed.get()).isEqualTo(32 * MIB);
        governor.account(MemoryUse.HISTORY).take(MIB);
        assertThat(pages.allowed.get()).isEqualTo(32 * MIB);
        assertThat(governor.account(MemoryUse.HISTORY).usedBytes()).isEqualTo(MIB);
    }

    @Test
    void smallBudget_leavesUsesWhatTheyNeedToGoOn() {
        MemoryGovernor governor = governor(64 << 10, GUEST);
        assertThat(governor.account(MemoryUse.QUERIES).tryTake(16 * MIB)).isTrue();
        assertThat(governor.account(MemoryUse.CHANGES).tryTake(8 * MIB)).isTrue();
        assertThat(pages.allowed.get()).isEqualTo(8 << 10);
    }

    @Test
    void heapOfTheirOwn_countsWhole() {
        AtomicLong committed = new AtomicLong(20 * MIB);
        MemoryGovernor governor = governor(128 * MIB, new JvmHeap(64 * MIB, true, committed::get));
        assertThat(pages.allowed.get()).isEqualTo(108 * MIB);
        committed.set(64 * MIB);
        assertThat(governor.pagesBytesMax()).isEqualTo(64 * MIB);
        assertThat(governor.account(MemoryUse.QUERIES).limitBytes()).isEqualTo(32 * MIB);
        assertThat(governor.account(MemoryUse.QUERIES).tryTake(32 * MIB)).isTrue();
        assertThat(pages.allowed.get()).isEqualTo(64 * MIB);
    }

    @Test
    void heapOfTheirOwn_leavesWhatIsOutsideItTheRest() {
        MemoryGovernor governor = governor(128 * MIB, new JvmHeap(64 * MIB, true, () -> 64 * MIB));
        MemoryAccount changes = governor.account(MemoryUse.CHANGES);
        MemoryAccount history = governor.account(MemoryUse.HISTORY);
        assertThat(changes.tryTake(changes.limitBytes())).isTrue();
        assertThat(history.tryTake(history.limitBytes())).isTrue();
        assertThat(changes.usedBytes()).isEqualTo(36 * MIB);
        assertThat(64 * MIB + governor.pagesBytesMax() + changes.usedBytes() + history.usedBytes())
                .isEqualTo(128 * MIB);
    }

    @Test
    void whatIsTakenWithoutAsking_leavesOthersOutsideAHeapOfTheirOwnLess() {
        MemoryGovernor governor = governor(128 * MIB, new JvmHeap(64 * MIB, true, () -> 64 * MIB));
        governor.account(MemoryUse.HISTORY).take(40 * MIB);
        assertThat(governor.account(MemoryUse.CHANGES).tryTake(9 * MIB)).isFalse();
        assertThat(governor.account(MemoryUse.CHANGES).tryTake(8 * MIB)).isTrue();
    }

    @Test
    void release_ofMoreThanWasTaken_isAnError() {
        MemoryAccount history = governor(256 * MIB, GUEST).account(MemoryUse.HISTORY);
        assertThatThrownBy(() -> history.release(1)).isInstanceOf(ThetisException.class);
    }

    @Test
    void report_namesThoseWhoHoldSomething() {
        MemoryGovernor governor = governor(256 * MIB, GUEST);
        governor.account(MemoryUse.CHANGES).take(3 * MIB);
        assertThat(governor.report().lines())
                .contains("held for changes: 3.0 MiB, at most 3.0 MiB so far, limit 96.0 MiB")
                .noneMatch(line -> line.contains("checkpoint"));
    }

    @Test
    void manyThreads_takeAndRelease_andNothingIsLost() throws InterruptedException {
        MemoryGovernor governor = governor(64 * MIB, GUEST);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        CountDownLatch done = new CountDownLatch(4);
        for (int thread = 0; thread < 4; thread++) {
            long seed = thread;
            new Thread(() -> {
                        try {
                            takeAndRelease(governor, new Random(seed));
                        } catch (RuntimeException | AssertionError problem) {
                            failure.set(problem);
                        } finally {
                            done.countDown();
                        }
                    })
                    .start();
        }
        done.await();
        assertThat(failure.get()).isNull();
        assertThat(governor.pagesBytesMax()).isEqualTo(64 * MIB);
        for (MemoryUse use : MemoryUse.values()) {
            assertThat(governor.account(use).usedBytes()).isZero();
            assertThat(governor.account(use).peakBytes())
                    .isLessThanOrEqualTo(governor.account(use).limitBytes());
        }
    }

    private static void takeAndRelease(MemoryGovernor governor, Random random) {
        MemoryUse[] uses = MemoryUse.values();
        for (int round = 0; round < 20_000; round++) {
            MemoryAccount account = governor.account(uses[random.nextInt(uses.length)]);
            long bytes = random.nextLong(8 * MIB);
            if (account.tryTake(bytes)) {
                assertThat(governor.pagesBytesMax()).isGreaterThanOrEqualTo(8 * MIB);
                account.release(bytes);
            }
        }
    }

    /** Remembers what it was told. */
    private static final class Pages implements MemoryLender {
        private final AtomicLong allowed = new AtomicLong();

        @Override
        public void allow(long bytes) {
            allowed.set(bytes);
        }

        @Override
        public long heldBytes() {
            return 0;
        }

        @Override
        public long heldBytesMax() {
            return 0;
        }
    }
}
