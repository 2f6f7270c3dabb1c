package org.thetisdb.shell.format;

import java.util.List;
import java.util.Optional;
import org.thetisdb.Record;
import org.thetisdb.shell.output.CellText;
import org.thetisdb.shell.output.Output;

/**
 * A line for each row, tabs between its values. Tabs, line ends and backslashes in values are escaped by a backslash;
 * null is empty.
 */
final class TabsFormat implements RowFormat {
    private final Output output;
    private final Optional<String> nullText;

    TabsFormat(Output output, ResultLayout layout) {
        this.output = output;
        this.nullText = layout.nullText().or(() -> Optional.of(""));
    }

    @Override
    public void begin(List<String> columns) {
        for (int index = 0; index < columns.size(); index++) {
            append(index, columns.get(index));
        }
        output.println("");
    }

    @Override
    public void row(Record row) {
        for (int index = 0; index < row.size(); index++) {
            append(index, CellText.of(row.get(index), nullText));
        }
        output.println("");
        output.checkpoint();
    }

    @Override
    public void end() {}

    private void append(int index, String value) {
        output.print(index == 0 ? "" : "\t").print(CellText.onOneLine(value.replace("\\", "\\\\")));
    }
}
