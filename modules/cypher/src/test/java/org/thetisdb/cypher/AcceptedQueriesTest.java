package org.thetisdb.cypher;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each query of {@code accepted.txt} binds. */
class AcceptedQueriesTest {
    static List<String> queries() throws IOException {
        try (InputStream stream = AcceptedQueriesTest.class.getResourceAsStream("accepted.txt")) {
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().filter(line -> !line.startsWith("#")).toList();
        }
    }

    @ParameterizedTest
    @MethodSource("queries")
    void bind_query_isAccepted(String query) {
        assertThatCode(() -> Cypher.bind(query)).as(query).doesNotThrowAnyException();
    }
}
