package org.thetisdb.bench.versions;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DocumentTest {
    @Test
    void json_newDocument_isThatOfTheWorkload() {
        String text = Document.json(0);
        assertThat(text).hasSize(2_387).startsWith("{\"counter\":0,\"s0\":\"value-0-0123456789abcdef0123456789\",");
        JsonNode document = JsonMapper.builder().build().readTree(text);
        assertThat(document.size()).isEqualTo(50);
        assertThat(document.get("s35").asString()).isEqualTo("value-35-0123456789abcdef0123456789");
        assertThat(document.get("i7").asLong()).isEqualTo(50);
        assertThat(document.get("b2").asBoolean()).isTrue();
        assertThat(document.get("items").size()).isEqualTo(20);
        assertThat(document.get("items").get(19)).hasToString("{\"id\":19,\"name\":\"item-19\",\"qty\":57}");
    }
}
