package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** A string that holds half of a character is not text: it is rejected everywhere, and no function makes one. */
final class LoneSurrogatesTest {
    private static final String HIGH = String.valueOf((char) 0xd83d);
    private static final String SMILE = new String(Character.toChars(0x1f600));

    @TempDir
    Path folder;

    private Database database;
    private Session session;

    @BeforeEach
    void open() {
        database = Database.create(folder.resolve("database"));
        session = database.session();
    }

    @AfterEach
    void close() {
        database.close();
    }

    private void assertRefused(ErrorCode code, String text, Map<String, ?> parameters) {
        assertThatThrownBy(() -> session.run(text, parameters).consume())
                .as(text)
                .isInstanceOfSatisfying(
                        ThetisException.class,
                        problem -> assertThat(problem.code())
                                .as(problem.getMessage())
                                .isEqualTo(code))
                .hasMessageContaining("surrogate");
    }

    @Test
    void queries_areText() {
        for (String text : List.of(
                "RETURN '\\uD83D' AS x",
                "RETURN '\\uDE00\\uD83D' AS x",
                "RETURN \"\\U0000D83D\" AS x",
                "RETURN '" + HIGH + "' AS x",
                "CREATE (:`a" + HIGH + "`)",
                "CREATE ({`" + HIGH + "`: 1})",
                "RETURN 1 AS `" + HIGH + "`",
                "RETURN 1 // " + HIGH)) {
            assertRefused(ErrorCode.SYNTAX, text, Map.of());
        }
        assertThat(session.run("RETURN '\\uD83D\\uDE00' AS x").single().getString("x"))
                .isEqualTo(SMILE);
        assertThat(session.run("RETURN '\\U0001F600' AS x").single().getString("x"))
                .isEqualTo(SMILE);
    }

    @Test
    void parameters_areText() {
        assertRefused(ErrorCode.INVALID_PARAMETER, "RETURN $x", Map.of("x", HIGH));
        assertRefused(ErrorCode.INVALID_PARAMETER, "RETURN $x", Map.of("x", HIGH.charAt(0)));
        assertRefused(ErrorCode.INVALID_PARAMETER, "RETURN $x", Map.of("x", List.of(Map.of("a", "b" + HIGH))));
        assertRefused(ErrorCode.INVALID_PARAMETER, "CREATE (n) SET n = $x", Map.of("x", Map.of(HIGH, 1)));
        assertRefused(ErrorCode.INVALID_PARAMETER, "MATCH (n {a: $x}) RETURN n", Map.of("x", new StringBuilder(HIGH)));
    }

    @Test
    void messagesOfCommits_areText() {
        assertThatThrownBy(() -> {
                    try (Transaction transaction = session.beginTransaction(
                            TransactionOptions.byDefault().withMessage(HIGH))) {
                        transaction.run("CREATE ()").consume();
                        transaction.commit();
                    }
                })
                .hasMessageContaining("surrogates");
        session.run("CREATE ()").consume();
        assertThat(session.run("MATCH (n) RETURN count(n) AS n").single().getLong("n"))
                .isEqualTo(1);
    }

    @Test
    void functions_cutBetweenCharacters() {
        Map<String, Object> parameters = Map.of("x", "a" + SMILE + "b");
        for (String expression : List.of(
                "left($x, 2)",
                "right($x, 2)",
                "substring($x, 1, 1)",
                "substring($x, 2)",
                "reverse($x)",
                "split($x, '')[1]",
                "split($x, 'a')[1]",
                "replace($x, 'a', '')",
                "trim($x)",
                "toUpper($x)")) {
            String value = session.run("CREATE (n:T {x: " + expression + "}) RETURN n.x AS x", parameters)
                    .single()
                    .getString("x");
            assertThat(value).as(expression).doesNotContain("?").contains(SMILE.equals(value) ? SMILE : "");
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            assertThat(new String(bytes, StandardCharsets.UTF_8)).as(expression).isEqualTo(value);
        }
        assertThat(session.run("RETURN size($x) AS n", parameters).single().getLong("n"))
                .isEqualTo(3);
    }

    @Test
    void filesOfJson_holdText() throws IOException {
        Path file = folder.resolve("a.jsonl");
        for (String line : List.of("{\"a\": \"\\ud83d\"}", "{\"\\ud83d\": 1}", "{\"a\": [\"x\\ude00\"]}")) {
            Files.writeString(file, "{\"a\": \"\\ud83d\\ude00\"}\n" + line + "\n");
            assertRefused(ErrorCode.IMPORT_BAD_ROW, "COPY T FROM $file", Map.of("file", file.toString()));
        }
        Files.write(file, "{\"a\": \"José\"}\n{\"a\": \"José\"}\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> session.run("COPY T FROM $file", Map.of("file", file.toString()))
                        .consume())
                .hasMessageContainingAll("not UTF-8", "line=1", "offset=10", "byte=0xe9");
    }
}
