package org.thetisdb.engine.write;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Write.Assignment;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.expression.ExpressionCompiler;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.BatchParts;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.ThetisException.Position;
import org.thetisdb.value.vector.Vector;

/**
 * SET and REMOVE for rows: one row after another, and for each row one assignment after another, as far as the
 * result shows. What the assignments compute is computed for many rows at once wherever no assignment can read what
 * another one has written ({@link WriteHazards}).
 *
 * <p>Belongs to one worker.
 */
public final class AssignWork {
    private final List<Assignment> assignments;
    private final Evaluator[] targets;
    private final Evaluator[] keys;
    private final Evaluator[] values;
    private final List<Optional<Position>> valuePlaces = new ArrayList<>();
    private final Vector[] targetColumns;
    private final Vector[] keyColumns;
    private final Vector[] valueColumns;
    private final WriteHazards hazards;
    private final Worker worker;
    private final BatchParts parts;
    private final BatchParts partsOfOne;
    private final Batch one;
    private final int[] oneRow = new int[1];

    @SuppressWarnings("NullAway.Init") // Set by assign().
    private GraphWriter writer;

    private int current;

    public AssignWork(Worker worker, List<Assignment> assignments, ExpressionCompiler compiler) {
        int count = assignments.size();
        this.assignments = assignments;
        this.targets = new Evaluator[count];
        this.keys = new Evaluator[count];
        this.values = new Evaluator[count];
        this.targetColumns = new Vector[count];
        this.keyColumns = new Vector[count];
        this.valueColumns = new Vector[count];
        this.hazards = new WriteHazards(assignments);
        this.worker = worker;
        this.parts = new BatchParts(worker, new AllAssignments());
        this.partsOfOne = new BatchParts(worker, new OneAssignment());
        this.one = worker.newBatch();
        for (int index = 0; index < count; index++) {
            Assignment assignment = assignments.get(index);
            targets[index] = compiler.compile(assignment.target());
            switch (assignment) {
                case Assignment.OfProperty property -> {
                    keys[index] = compiler.compile(property.key());
                    values[index] = compiler.compile(property.value());
                    valuePlaces.add(compiler.place(property.value()));
                }
                case Assignment.OfProperties properties -> {
                    values[index] = compiler.compile(properties.value());
                    valuePlaces.add(compiler.place(properties.value()));
                }
                case Assignment.OfLabels ignored -> valuePlaces.add(Optional.empty());
            }
        }
    }

    boolean isEmpty() {
        return assignments.isEmpty();
    }

    void assign(GraphWriter graphWriter, Batch rows) {
        writer = graphWriter;
        switch (hazards.of(rows)) {
            case NONE -> parts.push(rows);
            case WITHIN_ROWS -> {
                for (int index = 0; index < assignments.size(); index++) {
                    current = index;
                    partsOfOne.push(rows);
                }
            }
            case BETWEEN_ROWS -> {
                for (int row = 0; row < rows.count(); row++) {
                    oneRow[0] = row;
                    one.fillFrom(rows, oneRow, 1);
                    for (int index = 0; index < assignments.size(); index++) {
                        evaluate(one, index);
                        apply(0, index);
                    }
                }
            }
        }
    }

    /** What all assignments compute, and then, row by row, what they write. */
    private final class AllAssignments implements BatchParts.Work {
        @Override
        public void prepare(Batch rows) {
            for (int index = 0; index < assignments.size(); index++) {
                evaluate(rows, index);
            }
        }

        @Override
        public void process(Batch rows) {
            for (int row = 0; row < rows.count(); row++) {
                for (int index = 0; index < assignments.size(); index++) {
                    apply(row, index);
                }
            }
        }
    }

    /** The same of the {@link #current} one. */
    private final class OneAssignment implements BatchParts.Work {
        @Override
        public void prepare(Batch rows) {
            evaluate(rows, current);
        }

        @Override
        public void process(Batch rows) {
            for (int row = 0; row < rows.count(); row++) {
                apply(row, current);
            }
        }
    }

    private void evaluate(Batch rows, int index) {
        targetColumns[index] = targets[index].evaluate(worker.evaluation(), rows);
        if (keys[index] != null) {
            keyColumns[index] = keys[index].evaluate(worker.evaluation(), rows);
        }
        if (values[index] != null) {
            valueColumns[index] = values[index].evaluate(worker.evaluation(), rows);
        }
    }

    private void apply(int row, int index) {
        Object entity = targetColumns[index].valueAt(row);
        if (entity == null) {
            return;
        }
        switch (assignments.get(index)) {
            case Assignment.OfProperty ignored -> {
                String key = key(keyColumns[index].valueAt(row));
                Object value = StorableValues.at(valueColumns[index], row, key, valuePlaces.get(index));
                writer.setProperty(entity, writer.transaction().propertyKey(key), value);
            }
            case Assignment.OfProperties properties ->
                writer.setAll(entity, valueColumns[index].valueAt(row), properties.keep());
            case Assignment.OfLabels labels -> writer.setLabels(entity, labels.labels(), labels.remove());
        }
    }

    private static String key(@Nullable Object key) {
        if (key instanceof String text) {
            return text;
        }
        throw new ThetisException(
                ErrorCode.TYPE_MISMATCH, "the key of a property is a string: key=" + key + "; check the brackets");
    }
}
