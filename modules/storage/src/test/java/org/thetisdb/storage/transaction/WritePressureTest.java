package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.thetisdb.storage.transaction.WritePressure.Changes;
import org.thetisdb.storage.transaction.WritePressure.Checkpoints;
import org.thetisdb.storage.transaction.WritePressure.Limits;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Writers and checkpoints by a clock that only the test moves: nothing here sleeps. */
class WritePressureTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final long SHARE = 8_000_000;
    private static final Limits LIMITS = Limits.of(SHARE, 10 * SECOND);

    private record Numbers(LongSupplier used, LongSupplier slowed, LongSupplier unslowed) implements Changes {
        @Override
        public long changedBytes() {
            return used.getAsLong();
        }

        @Override
        public long slowedOperationBytes() {
            return slowed.getAsLong();
        }

        @Override
        public long unslowedOperationBytes() {
            return unslowed.getAsLong();
        }
    }

    /** A store that has nothing but numbers. */
    private static final class Model implements Checkpoints {
        private long nowNanos;
        private long usedBytes;
        private long slowedBytes;
        private long unslowedBytes;
        private boolean wanted;
        private Optional<ThetisException> failure = Optional.empty();
        private Runnable onPause = () -> {};
        private final WritePressure pressure = new WritePressure(
                LIMITS,
                new Numbers(() -> usedBytes, () -> slowedBytes, () -> unslowedBytes),
                () -> nowNanos,
                nanos -> {
                    nowNanos += nanos;
                    onPause.run();
                },
                this);

        @Override
        public void noteChanges(long bytes) {
            wanted = true;
        }

        @Override
        public void tryAgain() {
            wanted = true;
        }

        @Override
        public Optional<ThetisException> failure() {
            return failure;
        }

        /** How long a writer waits. */
        private long waits() {
            long begun = nowNanos;
            pressure.admit(0, () -> {});
            return nowNanos - begun;
        }
    }

    private final Model model = new Model();

    @Test
    void admit_fewChanges_neitherWaitsNorAsks() {
        model.usedBytes = LIMITS.startBytes() - 1;
        model.pressure.began();
        assertThat(model.waits()).isZero();
        assertThat(model.wanted).isFalse();
    }

    @Test
    void admit_manyChangesWithoutCheckpoint_asksForOneAndGoesOn() {
        model.usedBytes = LIMITS.startBytes();
        assertThat(model.waits()).isZero();
        assertThat(model.wanted).isTrue();
    }

    @Test
    void admit_duringCheckpoint_waitsForItsTurn() {
        model.usedBytes = LIMITS.startBytes();
        model.pressure.began();
        assertThat(model.waits()).isZero();
        model.usedBytes += 100_000;
        long first = model.waits();
        model.usedBytes += 100_000;
        long second = model.waits();
        assertThat(first).isPositive();
        assertThat(second).isBetween(first - MILLI, first + MILLI);
        model.pressure.ended();
        assertThat(model.waits()).isZero();
    }

    /** Writers were free until then, and must not have to stand still for that. */
    @Test
    void admit_checkpointOfLittle_slowsFromTheUsualStart_withoutAStop() {
        model.usedBytes = LIMITS.startBytes() / 2;
        model.pressure.began();
        model.usedBytes = LIMITS.startBytes() - 1;
        assertThat(model.waits()).isZero();
        model.usedBytes = LIMITS.startBytes() + 1_000;
        assertThat(model.waits()).isLessThan(20 * MILLI);
        model.usedBytes = LIMITS.limitBytes() - 1_000;
        assertThat(model.waits()).isPositive();
    }

    @Test
    void ended_oneSlowCheckpoint_isSoonForgotten() {
        checkpointOf(SECOND);
        long usual = waitAfterSome();
        checkpointOf(10 * SECOND);
        assertThat(waitAfterSome()).isGreaterThan(2 * usual);
        for (int fast = 0; fast < 4; fast++) {
            checkpointOf(SECOND / 10);
        }
        assertThat(waitAfterSome()).isLessThan(usual);
    }

    /** The first of a database is expected to be slow, because its code may not have been compiled yet. */
    @Test
    void wrote_muchInLittleTime_shortensTheWait() {
        long usual = waitAfterSome();
        model.usedBytes = LIMITS.startBytes();
        model.pressure.began();
        model.usedBytes += 100_000;
        model.nowNanos += MILLI;
        model.pressure.wrote(LIMITS.startBytes() / 20);
        assertThat(model.pressure.isFelt()).isFalse();
        assertThat(model.waits()).isGreaterThan(usual / 3);
        assertThat(model.pressure.isFelt()).isTrue();
        model.usedBytes += 100_000;
        model.onPause = () -> model.pressure.wrote(LIMITS.startBytes() / 5);
        assertThat(model.waits()).isLessThan(usual / 4);
        model.pressure.ended();
        assertThat(model.pressure.isFelt()).isFalse();
    }

    private void checkpointOf(long nanos) {
        model.usedBytes = LIMITS.startBytes();
        model.pressure.began();
        model.nowNanos += nanos;
        model.pressure.ended();
    }

    /** How long the same changes take beside the next checkpoint, which is as long as the last ones then. */
    private long waitAfterSome() {
        model.usedBytes = LIMITS.startBytes();
        model.pressure.began();
        model.usedBytes += 100_000;
        long waited = model.waits();
        model.pressure.ended();
        return waited;
    }

    @Test
    void admit_atTheLimit_waitsUntilTheCheckpointEnds() {
        model.usedBytes = LIMITS.startBytes();
        model.pressure.began();
        model.usedBytes = LIMITS.limitBytes();
        long end = model.nowNanos + 7 * SECOND;
        model.onPause = () -> {
            if (model.nowNanos >= end) {
                model.usedBytes = 0;
                model.pressure.ended();
            }
        };
        assertThat(model.waits()).isBetween(7 * SECOND, 7 * SECOND + 100 * MILLI);
    }

    @Test
    void admit_checkpointWithoutEnd_failsAfterTheStatedWait() {
        model.usedBytes = LIMITS.startBytes();
        model.pressure.began();
        model.usedBytes = LIMITS.limitBytes();
        assertStalled("changedBytes=4500000, limitBytes=4500000, waitedMillis=100");
        assertThat(model.nowNanos).isBetween(10 * SECOND, 10 * SECOND + 100 * MILLI);
    }

    @Test
    void admit_checkpointsFail_saysWhyAtOnceAndHasItTriedAgain() {
        model.usedBytes = LIMITS.limitBytes();
        model.failure = Optional.of(new ThetisException(ErrorCode.DISK_FULL, "no space left: file=data-7.thetis"));
        assertStalled("no space left: file=data-7.thetis");
        assertThat(model.nowNanos).isZero();
        assertThat(model.wanted).isTrue();
        model.usedBytes = LIMITS.limitBytes() - 1;
        assertThat(model.waits()).isZero();
    }

    /** Else each attempt would have writers fill as much again. */
    @Test
    void admit_whileOneIsMadeAfterAFailure_hasNoRoomBeyondTheLimit() {
        model.usedBytes = 4 * SHARE;
        model.failure = Optional.of(new ThetisException(ErrorCode.INTERNAL, "no room on the heap"));
        model.pressure.began();
        assertStalled("waitedMillis=100");
        model.usedBytes = LIMITS.startBytes() + 1_000;
        assertThat(model.waits()).isLessThan(20 * MILLI);
    }

    private void assertStalled(String part) {
        assertThatThrownBy(() -> model.pressure.admit(0, () -> {}))
                .isInstanceOfSatisfying(
                        ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.WRITE_STALLED))
                .hasMessageContaining(part);
    }

    @Test
    void admit_noLongerWanted_endsTheWait() {
        model.usedBytes = LIMITS.startBytes();
        model.pressure.began();
        model.usedBytes = LIMITS.limitBytes();
        assertThatThrownBy(() -> model.pressure.admit(0, () -> {
                    throw new ThetisException(ErrorCode.QUERY_CANCELLED, "the query was cancelled");
                }))
                .hasMessageContaining("cancelled");
    }

    /** A transaction that was carried over may be larger than the share: others need not stop for that. */
    @Test
    void admit_checkpointOfMoreThanTheLimit_leavesSomeRoom() {
        model.usedBytes = 4 * SHARE;
        assertThat(model.waits()).isLessThan(SECOND);
        model.pressure.began();
        assertThat(model.waits()).isZero();
        model.usedBytes += 100_000;
        assertThat(model.waits()).isPositive();
    }

    /**
     * Its changes are in files, where there is room for more; writers would else stand still for as long as it takes.
     */
    @Test
    void admit_checkpointOfMoreThanTheLimit_leavesHalfAsMuchForTheTimeExpected() {
        model.usedBytes = 4 * SHARE;
        model.pressure.began();
        model.usedBytes += 2 * SHARE - 100_000;
        model.nowNanos += 60 * SECOND;
        assertThat(model.waits()).isZero();
    }

    /** At the rate of the time that was expected it would be all of the room; there is never nothing left. */
    @Test
    void admit_checkpointOfMoreThanTheLimit_takesFourTimesAsLong_slowsEverMore_withoutAStop() {
        model.usedBytes = 4 * SHARE;
        model.pressure.began();
        long[] perSecond = new long[9];
        while (model.nowNanos < 9 * SECOND) {
            int second = (int) (model.nowNanos / SECOND);
            model.pressure.admit(0, () -> {});
            model.usedBytes += 4_000;
            perSecond[second] += 4_000;
            model.nowNanos += MILLI / 10;
        }
        for (int second = 1; second < perSecond.length; second++) {
            assertThat(perSecond[second])
                    .as("second=%s, rates=%s", second, Arrays.toString(perSecond))
                    .isBetween(perSecond[second - 1] / 3, perSecond[second - 1] * 11 / 10)
                    .isPositive();
        }
    }

    /** What it writes goes to files; others have the room that they had, and their bytes take two each, as before. */
    @Test
    void admit_largeTransactionCommitsDuringTheCheckpoint_takesNoRoomFromOthers() {
        for (int times = 0; times < 9; times++) {
            model.usedBytes = LIMITS.startBytes();
            model.slowedBytes = LIMITS.startBytes() / 2;
            model.pressure.began();
            model.pressure.ended();
        }
        model.pressure.began();
        model.usedBytes += 100_000;
        long before = model.waits();
        model.usedBytes += 4 * SHARE;
        model.unslowedBytes += SHARE;
        assertThat(model.waits()).isZero();
        model.usedBytes += 100_000;
        model.slowedBytes += 100_000;
        assertThat(model.waits()).isBetween(before * 9 / 10, before * 11 / 10);
    }

    /** Of many who come at once the last would wait until all others are through. */
    @Test
    void admit_belowTheLimit_waitsForASecondAtMost() {
        model.usedBytes = 4 * SHARE;
        model.pressure.began();
        model.usedBytes += 3 * SHARE;
        assertThat(model.waits()).isBetween(SECOND, SECOND + 20 * MILLI);
    }

    /** It fills files, and no room that others would have. */
    @Test
    void admit_transactionThatIsLargerThanTheRoom_doesNotWait_exceptForNothing() {
        model.pressure.began();
        model.usedBytes = SHARE;
        model.pressure.admit(SHARE, () -> {});
        assertThat(model.nowNanos).isZero();
        model.pressure.ended();
        model.failure = Optional.of(new ThetisException(ErrorCode.DISK_FULL, "full"));
        assertThatThrownBy(() -> model.pressure.admit(SHARE, () -> {}))
                .isInstanceOfSatisfying(
                        ThetisException.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.WRITE_STALLED));
    }

    /** Writers that could fill the share in a second or less: none of them has a second with half of the mean. */
    @Test
    void manyWriters_faster_thanCheckpoints_keepAnEvenRateWithinTheShare() {
        for (int writers : new int[] {1, 4, 16, 64}) {
            Simulation simulation = new Simulation(writers, 4_000, 400_000, 1_500_000);
            long[] perSecond = simulation.run(40);
            long[] steady = Arrays.copyOfRange(perSecond, 10, 40);
            long mean = Arrays.stream(steady).sum() / steady.length;
            assertThat(simulation.bytesMax).as("writers=%s", writers).isLessThan(SHARE);
            assertThat(Arrays.stream(steady).min().orElseThrow())
                    .as("writers=%s, rates=%s", writers, Arrays.toString(steady))
                    .isGreaterThan(mean / 2);
        }
    }

    /** Writers that are slower than checkpoints hardly notice them. */
    @Test
    void fewWriters_slowerThanCheckpoints_hardlyWait() {
        Simulation simulation = new Simulation(2, 1_000, 10 * MILLI, 3_000_000);
        simulation.run(60);
        assertThat(simulation.waitedNanos).isLessThan(MILLI);
    }

    /** Writers in the order of their times, and one checkpoint after the other, which takes so long for each byte. */
    private static final class Simulation implements Checkpoints {
        private final PriorityQueue<long[]> writers = new PriorityQueue<>((a, b) -> Long.compare(a[0], b[0]));
        private final long commitBytes;
        private final long thinkNanos;
        private final long bytesPerSecond;
        private long nowNanos;
        private long usedBytes;
        private long cutBytes;
        private long endNanos = Long.MAX_VALUE;
        private boolean wanted;
        private long bytesMax;
        private long waitedNanos;

        Simulation(int writerCount, long commitBytes, long thinkNanos, long bytesPerSecond) {
            this.commitBytes = commitBytes;
            this.thinkNanos = thinkNanos;
            this.bytesPerSecond = bytesPerSecond;
            for (int writer = 0; writer < writerCount; writer++) {
                writers.add(new long[] {writer});
            }
        }

        /** Returns what was written in each second. */
        long[] run(int seconds) {
            // A pause hands the turn to others: the writer comes back with what it has to write.
            WritePressure pressure = new WritePressure(
                    LIMITS,
                    new Numbers(() -> usedBytes, () -> usedBytes, () -> 0),
                    () -> nowNanos,
                    nanos -> {
                        throw new Paused(nanos);
                    },
                    this);
            long[] written = new long[seconds];
            while (true) {
                long[] writer = writers.remove();
                nowNanos = Math.max(nowNanos, writer[0]);
                if (nowNanos >= seconds * SECOND) {
                    return written;
                }
                checkpoints(pressure);
                try {
                    pressure.admit(0, () -> {});
                    usedBytes += commitBytes;
                    bytesMax = Math.max(bytesMax, usedBytes + (endNanos == Long.MAX_VALUE ? 0 : usedBytes - cutBytes));
                    written[(int) (nowNanos / SECOND)] += commitBytes;
                    writer[0] = nowNanos + thinkNanos;
                } catch (Paused paused) {
                    waitedNanos += paused.nanos;
                    writer[0] = nowNanos + paused.nanos;
                }
                writers.add(writer);
            }
        }

        private void checkpoints(WritePressure pressure) {
            if (nowNanos >= endNanos) {
                usedBytes -= cutBytes;
                endNanos = Long.MAX_VALUE;
                pressure.ended();
                wanted = usedBytes >= LIMITS.startBytes();
            }
            if (wanted && endNanos == Long.MAX_VALUE) {
                wanted = false;
                cutBytes = usedBytes;
                pressure.began();
                endNanos = nowNanos + cutBytes * SECOND / bytesPerSecond;
            }
        }

        @Override
        public void noteChanges(long bytes) {
            wanted = true;
        }

        @Override
        public void tryAgain() {}

        @Override
        public Optional<ThetisException> failure() {
            return Optional.empty();
        }
    }

    private static final class Paused extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final long nanos;

        Paused(long nanos) {
            this.nanos = nanos;
        }
    }
}
