package org.thetisdb.engine.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.hash.TagDirectory;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.engine.testing.ExpressionHarness;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.vector.Dictionary;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

class KeyTableTest {
    private static final int BATCH_ROWS = 100;

    /** A key as java.util collections see it: equal if all its values fall into one group. */
    private record Key(List<Object> values) {
        @Override
        public boolean equals(Object other) {
            if (!(other instanceof Key that) || values.size() != that.values.size()) {
                return false;
            }
            for (int index = 0; index < values.size(); index++) {
                if (!ValueSemantics.sameGroup(values.get(index), that.values.get(index))) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public int hashCode() {
            int hash = 0;
            for (Object value : values) {
                hash = 31 * hash + Long.hashCode(ValueSemantics.hash(value));
            }
            return hash;
        }
    }

    private static Object randomValue(Random random, int kind) {
        return switch (kind) {
            case 0 -> (long) random.nextInt(500);
            case 1 -> new NodeReference(random.nextInt(2000));
            case 2 -> "text " + random.nextInt(300);
            case 3 -> random.nextBoolean() ? (Object) (long) random.nextInt(50) : (Object) (double) random.nextInt(50);
            case 4 -> random.nextInt(4) == 0 ? null : (Object) (long) random.nextInt(20);
            case 5 -> LocalDate.ofEpochDay(random.nextInt(100));
            case 6 -> random.nextInt(5) == 0 ? (Object) Double.NaN : (Object) (random.nextInt(9) / 4.0);
            default -> Arrays.asList(random.nextInt(3) == 0 ? null : "a", (long) random.nextInt(4));
        };
    }

    private static Vector vector(List<Object> values) {
        Vector vector = new Vector();
        vector.reset(VectorKind.NULL, values.size());
        for (int index = 0; index < values.size(); index++) {
            vector.setValue(index, values.get(index));
        }
        return vector;
    }

    private static Vector[] columns(List<Key> rows, int keyCount) {
        Vector[] columns = new Vector[keyCount];
        for (int key = 0; key < keyCount; key++) {
            List<Object> values = new ArrayList<>();
            for (Key row : rows) {
                values.add(row.values().get(key));
            }
            columns[key] = vector(values);
        }
        return columns;
    }

    private static List<Key> randomRows(Random random, int[] kinds, int count) {
        List<Key> rows = new ArrayList<>();
        for (int row = 0; row < count; row++) {
            List<Object> values = new ArrayList<>();
            for (int kind : kinds) {
                values.add(randomValue(random, kind));
            }
            rows.add(new Key(values));
        }
        return rows;
    }

    private static int[] randomKinds(Random random) {
        return random.ints(random.nextInt(1, 4), 0, 8).toArray();
    }

    @Test
    void findOrAdd_keysOfAllKinds_numbersThemAsALinkedMapDoes() {
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            int[] kinds = randomKinds(random);
            KeyTable table = new KeyTable(kinds.length, hashing(seed));
            Map<Key, Integer> expected = new LinkedHashMap<>();
            int[] entries = new int[BATCH_ROWS];
            for (int batch = 0; batch < 12; batch++) {
                List<Key> rows = randomRows(random, kinds, random.nextInt(1, BATCH_ROWS + 1));
                table.findOrAdd(columns(rows, kinds.length), rows.size(), entries);
                for (int row = 0; row < rows.size(); row++) {
                    assertEntry(expected, rows.get(row), entries[row], seed, batch);
                }
            }
            assertKeys(table, expected, seed);
        }
    }

    /** A column whose strings share bytes, as a dictionary's segment is read; code 0 is null where that may be. */
    private static Vector dictionaryColumn(String[] dictionary, int[] codes, boolean isNullable) {
        Vector column = new Vector();
        column.reset(VectorKind.STRING, codes.length);
        int[] starts = new int[dictionary.length];
        for (int code = 0; code < dictionary.length; code++) {
            byte[] bytes = dictionary[code].getBytes(StandardCharsets.UTF_8);
            starts[code] = column.reserveBytes(bytes.length);
            System.arraycopy(bytes, 0, column.bytes(), starts[code], bytes.length);
        }
        for (int row = 0; row < codes.length; row++) {
            column.setStringRange(row, starts[codes[row]], dictionary[codes[row]].length());
            if (isNullable && codes[row] == 0) {
                column.setNull(row);
            }
        }
        return column;
    }

    /** A column as batch after batch is read from a dictionary's segment. */
    private static Vector codedColumn(Dictionary dictionary, int[] codes, boolean isNullable) {
        Vector column = new Vector();
        column.reset(VectorKind.STRING, codes.length);
        column.code(dictionary);
        for (int row = 0; row < codes.length; row++) {
            column.codes()[row] = codes[row] % dictionary.size();
            if (isNullable && codes[row] == 0) {
                column.setNull(row);
            }
        }
        return column;
    }

    private static Vector integerColumn(long least, int[] codes, boolean isNullable) {
        Vector column = new Vector();
        column.reset(VectorKind.INTEGER, codes.length);
        for (int row = 0; row < codes.length; row++) {
            column.longs()[row] = least + codes[row];
            if (isNullable && codes[row] == 0) {
                column.setNull(row);
            }
        }
        return column;
    }

    @Test
    void findOrAdd_fewKeysInManyRows_numbersThemAsALinkedMapDoes() {
        String[] dictionary = {"Eng", "Sales", "", "Mkt", "Eng", "x"};
        long[] leasts = {0, -3, Long.MIN_VALUE, Long.MAX_VALUE - 5};
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            int keyCount = random.nextInt(1, 4);
            KeyTable table = new KeyTable(keyCount, hashing(seed));
            Map<Key, Integer> expected = new LinkedHashMap<>();
            for (int batch = 0; batch < 6; batch++) {
                int rowCount = random.nextInt(1, 700);
                Vector[] columns = new Vector[keyCount];
                for (int key = 0; key < keyCount; key++) {
                    int[] codes = random.ints(rowCount, 0, random.nextInt(1, dictionary.length + 1))
                            .toArray();
                    boolean isNullable = random.nextInt(3) == 0;
                    columns[key] = random.nextBoolean()
                            ? dictionaryColumn(dictionary, codes, isNullable)
                            : integerColumn(leasts[random.nextInt(leasts.length)], codes, isNullable);
                }
                int[] entries = new int[rowCount];
                table.findOrAdd(columns, rowCount, entries);
                for (int row = 0; row < rowCount; row++) {
                    List<Object> values = new ArrayList<>();
                    for (Vector column : columns) {
                        values.add(column.valueAt(row));
                    }
                    assertEntry(expected, new Key(values), entries[row], seed, batch);
                }
            }
            assertKeys(table, expected, seed);
        }
    }

    /** Of two dictionaries by turns, with others among them, changes of the kind, and keys that are forgotten. */
    @Test
    void findOrAdd_codedKeys_numbersThemAsALinkedMapDoes() {
        String[] many = new String[2_000];
        Arrays.setAll(many, index -> "w" + index % 1_500);
        Dictionary[] dictionaries = {
            ExpressionHarness.dictionary("Eng", "Sales", "", "Mkt", "Eng", "x"),
            ExpressionHarness.dictionary("x", "Eng"),
            ExpressionHarness.dictionary("y"),
            ExpressionHarness.dictionary(many)
        };
        for (long seed = 1; seed <= 300; seed++) {
            Random random = new Random(seed);
            int keyCount = random.nextInt(1, 4);
            KeyTable table = new KeyTable(keyCount, hashing(seed));
            Map<Key, Integer> expected = new LinkedHashMap<>();
            int[] dictionaryOfKey =
                    random.ints(keyCount, 0, dictionaries.length).toArray();
            int[] wayOfKey = random.ints(keyCount, 0, 6).toArray();
            for (int batch = 0; batch < 12; batch++) {
                if (random.nextInt(4) == 0) {
                    int key = random.nextInt(keyCount);
                    dictionaryOfKey[key] = random.nextInt(dictionaries.length);
                    wayOfKey[key] = random.nextInt(6);
                }
                int rowCount = random.nextInt(1, 700);
                Vector[] columns = new Vector[keyCount];
                for (int key = 0; key < keyCount; key++) {
                    int[] codes =
                            random.ints(rowCount, 0, random.nextInt(1, 2_000)).toArray();
                    boolean isNullable = random.nextInt(3) == 0;
                    columns[key] = switch (wayOfKey[key]) {
                        case 0 -> integerColumn(0, few(codes, random.nextInt(1, 80)), isNullable);
                        case 1 -> booleanColumn(few(codes, 2));
                        default -> codedColumn(dictionaries[dictionaryOfKey[key]], codes, isNullable);
                    };
                }
                int[] entries = new int[rowCount];
                table.findOrAdd(columns, rowCount, entries);
                for (int row = 0; row < rowCount; row++) {
                    List<Object> values = new ArrayList<>();
                    for (Vector column : columns) {
                        values.add(column.valueAt(row));
                    }
                    assertEntry(expected, new Key(values), entries[row], seed, batch);
                }
                if (random.nextInt(10) == 0) {
                    assertKeys(table, expected, seed);
                    expected.clear();
                    if (random.nextBoolean()) {
                        table.clear();
                    } else {
                        table.rewind();
                    }
                }
            }
            assertKeys(table, expected, seed);
        }
    }

    private static int[] few(int[] codes, int count) {
        return Arrays.stream(codes).map(code -> code % count).toArray();
    }

    /** Truths, whose longs are those of integers. */
    private static Vector booleanColumn(int[] codes) {
        Vector column = new Vector();
        column.reset(VectorKind.BOOLEAN, codes.length);
        for (int row = 0; row < codes.length; row++) {
            column.longs()[row] = codes[row];
        }
        return column;
    }

    @Test
    void findOrAdd_codedKeysThatMemoryIsRefusedFor_areLookedUpAgain() {
        String[] words = new String[3_000];
        Arrays.setAll(words, index -> "word " + index);
        boolean[] refuses = {true};
        KeyTable table = new KeyTable(1, KeyHashing.USUAL, bytes -> {
            if (refuses[0]) {
                throw new IllegalStateException("too much");
            }
        });
        int[] codes = Vectors.iota(new int[0], 3_000);
        Vector[] columns = {codedColumn(ExpressionHarness.dictionary(words), codes, false)};
        int[] entries = new int[3_000];
        for (int again = 0; again < 2; again++) {
            assertThatThrownBy(() -> table.findOrAdd(columns, 3_000, entries))
                    .isInstanceOf(IllegalStateException.class);
            table.clear();
        }
        refuses[0] = false;
        for (int again = 0; again < 2; again++) {
            table.findOrAdd(columns, 3_000, entries);
            assertThat(entries).isEqualTo(codes);
        }
    }

    @Test
    void assign_codes_needsNoPlaces() {
        Random random = new Random(1);
        Dictionary dictionary = ExpressionHarness.dictionary("a", "b".repeat(5_000), "c");
        Vector column = codedColumn(dictionary, random.ints(400, 0, 3).toArray(), true);
        KeyCodes codes = new KeyCodes();
        assertThat(codes.assign(new Vector[] {column}, 400)).isTrue();
        assertThat(codes.count()).isEqualTo(3);
        for (int row = 0; row < 400; row++) {
            assertThat(column.valueAt(codes.firstRows()[codes.codes()[row]])).isEqualTo(column.valueAt(row));
        }
    }

    @Test
    void assign_fewKeys_isDoneAndManyAreNotLookedAtAgain() {
        Vector[] few = {integerColumn(7, new Random(1).ints(400, 0, 9).toArray(), false)};
        Vector[] many = {integerColumn(7, new Random(1).ints(400, 0, 1_000_000).toArray(), false)};
        KeyCodes codes = new KeyCodes();
        assertThat(codes.assign(few, 400)).isTrue();
        assertThat(codes.count()).isEqualTo(9);
        assertThat(codes.assign(many, 400)).isFalse();
        assertThat(codes.assign(few, 400)).as("skipped").isFalse();
        assertThat(codes.assign(few, 400)).isTrue();
        assertThat(codes.assign(few, 10)).as("too few rows").isFalse();
    }

    /** Every third seed with colliding hashes, so that only the keys tell rows apart. */
    private static KeyHashing hashing(long seed) {
        return seed % 3 == 0 ? KeyHashing.COLLIDING : KeyHashing.USUAL;
    }

    /** A linked map numbers keys so. Of a million rows, only one that is wrong is described. */
    private static void assertEntry(Map<Key, Integer> expected, Key key, int entry, long seed, int batch) {
        Integer known = expected.putIfAbsent(key, expected.size());
        int wanted = known == null ? expected.size() - 1 : known;
        if (entry != wanted) {
            throw new AssertionError("seed=%d, batch=%d, row=%s: expected entry %d, found %d"
                    .formatted(seed, batch, key.values(), wanted, entry));
        }
    }

    private static void assertKeys(KeyTable table, Map<Key, Integer> expected, long seed) {
        assertThat(table.count()).isEqualTo(expected.size());
        expected.forEach((key, entry) -> {
            List<Object> kept = new ArrayList<>();
            for (Vector column : table.keys()) {
                kept.add(column.valueAt(entry));
            }
            if (!new Key(kept).equals(key)) {
                throw new AssertionError("seed=%d: expected %s, found %s".formatted(seed, key, kept));
            }
        });
    }

    @Test
    void find_keysThatAreNotThere_givesNoneAndAddsNothing() {
        KeyTable table = new KeyTable(1);
        int[] entries = new int[3];
        table.find(new Vector[] {vector(Arrays.asList(1L, null, 3L))}, 3, entries);
        assertThat(entries).containsOnly(TagDirectory.NONE);
        table.findOrAdd(new Vector[] {vector(Arrays.asList(1L, null))}, 2, entries);
        table.find(new Vector[] {vector(Arrays.asList(null, 2L, 1.0))}, 3, entries);
        assertThat(entries).containsExactly(1, TagDirectory.NONE, 0);
        assertThat(table.count()).isEqualTo(2);
    }

    @Test
    void merge_wholeAndByPartitions_givesTheSameKeys() {
        for (long seed = 1; seed <= 30; seed++) {
            Random random = new Random(seed);
            int[] kinds = randomKinds(random);
            KeyTable[] tables = new KeyTable[3];
            int[] entries = new int[BATCH_ROWS];
            for (int worker = 0; worker < tables.length; worker++) {
                tables[worker] = new KeyTable(kinds.length, hashing(seed));
                for (int batch = 0; batch < 20; batch++) {
                    List<Key> rows = randomRows(random, kinds, BATCH_ROWS);
                    tables[worker].findOrAdd(columns(rows, kinds.length), rows.size(), entries);
                }
            }
            KeyTable whole = new KeyTable(kinds.length, hashing(seed));
            int bits = random.nextInt(10);
            KeyTable[] parts = new KeyTable[1 << bits];
            for (int part = 0; part < parts.length; part++) {
                parts[part] = new KeyTable(kinds.length, hashing(seed));
            }
            for (KeyTable table : tables) {
                int[] all = Vectors.iota(new int[0], table.count());
                int[] mapping = new int[table.count()];
                whole.merge(table, all, table.count(), mapping);
                assertMapped(table, all, whole, mapping, seed);
                KeyPartitions partitions = table.partitions(bits);
                int taken = 0;
                for (int part = 0; part < parts.length; part++) {
                    int[] some = partitions.entries(part);
                    int[] partMapping = new int[some.length];
                    parts[part].merge(table, some, some.length, partMapping);
                    assertMapped(table, some, parts[part], partMapping, seed);
                    taken += some.length;
                }
                assertThat(taken).isEqualTo(table.count());
            }
            assertThat(Arrays.stream(parts).mapToInt(KeyTable::count).sum())
                    .as("seed=%d", seed)
                    .isEqualTo(whole.count());
        }
    }

    private static void assertMapped(KeyTable from, int[] entries, KeyTable to, int[] mapping, long seed) {
        for (int index = 0; index < entries.length; index++) {
            for (int key = 0; key < from.keys().length; key++) {
                if (!ValueSemantics.sameGroup(from.keys()[key], entries[index], to.keys()[key], mapping[index])) {
                    throw new AssertionError("seed=%d, entry=%d, key=%d".formatted(seed, entries[index], key));
                }
            }
        }
    }

    @Test
    void partitions_ofManyKeys_areEvenAndSpreadOverAnotherTable() {
        KeyTable table = new KeyTable(1);
        int count = 50_000;
        Vector keys = new Vector();
        keys.reset(VectorKind.INTEGER, count);
        for (int row = 0; row < count; row++) {
            keys.longs()[row] = row;
        }
        table.findOrAdd(new Vector[] {keys}, count, new int[count]);
        KeyPartitions partitions = table.partitions(5);
        KeyTable next = new KeyTable(1);
        for (int partition = 0; partition < 32; partition++) {
            int[] some = partitions.entries(partition);
            assertThat(some).isSorted().hasSizeBetween(1300, 1900);
            KeyTable alone = new KeyTable(1);
            alone.merge(table, some, some.length, new int[some.length]);
            KeyPartitions nested = alone.partitions(7);
            for (int below = 0; below < 4; below++) {
                assertThat(nested.entries(below << 5 | partition)).hasSizeBetween(300, 500);
            }
            next.merge(table, some, some.length, new int[some.length]);
        }
        assertThat(next.count()).isEqualTo(count);
    }

    @Test
    void findOrAdd_moreThanTheMemoryAllows_isRefusedBeforeItIsTaken() {
        long limit = 200_000;
        long[] told = {0};
        LongConsumer memory = bytes -> {
            told[0] = Math.max(told[0], bytes);
            if (bytes > limit) {
                throw new IllegalStateException("too much");
            }
        };
        KeyTable table = new KeyTable(1, KeyHashing.USUAL, memory);
        assertThatThrownBy(() -> {
                    for (long first = 0; ; first += BATCH_ROWS) {
                        List<Object> values = new ArrayList<>();
                        for (long value = first; value < first + BATCH_ROWS; value++) {
                            values.add(value);
                        }
                        table.findOrAdd(new Vector[] {vector(values)}, BATCH_ROWS, new int[BATCH_ROWS]);
                    }
                })
                .isInstanceOf(IllegalStateException.class);
        assertThat(told[0]).isGreaterThan(limit);
        assertThat(table.bytes()).isLessThanOrEqualTo(limit);
        table.clear();
        assertThat(table.count()).isZero();
        int[] entries = new int[2];
        table.findOrAdd(new Vector[] {vector(List.of(7L, 7L))}, 2, entries);
        assertThat(entries).containsExactly(0, 0);
    }

    @Test
    void clear_betweenRuns_forgetsKeysAndTheirKind() {
        KeyTable table = new KeyTable(1);
        int[] entries = new int[2];
        for (List<Object> values : List.<List<Object>>of(List.of(1L, 2L), List.of("a", "a"), List.of(2L, "b"))) {
            table.findOrAdd(new Vector[] {vector(values)}, 2, entries);
            assertThat(entries[0]).isZero();
            assertThat(table.keys()[0].valueAt(0)).isEqualTo(values.getFirst());
            table.clear();
        }
    }
}
