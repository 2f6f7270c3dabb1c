package org.thetisdb.importer.load;

import org.thetisdb.importer.csv.FieldTable;
import org.thetisdb.importer.ids.IdSpace;
import org.thetisdb.importer.ids.KeyBatch;
import org.thetisdb.importer.plan.ForeignKey;

/** Turns one foreign key of a batch of nodes, or of a chunk of rows put off, into relationships. One thread. */
final class ForeignKeyLoad {
    private final ForeignKey plan;
    private final int field;
    private final RelationshipSink sink;
    private final BatchErrors errors;
    private final IdSpace space;
    private final FieldVectors.Selection properties;
    private final KeyBatch keys = new KeyBatch();
    private long[] others = {};

    /** @param field where the tables that will be loaded have the key */
    ForeignKeyLoad(
            ForeignKey plan,
            int field,
            ImportTarget target,
            RelationshipSink sink,
            BatchErrors errors,
            FieldVectors.Selection properties) {
        this.plan = plan;
        this.field = field;
        this.sink = sink;
        this.errors = errors;
        this.properties = properties;
        space = target.space(plan.idSpace());
    }

    IdSpace space() {
        return space;
    }

    void parse(FieldTable table) {
        keys.parse(table, field, space.type(), errors);
    }

    /** Appends the relationships of the rows whose keys were parsed last. */
    void append(FieldTable table, long[] nodes) {
        int rowCount = table.rowCount();
        if (keys.absentCount() == rowCount) {
            return;
        }
        if (others.length < rowCount) {
            others = new long[rowCount];
        }
        space.resolve(keys, others);
        sink.begin(rowCount);
        for (int row = 0; row < rowCount; row++) {
            if (others[row] >= 0) {
                sink.add(row, plan.outgoing() ? nodes[row] : others[row], plan.outgoing() ? others[row] : nodes[row]);
            } else if (!keys.isAbsent(row)) {
                errors.dangling(table, row, field, space.name());
            }
        }
        sink.append(plan.type(), properties, rowCount);
    }
}
