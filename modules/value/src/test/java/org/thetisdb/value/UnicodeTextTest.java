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
}
