package org.thetisdb.shell.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.ThetisException.Position;

/**
 * Goal: the pieces are those of the whole text, and no more of it is held than one of them. Method: random scripts are
 * compared with the tokens of all that has come of a piece; long ones are made while they are read.
 */
final class ScriptTest {
    private static final int STATEMENTS = 200_000;
    private static final int READ_AHEAD_BYTES_MAX = 1 << 13;

    private static final List<String> PARTS = List.of(
            ";\n",
            "; ",
            ";",
            "\n",
            "\r\n",
            "RETURN 1",
            "\n.command 'x;\n",
            " 'a;\n;b' ",
            " \"it\\\"s;\n \\\\\" ",
            "`a;\n``b`",
            "$`p;\n``q`",
            "// to the end; 'of\n",
            "/* in ;\n'; between */",
            "/*/ ;\n*/",
            "ünïcödé 😀",
            "1 / 2",
            " 'unfinished;\n",
            " `unfinished;\n",
            " /* unfinished;\n");

    private static Script script(InputStream input) {
        TextLines lines = new TextLines(
                input,
                CodingErrorAction.REPORT,
                failure -> new ThetisException(ErrorCode.IO_FAILED, "reason=" + failure, failure));
        return new Script(lines, line -> line.startsWith("."));
    }

    private static Script script(String text) {
        return script(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<Statement> pieces(String text) {
        Script script = script(text);
        List<Statement> pieces = new ArrayList<>();
        Optional<Statement> piece = script.next();
        while (piece.isPresent()) {
            pieces.add(piece.get());
            piece = script.next();
        }
        return pieces;
    }

    private static List<String> texts(String text) {
        return pieces(text).stream().map(Statement::text).toList();
    }

    /** As {@link #texts}, by the tokens of all that has come of a piece. */
    private static List<String> expected(String text) {
        List<String> pieces = new ArrayList<>();
        int begin = 0;
        int at = 0;
        while (at < text.length()) {
            int newline = text.indexOf('\n', at);
            int next = newline < 0 ? text.length() : newline + 1;
            boolean begins = text.substring(begin, at).isBlank();
            boolean command = begins && text.substring(at, next).strip().startsWith(".");
            if (command || next == text.length() || Statements.isTerminated(text.substring(begin, next))) {
                pieces.add(text.substring(begin, next));
                begin = next;
            }
            at = next;
        }
        return pieces;
    }

    @Test
    void pieces_areThoseOfTheWholeText() {
        for (int seed = 0; seed < 5000; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder();
            for (int count = random.nextInt(16); count > 0; count--) {
                // What is unfinished swallows all that follows.
                text.append(PARTS.get(random.nextInt(count == 1 ? PARTS.size() : PARTS.size() - 3)));
            }
            assertThat(texts(text.toString())).as("seed=%s", seed).isEqualTo(expected(text.toString()));
        }
    }

    @Test
    void longLines_areWhole() {
        String first = "RETURN '" + "é;".repeat(100_000) + "';\n";
        String second = "RETURN '" + "😀".repeat(50_000) + "'";
        assertThat(texts(first + second)).containsExactly(first, second);
    }

    /** The statement number {@code index}, which has two lines. */
    private static String statement(int index) {
        return "CREATE (:A {text: 'number;\n" + index + "'});\n";
    }

    /** Many statements, which are made when they are read. */
    private static final class Generated extends InputStream {
        private byte[] statement = new byte[0];
        private int index;
        private int at;
        private long givenBytes;

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0];
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            int count = 0;
            while (count < length && (at < statement.length || index < STATEMENTS)) {
                if (at == statement.length) {
                    statement = statement(index++).getBytes(StandardCharsets.UTF_8);
                    at = 0;
                }
                target[offset + count++] = statement[at++];
            }
            givenBytes += count;
            return count == 0 ? -1 : count;
        }
    }

    @Test
    void manyStatements_areReadAsTheyAreAskedFor() {
        Generated input = new Generated();
        Script script = script(input);
        long takenBytes = 0;
        for (int index = 0; index < STATEMENTS; index++) {
            Statement piece = script.next().orElseThrow();
            takenBytes += piece.text().length();
            assertThat(piece.text()).isEqualTo(statement(index));
            assertThat(piece.line()).isEqualTo(1 + 2 * index);
            assertThat(input.givenBytes - takenBytes).isBetween(0L, (long) READ_AHEAD_BYTES_MAX);
        }
        assertThat(script.next()).isEmpty();
    }

    /** To split all that has come into tokens for each line would be to look at 35 billion characters. */
    @Test
    void statementOfManyLines_isReadOnce() {
        String text = "RETURN '" + "it\\'s;\n".repeat(100_000) + "';\n";
        assertThat(texts(text + "RETURN 2")).containsExactly(text, "RETURN 2");
    }

    @Test
    void statement_isHandedOutAsSoonAsItsLineIsThere() {
        InputStream wouldWait = new InputStream() {
            @Override
            public int read() {
                throw new AssertionError("waited for more");
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                return read();
            }
        };
        InputStream first = new ByteArrayInputStream("RETURN 1;\n".getBytes(StandardCharsets.UTF_8));
        Script script = script(new SequenceInputStream(first, wouldWait));
        assertThat(script.next().orElseThrow().isPart()).isFalse();
        assertThatThrownBy(script::next).hasMessage("waited for more");
    }

    @Test
    void isPart_tellsWhetherThereIsMore() {
        assertThat(pieces("RETURN 1;\n \n\r\n\t").getFirst().isPart()).isFalse();
        assertThat(pieces("\n \nRETURN 1;\n").getFirst().isPart()).isFalse();
        assertThat(pieces("RETURN 1;\n" + "\n".repeat(20_000)).getFirst().isPart())
                .isFalse();
        assertThat(pieces("RETURN 1;\n" + "\n".repeat(20_000) + ".")).allMatch(Statement::isPart);
        assertThat(pieces("RETURN 1;\nRETURN 2;")).hasSize(2).allMatch(Statement::isPart);
    }

    private static String rendered(Statement statement, String text) {
        ThetisException failure = text.isEmpty()
                ? new ThetisException(ErrorCode.IO_FAILED, "no")
                : new ThetisException(
                        ErrorCode.IO_FAILED, "no", new Position(statement.text().indexOf(text), 7, 7));
        return statement.failure(failure).rendered(0);
    }

    @Test
    void errors_haveTheirPlaceInTheWholeScript() {
        String blanks = "\n".repeat(4_000);
        List<Statement> pieces = pieces("RETURN 1;\r\nRETURN 2;\rRETURN 3;\n\n// here\n  RETURN\n x; RETURN y;\n"
                + blanks + " .command\n RETURN\nz");
        Statement third = pieces.get(2);
        assertThat(third.line()).isEqualTo(5);
        List<Statement> both = new ArrayList<>();
        Statements.each(third).forEach(both::add);
        assertThat(rendered(both.getFirst(), "x")).isEqualTo("THETIS-5003: no\n7 |  x; RETURN y;\n  |  ^");
        assertThat(rendered(both.getFirst(), "")).isEqualTo("THETIS-5003: no\n6 |   RETURN\n  |   ^");
        assertThat(rendered(both.getLast(), "y")).isEqualTo("THETIS-5003: no\n7 |  x; RETURN y;\n  |            ^");
        assertThat(pieces.get(3).line()).isEqualTo(4008);
        assertThat(rendered(pieces.getLast(), "z")).isEqualTo("THETIS-5003: no\n4010 | z\n     | ^");
    }

    @Test
    void bytesThatAreNoText_areAnErrorBehindWhatIsBeforeThem() {
        byte[] bytes = "RETURN 1;\nRETURN 2;\nRETURN 'x".getBytes(StandardCharsets.UTF_8);
        for (int bad : new int[] {0xFF, 0xE2}) {
            bytes[bytes.length - 1] = (byte) bad;
            Script script = script(new ByteArrayInputStream(bytes));
            assertThat(script.next().orElseThrow().text()).isEqualTo("RETURN 1;\n");
            assertThat(script.next().orElseThrow().text()).isEqualTo("RETURN 2;\n");
            assertThatThrownBy(script::next)
                    .isInstanceOf(ThetisException.class)
                    .hasMessageContaining("MalformedInputException");
        }
    }
}
