package org.thetisdb.running;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.thetisdb.value.ErrorCode;

/** Whose time is up, and when to look again, by a clock that only the test moves. */
class TransactionWatchTest {
    private static final long SECOND = 1_000_000_000;

    private final List<RunningTransaction> all = new ArrayList<>();
    private long nowNanos = 5 * SECOND;
    private final TransactionWatch watch = new TransactionWatch(
            new RunningTransactions(() -> List.of((RunningTransactions.Owner) consumer -> forEach(consumer))),
            () -> nowNanos);

    private void forEach(Consumer<RunningTransaction> consumer) {
        all.forEach(consumer);
        // As sessions do.
        all.forEach(consumer);
    }

    private final class Fake implements RunningTransaction {
        private final Deadlines deadlines;
        private long lastNanos = nowNanos;
        private Optional<Ending> ending = Optional.empty();
        private int endCount;

        Fake(long timeoutNanos, long idleTimeoutNanos) {
            deadlines = new Deadlines(nowNanos, timeoutNanos, idleTimeoutNanos);
            all.add(this);
        }

        @Override
        public String id() {
            return "transaction-1-" + all.indexOf(this);
        }

        @Override
        public TransactionState state() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean end(Ending reason) {
            endCount++;
            ending = Optional.of(reason);
            return true;
        }

        @Override
        public Deadlines deadlines() {
            return deadlines;
        }

        @Override
        public long idleNanos(long now) {
            return now - lastNanos;
        }
    }

    @Test
    void look_endsWhatIsDue_andComesBackForTheNext() {
        Fake unlimited = new Fake(0, 0);
        Fake longer = new Fake(9 * SECOND, 0);
        Fake brief = new Fake(3 * SECOND, 0);
        Fake idle = new Fake(0, 4 * SECOND);
        assertThat(watch.look()).isEqualTo(3 * SECOND);
        nowNanos += 3 * SECOND;
        assertThat(watch.look()).isEqualTo(SECOND);
        assertThat(brief.ending.orElseThrow().code()).isEqualTo(ErrorCode.TRANSACTION_TIMED_OUT);
        assertThat(brief.ending.orElseThrow().message()).contains("elapsedMillis=3000, timeoutMillis=3000");
        assertThat(brief.endCount).isEqualTo(1);
        all.remove(brief);
        idle.lastNanos = nowNanos;
        assertThat(watch.look()).isEqualTo(4 * SECOND);
        nowNanos += 5 * SECOND;
        assertThat(watch.look()).isEqualTo(SECOND);
        assertThat(idle.ending.orElseThrow().message()).contains("idleMillis=5000, timeoutMillis=4000");
        assertThat(longer.ending).isEmpty();
        assertThat(unlimited.ending).isEmpty();
    }

    @Test
    void look_nothingRuns_sleepsAsLongAsTheShortestLimit() {
        assertThat(watch.look()).isEqualTo(Long.MAX_VALUE);
        watch.expect(new TimeLimits(7 * SECOND, 60 * SECOND));
        watch.expect(new TimeLimits(0, 0));
        assertThat(watch.look()).isEqualTo(7 * SECOND);
        watch.close();
    }
}
