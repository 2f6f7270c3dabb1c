package org.thetisdb.storage.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class CountHistoryTest {
    /** Several blocks, and more counters than the first arrays hold. */
    private static final int COMMITS = 2_500;

    private static final int STRIDE = 7;

    private static CountChanges commit(int index) {
        CountChanges changes = new CountChanges();
        changes.node(index % 90, index % 5 - 2);
        changes.relationship(index % 3, index % 40, 1, 1 + index % 2);
        return changes;
    }

    private static Map<Counter, Long> totals(CountSum sum) {
        Map<Counter, Long> totals = new HashMap<>();
        for (int index = 0; index < sum.size(); index++) {
            totals.merge(sum.counter(index), sum.change(index), Long::sum);
        }
        totals.values().removeIf(change -> change == 0);
        return totals;
    }

    @Test
    void upTo_anyRevisionInAnyOrder_sumOfCommitsSoFar() {
        CountHistory history = new CountHistory();
        List<Map<Counter, Long>> expected = new ArrayList<>(List.of(Map.of()));
        Map<Counter, Long> sum = new HashMap<>();
        for (int index = 0; index < COMMITS; index++) {
            CountChanges changes = commit(index);
            history.add(2L * index + 10, changes);
            changes.forEach((counter, change) -> sum.merge(counter, change, Long::sum));
            sum.values().removeIf(change -> change == 0);
            expected.add(Map.copyOf(sum));
        }
        for (int step = 0; step <= COMMITS; step++) {
            int count = step * STRIDE % (COMMITS + 1);
            assertThat(totals(history.upTo(2L * count + 8))).isEqualTo(expected.get(count));
            assertThat(totals(history.upTo(2L * count + 9))).isEqualTo(expected.get(count));
        }
    }

    /** Runs of commits that change the same, at equal distances or not. */
    @Test
    void upTo_runsOfEqualCommits_sumOfCommitsSoFar() {
        CountHistory history = new CountHistory();
        TreeMap<Long, Map<Counter, Long>> expected = new TreeMap<>(Map.of(0L, Map.of()));
        Map<Counter, Long> sum = new HashMap<>();
        long revision = 10;
        for (int index = 0; index < COMMITS; index++) {
            CountChanges changes = commit(index / 50 % 3);
            history.add(revision, changes);
            changes.forEach((counter, change) -> sum.merge(counter, change, Long::sum));
            sum.values().removeIf(change -> change == 0);
            expected.put(revision, Map.copyOf(sum));
            revision += index / 300 % 2 == 0 ? 1 : 1 + index % 4;
        }
        for (long step = 0; step <= revision; step++) {
            long asked = step * STRIDE % (revision + 1);
            assertThat(totals(history.upTo(asked)))
                    .as("revision %d", asked)
                    .isEqualTo(expected.floorEntry(asked).getValue());
        }
    }

    @Test
    void upTo_nothingCountedInBetween_sameObject() {
        CountHistory history = new CountHistory();
        assertThat(history.upTo(100)).isSameAs(CountSum.NONE);
        history.add(5, commit(1));
        CountSum first = history.upTo(5);
        history.add(6, new CountChanges());
        assertThat(history.upTo(7)).isSameAs(first);
        history.add(8, commit(2));
        assertThat(history.upTo(8)).isNotSameAs(first);
        assertThat(totals(first)).hasSize(2);
    }

    @Test
    void plus_own_bothCount() {
        CountHistory history = new CountHistory();
        history.add(5, commit(1));
        CountChanges own = commit(1);
        assertThat(totals(history.upTo(5).plus(own)))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(new Counter.Nodes(1), -2L, new Counter.Relationships(1, 1, 1), 4L));
    }
}
