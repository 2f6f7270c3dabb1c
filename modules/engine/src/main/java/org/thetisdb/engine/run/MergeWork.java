package org.thetisdb.engine.run;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;

/** Finds a pattern for each row or makes it, one row after the other. Belongs to one worker. */
final class MergeWork {
    private final Step.Merge merge;
    private final CreateWork create;
    private final AssignWork onCreate;
    private final AssignWork onMatch;
    private final RowStore matches;
    private final LocalSubplan matcher;

    /** Takes what was found or made for a row. */
    interface Output {
        /**
         * @param columns one for each part of the pattern, in the order of {@link CreateWork#slots}
         * @param from the first entry that belongs to the row
         */
        void give(int row, List<Vector> columns, int from, int count);
    }

    /**
     * @param matches where the matcher puts what it finds: the pattern's columns, then the number of the outer row
     * @param matcher finds the pattern for rows
     */
    MergeWork(
            Step.Merge merge,
            CreateWork create,
            AssignWork onCreate,
            AssignWork onMatch,
            RowStore matches,
            LocalSubplan matcher) {
        this.merge = merge;
        this.create = create;
        this.onCreate = onCreate;
        this.onMatch = onMatch;
        this.matches = matches;
        this.matcher = matcher;
    }

    /** To be called before the first row of a run. */
    void begin() {
        matches.clear();
    }

    void merge(Worker worker, Batch rows, Output output) {
        requireValues(rows);
        GraphWriter writer = new GraphWriter(worker);
        Batch one = worker.newBatch();
        for (int row = 0; row < rows.count(); row++) {
            one.fillFrom(rows, new int[] {row}, 1);
            matches.rewind();
            matcher.run(one);
            worker.changed();
            if (matches.count() == 0) {
                make(worker, writer, one, row, output);
            } else {
                found(worker, writer, one, row, output);
            }
            worker.betweenBatches();
        }
        matches.clear();
    }

    private void requireValues(Batch rows) {
        for (Step.MergeValue value : merge.values()) {
            Vector column = rows.column(value.variable().id());
            for (int row = 0; row < rows.count(); row++) {
                if (column.isNull(row)) {
                    throw new ThetisException(
                            ErrorCode.INVALID_ARGUMENT,
                            "MERGE cannot use null, which equals nothing: key=" + value.key()
                                    + "; leave such rows out with WHERE … IS NOT NULL");
                }
            }
        }
    }

    private void make(Worker worker, GraphWriter writer, Batch one, int row, Output output) {
        create.reset(1);
        create.create(worker, writer, one, 0);
        assign(worker, writer, onCreate, one, create.made(), 1);
        output.give(row, create.made(), 0, 1);
    }

    private void found(Worker worker, GraphWriter writer, Batch one, int row, Output output) {
        List<Vector> columns = new ArrayList<>();
        for (int column = 0; column < create.slots().length; column++) {
            columns.add(matches.column(column));
        }
        assign(worker, writer, onMatch, one, columns, matches.count());
        output.give(row, columns, 0, matches.count());
    }

    private void assign(
            Worker worker, GraphWriter writer, AssignWork assignments, Batch one, List<Vector> columns, int count) {
        if (assignments.isEmpty()) {
            return;
        }
        Batch rows = worker.newBatch();
        rows.fillFrom(one, new int[count], count);
        for (int column = 0; column < columns.size(); column++) {
            rows.hold(create.slots()[column], columns.get(column));
        }
        worker.changed();
        assignments.assign(worker, writer, rows);
    }
}
