package org.thetisdb.value.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Goal: codes are not to be told from strings, whatever is done to a vector. Method: a list beside it; seeds. */
final class CodedVectorTest {
    private static final String[] WORDS = {"Eng", "Sales", "", "Mkt", "Äö", "Eng", "x".repeat(70)};

    private static Dictionary dictionary(Object source, String... words) {
        Vector strings = new Vector();
        strings.reset(VectorKind.STRING, words.length);
        for (int code = 0; code < words.length; code++) {
            strings.setValue(code, words[code]);
        }
        return new Dictionary(source, strings);
    }

    private static Vector coded(Dictionary dictionary, int... codes) {
        Vector vector = new Vector();
        vector.reset(VectorKind.STRING, codes.length);
        vector.code(dictionary);
        System.arraycopy(codes, 0, vector.codes(), 0, codes.length);
        return vector;
    }

    private static List<Object> values(Vector vector) {
        List<Object> values = new ArrayList<>();
        for (int index = 0; index < vector.count(); index++) {
            values.add(vector.valueAt(index));
        }
        return values;
    }

    private static void assertHolds(Vector vector, List<Object> expected, String description) {
        assertThat(VectorCheck.defect(vector, vector.count())).as(description).isEmpty();
        assertThat(values(vector)).as(description).isEqualTo(expected);
        if (vector.kind() == VectorKind.STRING) {
            assertThat(VectorCheck.defect(vector, vector.count()))
                    .as(description)
                    .isEmpty();
            for (int index = 0; index < vector.count(); index++) {
                if (!vector.isNull(index)) {
                    String placed = new String(
                            vector.bytes(), vector.starts()[index], vector.lengths()[index], StandardCharsets.UTF_8);
                    assertThat(placed).as(description).isEqualTo(expected.get(index));
                }
            }
        }
    }

    @Test
    void anything_doneToCodes_isWhatItIsToStrings() {
        Dictionary[] dictionaries = {
            dictionary("first", WORDS), dictionary("second", "one"), dictionary("third", "", "two", "Eng")
        };
        for (long seed = 1; seed <= 400; seed++) {
            Random random = new Random(seed);
            Vector vector = new Vector();
            Vector other = new Vector();
            List<Object> expected = new ArrayList<>();
            for (int step = 0; step < 40; step++) {
                int what = random.nextInt(13);
                if (step == 0 || what == 0) {
                    fill(vector, dictionaries[random.nextInt(3)], random, expected);
                } else {
                    change(vector, other, what, dictionaries[random.nextInt(3)], random, expected);
                }
                if (random.nextInt(3) > 0) {
                    assertHolds(vector, expected, "seed=" + seed + ", step=" + step + ", what=" + what);
                }
            }
        }
    }

    private static void fill(Vector vector, Dictionary dictionary, Random random, List<Object> expected) {
        expected.clear();
        int count = random.nextInt(1, 40);
        vector.reset(VectorKind.STRING, count);
        if (random.nextBoolean() || !vector.codeAgain("first")) {
            vector.code(dictionary);
        }
        for (int index = 0; index < count; index++) {
            int code = random.nextInt(vector.dictionary().size());
            vector.codes()[index] = code;
            expected.add(vector.dictionary().strings().valueAt(code));
        }
        if (random.nextBoolean()) {
            int index = random.nextInt(count);
            vector.setNull(index);
            expected.set(index, null);
        }
    }

    private static void change(
            Vector vector, Vector other, int what, Dictionary dictionary, Random random, List<Object> expected) {
        int index = random.nextInt(expected.size());
        switch (what) {
            case 1 -> {
                vector.setNull(index);
                expected.set(index, null);
            }
            case 2 -> {
                vector.setValue(index, "new");
                expected.set(index, "new");
            }
            case 3 -> {
                vector.setValue(index, 7L);
                expected.set(index, 7L);
            }
            case 4 -> {
                int count = random.nextInt(1, expected.size() + 1);
                vector.resize(count);
                expected.subList(count, expected.size()).clear();
            }
            case 5 -> {
                vector.padWithNulls(expected.size() + 2);
                expected.add(null);
                expected.add(null);
            }
            case 6 -> {
                int from = random.nextInt(expected.size());
                vector.copyEntry(index, vector, from);
                expected.set(index, expected.get(from));
            }
            case 7 -> {
                fill(other, dictionary, random, new ArrayList<>());
                List<Object> added = values(other).subList(other.count() / 2, other.count());
                vector.append(other, other.count() / 2, added.size());
                expected.addAll(added);
            }
            case 8 -> {
                int[] rows =
                        random.ints(random.nextInt(1, 40), -1, expected.size()).toArray();
                List<Object> former = new ArrayList<>(expected);
                expected.clear();
                for (int row : rows) {
                    expected.add(row < 0 ? null : former.get(row));
                }
                other.gather(vector, rows, rows.length);
                assertThat(values(other)).isEqualTo(expected);
                // Back again, codes and all.
                vector.gather(other, IntStream.range(0, rows.length).toArray(), rows.length);
            }
            case 9 -> {
                Vector copy = new Vector();
                copy.append(vector, expected.size());
                assertThat(values(copy)).isEqualTo(expected);
            }
            case 10 -> {
                if (vector.kind() == VectorKind.STRING && !vector.isNull(index)) {
                    byte[] text = {'t'};
                    vector.setString(index, text, 0, 1);
                    expected.set(index, "t");
                }
            }
            case 11 -> vector.promote();
            default -> {
                VectorCheck.spoil(vector);
                fill(vector, dictionary, random, expected);
            }
        }
    }

    @Test
    void gather_ofCodes_keepsThemAndSharesTheDictionary() {
        Dictionary dictionary = dictionary("source", WORDS);
        Vector source = coded(dictionary, 4, 0, 1, 6, 2);
        source.setNull(1);
        Vector gathered = new Vector();
        gathered.gather(source, new int[] {3, 3, -1, 1, 0, 2}, 6);
        assertThat(gathered.isCoded()).isTrue();
        assertThat(gathered.dictionary()).isSameAs(dictionary);
        assertThat(gathered.stringBytes()).isEqualTo(source.stringBytes());
        assertHolds(gathered, Arrays.asList(WORDS[6], WORDS[6], null, null, "Äö", "Sales"), "gathered");
        gathered.setValue(2, "y");
        assertThat(gathered.isCoded()).isFalse();
        assertThat(source.isCoded()).isTrue();
        assertHolds(source, Arrays.asList("Äö", null, "Sales", WORDS[6], ""), "source");
    }

    @Test
    void gather_ofFewRowsOfALargeDictionary_copiesStrings() {
        String[] words = new String[100];
        Arrays.setAll(words, index -> "word " + index);
        Vector gathered = new Vector();
        gathered.gather(coded(dictionary("source", words), 7, 99, 7), new int[] {0, 2, 1}, 3);
        assertThat(gathered.isCoded()).isFalse();
        assertThat(gathered.stringBytes()).isEqualTo(13);
        assertHolds(gathered, List.of("word 7", "word 7", "word 99"), "gathered");
    }

    @Test
    void codeAgain_afterOtherUses_isDoneForTheLastDictionaryOnly() {
        Object source = new Object();
        Vector vector = new Vector();
        vector.reset(VectorKind.STRING, 2);
        assertThat(vector.codeAgain(source)).isFalse();
        vector.code(dictionary(source, "a", "b"));
        vector.codes()[0] = 1;
        vector.codes()[1] = 0;
        vector.setValue(1, "c");
        vector.reset(VectorKind.INTEGER, 3);
        VectorCheck.spoil(vector);
        vector.reset(VectorKind.STRING, 1);
        assertThat(vector.isCoded()).isFalse();
        assertThat(vector.stringBytes()).isZero();
        assertThat(vector.codeAgain(new Object())).isFalse();
        assertThat(vector.codeAgain(source)).isTrue();
        vector.codes()[0] = 1;
        assertHolds(vector, List.of("b"), "coded again");
        assertThat(vector.stringBytes()).isEqualTo(2);
    }

    @Test
    void code_overTheLimitOfBytes_isRefused() {
        Vector vector = new Vector();
        vector.reset(VectorKind.STRING, 3);
        vector.limitStringBytes(10);
        assertThatThrownBy(() -> vector.code(dictionary("source", WORDS))).isInstanceOf(VectorFullException.class);
        assertThat(vector.isCoded()).isFalse();
        vector.code(dictionary("source", "1234567890"));
        Arrays.fill(vector.codes(), 0);
        String tooLong = "1".repeat(60);
        assertThatThrownBy(() -> vector.setValue(1, tooLong)).isInstanceOf(VectorFullException.class);
        vector.limitStringBytes(Integer.MAX_VALUE);
        vector.setValue(1, tooLong);
        assertHolds(vector, List.of("1234567890", tooLong, "1234567890"), "after it was refused");
    }

    @Test
    void defect_ofACodeThatIsNone_isFound() {
        Vector vector = coded(dictionary("source", "a"), 0, 1);
        assertThat(VectorCheck.defect(vector, 2))
                .hasValueSatisfying(defect -> assertThat(defect).contains("row=1"));
        vector.setNull(1);
        assertThat(VectorCheck.defect(vector, 2)).isEmpty();
    }

    @Test
    void appendCodes_ofOneDictionary_staysCoded_untilSomethingElseIsWritten() {
        Dictionary dictionary = dictionary("source", WORDS);
        Vector source = coded(dictionary, 4, 0, 1, 6, 2);
        Vector target = new Vector();
        assertThat(VectorAppends.codes(target, source, new int[] {3, 0, 3}, 3)).isTrue();
        assertHolds(target, List.of(WORDS[6], WORDS[4], WORDS[6]), "first");
        for (int round = 0; round < 50; round++) {
            assertThat(VectorAppends.codes(target, source, new int[] {4, 2}, 2)).isTrue();
            assertThat(target.bytes())
                    .as("read between")
                    .isSameAs(dictionary.strings().bytes());
            assertThat(target.starts()[target.count() - 1])
                    .isEqualTo(dictionary.strings().starts()[1]);
        }
        assertThat(target.isCoded()).isTrue();
        List<Object> expected = values(target);
        assertHolds(target, expected, "many");
        assertThat(VectorAppends.codes(target, coded(dictionary("other", WORDS), 0), new int[] {0}, 1))
                .as("of another dictionary")
                .isFalse();
        source.setNull(0);
        assertThat(VectorAppends.codes(target, source, new int[] {1}, 1))
                .as("of nulls")
                .isFalse();
        target.append(source, 2);
        expected.addAll(Arrays.asList(null, WORDS[0]));
        assertThat(target.isCoded()).isFalse();
        assertHolds(target, expected, "plain");
        target.reset(VectorKind.STRING, 0);
        assertThat(VectorAppends.codes(target, coded(dictionary, 1, 0), new int[] {0, 1}, 2))
                .as("begun again")
                .isTrue();
        assertHolds(target, List.of(WORDS[1], WORDS[0]), "begun again");
    }

    @Test
    void appendCodes_ofAFewOfALargeDictionary_isNotBegun() {
        String[] words = IntStream.range(0, 100).mapToObj(Integer::toString).toArray(String[]::new);
        Vector target = new Vector();
        assertThat(VectorAppends.codes(target, coded(dictionary("source", words), 7), new int[] {0}, 1))
                .isFalse();
        assertThat(target.count()).isZero();
    }

    @Test
    void hashes_areMadeOnce() {
        Dictionary dictionary = dictionary("source", WORDS);
        long[] made = dictionary.hashes(strings -> new long[strings.count()]);
        assertThat(made).hasSize(WORDS.length);
        assertThat(dictionary.hashes(strings -> new long[0])).isSameAs(made);
    }
}
