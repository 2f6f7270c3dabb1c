package org.thetisdb.engine.sort;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.MemoryShare;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.spill.RowReader;
import org.thetisdb.engine.spill.RowWriter;
import org.thetisdb.engine.spill.SpillOutput;
import org.thetisdb.engine.spill.SpilledRows;

/**
 * Merges sorted runs: as many at once as there is memory for a block of each. If there are more, neighbours are merged
 * to longer runs first, only as many as need be; so the runs stay in the order in which their rows came.
 *
 * <pre>
 *   runs          1 2 3 4 5 6 7 8 9        at most 4 at once
 *   a pass        ╰──┬──╯ ╰─┬─╯ │ │        only as many as are too many
 *   the last      ╰─────────┬─────╯
 * </pre>
 *
 * <p>Used by one thread.
 */
final class RunMerge {
    /** A merge takes half of the sort's share: the rows go on to somebody who needs memory, too. */
    private static final int SHARES = 2;

    /** More would be worth a pass: each has a buffer, and all are compared with. */
    private static final int RUNS_MAX = 512;

    private final Worker worker;
    private final int[] slots;
    private final SortKeys keys;
    private final MemoryCharge charge;
    private final long rowsMax;
    private final List<SpillOutput> outputs = new ArrayList<>();

    /** @param rowsMax how many rows are wanted at most */
    RunMerge(Worker worker, int[] slots, SortKeys keys, MemoryShare share, long rowsMax) {
        this.worker = worker;
        this.slots = slots;
        this.keys = keys;
        this.charge = new MemoryCharge(worker, share);
        this.rowsMax = rowsMax;
    }

    /**
     * The merged rows.
     *
     * @param first rows that are left out at the begin
     * @param count how many follow at most
     */
    MergedRuns merged(List<SpilledRows> runs, long first, long count) {
        long bytes = worker.query().workingBytes(SHARES);
        if (!charge.tryGrowTo(bytes)) {
            bytes = Math.min(bytes, MemoryShare.WORKING_BYTES);
            boolean _ = charge.tryGrowTo(bytes);
        }
        List<SpilledRows> left = runs;
        int fanIn = fanIn(left, bytes);
        while (left.size() > fanIn) {
            left = pass(left, fanIn, bytes);
            fanIn = fanIn(left, bytes);
        }
        return new MergedRuns(slots, cursors(left, bytes), first, count, worker.batchRows());
    }

    /** How many can be read at once; two at least, or nothing would become less. */
    private static int fanIn(List<SpilledRows> runs, long bytes) {
        long runBytes = runs.stream().mapToLong(run -> run.readerBytes(0)).max().orElse(1);
        return Math.clamp(bytes / Math.max(1, runBytes), 2, RUNS_MAX);
    }

    private List<RunCursor> cursors(List<SpilledRows> runs, long bytes) {
        int readBytes = (int) Math.min(RowReader.READ_BYTES, bytes / 2 / runs.size());
        return runs.stream()
                .map(run -> new RunCursor(new RowReader(run, 0, run.blockCount(), readBytes), keys))
                .toList();
    }

    private List<SpilledRows> pass(List<SpilledRows> runs, int fanIn, long bytes) {
        SpillOutput output = new SpillOutput(worker.newSpillFile());
        outputs.add(output);
        List<SpilledRows> merged = new ArrayList<>();
        int excess = runs.size() - fanIn;
        int from = 0;
        while (from < runs.size()) {
            int count = Math.min(Math.min(fanIn, excess + 1), runs.size() - from);
            List<SpilledRows> group = runs.subList(from, from + count);
            merged.add(count == 1 ? group.getFirst() : merged(group, output, bytes));
            excess -= count - 1;
            from += count;
        }
        output.flush();
        closeUnused(runs, merged);
        return merged;
    }

    private SpilledRows merged(List<SpilledRows> runs, SpillOutput output, long bytes) {
        RowWriter writer = new RowWriter(output, slots, SortPart.blockBytes(worker));
        MergedRuns rows = new MergedRuns(slots, cursors(runs, bytes), 0, rowsMax, worker.batchRows());
        Batch batch = rows.next();
        while (batch != null) {
            worker.query().checkpoint();
            writer.append(batch);
            batch = rows.next();
        }
        return writer.finish();
    }

    /** Frees files as soon as all their runs have been merged. */
    private static void closeUnused(List<SpilledRows> former, List<SpilledRows> left) {
        for (SpilledRows run : former) {
            if (left.stream().noneMatch(other -> other.file().equals(run.file()))) {
                run.file().close();
            }
        }
    }

    /** Releases memory and files. */
    void clear() {
        charge.release();
        outputs.forEach(SpillOutput::close);
        outputs.clear();
    }
}
