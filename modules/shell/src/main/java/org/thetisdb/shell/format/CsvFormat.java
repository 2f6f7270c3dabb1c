package org.thetisdb.shell.format;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.JsonOutput;
import org.thetisdb.Node;
import org.thetisdb.Path;
import org.thetisdb.Record;
import org.thetisdb.Relationship;
import org.thetisdb.shell.output.Output;
import org.thetisdb.value.Point;

/**
 * RFC 4180 with LF: a header line, commas, quotes where needed. Null is an empty field, the empty string is {@code ""}.
 * Lists, maps, points, nodes, relationships and paths are JSON in a field.
 */
final class CsvFormat implements RowFormat {
    /** A longer list is written element by element, so that its text is never in memory as a whole. */
    private static final int LIST_ELEMENTS_MAX = 1000;

    private final Output output;
    private final ResultLayout layout;
    private final StringBuilder json = new StringBuilder();

    CsvFormat(Output output, ResultLayout layout) {
        this.output = output;
        this.layout = layout;
    }

    @Override
    public void begin(List<String> columns) {
        StringBuilder text = output.text();
        for (int index = 0; index < columns.size(); index++) {
            text.append(index == 0 ? "" : ",");
            appendField(text, columns.get(index));
        }
        text.append('\n');
    }

    @Override
    public void row(Record row) {
        StringBuilder text = output.text();
        for (int index = 0; index < row.size(); index++) {
            if (index > 0) {
                text.append(',');
            }
            appendValue(text, row.get(index));
        }
        text.append('\n');
        output.checkpoint();
    }

    private void appendValue(StringBuilder text, @Nullable Object value) {
        switch (value) {
            case null -> layout.nullText().ifPresent(nothing -> appendField(text, nothing));
            case String string -> appendField(text, string);
            case List<?> list when list.size() > LIST_ELEMENTS_MAX -> appendList(text, list);
            case List<?> ignored -> appendJson(text, value);
            case Map<?, ?> ignored -> appendJson(text, value);
            case Node ignored -> appendJson(text, value);
            case Relationship ignored -> appendJson(text, value);
            case Path ignored -> appendJson(text, value);
            case Point ignored -> appendJson(text, value);
            default -> text.append(value);
        }
    }

    private void appendJson(StringBuilder text, Object value) {
        json.setLength(0);
        JsonOutput.append(json, value);
        appendField(text, json.toString());
    }

    /** Its JSON has commas, so the field has quotes. */
    private void appendList(StringBuilder text, List<?> list) {
        text.append("\"[");
        String separator = "";
        for (Object element : list) {
            json.setLength(0);
            JsonOutput.append(json, element);
            text.append(separator).append(json.toString().replace("\"", "\"\""));
            output.checkpoint();
            separator = ",";
        }
        text.append("]\"");
    }

    private static void appendField(StringBuilder text, String field) {
        boolean plain = !field.isEmpty();
        for (int index = 0; plain && index < field.length(); index++) {
            char unit = field.charAt(index);
            plain = unit != ',' && unit != '"' && unit != '\n' && unit != '\r';
        }
        if (plain) {
            text.append(field);
        } else {
            text.append('"').append(field.replace("\"", "\"\"")).append('"');
        }
    }

    @Override
    public void end() {}
}
