package org.thetisdb.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

final class RetriesTest {
    private static final long SECOND = 1_000_000_000L;

    private final List<Long> pauses = new ArrayList<>();
    private long now;
    private int tries;
    private final Retries retries = new Retries(new Random(7), () -> now, this::sleep);

    private void sleep(long nanos) {
        pauses.add(nanos);
        now += nanos;
    }

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    private Supplier<String> failing(int count, ErrorCode code) {
        return () -> {
            if (++tries <= count) {
                throw new ThetisException(code, "try " + tries);
            }
            return "done at " + tries;
        };
    }

    @Test
    void run_success_neitherPausesNorRepeats() {
        assertThat(retries.run(failing(0, ErrorCode.TRANSACTION_CONFLICT), SECOND, 5))
                .isEqualTo("done at 1");
        assertThat(pauses).isEmpty();
    }

    @Test
    void run_conflicts_repeatsAfterPausesThatDoubleWithJitter() {
        assertThat(retries.run(failing(4, ErrorCode.TRANSACTION_CONFLICT), SECOND, 5))
                .isEqualTo("done at 5");
        assertThat(pauses).hasSize(4);
        long pause = Retries.FIRST_PAUSE_NANOS;
        for (long found : pauses) {
            assertThat(found).isBetween(pause / 2, pause);
            pause *= 2;
        }
        assertThat(pauses.get(1)).as("jitter").isNotEqualTo(2 * pauses.get(0));
    }

    @Test
    void run_manyConflicts_pausesGrowToALimitOnly() {
        retries.run(failing(40, ErrorCode.TRANSACTION_CONFLICT), Long.MAX_VALUE, Integer.MAX_VALUE);
        assertThat(pauses).allMatch(pause -> pause <= Retries.PAUSE_NANOS_MAX);
        assertThat(pauses.getLast()).isGreaterThanOrEqualTo(Retries.PAUSE_NANOS_MAX / 2);
    }

    @Test
    void run_conflictsUntilTheTimeIsOver_givesUpWithTheLastErrorAndNeverSleepsBeyondTheLimit() {
        assertThatThrownBy(() ->
                        retries.run(failing(1000, ErrorCode.TRANSACTION_CONFLICT), 30 * SECOND, Integer.MAX_VALUE))
                .isInstanceOfSatisfying(ThetisException.class, error -> {
                    assertThat(error.code()).isEqualTo(ErrorCode.TRANSACTION_CONFLICT);
                    assertThat(error).hasMessageContainingAll("try " + tries, "tries=" + tries, "elapsedMillis=");
                    assertThat(error.getCause()).hasMessage("try " + tries);
                });
        assertThat(now).isBetween(29 * SECOND, 30 * SECOND);
    }

    @Test
    void run_conflictsMoreOftenThanAllowed_givesUp() {
        assertThatThrownBy(() -> retries.run(failing(3, ErrorCode.TRANSACTION_CONFLICT), Long.MAX_VALUE, 3))
                .hasMessageContaining("tries=3");
        assertThat(tries).isEqualTo(3);
    }

    @Test
    void run_otherErrors_areThrownOnAtOnce() {
        for (ErrorCode code : List.of(
                ErrorCode.SYNTAX,
                ErrorCode.CONSTRAINT_VIOLATED,
                ErrorCode.DISK_FULL,
                ErrorCode.QUERY_CANCELLED,
                ErrorCode.QUERY_TIMED_OUT,
                ErrorCode.INTERNAL)) {
            tries = 0;
            assertThatThrownBy(() -> retries.run(failing(1, code), SECOND, 5)).hasMessage("try 1");
        }
        assertThatThrownBy(() -> retries.run(
                        () -> {
                            throw new IllegalStateException("the program's own");
                        },
                        SECOND,
                        5))
                .isInstanceOf(IllegalStateException.class);
        assertThat(pauses).isEmpty();
    }

    @Test
    void run_threadInterruptedWhileItPauses_throwsTheErrorAndStaysInterrupted() {
        Retries interrupted = new Retries(
                new Random(7), () -> now, nanos -> Thread.currentThread().interrupt());
        assertThatThrownBy(() -> interrupted.run(failing(9, ErrorCode.TRANSACTION_CONFLICT), SECOND, 5))
                .hasMessage("try 1");
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }
}
