package org.thetisdb.engine.trail;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.engine.trail.ReachedPairs.State;

/**
 * Goal: what is remembered of a pair is of that pair, however many others come to its place. Method: all pairs of some
 * nodes.
 */
final class ReachedPairsTest {
    private static final int NODES = 300;

    private final ReachedPairs pairs = new ReachedPairs();

    private static boolean isReached(long start, long end) {
        return (start * 31 + end) % 7 < 3;
    }

    @Test
    void pair_thatWasNoted_isRememberedOrUnknown() {
        int known = 0;
        for (long start = 0; start < NODES; start++) {
            for (long end = 0; end < NODES; end++) {
                pairs.note(start << 16, end << 20, isReached(start, end));
            }
            for (long end = 0; end < NODES; end++) {
                State state = pairs.of(start << 16, end << 20);
                State expected = isReached(start, end) ? State.REACHED : State.APART;
                assertThat(state).isIn(expected, State.UNKNOWN);
                known += state == State.UNKNOWN ? 0 : 1;
            }
        }
        assertThat(known).isGreaterThan(NODES * NODES * 9 / 10);
    }

    @Test
    void pair_turnedAround_isAnother() {
        pairs.note(1, 2, true);

        assertThat(pairs.of(1, 2)).isEqualTo(State.REACHED);
        assertThat(pairs.of(2, 1)).isEqualTo(State.UNKNOWN);
    }

    @Test
    void pairs_thatWereForgotten_areUnknown() {
        pairs.note(1, 2, true);
        pairs.note(3, 4, false);

        pairs.forget();

        assertThat(pairs.of(1, 2)).isEqualTo(State.UNKNOWN);
        assertThat(pairs.of(3, 4)).isEqualTo(State.UNKNOWN);
    }

    @Test
    void pair_ofNodesWithTheIdZero_isUnknownAtFirst() {
        assertThat(pairs.of(0, 0)).isEqualTo(State.UNKNOWN);
    }
}
