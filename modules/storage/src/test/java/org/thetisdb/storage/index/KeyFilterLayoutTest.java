package org.thetisdb.storage.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

final class KeyFilterLayoutTest {
    @Test
    void wordCount_ofKeys_nextPowerOfTwo() {
        assertThat(KeyFilterLayout.wordCount(0)).isEqualTo(1);
        assertThat(KeyFilterLayout.wordCount(4)).isEqualTo(1);
        assertThat(KeyFilterLayout.wordCount(11)).isEqualTo(2);
        assertThat(KeyFilterLayout.wordCount(12)).isEqualTo(4);
        assertThat(KeyFilterLayout.wordCount(1_000_000)).isEqualTo(262_144);
        assertThat(KeyFilterLayout.wordCount(Long.MAX_VALUE)).isEqualTo(1 << 24);
    }

    private static long hash(long key) {
        SortKey sorted = new SortKey();
        sorted.set(key);
        return sorted.hash64();
    }

    private static boolean has(MemorySegment words, long key) {
        long bits = KeyFilterLayout.bits(hash(key));
        long at = KeyFilterLayout.offset(hash(key), (int) (words.byteSize() / Long.BYTES));
        return (words.get(IndexLayout.LONG, at) & bits) == bits;
    }

    @Test
    void add_manyKeys_allAreFoundAndFewOthers() {
        int keys = 20_000;
        MemorySegment words = MemorySegment.ofArray(new byte[KeyFilterLayout.wordCount(keys) * Long.BYTES]);
        for (long key = 0; key < keys; key++) {
            KeyFilterLayout.add(words, hash(key));
        }
        int others = 0;
        for (long key = 0; key < keys; key++) {
            assertThat(has(words, key)).isTrue();
            others += has(words, key + keys) ? 1 : 0;
        }
        assertThat(others).isLessThan(keys / 50);
    }
}
