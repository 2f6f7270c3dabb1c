package org.thetisdb.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Test;

class RequiredTextTest {
    private static final String[] PIECES = {
        "a",
        "b",
        "ab",
        "ba",
        "é",
        "😀",
        ".",
        ".*",
        "*",
        "+",
        "?",
        "{2}",
        "{0,2}",
        "(",
        ")",
        "(?:",
        "(?=",
        "(?i)",
        "|",
        "[ab]",
        "[^a]",
        "[]",
        "[a&&b]",
        "\\",
        "\\d",
        "\\.",
        "\\Qa*\\E",
        "\\x61",
        "\\b",
        "^",
        "$",
        " ",
        "}",
        "]",
        "(a|b)",
        "(ab)"
    };
    private static final String[] TEXTS = {"a", "b", "ab", "B", "é", "😀", " ", ".", "]", "}", "a*", "1", "\\", "aa"};

    private static String joined(Random random, String[] pieces, int countMax) {
        StringBuilder text = new StringBuilder();
        for (int count = random.nextInt(countMax); count >= 0; count--) {
            text.append(pieces[random.nextInt(pieces.length)]);
        }
        return text.toString();
    }

    private static String required(String pattern) {
        return new String(RequiredText.of(pattern).bytes(), StandardCharsets.UTF_8);
    }

    @Test
    void of_randomExpressions_isInWhateverTheyMatch() {
        int matched = 0;
        for (long seed = 1; seed <= 60_000; seed++) {
            Random random = new Random(seed);
            String source = joined(random, PIECES, 7);
            Pattern pattern;
            try {
                pattern = Pattern.compile(source);
            } catch (PatternSyntaxException none) {
                continue;
            }
            String required = required(source);
            for (int index = 0; index < 12; index++) {
                String text = joined(random, TEXTS, 5);
                if (pattern.matcher(text).matches()) {
                    matched += required.isEmpty() ? 0 : 1;
                    assertThat(text).as("seed=%d, pattern=%s", seed, source).contains(required);
                }
            }
        }
        assertThat(matched).isGreaterThan(500);
    }

    @Test
    void of_usualExpressions_isTheLongestText() {
        assertThat(required(".*[Aa]bout [A-Z][a-z]+.*")).isEqualTo("bout ");
        assertThat(required("https?://x\\.org/a+")).isEqualTo("://x.org/a");
        assertThat(required("(?:www\\.)?example\\.com")).isEqualTo("example.com");
        assertThat(required("abc*d")).isEqualTo("ab");
        assertThat(required("\\d{3}-\\d{4} call")).isEqualTo(" call");
        assertThat(required("plain")).isEqualTo("plain");
    }

    @Test
    void of_alternativesAndFlags_isNone() {
        assertThat(required("(a|b)c|def")).isEmpty();
        assertThat(required("(?i)about")).isEmpty();
        assertThat(required("ab\\x41|c")).isEmpty();
        assertThat(required("a😀?b")).isEqualTo("a");
        assertThat(required("")).isEmpty();
    }
}
