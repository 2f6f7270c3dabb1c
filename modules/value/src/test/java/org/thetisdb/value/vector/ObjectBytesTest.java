package org.thetisdb.value.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ObjectBytesTest {
    private static final List<String> LIST = List.of("a".repeat(1_000), "b".repeat(1_000));

    private final Vector vector = new Vector();

    @Test
    void madeObjects_beyondTheLimit_areTooMany() {
        vector.reset(VectorKind.OBJECT, 10);
        vector.objectBytes().limitMade(5_000);
        vector.objectBytes().made(LIST);
        vector.objectBytes().made(LIST);
        assertThat(vector.objectBytes().madeBytes()).isBetween(4_000L, 5_000L);
        assertThatThrownBy(() -> vector.objectBytes().made(LIST)).isInstanceOf(VectorFullException.class);
        vector.reset(VectorKind.OBJECT, 10);
        assertThat(vector.objectBytes().madeBytes()).isZero();
        vector.objectBytes().made(LIST);
    }

    @Test
    void madeObjects_withoutLimit_areNotCounted() {
        vector.reset(VectorKind.OBJECT, 10);
        vector.objectBytes().limitMade(Long.MAX_VALUE);
        vector.objectBytes().made(LIST);
        assertThat(vector.objectBytes().madeBytes()).isZero();
    }
}
