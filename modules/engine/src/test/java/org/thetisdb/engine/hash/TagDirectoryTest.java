package org.thetisdb.engine.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

class TagDirectoryTest {
    /** Keeps hashes beside a directory, and takes the first entry with a hash for the one that is meant. */
    private static final class Entries {
        private final TagDirectory directory = new TagDirectory(0);
        private final List<Long> hashes = new ArrayList<>();

        void add(long hash) {
            directory.reserve(hashes.size() + 1);
            int place = directory.place(hash);
            while (!TagDirectory.isEmpty(directory.word(place))) {
                place = directory.after(place);
            }
            directory.put(place, hash, hashes.size());
            hashes.add(hash);
        }

        List<Integer> tagged(long hash) {
            List<Integer> entries = new ArrayList<>();
            int place = directory.place(hash);
            while (!TagDirectory.isEmpty(directory.word(place))) {
                if (TagDirectory.isTagged(directory.word(place), hash)) {
                    entries.add(TagDirectory.entry(directory.word(place)));
                }
                place = directory.after(place);
            }
            return entries;
        }
    }

    @Test
    void add_uniformAndClusteredHashes_areFoundAfterEachGrowth() {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            // Few leading bits make long runs, also round the end; upper halves that are all zeros or ones look empty.
            long mask = seed % 3 == 0 ? -1 : seed % 3 == 1 ? 0x0000_00FF_FFFF_FFFFL : 0xFFFF_FFFFL;
            long base = seed % 2 == 0 ? ~mask : 0;
            Entries entries = new Entries();
            for (int entry = 0; entry < 300; entry++) {
                entries.add(random.nextLong() & mask | base);
                assertThat(entries.directory.capacity()).isGreaterThanOrEqualTo(2 * (entry + 1));
                if (Integer.bitCount(entry) == 1 || Integer.bitCount(entry + 1) == 1) {
                    for (int known = 0; known <= entry; known++) {
                        assertThat(entries.tagged(entries.hashes.get(known)))
                                .as("seed=%d, entries=%d", seed, entry + 1)
                                .contains(known);
                    }
                }
            }
        }
    }

    @Test
    void candidates_ofABatch_areTheFirstTaggedEntries() {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            Entries entries = new Entries();
            for (int entry = 0; entry < 500; entry++) {
                entries.add((long) random.nextInt(200) << 40 | random.nextInt());
            }
            int count = 300;
            long[] hashes = new long[count];
            for (int row = 0; row < count; row++) {
                hashes[row] = random.nextBoolean()
                        ? entries.hashes.get(random.nextInt(500))
                        : (long) random.nextInt(400) << 40;
            }
            long[] words = new long[count];
            int[] found = new int[count];
            int[] rows = new int[count + 1];
            entries.directory.first(hashes, count, words);
            int candidates = entries.directory.candidates(hashes, words, count, new int[count + 1], found, rows);
            int expected = 0;
            for (int row = 0; row < count; row++) {
                List<Integer> tagged = entries.tagged(hashes[row]);
                assertThat(found[row])
                        .as("seed=%d, row=%d", seed, row)
                        .isEqualTo(tagged.isEmpty() ? TagDirectory.NONE : tagged.getFirst());
                expected += tagged.isEmpty() ? 0 : 1;
            }
            assertThat(candidates).isEqualTo(expected);
        }
    }

    @Test
    void bytes_ofMoreEntriesThanADirectoryHolds_isAnError() {
        assertThat(TagDirectory.bytes(Integer.MAX_VALUE / 4)).isEqualTo(8L << 30);
        assertThatThrownBy(() -> TagDirectory.bytes(Integer.MAX_VALUE))
                .isInstanceOfSatisfying(
                        ThetisException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED));
    }
}
