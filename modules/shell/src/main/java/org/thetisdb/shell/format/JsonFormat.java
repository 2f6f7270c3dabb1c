package org.thetisdb.shell.format;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.JsonOutput;
import org.thetisdb.Record;
import org.thetisdb.shell.output.Output;

/** One JSON object per row, column name to value: a line each (jsonl), or as the elements of one array (json). */
final class JsonFormat implements RowFormat {
    /** A longer list is written element by element, so that its text is never in memory as a whole. */
    private static final int LIST_ELEMENTS_MAX = 1000;

    private final Output output;
    private final boolean array;
    private String[] names = {};
    private boolean first = true;

    JsonFormat(Output output, boolean array) {
        this.output = output;
        this.array = array;
    }

    @Override
    public void begin(List<String> columns) {
        names = new String[columns.size()];
        for (int index = 0; index < names.length; index++) {
            StringBuilder name = new StringBuilder(index == 0 ? "{" : ",");
            JsonOutput.appendString(name, columns.get(index));
            names[index] = name.append(':').toString();
        }
        if (array) {
            output.print("[");
        }
    }

    @Override
    public void row(Record row) {
        StringBuilder text = output.text();
        if (array) {
            text.append(first ? "\n " : ",\n ");
        }
        first = false;
        for (int index = 0; index < names.length; index++) {
            text.append(names[index]);
            appendValue(text, row.get(index));
        }
        text.append('}');
        if (!array) {
            text.append('\n');
        }
        output.checkpoint();
    }

    private void appendValue(StringBuilder text, @Nullable Object value) {
        if (!(value instanceof List<?> list) || list.size() <= LIST_ELEMENTS_MAX) {
            JsonOutput.append(text, value);
            return;
        }
        String separator = "[";
        for (Object element : list) {
            JsonOutput.append(text.append(separator), element);
            output.checkpoint();
            separator = ",";
        }
        text.append(']');
    }

    @Override
    public void end() {
        if (array) {
            output.println(first ? "]" : "\n]");
        }
    }
}
