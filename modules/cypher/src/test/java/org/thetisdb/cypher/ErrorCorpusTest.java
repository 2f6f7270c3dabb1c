package org.thetisdb.cypher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.ThetisException.Position;

/** Each case of {@code errors.txt} and {@code messages.txt} gives its error at its place. */
class ErrorCorpusTest {
    record ErrorCase(String query, String code, String place, String message) {}

    static List<ErrorCase> cases() throws IOException {
        return read("errors.txt");
    }

    static List<ErrorCase> messages() throws IOException {
        return read("messages.txt");
    }

    private static List<ErrorCase> read(String file) throws IOException {
        String text;
        try (InputStream stream = ErrorCorpusTest.class.getResourceAsStream(file)) {
            text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
        List<ErrorCase> cases = new ArrayList<>();
        List<String> query = new ArrayList<>();
        for (String line : text.lines().toList()) {
            if (line.startsWith("=> ")) {
                String[] parts = line.split(" ", 4);
                cases.add(new ErrorCase(String.join("\n", query), parts[1], parts[2], parts[3]));
                query.clear();
            } else if (!line.isBlank() && !line.startsWith("#")) {
                query.add(line);
            }
        }
        return cases;
    }

    @ParameterizedTest
    @MethodSource("messages")
    void bind_badQuery_givesItsWholeMessage(ErrorCase expected) {
        ThetisException error = catchThrowableOfType(ThetisException.class, () -> Cypher.bind(expected.query()));
        assertThat(error).as(expected.query()).isNotNull();
        Position position = error.position().orElseThrow();
        assertThat(error.code() + " " + position.line() + ":" + position.column() + " " + error.getMessage())
                .as(expected.query())
                .isEqualTo(expected.code() + " " + expected.place() + " " + expected.message());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void bind_badQuery_givesCodePlaceAndAdvice(ErrorCase expected) {
        ThetisException error = catchThrowableOfType(ThetisException.class, () -> Cypher.bind(expected.query()));
        assertThat(error).as(expected.query()).isNotNull();
        Position position = error.position().orElseThrow();
        String found = error.code() + " " + position.line() + ":" + position.column() + " " + error.getMessage();
        assertThat(found).as(expected.query()).startsWith(expected.code() + " " + expected.place() + " ");
        assertThat(error.getMessage()).as(expected.query()).contains(expected.message());
    }
}
