package org.thetisdb.importer.load;

import org.thetisdb.importer.csv.ColumnParser;
import org.thetisdb.importer.csv.FieldTable;
import org.thetisdb.importer.ids.IdSpace;
import org.thetisdb.importer.ids.KeyBatch;
import org.thetisdb.importer.plan.NodeTable;
import org.thetisdb.importer.plan.RelationshipTable;

/** Turns batches of rows of one table into relationships. One thread. */
final class RelationshipLoad {
    private final RelationshipTable plan;
    private final RelationshipSink sink;
    private final ColumnParser parser;
    private final BatchErrors errors;
    private final IdSpace startSpace;
    private final IdSpace endSpace;
    private final FieldVectors vectors = new FieldVectors();
    private final FieldVectors.Selection properties;
    private final KeyBatch startKeys = new KeyBatch();
    private final KeyBatch endKeys = new KeyBatch();
    private final RowGroups groups = new RowGroups();
    private long[] starts = {};
    private long[] ends = {};

    RelationshipLoad(
            RelationshipTable plan,
            ImportTarget target,
            RelationshipSink sink,
            ColumnParser parser,
            BatchErrors errors) {
        this.plan = plan;
        this.sink = sink;
        this.parser = parser;
        this.errors = errors;
        startSpace = target.space(plan.startSpace());
        endSpace = target.space(plan.endSpace());
        properties = vectors.select(target.loader(), plan.properties());
    }

    void load(FieldTable table) {
        if (plan.typeField() == NodeTable.NO_FIELD) {
            load(table, plan.type());
        } else {
            groups.divide(table, plan.typeField(), (rows, text) -> load(rows, text.isEmpty() ? plan.type() : text));
        }
    }

    private void load(FieldTable table, String type) {
        do {
            errors.begin(plan.table().fieldNames(), table.rowCount());
            startKeys.parse(table, plan.startField(), startSpace.type(), errors);
            endKeys.parse(table, plan.endField(), endSpace.type(), errors);
            vectors.parse(table, parser, errors);
            reportMissing(table, type);
            if (errors.any()) {
                table.drop(errors.marked());
            }
        } while (errors.any());
        int rowCount = table.rowCount();
        if (starts.length < rowCount) {
            starts = new long[rowCount];
            ends = new long[rowCount];
        }
        startSpace.resolve(startKeys, starts);
        endSpace.resolve(endKeys, ends);
        sink.begin(rowCount);
        for (int row = 0; row < rowCount; row++) {
            if (starts[row] < 0) {
                errors.dangling(table, row, plan.startField(), startSpace.name());
            } else if (ends[row] < 0) {
                errors.dangling(table, row, plan.endField(), endSpace.name());
            } else {
                sink.add(row, starts[row], ends[row]);
            }
        }
        sink.append(type, properties, rowCount);
    }

    private void reportMissing(FieldTable table, String type) {
        for (int row = 0; row < table.rowCount(); row++) {
            if (type.isEmpty()) {
                errors.badField(table, row, plan.typeField(), "a relationship type");
            }
        }
        if (startKeys.absentCount() + endKeys.absentCount() == 0) {
            return;
        }
        for (int row = 0; row < table.rowCount(); row++) {
            if (startKeys.isAbsent(row)) {
                errors.badField(table, row, plan.startField(), "an id");
            } else if (endKeys.isAbsent(row)) {
                errors.badField(table, row, plan.endField(), "an id");
            }
        }
    }
}
