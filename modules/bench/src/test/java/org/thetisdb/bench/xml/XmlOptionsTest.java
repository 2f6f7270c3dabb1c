package org.thetisdb.bench.xml;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Goal: sets of processors are all, half of them, and so on; an answer's digest knows order and number. */
final class XmlOptionsTest {
    @Test
    void processors_areHalved() {
        assertThat(XmlOptions.halves(1)).containsExactly("0");
        assertThat(XmlOptions.halves(2)).containsExactly("0-1", "0");
        assertThat(XmlOptions.halves(6)).containsExactly("0-5", "0-2", "0");
    }

    @Test
    void digest_knowsOrderAndNumber() {
        assertThat(digest("a", "b")).isEqualTo(digest("a", "b")).startsWith("2-");
        assertThat(digest("a", "b")).isNotEqualTo(digest("b", "a")).isNotEqualTo(digest("ab"));
    }

    private static String digest(String... texts) {
        Digest digest = new Digest();
        for (String each : texts) {
            digest.add(each);
        }
        return digest.text();
    }
}
