package org.thetisdb.engine.expand;

import java.util.Arrays;
import java.util.Optional;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Columns;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.storage.Expansion;
import org.thetisdb.value.vector.Vector;

/**
 * Counts what a {@link BranchCounter} counts, but for exclusions. Relationships that the row has taken are subtracted.
 * Those that lead to certain nodes are, too, where rows with the same node follow each other and share what is known of
 * it ({@link NodeEnds}); otherwise they are passed over where lists are short, and searched for in long ones. For those
 * that lead to neighbours of a node see {@link NeighbourCounter}. Belongs to one worker.
 */
final class ExclusionCounter {
    /** With more relationships at a node, in the mean, it takes longer to read its list than to search in it. */
    private static final int SHORT_LIST_MAX = 16;

    /** With fewer rows for each node, in the mean, its list is not worth a table. */
    private static final int RUN_ROWS_MIN = 8;

    /** Nor is it if a row's share of the lists is longer than this. */
    private static final int RUN_ENTRIES_PER_ROW_MAX = 4;

    private final Worker worker;
    private final CountExclusions.Slots exclusions;
    private final BranchCounter counter;
    private final Expansion expansion;
    private final NodeEnds nodeEnds;
    private final Optional<NeighbourCounter> neighbourCounter;
    private final long[][] ends;
    private final Vector[] scratches;
    private final Vector nearScratch = new Vector();
    private final Vector farScratch = new Vector();
    private boolean searches;
    private int[] rows = {};
    private long[] neighbours = {};
    private long[] weights = {};
    private boolean[] nulls = {};
    private boolean[] skipped = {};

    ExclusionCounter(Worker worker, CountExclusions.Slots exclusions, BranchCounter counter) {
        this.worker = worker;
        this.exclusions = exclusions;
        this.counter = counter;
        this.expansion = worker.reader().expansion();
        this.nodeEnds = new NodeEnds(worker, counter);
        this.neighbourCounter = exclusions.joined().map(each -> new NeighbourCounter(worker, each, nodeEnds));
        this.ends = new long[exclusions.nodes().length][];
        this.scratches = new Vector[ends.length];
        for (int index = 0; index < ends.length; index++) {
            scratches[index] = new Vector();
        }
    }

    /**
     * Counts for each row.
     *
     * @param from the counting nodes
     * @param counts takes the counts
     */
    void count(Batch input, Vector from, long[] counts) {
        int count = input.count();
        reserve(Math.max(count, worker.batchRows()));
        System.arraycopy(from.nulls(), 0, nulls, 0, from.hasNulls() ? count : 0);
        Arrays.fill(nulls, from.hasNulls() ? count : 0, count, false);
        for (int index = 0; index < ends.length; index++) {
            Vector end = Columns.nodes(input, exclusions.nodes()[index], scratches[index]);
            ends[index] = end.longs();
            for (int row = 0; end.hasNulls() && row < count; row++) {
                nulls[row] |= end.isNull(row);
            }
        }
        if (neighbourCounter.isPresent() || ends.length > 0 && comesInRuns(from.longs(), count)) {
            countRuns(input, from.longs(), counts);
        } else if (ends.length > 0 && !searches) {
            searches = counter.countOthers(from.longs(), nulls, count, ends, counts) > (long) SHORT_LIST_MAX * count;
        } else {
            counter.count(from.longs(), nulls, count, counts);
            for (int index = 0; index < ends.length; index++) {
                subtractEnd(index, from.longs(), counts, count);
            }
        }
        for (CountExclusions.TakenSlots taken : exclusions.taken()) {
            subtractTaken(input, taken, from.longs(), counts);
        }
    }

    /** Whether reading the list of each run's node costs rows next to nothing. */
    private boolean comesInRuns(long[] from, int count) {
        int runs = 0;
        for (int row = 0; row < count; row = Vectors.endOfRun(from, row, count)) {
            if (nulls[row]) {
                continue;
            }
            neighbours[runs++] = from[row];
            if (runs * RUN_ROWS_MIN > count) {
                return false;
            }
        }
        counter.types().degrees(worker, neighbours, null, runs, weights);
        long entries = 0;
        for (int run = 0; run < runs; run++) {
            entries += weights[run];
        }
        return entries <= (long) RUN_ENTRIES_PER_ROW_MAX * count;
    }

    private void countRuns(Batch input, long[] from, long[] counts) {
        int count = input.count();
        Arrays.fill(counts, 0, count, 0);
        if (counter.types().isNone(worker)) {
            return;
        }
        neighbourCounter.ifPresent(each -> each.begin(input, nulls));
        int end;
        for (int row = 0; row < count; row = end) {
            end = Vectors.endOfRun(from, row, count);
            countRun(row, end, from[row], counts);
        }
    }

    /** Rows with the same node. */
    private void countRun(int first, int end, long node, long[] counts) {
        int row = first;
        while (row < end && nulls[row]) {
            row++;
        }
        if (row == end) {
            return;
        }
        nodeEnds.gather(node);
        while (row < end) {
            counts[row] = nulls[row] ? 0 : nodeEnds.total() - matchesOfEnds(row);
            row++;
        }
        neighbourCounter.ifPresent(each -> each.subtract(first, end, ends, counts));
    }

    private long matchesOfEnds(int row) {
        long matches = 0;
        for (int index = 0; index < ends.length; index++) {
            long end = ends[index][row];
            int number = nodeEnds.find(end);
            matches += number < 0 || isEnd(end, row, index) ? 0 : nodeEnds.matches(number);
        }
        return matches;
    }

    private void reserve(int count) {
        if (rows.length < count) {
            rows = new int[count];
            neighbours = new long[count];
            weights = new long[count];
            nulls = new boolean[count];
            skipped = new boolean[count];
        }
    }

    /** All relationships between the counting nodes and an end, unless an earlier end is the same node. */
    private void subtractEnd(int index, long[] from, long[] counts, int count) {
        if (counter.types().isNone(worker)) {
            return;
        }
        long[] end = ends[index];
        for (int row = 0; row < count; row++) {
            skipped[row] = nulls[row] || isEnd(end[row], row, index);
        }
        expansion.startBetween(
                from,
                end,
                skipped,
                count,
                counter.types().ids(),
                counter.types().side(),
                false);
        int capacity = worker.batchRows();
        int found = expansion.next(rows, neighbours, neighbours, capacity);
        while (found > 0) {
            for (int entry = 0; entry < found; entry++) {
                neighbours[entry] = end[rows[entry]];
            }
            subtractWeights(found, counts);
            worker.query().checkpoint();
            found = expansion.next(rows, neighbours, neighbours, capacity);
        }
    }

    /** Whether a node is one of the first ends of a row. */
    private boolean isEnd(long node, int row, int endCount) {
        for (int index = 0; index < endCount; index++) {
            if (ends[index][row] == node) {
                return true;
            }
        }
        return false;
    }

    /** A relationship that the row has taken, where it is at the counting node and leads to none of the ends. */
    private void subtractTaken(Batch input, CountExclusions.TakenSlots taken, long[] from, long[] counts) {
        long[] near = Columns.nodes(input, taken.near(), nearScratch).longs();
        long[] far = Columns.nodes(input, taken.far(), farScratch).longs();
        int found = 0;
        for (int row = 0; row < input.count(); row++) {
            boolean isNear = near[row] == from[row];
            long other = isNear ? far[row] : near[row];
            if (!nulls[row]
                    && (isNear || taken.eitherWay() && far[row] == from[row])
                    && !isEnd(other, row, ends.length)) {
                rows[found] = row;
                neighbours[found++] = other;
            }
        }
        subtractWeights(found, counts);
    }

    private void subtractWeights(int found, long[] counts) {
        counter.ends().weigh(neighbours, found, weights);
        for (int entry = 0; entry < found; entry++) {
            counts[rows[entry]] -= weights[entry];
        }
    }

    /** Forgets what it knows of the graph. */
    void clear() {
        searches = false;
        nodeEnds.clear();
        neighbourCounter.ifPresent(NeighbourCounter::clear);
    }
}
