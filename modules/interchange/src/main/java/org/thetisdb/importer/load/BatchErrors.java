package org.thetisdb.importer.load;

import java.util.Arrays;
import java.util.List;
import org.thetisdb.importer.csv.BadCells;
import org.thetisdb.importer.csv.FieldTable;

/** The wrong rows of one batch: each is reported once and marked to be dropped. One thread. */
final class BatchErrors implements BadCells {
    private final ErrorCollector collector;
    private List<String> fieldNames = List.of();
    private boolean[] marked = {};
    private boolean any;

    BatchErrors(ErrorCollector collector) {
        this.collector = collector;
    }

    /** Begins with a batch in which nothing is marked. */
    void begin(List<String> newFieldNames, int rowCount) {
        fieldNames = newFieldNames;
        any = false;
        if (marked.length < rowCount) {
            marked = new boolean[rowCount];
        } else {
            Arrays.fill(marked, 0, rowCount, false);
        }
    }

    boolean any() {
        return any;
    }

    boolean[] marked() {
        return marked;
    }

    @Override
    public void badField(FieldTable table, int row, int field, String expected) {
        if (!marked[row]) {
            mark(row);
            collector.badRow(table.lines()[row], fieldNames.get(field), table.text(row, field), expected);
        }
    }

    void duplicateId(FieldTable table, int row, int field, String space) {
        mark(row);
        collector.duplicateId(table.lines()[row], fieldNames.get(field), table.text(row, field), space);
    }

    void dangling(FieldTable table, int row, int field, String space) {
        mark(row);
        collector.danglingRelationship(table.lines()[row], fieldNames.get(field), table.text(row, field), space);
    }

    private void mark(int row) {
        marked[row] = true;
        any = true;
    }

    @Override
    public void badRow(long line, String found, String expected) {
        collector.badRow(line, "", found, expected);
    }
}
