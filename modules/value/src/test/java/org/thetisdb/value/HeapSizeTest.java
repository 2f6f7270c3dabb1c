package org.thetisdb.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

final class HeapSizeTest {
    @Test
    void of_string_countsItsCharacters() {
        assertThat(HeapSize.of("a".repeat(100_000))).isBetween(100_000L, 100_100L);
        assertThat(HeapSize.of("я".repeat(100_000))).isBetween(200_000L, 200_100L);
    }

    @Test
    void of_smallValues_areSmall() {
        assertThat(HeapSize.of(null)).isZero();
        assertThat(HeapSize.of(7L)).isBetween(16L, 32L);
        assertThat(HeapSize.of(1.5)).isBetween(16L, 32L);
        assertThat(HeapSize.of(LocalDate.EPOCH)).isBetween(16L, 64L);
        assertThat(HeapSize.of(List.of())).isBetween(16L, 64L);
    }

    @Test
    void of_nested_countsWhatIsInside() {
        String large = "a".repeat(1_000);
        assertThat(HeapSize.of(List.of(large, 1L, large + "b"))).isBetween(2_000L, 2_500L);
        assertThat(HeapSize.of(Map.of("k", List.of(Map.of("l", large))))).isBetween(1_000L, 1_500L);
        assertThat(HeapSize.of(Collections.nCopies(1_000, large))).isBetween(5_000L, 6_000L);
    }

    @Test
    void of_nestedBeyondAllMeasure_comesBack() {
        List<?> list = List.of();
        for (int depth = 0; depth < 100_000; depth++) {
            list = List.of(list);
        }
        assertThat(HeapSize.of(list)).isPositive();
    }

    @Test
    void vector_bytesReserved_countsObjectsAsTheyCome() {
        Vector vector = new Vector();
        vector.reset(VectorKind.OBJECT, 0);
        for (int row = 0; row < 100; row++) {
            vector.resize(row + 1);
            vector.objects()[row] = List.of("a".repeat(10_000));
            assertThat(vector.bytesReserved()).isBetween((row + 1) * 10_000L, (row + 1) * 10_300L + 1_000L);
        }
        vector.reset(VectorKind.OBJECT, 0);
        assertThat(vector.bytesReserved()).isLessThan(10_000);
    }

    @Test
    void vector_bytesReserved_countsSharedObjectsOnce() {
        List<String> first = List.of("a".repeat(10_000));
        List<String> second = List.of("b".repeat(10_000));
        Vector vector = new Vector();
        vector.reset(VectorKind.OBJECT, 1_000);
        for (int row = 0; row < 1_000; row++) {
            vector.objects()[row] = row % 2 == 0 ? first : second;
        }
        assertThat(vector.bytesReserved()).isBetween(20_000L, 40_000L);
    }

    @Test
    void vector_bytesReserved_countsSharedObjectsOnce_whateverTheirHashes() {
        for (int turn = 0; turn < 2_000; turn++) {
            List<String> first = List.of("a".repeat(100));
            List<String> second = List.of("b".repeat(100));
            Vector vector = new Vector();
            vector.reset(VectorKind.OBJECT, 100);
            for (int row = 0; row < 100; row++) {
                vector.objects()[row] = row % 2 == 0 ? first : second;
            }
            assertThat(vector.bytesReserved()).isLessThan(2_000);
        }
    }

    @Test
    void vector_rowsOfOneString_shareItsBytes() {
        Vector source = new Vector();
        source.reset(VectorKind.STRING, 2);
        source.setValue(0, "a".repeat(10_000));
        source.setValue(1, "b".repeat(10_000));
        int[] rows = new int[1_000];
        for (int index = 500; index < 1_000; index++) {
            rows[index] = 1;
        }
        rows[3] = -1;
        Vector gathered = new Vector();
        gathered.gather(source, rows, 1_000);
        Vector appended = new Vector();
        appended.append(gathered, 1_000);
        for (Vector each : new Vector[] {gathered, appended}) {
            assertThat(each.stringBytes()).isEqualTo(20_000);
            assertThat(each.valueAt(2)).isEqualTo(source.valueAt(0));
            assertThat(each.valueAt(3)).isNull();
            assertThat(each.valueAt(4)).isEqualTo(source.valueAt(0));
            assertThat(each.valueAt(999)).isEqualTo(source.valueAt(1));
        }
    }
}
