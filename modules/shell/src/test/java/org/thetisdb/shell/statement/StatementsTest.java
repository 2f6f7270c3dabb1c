package org.thetisdb.shell.statement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Goal: wherever a window of the text ends, the statements are the same. */
final class StatementsTest {
    private static final List<String> PIECES = List.of(
            ";",
            "; ",
            "RETURN 1",
            " 'a;b' ",
            " \"it\\\"s; \" ",
            "`a;``b`",
            "// to the end; of\n",
            "/* in ; between */",
            " \n ",
            "$`p;q`",
            "x.y",
            " 'unfinished; ",
            " /* unfinished; ");

    private static List<String> texts(String text, int windowCharacters) {
        List<String> texts = new ArrayList<>();
        Statements.each(Statement.of(text), windowCharacters).forEach(each -> texts.add(each.text()));
        return texts;
    }

    @Test
    void windows_doNotMatter() {
        for (int seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed);
            StringBuilder script = new StringBuilder();
            for (int count = random.nextInt(12); count > 0; count--) {
                // What is unfinished swallows all that follows.
                script.append(PIECES.get(random.nextInt(count == 1 ? PIECES.size() : PIECES.size() - 2)));
            }
            String text = script.toString();
            List<String> whole = texts(text, 1 << 16);
            for (int windowCharacters : new int[] {1, 2, 5, 16}) {
                assertThat(texts(text, windowCharacters))
                        .as("seed=%s, window=%s", seed, windowCharacters)
                        .isEqualTo(whole);
            }
        }
    }

    @Test
    void statements_areStrippedAndNotBlank() {
        assertThat(texts(" RETURN 1 ;; \n RETURN ';' ; // that is all\n ;", 4))
                .containsExactly("RETURN 1", "RETURN ';'");
        assertThat(texts(" RETURN 1 ", 4)).containsExactly(" RETURN 1 ");
        assertThat(texts(" ; ", 4)).containsExactly(" ; ");
        assertThat(texts("", 4)).containsExactly("");
    }

    @Test
    void places_areThoseOfTheWholeScript() {
        List<Statement> statements = new ArrayList<>();
        Statements.each(Statement.of("RETURN 1;\nRETURN 2;\n\nRETURN 3"), 4).forEach(statements::add);
        assertThat(statements.stream().map(Statement::line)).containsExactly(1, 2, 4);
    }
}
