package org.thetisdb.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class JsonReaderTest {
    @Test
    void values_areWhatTheyAreInJava() {
        assertThat(JsonReader.read("\uFEFF [1, -2.5e1, 12345678901234567890, true, null, \"\\ud800é\\n\"] "))
                .isEqualTo(Arrays.asList(1L, -25.0, new BigInteger("12345678901234567890"), true, null, "\ud800é\n"));
        assertThat((Map<?, ?>) JsonReader.read("{\"b\": {}, \"a\": []}"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsExactly(entry("b", Map.of()), entry("a", List.of()));
        assertThat(JsonReader.read("1e999")).isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void whatIsNotJson_isToldWithItsPlace() {
        for (String wrong : List.of(
                "",
                " ",
                "[1,]",
                "{\"a\":1 \"b\":2}",
                "{a: 1}",
                "[1] 2",
                "01",
                "+1",
                ".5",
                "NaN",
                "'a'",
                "\"a\nb\"",
                "\"\\x\"",
                "{\"a\": 1, \"a\": 2}",
                "[",
                "tru",
                "// 1\n1")) {
            assertThatThrownBy(() -> JsonReader.read(wrong))
                    .as(wrong)
                    .isInstanceOfSatisfying(NotJsonException.class, error -> {
                        assertThat(error.line()).isPositive();
                        assertThat(error.column()).isPositive();
                        assertThat(error.getMessage()).doesNotContain("[Source");
                    });
        }
        assertThatThrownBy(() -> JsonReader.read("{\n  \"a\": x}"))
                .isInstanceOfSatisfying(NotJsonException.class, error -> {
                    assertThat(error.line()).isEqualTo(2);
                    assertThat(error.column()).isEqualTo(8);
                });
    }

    @Test
    void nesting_hasALimit() {
        int most = JsonReader.NESTING_MAX;
        assertThat(JsonReader.read("[".repeat(most) + "]".repeat(most))).isNotNull();
        assertThatThrownBy(() -> JsonReader.read("[".repeat(most + 2) + "]".repeat(most + 2)))
                .hasMessageContaining("levelsMax=" + most);
    }

    @Test
    void whatIsWritten_isReadBack() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int number = 0; number < 2_000; number++) {
            Object value = value(random, 3);
            assertThat(JsonReader.read(JsonWriter.text(value)))
                    .as("seed=%d", seed)
                    .isEqualTo(value);
            assertThat(JsonReader.read(JsonWriter.indented(value)))
                    .as("seed=%d", seed)
                    .isEqualTo(value);
        }
    }

    private static Object value(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 7 : 5)) {
            case 0 -> random.nextLong();
            case 1 -> random.nextGaussian() * Math.pow(10, random.nextInt(-300, 300));
            case 2 -> random.nextBoolean();
            case 3 -> null;
            case 4 -> text(random);
            case 5 -> Arrays.asList(value(random, depth - 1), value(random, depth - 1));
            default -> {
                Map<String, Object> map = new LinkedHashMap<>();
                map.put(text(random), value(random, depth - 1));
                map.put("other", value(random, depth - 1));
                yield map;
            }
        };
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(6); length > 0; length--) {
            text.appendCodePoint(random.nextBoolean() ? random.nextInt(0x80) : random.nextInt(0x10000, 0x10FFFF));
        }
        return text.toString();
    }
}
