package org.thetisdb.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A piece is found where {@link String#contains} finds it, whatever stands before and after the text. */
class ByteSearchTest {
    private static final int ROUNDS = 200_000;

    private final long seed = Long.getLong("thetis.seed", new Random().nextLong());
    private final Random random = new Random(seed);

    private String text(int lengthMax, int letters) {
        StringBuilder text = new StringBuilder();
        for (int index = random.nextInt(lengthMax + 1); index > 0; index--) {
            text.append(random.nextInt(40) == 0 ? '\u00FF' : (char) ('a' + random.nextInt(letters)));
        }
        return text.toString();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void contains_isThatOfStrings() {
        int found = 0;
        for (int round = 0; round < ROUNDS; round++) {
            int letters = 1 + random.nextInt(4);
            String whole = text(40, letters);
            String piece = text(1 + random.nextInt(6), letters);
            byte[] before = bytes(text(9, letters));
            byte[] middle = bytes(whole);
            byte[] after = bytes(text(9, letters));
            byte[] all = new byte[before.length + middle.length + after.length];
            System.arraycopy(before, 0, all, 0, before.length);
            System.arraycopy(middle, 0, all, before.length, middle.length);
            System.arraycopy(after, 0, all, before.length + middle.length, after.length);
            byte[] wanted = bytes("x" + piece);
            boolean isThere = middle.length >= wanted.length - 1
                    && ByteSearch.contains(all, before.length, middle.length, wanted, 1, wanted.length - 1);
            assertThat(isThere)
                    .as("seed=%d, whole=%s, piece=%s", seed, whole, piece)
                    .isEqualTo(whole.contains(piece));
            found += isThere ? 1 : 0;
        }
        assertThat(found).isBetween(ROUNDS / 10, ROUNDS - ROUNDS / 10);
    }
}
