package org.thetisdb.cypher;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.value.ThetisException.Position;

/**
 * The line of a text that a message is about, with a caret below the place. On a terminal, a line that does
 * not fit is shown as a window around the caret; elsewhere, it is shown whole. Immutable.
 *
 * <pre>
 *   2 | …name STARTS WITH 'A' AND persn.born &lt; 1…
 *     |                           ^
 * </pre>
 */
final class Excerpt {
    private static final String ELLIPSIS = "…";
    private static final String BAR = " | ";
    private static final int TAB_COLUMNS = 8;

    /** Some letters of the line are always shown, however narrow the terminal. */
    private static final int LEAST_ROOM = 12;

    private final String number;
    private final String line;
    private final int place;

    private Excerpt(String number, String line, int place) {
        this.number = number;
        this.line = line;
        this.place = place;
    }

    /**
     * The two lines, without a final line end.
     *
     * @param columns of the terminal; 0 if the text goes elsewhere
     */
    static String of(String text, Position position, int columns) {
        int column = position.column() - 1;
        int start = Math.clamp(position.offset() - (long) column, 0, text.length());
        int end = start;
        while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
            end++;
        }
        String line = text.substring(start, end);
        Excerpt excerpt = new Excerpt(Integer.toString(position.line()), line, Math.clamp(column, 0, line.length()));
        return columns == 0 ? excerpt.whole() : excerpt.window(columns);
    }

    private String whole() {
        StringBuilder blanks = new StringBuilder();
        String before = line.substring(0, place);
        for (int index = 0; index < before.length(); ) {
            int end = TextWidth.characterEnd(before, index);
            // A tab is as wide below as above.
            blanks.append(before.charAt(index) == '\t' ? "\t" : " ".repeat(TextWidth.ofCharacter(before, index, end)));
            index = end;
        }
        return lines(line, blanks.toString());
    }

    private String lines(String shown, String blanks) {
        return number + BAR + shown + "\n" + " ".repeat(number.length()) + BAR + blanks + "^";
    }

    /** What is shown on a terminal: its characters, the column at which each begins, and that after the last one. */
    private record Cells(List<String> texts, List<Integer> columns, int caret) {
        int column(int cell) {
            return columns.get(cell);
        }
    }

    private Cells cells() {
        List<String> texts = new ArrayList<>();
        List<Integer> columns = new ArrayList<>(List.of(0));
        int caret = 0;
        int column = 0;
        for (int index = 0; index < line.length(); ) {
            int end = TextWidth.characterEnd(line, index);
            caret += end <= place ? 1 : 0;
            String text = shown(line.substring(index, end), column);
            column += TextWidth.of(text);
            texts.add(text);
            columns.add(column);
            index = end;
        }
        return new Cells(texts, columns, caret);
    }

    /** Tabs as blanks, since they would end elsewhere after an ellipsis; control characters must not take effect. */
    private static String shown(String text, int column) {
        char first = text.charAt(0);
        if (first == '\t') {
            return " ".repeat(TAB_COLUMNS - column % TAB_COLUMNS);
        }
        return Character.isISOControl(first) ? "\uFFFD" : text;
    }

    private String window(int columns) {
        Cells cells = cells();
        int room = Math.max(LEAST_ROOM, columns - number.length() - BAR.length());
        int count = cells.texts().size();
        int caret = cells.column(cells.caret());
        // After the last character there is room for the caret, if it is there.
        int width = Math.max(cells.column(count), caret + 1);
        int first = 0;
        if (width > room && caret > room * 2 / 3) {
            int wanted = Math.min(caret + 1 - room * 2 / 3, width + 1 - room);
            while (cells.column(first) < wanted) {
                first++;
            }
        }
        int begin = cells.column(first);
        String lead = first > 0 ? ELLIPSIS : "";
        int last = count;
        if (lead.length() + width - begin > room) {
            while (lead.length() + cells.column(last) - begin > room - 1) {
                last--;
            }
        }
        String shown = lead + String.join("", cells.texts().subList(first, last)) + (last < count ? ELLIPSIS : "");
        return lines(shown, " ".repeat(lead.length() + caret - begin));
    }
}
