package org.thetisdb.engine.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.extension.guard.Guard;
import org.thetisdb.extension.guard.StoppedError;

/** Goal: what the database does within a call is not the call's. Method: one that is paused for long. */
final class FenceWatchTest {
    private static final long BYTES_MAX = 64 << 20;

    private final FenceWatch watch =
            new FenceWatch(new FenceWatch.Limits(TimeUnit.MILLISECONDS.toNanos(200), BYTES_MAX));

    @AfterEach
    void close() {
        watch.close();
    }

    private static void work(int millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() < end) {
            Guard.check();
        }
    }

    @Test
    void pause_isNotCounted_andWhatComesAfterwardsIs() {
        try (FencedCall call = watch.enter(new StopSignal(0))) {
            for (int turn = 0; turn < 3; turn++) {
                call.pause();
                work(300);
                assertThat(new byte[(int) BYTES_MAX]).isNotEmpty();
                call.resume();
                work(20);
            }
            assertThatThrownBy(() -> work(10_000))
                    .isInstanceOf(StoppedError.class)
                    .hasMessageContaining("it took too long");
        }
        work(300);
    }
}
