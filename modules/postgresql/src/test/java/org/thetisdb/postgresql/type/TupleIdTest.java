package org.thetisdb.postgresql.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.postgresql.failure.PostgresFailure;

class TupleIdTest {
    private static void check(long id) {
        assertThat(TupleId.parse(TupleId.text(id))).as("id=%d", id).isEqualTo(id);
        assertThat(TupleId.id(TupleId.block(id), TupleId.offset(id)))
                .as("id=%d", id)
                .isEqualTo(id);
    }

    @Test
    void ids_thatFit_comeBack() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 10_000; round++) {
            check(random.nextLong(1L << 47));
            check((long) random.nextInt(1 << 11) << 52
                    | (long) random.nextInt(1 << 17) << 28
                    | random.nextInt(1 << 19));
        }
        assertThat(TupleId.text(65_537)).isEqualTo("(1,1)");
    }

    @Test
    void ids_thatWouldLoseABit_areRefused() {
        assertThatThrownBy(() -> TupleId.text(1L << 52 | 1 << 19))
                .isInstanceOf(PostgresFailure.class)
                .hasMessageContaining("does not fit into a ctid");
        assertThatThrownBy(() -> TupleId.parse("(1)")).isInstanceOf(NumberFormatException.class);
    }
}
