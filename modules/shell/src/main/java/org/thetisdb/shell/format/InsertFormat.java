package org.thetisdb.shell.format;

import java.util.List;
import java.util.Map;
import org.thetisdb.CypherLiteral;
import org.thetisdb.CypherText;
import org.thetisdb.Node;
import org.thetisdb.Path;
import org.thetisdb.Record;
import org.thetisdb.Relationship;
import org.thetisdb.shell.output.Output;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** A statement for each row that makes a node of its values; null is left out. */
final class InsertFormat implements RowFormat {
    private final Output output;
    private final String label;
    private List<String> columns = List.of();

    InsertFormat(Output output, ResultLayout layout) {
        this.output = output;
        this.label = CypherText.name(layout.label());
    }

    @Override
    public void begin(List<String> names) {
        columns = names;
    }

    @Override
    public void row(Record row) {
        for (int index = 0; index < columns.size(); index++) {
            Object value = row.get(index);
            if (value != null) {
                requireStorable(columns.get(index), value);
            }
        }
        StringBuilder text = output.text().append("CREATE (:").append(label);
        String separator = " {";
        for (int index = 0; index < columns.size(); index++) {
            Object value = row.get(index);
            if (value != null) {
                text.append(separator)
                        .append(CypherText.name(columns.get(index)))
                        .append(": ");
                CypherLiteral.append(text, value);
                separator = ", ";
            }
        }
        text.append(separator.equals(", ") ? "});\n" : ");\n");
        output.checkpoint();
    }

    @Override
    public void end() {}

    private static void requireStorable(String column, Object value) {
        String kind = switch (value) {
            case null -> "a list with null";
            case Node ignored -> "a node";
            case Relationship ignored -> "a relationship";
            case Path ignored -> "a path";
            case Map<?, ?> ignored -> "a map";
            case List<?> list -> {
                list.forEach(element -> requireStorable(column, element));
                yield "";
            }
            default -> "";
        };
        if (!kind.isEmpty()) {
            throw new ThetisException(
                    ErrorCode.USAGE,
                    "the format insert writes what properties can hold: column=" + column + " holds " + kind
                            + "; return its properties one by one, or choose another format");
        }
    }
}
