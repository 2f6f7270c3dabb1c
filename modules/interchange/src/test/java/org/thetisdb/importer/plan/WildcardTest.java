package org.thetisdb.importer.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WildcardTest {
    @Test
    void matches_withStarsAnywhere_takesAnyCharactersForThem() {
        assertThat(new Wildcard("city-*").matches("city-1.csv")).isTrue();
        assertThat(new Wildcard("*-*.csv").matches("city-1-2.csv")).isTrue();
        assertThat(new Wildcard("a*b*a").matches("aba")).isTrue();
        assertThat(new Wildcard("a*b*a").matches("ab")).isFalse();
        assertThat(new Wildcard("*").matches("")).isTrue();
        assertThat(new Wildcard("a.c").matches("abc")).isFalse();
        assertThat(new Wildcard("a**").matches("a")).isTrue();
    }

    /** With a regular expression this took longer than anybody waits. */
    @Test
    void matches_withManyStars_needsFewSteps() {
        assertThat(new Wildcard("*a".repeat(60) + "b").matches("a".repeat(120))).isFalse();
    }
}
