package org.thetisdb.engine.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Goal: the range of a key grows by what is met, and has an end where it is too wide for a loop, at any numbers. */
final class KeyRangeTest {
    private static KeyRange with(KeyRange range, long... values) {
        Vector made = new Vector();
        made.reset(VectorKind.INTEGER, values.length + 1);
        System.arraycopy(values, 0, made.longs(), 0, values.length);
        made.longs()[values.length] = 4_711;
        made.setNull(values.length);
        return range.with(made, values.length + 1);
    }

    @Test
    void range_hasAllThatWasMet_withoutNulls() {
        assertThat(with(KeyRange.NONE)).isEqualTo(KeyRange.NONE);
        assertThat(with(KeyRange.NONE, 20, 18, 65)).isEqualTo(new KeyRange(18, 48));
        assertThat(with(new KeyRange(18, 48), 17, 30)).isEqualTo(new KeyRange(17, 49));
        assertThat(with(new KeyRange(18, 48), 30)).isEqualTo(new KeyRange(18, 48));
        assertThat(with(KeyRange.NONE, Long.MAX_VALUE)).isEqualTo(new KeyRange(Long.MAX_VALUE, 1));
        assertThat(with(KeyRange.NONE, Long.MIN_VALUE)).isEqualTo(new KeyRange(Long.MIN_VALUE, 1));
        assertThat(with(KeyRange.NONE, 0, KeyRange.PLACES_MAX - 1).count()).isEqualTo(KeyRange.PLACES_MAX);
    }

    @Test
    void rangeThatIsTooWide_staysSo() {
        assertThat(with(KeyRange.NONE, 0, KeyRange.PLACES_MAX).isTooMany()).isTrue();
        KeyRange all = with(KeyRange.NONE, Long.MIN_VALUE, Long.MAX_VALUE);
        assertThat(all.isTooMany()).isTrue();
        assertThat(with(all, 1).isTooMany()).isTrue();
        assertThat(with(new KeyRange(Long.MAX_VALUE - 1, 2), Long.MIN_VALUE).isTooMany())
                .isTrue();
    }
}
