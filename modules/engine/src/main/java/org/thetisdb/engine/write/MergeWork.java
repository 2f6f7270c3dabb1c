package org.thetisdb.engine.write;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.cypher.bound.Places;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.engine.hash.TagDirectory;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.RowFeed;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.spill.GatheredRows;
import org.thetisdb.engine.subquery.LocalSubplan;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;

/**
 * Finds a pattern for each row or makes it, one row after the other. Belongs to one worker.
 *
 * <p>Where {@link MergeKeys} can tell which rows mean the same pattern, all rows of a batch are looked up together
 * before anything is made, and a row without a match is looked up among what the rows before it have made. Otherwise
 * each row is looked up by itself, when those before it are done; so is a batch for which more is found than fits into
 * memory, and what is found for one row may be on disk.
 */
public final class MergeWork {
    /** Of a relationship and whether it is null; a node takes less. */
    private static final int COLUMN_BYTES = 3 * Long.BYTES + 1;

    private final Step.Merge merge;
    private final CreateWork create;
    private final AssignWork onCreate;
    private final AssignWork onMatch;
    private final GatheredRows matches;
    private final LocalSubplan matcher;
    private final Optional<MergeKeys> keys;
    private final Places places;
    private final List<Vector> sorted = new ArrayList<>();
    private int[] starts = {};

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
     * @param places of the values in the query's text
     */
    public MergeWork(
            Step.Merge merge,
            CreateWork create,
            AssignWork onCreate,
            AssignWork onMatch,
            GatheredRows matches,
            LocalSubplan matcher,
            Places places) {
        this.merge = merge;
        this.create = create;
        this.onCreate = onCreate;
        this.onMatch = onMatch;
        this.matches = matches;
        this.matcher = matcher;
        this.places = places;
        this.keys = MergeKeys.of(merge);
        for (int column = 0; column < create.slots().length; column++) {
            sorted.add(new Vector());
        }
    }

    /** What is taken for each match beside its row: its place in the order of rows, and its columns once more. */
    static long bytesOfMatch(int columnCount) {
        return Integer.BYTES + (long) COLUMN_BYTES * columnCount;
    }

    void merge(Worker worker, Batch rows, Output output) {
        requireValues(rows);
        if (keys.isEmpty() || !mergeTogether(worker, rows, keys.get(), output)) {
            mergeEach(worker, rows, output);
        }
        matches.clear();
    }

    private void mergeEach(Worker worker, Batch rows, Output output) {
        Batch one = worker.newBatch();
        for (int row = 0; row < rows.count(); row++) {
            one.fillFrom(rows, new int[] {row}, 1);
            int place = row;
            Output ofRow = (ignored, columns, from, count) -> output.give(place, columns, from, count);
            if (!mergeTogether(worker, one, MergeKeys.NONE, ofRow)) {
                giveSpilled(worker, one, ofRow);
            }
            worker.betweenBatches();
        }
    }

    /** Hands out what was found for the only row, which is on disk. */
    private void giveSpilled(Worker worker, Batch one, Output output) {
        worker.changed();
        GraphWriter writer = new GraphWriter(worker);
        RowFeed feed = matches.feed(worker.batchRows());
        for (Batch found = feed.next(); found != null; found = feed.next()) {
            List<Vector> columns = new ArrayList<>();
            for (int slot : create.slots()) {
                columns.add(found.column(slot));
            }
            assign(worker, writer, onMatch, one, 0, columns, 0, found.count());
            output.give(0, columns, 0, found.count());
            worker.betweenBatches();
        }
    }

    private void requireValues(Batch rows) {
        for (Step.MergeValue value : merge.values()) {
            Vector column = rows.column(value.variable().id());
            for (int row = 0; row < rows.count(); row++) {
                if (column.isNull(row)) {
                    ThetisException failure = new ThetisException(
                            ErrorCode.INVALID_ARGUMENT,
                            "MERGE cannot use null, which equals nothing: key=" + value.key()
                                    + "; leave such rows out with WHERE … IS NOT NULL");
                    throw places.ofVariable(value.variable()).map(failure::at).orElse(failure);
                }
            }
        }
    }

    /** False, with nothing written, if what is there for the rows does not fit into memory. */
    private boolean mergeTogether(Worker worker, Batch rows, MergeKeys rowKeys, Output output) {
        matches.clear();
        matcher.run(rows);
        if (matches.isSpilled()) {
            return false;
        }
        sort(rows, matches.store());
        worker.changed();
        GraphWriter writer = new GraphWriter(worker);
        int[] patterns = rowKeys.patterns(rows);
        Map<Integer, List<Vector>> made = new HashMap<>();
        boolean begun = false;
        for (int row = 0; row < rows.count(); row++) {
            int count = starts[row + 1] - starts[row];
            if (count > 0) {
                assign(worker, writer, onMatch, rows, row, sorted, starts[row], count);
                output.give(row, sorted, starts[row], count);
                continue;
            }
            List<Vector> earlier = made.get(patterns[row]);
            if (earlier != null) {
                assign(worker, writer, onMatch, rows, row, earlier, 0, 1);
                output.give(row, earlier, 0, 1);
                continue;
            }
            if (!begun) {
                create.begin(worker, writer, rows);
                begun = true;
            }
            create.reset(1);
            create.create(writer, row, 0);
            List<Vector> columns = List.copyOf(create.made());
            if (patterns[row] != TagDirectory.NONE) {
                made.put(patterns[row], columns);
            }
            assign(worker, writer, onCreate, rows, row, columns, 0, 1);
            output.give(row, columns, 0, 1);
        }
        return true;
    }

    /** Sorts what was found by row: what belongs to row i is from {@code starts[i]} on. */
    private void sort(Batch rows, RowStore found) {
        int count = found.count();
        starts = new int[rows.count() + 1];
        long[] rowOfMatch = found.column(create.slots().length).longs();
        for (int match = 0; match < count; match++) {
            starts[(int) rowOfMatch[match] + 1]++;
        }
        for (int row = 0; row < rows.count(); row++) {
            starts[row + 1] += starts[row];
        }
        int[] places = starts.clone();
        int[] order = new int[count];
        for (int match = 0; match < count; match++) {
            order[places[(int) rowOfMatch[match]]++] = match;
        }
        for (int column = 0; column < sorted.size(); column++) {
            sorted.get(column).gather(found.column(column), order, count);
        }
    }

    private void assign(
            Worker worker,
            GraphWriter writer,
            AssignWork assignments,
            Batch rows,
            int row,
            List<Vector> columns,
            int from,
            int count) {
        if (assignments.isEmpty()) {
            return;
        }
        int[] origins = new int[count];
        int[] entries = new int[count];
        for (int index = 0; index < count; index++) {
            origins[index] = row;
            entries[index] = from + index;
        }
        Batch found = worker.newBatch();
        found.fillFrom(rows, origins, count);
        for (int column = 0; column < columns.size(); column++) {
            Vector some = new Vector();
            some.gather(columns.get(column), entries, count);
            found.hold(create.slots()[column], some);
        }
        worker.changed();
        assignments.assign(writer, found);
    }
}
