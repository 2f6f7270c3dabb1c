package org.thetisdb.shell.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.importer.InferredColumn;
import org.thetisdb.shell.output.CellText;
import org.thetisdb.shell.output.Output;

/**
 * What an import took plain columns for, and why some of them are text. Stateless.
 *
 * <pre>
 *   types found in persons.csv (--no-infer keeps text):
 *     born  DATE
 *     zip   STRING  '01234' (line 3) begins with a zero
 * </pre>
 */
final class InferredTypesReport {
    private InferredTypesReport() {}

    static void print(List<InferredColumn> columns, Output output) {
        Map<String, List<InferredColumn>> byTable = new LinkedHashMap<>();
        for (InferredColumn column : columns) {
            byTable.computeIfAbsent(column.table(), _ -> new ArrayList<>()).add(column);
        }
        byTable.forEach((table, ofTable) -> {
            output.println("types found in " + table + " (--no-infer keeps text):");
            int nameWidth = width(ofTable.stream().map(InferredColumn::column).toList());
            int typeWidth = width(ofTable.stream().map(InferredColumn::type).toList());
            for (InferredColumn column : ofTable) {
                String line = "  " + padded(column.column(), nameWidth) + "  " + padded(column.type(), typeWidth) + "  "
                        + column.reason();
                output.println(line.stripTrailing());
            }
        });
    }

    private static int width(List<String> texts) {
        return texts.stream().mapToInt(CellText::width).max().orElse(0);
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(width - CellText.width(text));
    }
}
