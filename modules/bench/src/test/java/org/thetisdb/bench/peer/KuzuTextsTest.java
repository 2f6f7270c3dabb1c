package org.thetisdb.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KuzuTextsTest {
    private final KuzuTexts texts = new KuzuTexts();

    @Test
    void text_chainedComparison_becomesTwo() {
        assertThat(texts.text("none", "WHERE $a <= x.y < $b")).isEqualTo("WHERE $a <= x.y AND x.y < $b");
    }

    @Test
    void text_label_becomesTheUnionOfTables() {
        assertThat(texts.text("none", "MATCH (m:Message) WHERE EXISTS { (m)-->() }"))
                .isEqualTo("MATCH (m:Post:Comment) WHERE EXISTS { MATCH (m)-->() }");
    }

    @Test
    void text_ownText_replacesTheCommonOne() {
        assertThat(texts.text("bi-1", "ignored")).contains("date_part");
    }

    @Test
    void skipReason_listedQuery_hasOne() {
        assertThat(texts.skipReason("ic-14")).isPresent();
        assertThat(texts.skipReason("is-1")).isEmpty();
    }
}
