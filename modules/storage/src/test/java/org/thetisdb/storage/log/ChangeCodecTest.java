package org.thetisdb.storage.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.value.ThetisException;

final class ChangeCodecTest {
    private static final long SEED = Long.getLong("thetis.seed", 11L);

    @Test
    void decode_ofRandomOperations_givesWhatWasEncoded() {
        for (int round = 0; round < 2_000; round++) {
            ChangeText expected = new ChangeText();
            ChangeEncoder encoder = new ChangeEncoder();
            int count = new Random(SEED + round).nextInt(10);
            new RandomChanges(new Random(SEED + round)).give(count, expected);
            new RandomChanges(new Random(SEED + round)).give(count, encoder);

            byte[] bytes = encoder.toBytes();

            assertThat(ChangeText.of(Operations.of(bytes)))
                    .as("seed %s", SEED + round)
                    .isEqualTo(expected.lines());
            assertThat(encoder.sizeBytes()).isEqualTo(bytes.length);
            assertThat(encoder.isEmpty()).isEqualTo(count == 0);
        }
    }

    @Test
    void decode_ofDamagedBytes_failsWithOurErrorOrReads() {
        Random random = new Random(SEED);
        for (int round = 0; round < 5_000; round++) {
            ChangeEncoder encoder = new ChangeEncoder();
            new RandomChanges(new Random(SEED + round)).give(3, encoder);
            byte[] bytes = encoder.toBytes();
            if (random.nextBoolean()) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            } else {
                bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
            }
            try {
                ChangeDecoder.decode(bytes, new ChangeText());
            } catch (ThetisException expected) {
                assertThat(expected.getMessage()).isNotBlank();
            } catch (RuntimeException | Error e) {
                fail("seed " + SEED + ", round " + round + ": " + e, e);
            }
        }
    }

    @Test
    void encode_ofMoreKeysThanValues_isRefused() {
        assertThatThrownBy(() -> new ChangeEncoder().setNodeProperties(1, new int[] {1, 2}, new Object[] {1L}))
                .isInstanceOf(ThetisException.class)
                .hasMessageContaining("keyCount=2, valueCount=1");
    }

    @Test
    void encode_ofOneField_takesFewBytes() {
        ChangeEncoder encoder = new ChangeEncoder();
        encoder.setNodeProperties(1_000_000, new int[] {12}, new Object[] {77L});
        assertThat(encoder.sizeBytes()).isLessThanOrEqualTo(16);
    }
}
