package org.thetisdb.shell;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.CypherText;
import org.thetisdb.Record;

/**
 * A table for people. The widths of the columns are those of the first rows, so that long results can be written while
 * they come.
 *
 * <pre>
 *   ┌──────┬─────────┐
 *   │ name │ friends │
 *   ├──────┼─────────┤
 *   │ Ada  │      12 │
 *   └──────┴─────────┘
 *   1 row
 * </pre>
 */
final class TableFormat implements RowFormat {
    /** Rows that are kept to find the widths: more than fit a screen, less than would be waited for. */
    private static final int MEASURED_ROWS = 1000;

    private final Output output;
    private final List<String[]> waiting = new ArrayList<>();
    private final List<boolean[]> waitingNumbers = new ArrayList<>();
    private List<String> names = List.of();
    private int[] widths = {};
    private boolean headed;
    private long rowCount;

    TableFormat(Output output) {
        this.output = output;
    }

    @Override
    public void begin(List<String> columns) {
        names = columns;
        widths = new int[columns.size()];
        for (int index = 0; index < widths.length; index++) {
            widths[index] = width(columns.get(index));
        }
    }

    @Override
    public void row(Record row) {
        rowCount++;
        String[] cells = new String[widths.length];
        boolean[] numbers = new boolean[widths.length];
        for (int index = 0; index < cells.length; index++) {
            Object value = row.get(index);
            cells[index] = cell(value);
            numbers[index] = value instanceof Number;
        }
        if (headed) {
            appendRow(cells, numbers);
            output.checkpoint();
            return;
        }
        for (int index = 0; index < cells.length; index++) {
            widths[index] = Math.max(widths[index], width(cells[index]));
        }
        waiting.add(cells);
        waitingNumbers.add(numbers);
        if (waiting.size() == MEASURED_ROWS) {
            head();
        }
    }

    @Override
    public void end() {
        if (!headed) {
            head();
        }
        if (widths.length > 0) {
            rule("└", "┴", "┘");
        }
        output.println(grouped(rowCount) + (rowCount == 1 ? " row" : " rows"));
    }

    private void head() {
        headed = true;
        if (widths.length > 0) {
            rule("┌", "┬", "┐");
            appendRow(names.toArray(String[]::new), new boolean[widths.length]);
            rule("├", "┼", "┤");
        }
        for (int index = 0; index < waiting.size(); index++) {
            appendRow(waiting.get(index), waitingNumbers.get(index));
            output.checkpoint();
        }
        waiting.clear();
        waitingNumbers.clear();
    }

    private void rule(String left, String middle, String right) {
        StringBuilder text = output.text();
        for (int index = 0; index < widths.length; index++) {
            text.append(index == 0 ? left : middle);
            text.repeat("─", widths[index] + 2);
        }
        text.append(right).append('\n');
    }

    private void appendRow(String[] cells, boolean[] numbers) {
        StringBuilder text = output.text();
        for (int index = 0; index < cells.length; index++) {
            text.append("│ ");
            int blanks = Math.max(0, widths[index] - width(cells[index]));
            if (numbers[index]) {
                text.repeat(' ', blanks).append(cells[index]);
            } else {
                text.append(cells[index]).repeat(' ', blanks);
            }
            text.append(' ');
        }
        text.append("│\n");
    }

    /** Strings without quotes, and everything on one line. */
    private static String cell(Object value) {
        if (!(value instanceof String string)) {
            return CypherText.of(value);
        }
        boolean plain = true;
        for (int index = 0; plain && index < string.length(); index++) {
            plain = string.charAt(index) >= ' ';
        }
        return plain ? string : string.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t");
    }

    /** The columns that a text takes on a terminal: 2 for East Asian wide characters and emoji, 0 for marks. */
    static int width(String text) {
        int width = 0;
        for (int index = 0; index < text.length(); ) {
            int codePoint = text.codePointAt(index);
            index += Character.charCount(codePoint);
            width += codePoint < 0x300 ? 1 : wideWidth(codePoint);
        }
        return width;
    }

    private static int wideWidth(int codePoint) {
        int type = Character.getType(codePoint);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        boolean wide = codePoint >= 0x1100 && codePoint <= 0x115F
                || codePoint >= 0x2E80 && codePoint <= 0xA4CF
                || codePoint >= 0xAC00 && codePoint <= 0xD7A3
                || codePoint >= 0xF900 && codePoint <= 0xFAFF
                || codePoint >= 0xFE30 && codePoint <= 0xFE6F
                || codePoint >= 0xFF00 && codePoint <= 0xFF60
                || codePoint >= 0xFFE0 && codePoint <= 0xFFE6
                || codePoint >= 0x1F300 && codePoint <= 0x1FAFF
                || codePoint >= 0x20000 && codePoint <= 0x3FFFD;
        return wide ? 2 : 1;
    }

    static String grouped(long number) {
        String digits = Long.toString(Math.abs(number));
        StringBuilder text = new StringBuilder(number < 0 ? "-" : "");
        for (int index = 0; index < digits.length(); index++) {
            if (index > 0 && (digits.length() - index) % 3 == 0) {
                text.append(',');
            }
            text.append(digits.charAt(index));
        }
        return text.toString();
    }
}
