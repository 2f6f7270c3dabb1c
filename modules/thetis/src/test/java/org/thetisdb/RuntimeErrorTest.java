package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.cases.TextCases;
import org.thetisdb.value.cases.TextCases.TextCase;

/** Each case of {@code runtime-errors.txt} fails while it runs, with its message and the place of the expression. */
final class RuntimeErrorTest {
    @TempDir
    static Path folder;

    private static Database database;

    @BeforeAll
    static void open() {
        database = Database.open(SmallDatabase.create(folder), DatabaseOptions.byDefault());
    }

    @AfterAll
    static void close() {
        database.close();
    }

    static List<TextCase> cases() {
        return TextCases.read("modules/thetis/src/test/resources/org/thetisdb/runtime-errors.txt")
                .cases();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void run_queryThatFails_tellsWhere(TextCase expected) throws IOException {
        String realFolder = folder.toRealPath().toString();
        String query = expected.input().replace("$FOLDER", realFolder);
        try (Session session = database.session()) {
            ThetisException error = catchThrowableOfType(
                    ThetisException.class, () -> session.run(query).consume());
            assertThat(error).as(query).isNotNull();
            String place = error.position()
                    .map(position -> position.line() + ":" + position.column())
                    .orElse("nowhere");
            String message =
                    error.getMessage().replace(realFolder, "$FOLDER").replaceAll("since=[-0-9T:.]+Z", "since=\\$TIME");
            assertThat(List.of(error.code() + " " + place + " " + message))
                    .as(query)
                    .isEqualTo(expected.expected());
        }
    }
}
