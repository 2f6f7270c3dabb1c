package org.thetisdb.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.testing.ExpressionHarness;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Goal: the short cuts give what the JDK's matching of whole texts gives. Method: random expressions and texts. */
class RegularExpressionTest {
    private static final String[] PIECES = {
        "a", "b", "ab", "é", ".*", ".*", ".*", ".", "+", "?", "{2}", "(ab|b)", "(?:a)", "[ab]", "[^a]", "\\.", "\\\\",
        "\\b", "^", "$", "|", "(?i)", "(?s)", "\\n", "(?<=a)", "a*+", "(a)\\1"
    };
    private static final String[] TEXTS = {
        "a",
        "b",
        "ab",
        "B",
        "é",
        " ",
        ".",
        "\\",
        "\n",
        "\r",
        "\u0085",
        "\u2028",
        "\u2029",
        "\u00a0",
        "\u20ac",
        "abababababab"
    };

    private static String joined(Random random, String[] pieces, int countMax) {
        StringBuilder text = new StringBuilder();
        for (int count = random.nextInt(countMax); count >= 0; count--) {
            text.append(pieces[random.nextInt(pieces.length)]);
        }
        return text.toString();
    }

    @Test
    void matches_randomExpressions_isAsThePatternDoes() {
        int matched = 0;
        for (long seed = 1; seed <= 40_000; seed++) {
            Random random = new Random(seed);
            String source =
                    (random.nextBoolean() ? ".*" : "") + joined(random, PIECES, 5) + (random.nextBoolean() ? ".*" : "");
            Pattern pattern;
            try {
                pattern = Pattern.compile(source);
            } catch (PatternSyntaxException none) {
                continue;
            }
            RegularExpression expression = RegularExpression.of(source);
            for (int index = 0; index < 10; index++) {
                String text = joined(random, TEXTS, 6);
                Vector strings = new Vector();
                strings.reset(VectorKind.STRING, 1);
                strings.setValue(0, text);
                boolean expected = pattern.matcher(text).matches();
                matched += expected ? 1 : 0;
                assertThat(expression.matches(ExpressionHarness.context(Map.of()), strings, 0))
                        .as("seed=%d, pattern=%s, text=%s", seed, source, text)
                        .isEqualTo(expected);
            }
        }
        assertThat(matched).isGreaterThan(20_000);
    }
}
