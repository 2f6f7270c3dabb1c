package org.thetisdb.cypher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.ThetisException.Position;

/** The line and the caret below an error, on terminals of all widths and elsewhere. */
final class ErrorTextTest {
    /** The line with its caret, for an error at the place that a sign {@code @} marks. */
    private static List<String> excerpt(int columns, String marked) {
        String text = marked.replace("@", "");
        int offset = marked.indexOf('@');
        int lineStart = text.lastIndexOf('\n', offset - 1) + 1;
        int line = 1
                + (int) text.substring(0, lineStart)
                        .chars()
                        .filter(unit -> unit == '\n')
                        .count();
        ThetisException error =
                new ThetisException(ErrorCode.SYNTAX, "what", new Position(offset, line, offset - lineStart + 1));
        List<String> lines = ErrorText.render(text, error, columns).lines().toList();
        assertThat(lines).hasSize(3).startsWith("THETIS-1001: what");
        return lines.subList(1, 3);
    }

    @Test
    void line_thatFits_isWhole() {
        assertThat(excerpt(80, "RETURN 1;\n  RETURN @x")).containsExactly("2 |   RETURN x", "  |          ^");
        assertThat(excerpt(12, "RETURN @x")).containsExactly("1 | RETURN x", "  |        ^");
        assertThat(excerpt(13, "RETURN x@")).containsExactly("1 | RETURN x", "  |         ^");
        assertThat(excerpt(40, "@")).containsExactly("1 | ", "  | ^");
    }

    @Test
    void line_thatIsTooWide_isAWindowAroundTheCaret() {
        String long80 = "MATCH (person:Person) WHERE person.name = 'Ada' AND @persn.born > 1800 RETURN person";
        assertThat(excerpt(40, long80))
                .containsExactly("1 | …erson.name = 'Ada' AND persn.born …", "  |                         ^");
        assertThat(excerpt(40, "RETURN @x + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1"))
                .containsExactly("1 | RETURN x + 1 + 1 + 1 + 1 + 1 + 1 + …", "  |        ^");
        assertThat(excerpt(40, "RETURN 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + @x"))
                .containsExactly(
                        "1 | …+ 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + x", "  |                                    ^");
        assertThat(excerpt(40, "RETURN 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 +@"))
                .containsExactly("1 | … + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 +", "  |                                    ^");
    }

    @Test
    void elsewhere_longLinesAreWhole() {
        String line = "RETURN " + "1 + ".repeat(200) + "@x" + " + 1".repeat(200);
        assertThat(excerpt(0, line)).containsExactly("1 | " + line.replace("@", ""), "  | " + " ".repeat(807) + "^");
    }

    @Test
    void charactersOfAnyWidth_countAsTheyAreShown() {
        // Two columns each, none for the mark, two for what is joined, coloured, or a flag.
        assertThat(excerpt(0, "'漢字' @x")).containsExactly("1 | '漢字' x", "  |        ^");
        assertThat(excerpt(0, "'e\u0301' @x")).containsExactly("1 | 'e\u0301' x", "  |     ^");
        for (String emoji : List.of("😀", "👍🏽", "👩‍👧", "🇩🇰", "✅", "❤️")) {
            assertThat(excerpt(0, "'" + emoji + "' @x"))
                    .as(emoji)
                    .containsExactly("1 | '" + emoji + "' x", "  |      ^");
            assertThat(TextWidth.of(emoji)).as(emoji).isEqualTo(2);
        }
        assertThat(excerpt(20, "'漢字漢字漢字漢字漢字' @x + 1 + 1")).containsExactly("1 | …字漢字' x + 1 …", "  |          ^");
        assertThat(excerpt(20, "'👍🏽👍🏽👍🏽👍🏽👍🏽👍🏽' @x + 1"))
                .containsExactly("1 | …👍🏽👍🏽👍🏽👍🏽' x + 1", "  |            ^");
        assertThat(TextWidth.of("한\u1112\u1161 ❤ \u0301")).isEqualTo(2 + 2 + 3);
    }

    @Test
    void tabs_areAsWideBelowAsAbove() {
        assertThat(excerpt(0, "\tRETURN\t@x")).containsExactly("1 | \tRETURN\tx", "  | \t      \t^");
        assertThat(excerpt(80, "\tRETURN\t@x")).containsExactly("1 |         RETURN  x", "  |                 ^");
    }

    @Test
    void controlCharacters_doNotReachATerminal() {
        assertThat(excerpt(80, "RETURN '\u001b[31m' @x"))
                .containsExactly("1 | RETURN '\uFFFD[31m' x", "  |                ^");
        assertThat(excerpt(0, "RETURN '\u001b' @x").getFirst()).contains("\u001b");
    }

    @Test
    void windows_ofAllWidths_showTheCaretBelowItsCharacter() {
        String text = "RETURN 漢字, 'e\u0301', 👍🏽, abcdefghij, 1 + 2\t+ 3, more and more of it";
        for (int columns = 16; columns < 70; columns++) {
            for (int place = 0; place <= text.length(); place++) {
                String marked = text.substring(0, place) + "@" + text.substring(place);
                List<String> lines = excerpt(columns, marked);
                assertThat(TextWidth.of(lines.getFirst())).as(marked).isLessThanOrEqualTo(columns);
                assertThat(TextWidth.of(lines.getLast())).as(marked).isLessThanOrEqualTo(columns);
                if (place < text.length() && text.charAt(place) >= 'a' && text.charAt(place) <= 'z') {
                    int below = TextWidth.of(lines.getLast()) - 1;
                    assertThat(at(lines.getFirst(), below))
                            .as(columns + " " + marked)
                            .isEqualTo(text.charAt(place));
                }
            }
        }
    }

    /** The character in a column. */
    private static char at(String line, int column) {
        int index = 0;
        for (int width = 0; width < column; ) {
            int end = TextWidth.characterEnd(line, index);
            width += TextWidth.ofCharacter(line, index, end);
            index = end;
        }
        return line.charAt(index);
    }
}
