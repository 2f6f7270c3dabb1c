package org.thetisdb.shell.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.thetisdb.Record;
import org.thetisdb.shell.output.CellText;
import org.thetisdb.shell.output.Figures;
import org.thetisdb.shell.output.Output;

/**
 * A table for people. The widths of the columns are those of the first rows, so that long results can be written while
 * they come. On a screen, what does not fit is shortened, and an ellipsis says so.
 *
 * <pre>
 *   ┌──────┬─────────┐     | name | friends |
 *   │ name │ friends │     | ---- | ------: |
 *   ├──────┼─────────┤     | Ada  |      12 |
 *   │ Ada  │      12 │
 *   └──────┴─────────┘
 *   1 row
 * </pre>
 */
public final class TableFormat implements RowFormat {
    /** Rows that are kept to find the widths: more than fit a screen, less than would be waited for. */
    private static final int MEASURED_ROWS = 1000;

    /** Fits any screen: that of a one-shot query need not be asked, which takes longer than the query. */
    private static final int NARROW_COLUMNS = 40;

    private static final String LEFT_OUT = "…";

    private final Output output;
    private final ResultLayout layout;
    private final boolean markdown;
    private final List<Row> waiting = new ArrayList<>();
    private String[] names = {};
    private int[] widths = {};

    /** Whether all values of a column have been numbers, which is what Markdown aligns by. */
    private boolean[] numeric = {};

    /** Whether later rows must not be wider than those that were measured. */
    private boolean onScreen;

    private boolean headed;
    private long rowCount;

    private record Row(String[] cells, boolean[] numbers) {}

    TableFormat(Output output, ResultLayout layout) {
        this(output, layout, false);
    }

    private TableFormat(Output output, ResultLayout layout, boolean markdown) {
        this.output = output;
        this.layout = layout;
        this.markdown = markdown;
    }

    /** A table as in Markdown; nothing is shortened in it. */
    static TableFormat markdown(Output output, ResultLayout layout) {
        return new TableFormat(output, layout.inFile(), true);
    }

    @Override
    public void begin(List<String> columns) {
        names = columns.stream().map(this::inCell).toArray(String[]::new);
        widths = Arrays.stream(names).mapToInt(CellText::width).toArray();
        numeric = new boolean[names.length];
        Arrays.fill(numeric, true);
    }

    @Override
    public void row(Record row) {
        rowCount++;
        if (layout.maxRows() > 0 && rowCount > layout.maxRows()) {
            return;
        }
        String[] cells = new String[widths.length];
        boolean[] numbers = new boolean[widths.length];
        for (int index = 0; index < cells.length; index++) {
            Object value = row.get(index);
            cells[index] = inCell(CellText.of(value, layout.nullText()));
            numbers[index] = value instanceof Number;
            numeric[index] &= numbers[index] || value == null;
        }
        if (headed) {
            appendRow(new Row(cells, numbers));
            output.checkpoint();
            return;
        }
        for (int index = 0; index < cells.length; index++) {
            widths[index] = Math.max(widths[index], CellText.width(cells[index]));
        }
        waiting.add(new Row(cells, numbers));
        if (waiting.size() == MEASURED_ROWS) {
            head();
        }
    }

    /** On one line, and without what would end the cell. */
    private String inCell(String text) {
        return markdown ? CellText.onOneLine(text.replace("|", "\\|").replace("\n", "<br>")) : CellText.onOneLine(text);
    }

    @Override
    public void end() {
        if (!headed) {
            head();
        }
        boolean more = layout.maxRows() > 0 && rowCount > layout.maxRows();
        if (more && widths.length > 0) {
            String[] dots = new String[widths.length];
            Arrays.fill(dots, LEFT_OUT);
            appendRow(new Row(dots, new boolean[widths.length]));
        }
        if (widths.length > 0 && !markdown) {
            rule("└", "┴", "┘");
        }
        if (!markdown) {
            output.println(count(more));
        }
    }

    private String count(boolean more) {
        String count = Figures.counted(rowCount, "row");
        long shown = Arrays.stream(widths).filter(width -> width > 0).count();
        return count
                + (more ? ", the first " + Figures.grouped(layout.maxRows()) + " shown; `.maxrows 0` shows all" : "")
                + (shown < widths.length
                        ? ", " + shown + " of " + widths.length + " columns shown; `.mode line` shows all"
                        : "");
    }

    private void head() {
        headed = true;
        widths = TableFit.limited(widths, layout.widths());
        if (TableFit.lineWidth(widths) > NARROW_COLUMNS || waiting.size() == MEASURED_ROWS) {
            int screenColumns = layout.screenColumns().getAsInt();
            onScreen = screenColumns > 0;
            widths = TableFit.fit(widths, screenColumns);
        }
        if (widths.length > 0) {
            if (!markdown) {
                rule("┌", "┬", "┐");
            }
            appendRow(new Row(names, new boolean[widths.length]));
            if (markdown) {
                markdownRule();
            } else {
                rule("├", "┼", "┤");
            }
        }
        for (Row row : waiting) {
            appendRow(row);
            output.checkpoint();
        }
        waiting.clear();
    }

    private void rule(String left, String middle, String right) {
        StringBuilder text = output.text().append(left);
        String separator = "";
        boolean gap = false;
        for (int width : widths) {
            if (width == 0 && gap) {
                continue;
            }
            gap = width == 0;
            text.append(separator).repeat("─", Math.max(width, 1) + 2);
            separator = middle;
        }
        text.append(right).append('\n');
    }

    private void markdownRule() {
        StringBuilder text = output.text();
        for (int index = 0; index < widths.length; index++) {
            text.append("| ").repeat('-', Math.max(3, widths[index]) - (numeric[index] ? 1 : 0));
            text.append(numeric[index] ? ": " : " ");
        }
        text.append("|\n");
    }

    /** Columns that are left out have a cell together. */
    private void appendRow(Row row) {
        String bar = markdown ? "|" : "│";
        StringBuilder text = output.text().append(bar);
        boolean gap = false;
        for (int index = 0; index < widths.length; index++) {
            if (widths[index] > 0) {
                appendCell(text, row, index);
            } else if (!gap) {
                text.append(' ').append(LEFT_OUT);
            } else {
                continue;
            }
            gap = widths[index] == 0;
            text.append(' ').append(bar);
        }
        text.append('\n');
    }

    private void appendCell(StringBuilder text, Row row, int index) {
        int room = markdown ? Math.max(3, widths[index]) : widths[index];
        boolean limited = index < layout.widths().size() && layout.widths().get(index) > 0;
        String cell = onScreen || limited ? CellText.shortened(row.cells[index], room) : row.cells[index];
        int blanks = Math.max(0, room - CellText.width(cell));
        boolean right = row.numbers[index];
        text.append(' ').repeat(' ', right ? blanks : 0).append(cell).repeat(' ', right ? 0 : blanks);
    }
}
