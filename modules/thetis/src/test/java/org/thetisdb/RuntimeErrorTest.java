package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.value.ThetisException;

/** Each case of {@code runtime-errors.txt} fails while it runs, with its message and the place of the expression. */
final class RuntimeErrorTest {
    @TempDir
    static Path folder;

    private static Database database;

    record ErrorCase(String query, String expected) {}

    @BeforeAll
    static void open() {
        database = Database.open(SmallDatabase.create(folder), DatabaseOptions.byDefault());
    }

    @AfterAll
    static void close() {
        database.close();
    }

    static List<ErrorCase> cases() throws IOException {
        String text;
        try (InputStream stream = RuntimeErrorTest.class.getResourceAsStream("runtime-errors.txt")) {
            text = new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("$FOLDER", folder.toRealPath().toString());
        }
        List<ErrorCase> cases = new ArrayList<>();
        List<String> query = new ArrayList<>();
        for (String line : text.lines().toList()) {
            if (line.startsWith("=> ")) {
                cases.add(new ErrorCase(String.join("\n", query), line.substring(3)));
                query.clear();
            } else if (!line.isBlank() && !line.startsWith("#")) {
                query.add(line);
            }
        }
        return cases;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void run_queryThatFails_tellsWhere(ErrorCase expected) {
        try (Session session = database.session()) {
            ThetisException error = catchThrowableOfType(
                    ThetisException.class, () -> session.run(expected.query()).consume());
            assertThat(error).as(expected.query()).isNotNull();
            String place = error.position()
                    .map(position -> position.line() + ":" + position.column())
                    .orElse("nowhere");
            String message = error.getMessage().replaceAll("since=[-0-9T:.]+Z", "since=\\$TIME");
            assertThat(error.code() + " " + place + " " + message)
                    .as(expected.query())
                    .isEqualTo(expected.expected());
        }
    }
}
