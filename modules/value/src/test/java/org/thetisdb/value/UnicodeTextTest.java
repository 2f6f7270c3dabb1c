package org.thetisdb.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class UnicodeTextTest {
    private static final String HIGH = String.valueOf((char) 0xd83d);
    private static final String LOW = String.valueOf((char) 0xde00);

    @Test
    void halves_areFoundWhereTheyAre() {
        assertThat(UnicodeText.firstLoneSurrogate("")).isEqualTo(-1);
        assertThat(UnicodeText.firstLoneSurrogate("aß€" + HIGH + LOW)).isEqualTo(-1);
        assertThat(UnicodeText.firstLoneSurrogate(HIGH)).isZero();
        assertThat(UnicodeText.firstLoneSurrogate(LOW + HIGH)).isZero();
        assertThat(UnicodeText.firstLoneSurrogate(HIGH + LOW + LOW)).isEqualTo(2);
        assertThat(UnicodeText.firstLoneSurrogate("x" + HIGH + HIGH + LOW)).isEqualTo(1);
        assertThatThrownBy(() -> UnicodeText.utf8("x" + LOW))
                .isInstanceOfSatisfying(
                        ThetisException.class,
                        problem -> assertThat(problem.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining("DE00, at index 1");
    }

    /** What is text comes back from its bytes, and what is none does not. */
    @Test
    void texts_areThoseWhoseBytesSayAll() {
        Random random = new Random(1);
        for (int round = 0; round < 100_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(5); length > 0; length--) {
                text.append((char) (random.nextBoolean() ? 0xd7fe + random.nextInt(0x804) : 0x20 + random.nextInt(60)));
            }
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            boolean same = new String(bytes, StandardCharsets.UTF_8).contentEquals(text);
            assertThat(UnicodeText.firstLoneSurrogate(text.toString()) < 0)
                    .as("round %d", round)
                    .isEqualTo(same);
        }
    }

    /** What is long is looked at in another way, which must see the same. */
    @Test
    void longTexts_areThoseWhoseBytesSayAll() {
        for (String filling : new String[] {"a", "?", "ß", "€", HIGH + LOW}) {
            for (int length = 60; length <= 70; length++) {
                for (String other : new String[] {"", "x", "?", "ß", "€", HIGH + LOW, HIGH, LOW, LOW + HIGH}) {
                    for (int place = 0; place <= length; place += length / 4) {
                        assertSame(filling.repeat(place) + other + filling.repeat(length - place));
                    }
                }
            }
        }
    }

    private static void assertSame(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (new String(bytes, StandardCharsets.UTF_8).equals(text)) {
            assertThat(UnicodeText.firstLoneSurrogate(text)).as(text).isEqualTo(-1);
            assertThat(UnicodeText.utf8(text)).as(text).isEqualTo(bytes);
        } else {
            assertThat(UnicodeText.firstLoneSurrogate(text)).as(text).isNotNegative();
            assertThatThrownBy(() -> UnicodeText.utf8(text)).isInstanceOf(ThetisException.class);
        }
        assertThat(UnicodeText.isLatin(text)).as(text).isEqualTo(text.chars().allMatch(unit -> unit <= 0xff));
    }
}
