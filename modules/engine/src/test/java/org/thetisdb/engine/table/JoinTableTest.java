package org.thetisdb.engine.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

class JoinTableTest {
    private static Vector vector(Object[] values) {
        Vector vector = new Vector();
        vector.reset(VectorKind.NULL, values.length);
        for (int index = 0; index < values.length; index++) {
            vector.setValue(index, values[index]);
        }
        return vector;
    }

    private static Object randomKey(Random random, int kind, int range, boolean probing) {
        return switch (kind) {
            case 0 -> (long) random.nextInt(range);
            case 1 -> "k" + random.nextInt(range);
            case 2 -> random.nextInt(3) == 0 ? (Object) Double.NaN : (Object) (double) random.nextInt(range);
            case 3 -> random.nextBoolean() ? (Object) (long) random.nextInt(range) : (Object) ("k" + random.nextInt(9));
            case 4 -> Arrays.asList((long) random.nextInt(range), random.nextInt(3) == 0 ? null : 1L);
            default -> probing && random.nextInt(4) == 0 ? null : (Object) (long) random.nextInt(range);
        };
    }

    private static List<Integer> matches(JoinTable table, int head) {
        List<Integer> rows = new ArrayList<>();
        if (head >= 0 && table.isUnique()) {
            rows.add(head);
        } else if (head >= 0) {
            int place = table.first(head);
            rows.add(table.row(place));
            while (!table.isLast(place)) {
                place++;
                rows.add(table.row(place));
            }
        }
        return rows;
    }

    @Test
    void find_keysOfAllKinds_givesTheRowsOfANestedLoop() {
        for (long seed = 1; seed <= 150; seed++) {
            Random random = new Random(seed);
            int[] kinds = random.ints(random.nextInt(1, 3), 0, 6).toArray();
            int rowCount = random.nextInt(seed % 10 == 0 ? 3000 : 80);
            int range = random.nextBoolean() ? 10 : 4000;
            Vector[] keys = columns(random, kinds, rowCount, range, false);
            KeyHashing hashing = seed % 3 == 0 ? KeyHashing.COLLIDING : KeyHashing.USUAL;
            JoinTable table = new JoinTable(keys, rowCount, hashing, false, bytes -> {});
            int probeCount = 60;
            Vector[] probes = columns(random, kinds, probeCount, range, true);
            int[] heads = new int[probeCount];
            table.find(JoinTable.finder(hashing), probes, probeCount, heads);
            for (int probe = 0; probe < probeCount; probe++) {
                List<Integer> expected = new ArrayList<>();
                for (int row = 0; row < rowCount; row++) {
                    boolean equal = true;
                    for (int key = 0; key < keys.length; key++) {
                        equal &= ValueSemantics.equal(keys[key], row, probes[key], probe) == ValueSemantics.TRUE;
                    }
                    if (equal) {
                        expected.add(row);
                    }
                }
                assertThat(matches(table, heads[probe]))
                        .as("seed=%d, probe=%d", seed, probe)
                        .isEqualTo(expected);
            }
        }
    }

    private static Vector[] columns(Random random, int[] kinds, int count, int range, boolean probing) {
        Vector[] columns = new Vector[kinds.length];
        for (int key = 0; key < kinds.length; key++) {
            Object[] values = new Object[count];
            for (int row = 0; row < count; row++) {
                values[row] = randomKey(random, kinds[key], range, probing);
            }
            columns[key] = vector(values);
        }
        return columns;
    }

    @Test
    void build_aMillionRowsOfOneKey_isNotSquare() {
        int rowCount = 1_000_000;
        Vector key = new Vector();
        key.reset(VectorKind.INTEGER, rowCount);
        JoinTable table = new JoinTable(new Vector[] {key}, rowCount, KeyHashing.USUAL, false, bytes -> {});
        int[] heads = new int[1];
        table.find(JoinTable.finder(KeyHashing.USUAL), new Vector[] {vector(new Object[] {0L})}, 1, heads);
        assertThat(matches(table, heads[0])).hasSize(rowCount).isSorted();
    }

    @Test
    void build_withoutMemory_isRefusedBeforeItIsTaken() {
        Vector key = new Vector();
        key.reset(VectorKind.INTEGER, 100_000);
        assertThatThrownBy(() -> new JoinTable(new Vector[] {key}, 100_000, KeyHashing.USUAL, false, bytes -> {
                    throw new IllegalStateException("told of " + bytes);
                }))
                .hasMessage("told of " + (8 * (1 << 18) + DenseEntries.bytesBesides(100_000) + 4 * 100_000));
    }
}
