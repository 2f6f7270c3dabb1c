package org.thetisdb.engine.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

final class ValuePiecesTest {
    private final List<Integer> counts = new ArrayList<>();
    private final List<Object> values = new ArrayList<>();

    private void pass(Vector source) {
        ValuePieces pieces = new ValuePieces(source, source.count(), (groups, piece) -> {
            counts.add(piece.count());
            for (int index = 0; index < piece.count(); index++) {
                values.add(groups[index] + ":" + piece.valueAt(index));
            }
        });
        for (int row = 0; row < source.count(); row++) {
            pieces.add(row + 1, row);
        }
        pieces.end();
    }

    private static Vector strings(int count, int length) {
        Vector strings = new Vector();
        strings.reset(VectorKind.STRING, count);
        for (int row = 0; row < count; row++) {
            strings.setValue(row, row + "x".repeat(length));
        }
        return strings;
    }

    @Test
    void longStrings_areFewInAPiece() {
        pass(strings(10, 400_000));
        assertThat(counts).containsExactly(2, 2, 2, 2, 2);
        assertThat(values).hasSize(10).element(9).isEqualTo("10:9" + "x".repeat(400_000));
    }

    @Test
    void aStringThatIsTooLong_isAPiece() {
        pass(strings(3, 2_000_000));
        assertThat(counts).containsExactly(1, 1, 1);
    }

    @Test
    void shortValues_areManyInAPiece() {
        pass(strings(5_000, 3));
        assertThat(counts).containsExactly(4_096, 904);
        assertThat(values).hasSize(5_000).first().isEqualTo("1:0xxx");
    }

    @Test
    void noValues_areNoPiece() {
        pass(strings(0, 3));
        assertThat(counts).isEmpty();
    }
}
