package org.thetisdb.storage.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

final class FreeRowsTest {
    private static List<Object> filled(VectorKind kind, int count, Object[] first, int... free) {
        Vector column = new Vector();
        column.reset(kind, count);
        for (int row = 0; row < count; row++) {
            column.setValue(row, first[row % first.length]);
        }
        BitSet freeRows = new BitSet();
        for (int row : free) {
            freeRows.set(row);
            column.setNull(row);
        }
        FreeRows.fill(column, freeRows);
        List<Object> values = new ArrayList<>();
        for (int row = 0; row < count; row++) {
            values.add(column.valueAt(row));
        }
        return values;
    }

    @Test
    void freeRows_getAnotherRowsValue() {
        assertThat(filled(VectorKind.INTEGER, 24, new Object[] {7L}, 0, 9, 23)).containsOnly(7L);
        assertThat(filled(VectorKind.STRING, 16, new Object[] {"long", "b"}, 2, 3))
                .doesNotContainNull();
    }

    @Test
    void freeRows_getTheShortestText() {
        List<Object> values = filled(VectorKind.STRING, 16, new Object[] {"long", "b"}, 2, 4);
        assertThat(Arrays.asList(values.get(2), values.get(4), values.get(6))).containsExactly("b", "b", "long");
    }

    @Test
    void freeRows_thatAreManyStayNull() {
        assertThat(filled(VectorKind.INTEGER, 23, new Object[] {7L}, 0, 9, 22)).containsNull();
    }

    @Test
    void freeRows_besideOtherNullsStayNull() {
        Object[] oneLacks = new Object[32];
        Arrays.fill(oneLacks, 1L);
        oneLacks[5] = null;
        assertThat(filled(VectorKind.INTEGER, 32, oneLacks, 2)).element(2).isNull();
    }

    @Test
    void freeRows_ofListsStayNull() {
        assertThat(filled(VectorKind.OBJECT, 16, new Object[] {List.of(1L)}, 2))
                .element(2)
                .isNull();
    }
}
