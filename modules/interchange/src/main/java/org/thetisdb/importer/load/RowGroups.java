package org.thetisdb.importer.load;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.importer.csv.FieldTable;

/** Divides the rows of a batch by the text of one field. One thread. */
final class RowGroups {
    private final FieldTable part = new FieldTable();
    private int[] groupOfRow = {};

    /** Takes the rows with one text. */
    interface Target {
        void rows(FieldTable table, String text);
    }

    /** Null counts as the empty text. */
    void divide(FieldTable table, int field, Target target) {
        int rowCount = table.rowCount();
        if (groupOfRow.length < rowCount) {
            groupOfRow = new int[rowCount];
        }
        Map<String, Integer> groups = new HashMap<>();
        List<String> texts = new ArrayList<>();
        for (int row = 0; row < rowCount; row++) {
            if (row > 0 && table.sameField(field, row, row - 1)) {
                groupOfRow[row] = groupOfRow[row - 1];
                continue;
            }
            int index = row * table.fieldCount() + field;
            int length = Math.max(0, table.lengths()[index]);
            String text =
                    new String(table.bytes(), length == 0 ? 0 : table.starts()[index], length, StandardCharsets.UTF_8);
            groupOfRow[row] = groups.computeIfAbsent(text, key -> groups.size());
            if (groupOfRow[row] == texts.size()) {
                texts.add(text);
            }
        }
        if (texts.size() == 1) {
            target.rows(table, texts.getFirst());
            return;
        }
        for (int group = 0; group < texts.size(); group++) {
            part.select(table, groupOfRow, group);
            target.rows(part, texts.get(group));
        }
    }
}
