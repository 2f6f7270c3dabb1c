package org.thetisdb.storage.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Where revisions lie in the segments of a log that becomes long: few entries, each of which is right. */
final class RevisionIndexesTest {
    private static final int SEGMENT_BYTES = 16 << 20;
    private static final int COMMITS_PER_SEGMENT = 2000;

    private final RevisionIndexes indexes = new RevisionIndexes();
    private final List<long[]> offsets = new ArrayList<>();

    /** Passes all of a segment, whose commits are about 8 KiB each. */
    private RevisionIndex pass(int segment, Random random) {
        RevisionIndex index = indexes.of(segment, firstRevision(segment));
        long[] places = new long[COMMITS_PER_SEGMENT];
        long offset = index.coveredBytes();
        for (int commit = 0; commit < COMMITS_PER_SEGMENT; commit++) {
            places[commit] = offset;
            long end = offset + 64 + random.nextInt(SEGMENT_BYTES / COMMITS_PER_SEGMENT * 2 - 128);
            index.passedCommit(offset, end, firstRevision(segment) + commit);
            offset = end;
        }
        offsets.add(places);
        return index;
    }

    private static long firstRevision(int segment) {
        return 1 + (long) segment * COMMITS_PER_SEGMENT;
    }

    private void requirePlaces(RevisionIndex index, int segment, long distanceBytes) {
        long[] places = offsets.get(segment);
        for (int commit = 0; commit < COMMITS_PER_SEGMENT; commit++) {
            long revision = firstRevision(segment) + commit;
            RevisionIndex.Place place = index.placeBefore(revision);
            assertThat(place.nextRevision()).isLessThanOrEqualTo(revision);
            assertThat(place.offset()).isEqualTo(places[(int) (place.nextRevision() - firstRevision(segment))]);
            assertThat(places[commit] - place.offset()).isLessThan(2 * distanceBytes + (16 << 10));
        }
        assertThat(index.placeBefore(firstRevision(segment + 1)).offset()).isEqualTo(index.coveredBytes());
    }

    @Test
    void a_log_of_5_gib_has_as_many_entries_as_one_of_a_quarter() {
        Random random = new Random(1);
        List<RevisionIndex> passed = new ArrayList<>();
        for (int segment = 0; segment < 320; segment++) {
            passed.add(pass(segment, random));
            assertThat(indexes.entryCount()).isLessThanOrEqualTo(RevisionIndexes.ENTRIES_MAX);
        }

        assertThat(passed.stream().mapToInt(RevisionIndex::count).sum()).isEqualTo(indexes.entryCount());
        assertThat(indexes.entryCount()).isGreaterThan(RevisionIndexes.ENTRIES_MAX / 8);
        assertThat(indexes.distanceBytes()).isBetween(64L << 10, 256L << 10);
        requirePlaces(passed.getFirst(), 0, indexes.distanceBytes());
        requirePlaces(passed.get(100), 100, indexes.distanceBytes());
        requirePlaces(passed.getLast(), 319, indexes.distanceBytes());
    }

    @Test
    void a_short_log_has_an_entry_every_few_kib() {
        RevisionIndex index = pass(0, new Random(2));

        assertThat(indexes.distanceBytes()).isEqualTo(4 << 10);
        assertThat(index.count()).isGreaterThan(COMMITS_PER_SEGMENT / 2);
        requirePlaces(index, 0, 4 << 10);
    }

    @Test
    void entries_are_dense_again_once_segments_were_removed() {
        Random random = new Random(3);
        for (int segment = 0; segment < 320; segment++) {
            pass(segment, random);
        }
        long distanceBytes = indexes.distanceBytes();
        for (int segment = 0; segment < 319; segment++) {
            indexes.forget(segment);
        }

        assertThat(indexes.distanceBytes()).isEqualTo(4 << 10);
        requirePlaces(indexes.of(319, 0), 319, distanceBytes);
        requirePlaces(pass(320, random), 320, 4 << 10);
    }

    @Test
    void many_large_commits_end_with_one_entry_for_each_segment() {
        for (int segment = 0; segment < 100; segment++) {
            RevisionIndex index = indexes.of(segment, 1 + 1000L * segment);
            for (int commit = 0; commit < 1000; commit++) {
                long at = index.coveredBytes();
                index.passedCommit(at, at + (1 << 20), 1 + 1000L * segment + commit);
            }
        }

        assertThat(indexes.entryCount()).isLessThanOrEqualTo(RevisionIndexes.ENTRIES_MAX);
        assertThat(indexes.of(0, 0).placeBefore(5).nextRevision()).isLessThanOrEqualTo(5);
    }
}
