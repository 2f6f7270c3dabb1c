package org.thetisdb.storage.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.storage.checkpoint.CompactionPolicy.Range;
import org.thetisdb.storage.checkpoint.CompactionPolicy.Size;

/**
 * Goal: what a checkpoint absorbs is in proportion to what changed, runs stay few, and entries are not written again
 * too often. Method: indexes that grow by sizes alone, with compactions that take several checkpoints.
 */
final class CompactionPolicyTest {
    private static final long BYTES_PER_ENTRY = 6;
    private static final CompactionPolicy POLICY = new CompactionPolicy(0);

    private static List<Size> sizes(long... entryCounts) {
        List<Size> sizes = new ArrayList<>();
        for (long entries : entryCounts) {
            sizes.add(size(entries));
        }
        return sizes;
    }

    private static Size size(long entryCount) {
        return new Size(entryCount, entryCount * BYTES_PER_ENTRY);
    }

    @Test
    void absorbed_isWhatIsNotMuchLargerThanTheChanges() {
        assertThat(POLICY.absorbed(10, sizes())).isZero();
        assertThat(POLICY.absorbed(10, sizes(40, 41))).isEqualTo(1);
        assertThat(POLICY.absorbed(10, sizes(41, 40))).isZero();
        assertThat(POLICY.absorbed(100, sizes(10, 300, 90, 1))).isEqualTo(3);
        assertThat(new CompactionPolicy(600).absorbed(1, sizes(100, 101))).isEqualTo(1);
    }

    @Test
    void compacted_leavesTheNewestRun() {
        assertThat(CompactionPolicy.compacted(sizes(10)).count()).isZero();
        assertThat(CompactionPolicy.compacted(sizes(10, 10)).count()).isZero();
        assertThat(CompactionPolicy.compacted(sizes(10, 10, 30))).isEqualTo(new Range(1, 3));
        assertThat(CompactionPolicy.compacted(sizes(10, 10, 31)).count()).isZero();
    }

    @Test
    void compacted_goesAsFarAsItIsWorthIt() {
        assertThat(CompactionPolicy.compacted(sizes(1, 10, 31, 120, 1_000))).isEqualTo(new Range(1, 4));
        assertThat(CompactionPolicy.compacted(sizes(1, 10, 31, 120, 483))).isEqualTo(new Range(1, 5));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8, 40})
    void aGrowingIndex_hasFewRuns_andIsNotWrittenTooOften(int checkpointsOfACompaction) {
        long seed = Long.getLong("thetis.seed", 5);
        Random random = new Random(seed);
        List<Size> runs = new ArrayList<>(sizes(1_000_000));
        long changed = 0;
        long inCheckpoints = 0;
        long inCompactions = 0;
        int runsMax = 0;
        List<Size> compacting = List.of();
        int left = 0;
        for (int checkpoint = 0; checkpoint < 20_000; checkpoint++) {
            long changes = 500L + random.nextInt(1_000);
            changed += changes;
            int place = compacting.isEmpty() ? runs.size() : runs.size() - compacting.size();
            long written = changes + take(runs, POLICY.absorbed(changes, runs.subList(0, place)));
            assertThat(written).as("seed=%d", seed).isLessThanOrEqualTo(5 * changes);
            inCheckpoints += written;
            runs.addFirst(size(written));
            if (left-- == 0 && !compacting.isEmpty()) {
                long entries = 0;
                for (Size _ : compacting) {
                    entries += runs.removeLast().entryCount();
                }
                inCompactions += entries;
                runs.add(size(entries));
                compacting = List.of();
            }
            Range range = CompactionPolicy.compacted(runs);
            if (compacting.isEmpty() && range.count() > 0 && range.to() == runs.size()) {
                compacting = List.copyOf(runs.subList(range.from(), range.to()));
                left = checkpointsOfACompaction;
            } else if (compacting.isEmpty() && range.count() > 0) {
                // Those that do not reach the oldest run take no time here.
                List<Size> part = runs.subList(range.from(), range.to());
                long entries = part.stream().mapToLong(Size::entryCount).sum();
                inCompactions += entries;
                part.clear();
                part.add(size(entries));
            }
            runsMax = Math.max(runsMax, runs.size());
        }
        assertThat(runsMax).as("seed=%d", seed).isLessThanOrEqualTo(10 + checkpointsOfACompaction / 4);
        assertThat((double) inCheckpoints / changed).as("seed=%d", seed).isLessThan(4.5);
        assertThat((double) inCompactions / changed).as("seed=%d", seed).isLessThan(24);
    }

    private static long take(List<Size> runs, int count) {
        long entries = 0;
        for (int index = 0; index < count; index++) {
            entries += runs.removeFirst().entryCount();
        }
        return entries;
    }
}
