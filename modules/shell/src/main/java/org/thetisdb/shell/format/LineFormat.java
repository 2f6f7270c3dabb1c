package org.thetisdb.shell.format;

import java.util.List;
import org.thetisdb.Record;
import org.thetisdb.shell.output.CellText;
import org.thetisdb.shell.output.Output;

/**
 * A line for each value, for rows of many or long values. Line ends stay, and what follows them is indented.
 *
 * <pre>
 *     name = Ada
 *   friends = 12
 * </pre>
 */
final class LineFormat implements RowFormat {
    private static final String SIGN = " = ";

    private final Output output;
    private final ResultLayout layout;
    private List<String> names = List.of();
    private int nameWidth;
    private long rowCount;

    LineFormat(Output output, ResultLayout layout) {
        this.output = output;
        this.layout = layout;
    }

    @Override
    public void begin(List<String> columns) {
        names = columns.stream().map(CellText::onOneLine).toList();
        nameWidth = names.stream().mapToInt(CellText::width).max().orElse(0);
    }

    @Override
    public void row(Record row) {
        StringBuilder text = output.text();
        text.append(rowCount++ == 0 ? "" : "\n");
        String indent = "\n" + " ".repeat(nameWidth + SIGN.length());
        for (int index = 0; index < names.size(); index++) {
            String value = CellText.of(row.get(index), layout.nullText());
            text.repeat(' ', nameWidth - CellText.width(names.get(index))).append(names.get(index));
            text.append(SIGN)
                    .append(CellText.onLines(value).replace("\n", indent))
                    .append('\n');
        }
        output.checkpoint();
    }

    @Override
    public void end() {
        if (rowCount == 0) {
            output.println("0 rows");
        }
    }
}
