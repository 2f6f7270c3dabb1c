package org.thetisdb.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionsTest {
    private static final List<String> WORDS = List.of("MATCH", "RETURN", "title", "id");

    @Test
    void nearest_farName_isEmpty() {
        assertThat(Suggestions.nearest("mtach", WORDS)).contains("MATCH");
        assertThat(Suggestions.nearest("xyzzy", WORDS)).isEmpty();
        assertThat(Suggestions.nearest("x", WORDS)).isEmpty();
    }

    @Test
    void didYouMean_aNameItself_doesNotCount() {
        assertThat(Suggestions.didYouMean("titel", WORDS)).isEqualTo("; did you mean `title`?");
        assertThat(Suggestions.didYouMean("id", "ID", "ids")).isEqualTo("; did you mean `ids`?");
        assertThat(Suggestions.didYouMean("xyzzy", WORDS)).isEmpty();
    }

    @Test
    void orAll_nothingNear_listsWhatThereIs() {
        assertThat(Suggestions.orAll("titel", WORDS)).isEqualTo("; did you mean title?");
        assertThat(Suggestions.orAll("xyzzyx", WORDS)).isEqualTo("; there is MATCH, RETURN, title, id");
        assertThat(Suggestions.orAll("xyzzyx", WORDS, 2)).isEqualTo("; there is MATCH, RETURN and 2 more");
        assertThat(Suggestions.orAll("xyzzyx", List.of())).isEqualTo("; there is none");
    }
}
