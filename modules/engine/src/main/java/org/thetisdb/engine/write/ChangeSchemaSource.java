package org.thetisdb.engine.write;

import org.thetisdb.cypher.bound.SchemaChange;
import org.thetisdb.engine.TransactionSteps;
import org.thetisdb.engine.pipeline.Source;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.pipeline.WriteTally;
import org.thetisdb.storage.Catalog.ConstraintKind;

/** Makes, changes or drops an index, a constraint or an extension, and gives no rows. */
public final class ChangeSchemaSource implements Source {
    private final SchemaChange change;

    public ChangeSchemaSource(SchemaChange change) {
        this.change = change;
    }

    @Override
    public int prepare(Worker worker) {
        TransactionSteps steps = worker.query().steps();
        WriteTally tally = worker.query().tally();
        switch (change) {
            case SchemaChange.CreateIndex index -> {
                boolean made = steps.schema()
                        .createIndex(index.name(), index.label(), index.propertyKeys(), index.ifNotExists());
                tally.indexes(made ? 1 : 0);
            }
            case SchemaChange.CreateConstraint constraint -> {
                boolean made = steps.schema()
                        .createConstraint(
                                constraint.name(),
                                kind(constraint.kind()),
                                constraint.onRelationships(),
                                constraint.labelOrType(),
                                constraint.propertyKeys(),
                                constraint.ifNotExists());
                tally.constraints(made ? 1 : 0);
            }
            case SchemaChange.DropIndex index ->
                tally.indexes(steps.schema().dropIndex(index.name(), index.ifExists()) ? -1 : 0);
            case SchemaChange.DropConstraint constraint ->
                tally.constraints(steps.schema().dropConstraint(constraint.name(), constraint.ifExists()) ? -1 : 0);
            case SchemaChange.CreateExtension extension ->
                steps.extensions()
                        .create(extension.name(), extension.file(), extension.trusted(), extension.ifNotExists());
            case SchemaChange.UpdateExtension extension ->
                steps.extensions().update(extension.name(), extension.file(), extension.trusted());
            case SchemaChange.DropExtension extension ->
                steps.extensions().drop(extension.name(), extension.ifExists());
        }
        return 0;
    }

    private static ConstraintKind kind(SchemaChange.ConstraintKind kind) {
        return switch (kind) {
            case UNIQUE -> ConstraintKind.UNIQUE;
            case EXISTS -> ConstraintKind.EXISTS;
            case KEY -> ConstraintKind.KEY;
        };
    }

    @Override
    public void run(int morsel, Worker worker, Stage stage) {
        throw new IllegalStateException("no such morsel: morsel=" + morsel);
    }
}
