package org.thetisdb.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorFullException;
import org.thetisdb.value.vector.VectorKind;

final class BatchTest {
    private static final int ROWS = 64;
    private static final int LENGTH = 10_000;

    private final Batch held = new Batch(1);
    private final Batch between = new Batch(1);
    private final Batch part = new Batch(1);

    BatchTest() {
        Vector strings = new Vector();
        strings.reset(VectorKind.STRING, ROWS);
        for (int row = 0; row < ROWS; row++) {
            strings.setValue(row, row + "x".repeat(LENGTH));
        }
        held.fill(ROWS);
        held.hold(0, strings);
        between.fillFrom(
                held, IntStream.range(0, ROWS).map(row -> ROWS - 1 - row).toArray(), ROWS);
    }

    @Test
    void aPart_isTakenFromWhereItIs() {
        part.fillFromPart(between, new int[] {0, 5}, 2);
        part.limitStringBytes(3 * LENGTH);
        assertThat(part.column(0).valueAt(0)).isEqualTo("63" + "x".repeat(LENGTH));
        assertThat(part.column(0).valueAt(1)).isEqualTo("58" + "x".repeat(LENGTH));
    }

    @Test
    void aPart_ofRowsThatAreTheParents_isTakenToo() {
        Batch same = new Batch(1);
        same.fillFrom(between);
        part.fillFromPart(same, new int[] {1}, 1);
        part.limitStringBytes(2 * LENGTH);
        assertThat(part.column(0).valueAt(0)).isEqualTo("62" + "x".repeat(LENGTH));
    }

    @Test
    void manyRows_areTooLong_untilTheLimitIsLifted() {
        between.limitStringBytes(3 * LENGTH);
        assertThatThrownBy(() -> between.column(0)).isInstanceOf(VectorFullException.class);
        between.limitStringBytes(Integer.MAX_VALUE);
        assertThat(between.column(0).valueAt(3)).isEqualTo("60" + "x".repeat(LENGTH));
        part.fillFromPart(between, new int[] {3}, 1);
        assertThat(part.column(0).valueAt(0)).isEqualTo("60" + "x".repeat(LENGTH));
    }
}
