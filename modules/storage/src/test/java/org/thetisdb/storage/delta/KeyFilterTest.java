package org.thetisdb.storage.delta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.thetisdb.storage.index.IndexKey;

final class KeyFilterTest {
    private static long hash(long value) {
        return IndexKey.of(value).orElseThrow().hash64();
    }

    @Test
    void mayHave_ofWhatWasAdded_isAlwaysTrue() {
        KeyFilter filter = new KeyFilter();
        for (long value = 0; value < 20_000; value++) {
            filter.add(hash(value));
            assertThat(filter.mayHave(hash(value))).isTrue();
        }
        assertThat(LongStream.range(0, 20_000).allMatch(value -> filter.mayHave(hash(value))))
                .isTrue();
    }

    @Test
    void mayHave_ofWhatWasNot_isRarelyTrue() {
        KeyFilter filter = new KeyFilter();
        assertThat(filter.mayHave(hash(1))).isFalse();
        LongStream.range(0, 20_000).forEach(value -> filter.add(hash(value)));
        long mistaken = LongStream.range(1_000_000, 1_020_000)
                .filter(value -> filter.mayHave(hash(value)))
                .count();
        assertThat(mistaken).isLessThan(800);
    }
}
