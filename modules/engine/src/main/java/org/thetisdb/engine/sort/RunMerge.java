package org.thetisdb.engine.sort;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.thetisdb.engine.order.SortKeys;
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
 * <p>Used by one thread, whose worker's helpers sort sections of the order.
 */
final class RunMerge {
    /** A merge takes half of the sort's share: the rows go on to somebody who needs memory, too. */
    private static final int SHARES = 2;

    /** More would be worth a pass: each has a buffer, and a step of a merge looks at all. */
    private static final int RUNS_MAX = 1024;

    /** Half of the memory is for the runs' windows, the other for sections, which take twice what their rows take. */
    private static final int WINDOWS_DIVISOR = 2;

    private static final int SECTIONS_DIVISOR = 4;

    /** Large enough that threads seldom wait for each other, small enough for a processor's cache. */
    private static final long SECTION_BYTES_MAX = 2 << 20;

    /** With smaller sections, handing them from thread to thread would cost more than it gains. */
    private static final long SECTION_BYTES_MIN = 16 << 10;

    private static final int WINDOW_BLOCKS_MAX = 64;

    private final Worker worker;
    private final int[] slots;
    private final SortKeys keys;
    private final MemoryCharge charge;
    private final long rowsMax;
    private final List<SpillOutput> outputs = new ArrayList<>();
    private Optional<MergedRuns> merging = Optional.empty();

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
        return merging(left, first, count, bytes);
    }

    /** How many can be read at once; two at least, or nothing would become less. */
    private static int fanIn(List<SpilledRows> runs, long bytes) {
        long runBytes = 1;
        for (SpilledRows run : runs) {
            runBytes = Math.max(runBytes, run.lengthMax() + run.heldBytesMax());
        }
        return Math.clamp(bytes / WINDOWS_DIVISOR / runBytes, 2, RUNS_MAX);
    }

    private MergedRuns merging(List<SpilledRows> runs, long first, long count, long bytes) {
        long runBytes = bytes / WINDOWS_DIVISOR / Math.max(1, runs.size());
        int readBytes = (int) Math.min(RowReader.READ_BYTES, runBytes / 2);
        int sectionCount = Math.clamp(bytes / SECTIONS_DIVISOR / SECTION_BYTES_MIN, 1, sectionsWanted());
        long sectionBytes = Math.min(SECTION_BYTES_MAX, bytes / SECTIONS_DIVISOR / sectionCount);
        long windowBytes = Math.min(runBytes / 2, sectionBytes / Math.max(1, runs.size()));
        List<RunWindow> windows = new ArrayList<>();
        for (SpilledRows run : runs) {
            int blocks = Math.clamp(windowBytes / Math.max(1, run.heldBytesMax()), 1, WINDOW_BLOCKS_MAX);
            windows.add(new RunWindow(run, keys, blocks, readBytes));
        }
        Deque<MergeSection> sections = new ArrayDeque<>();
        for (int section = 0; section < sectionCount; section++) {
            sections.add(new MergeSection(slots));
        }
        SectionReader reader = new SectionReader(windows, first, count, sectionBytes, worker.query());
        MergedRuns rows = new MergedRuns(reader, keys, worker, sections);
        merging = Optional.of(rows);
        return rows;
    }

    /** One that is read, one for each thread that sorts, and one that waits, so that none of them has to. */
    private int sectionsWanted() {
        int helpers = worker.helperCount();
        return helpers == 0 ? 1 : helpers + 2;
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
        MergedRuns rows = merging(runs, 0, rowsMax, bytes);
        Batch batch = rows.next();
        while (batch != null) {
            worker.query().checkpoint();
            writer.append(batch);
            batch = rows.next();
        }
        rows.stop();
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

    /** Releases memory and files, when no helper uses them any more. */
    void clear() {
        merging.ifPresent(MergedRuns::stop);
        merging = Optional.empty();
        charge.release();
        outputs.forEach(SpillOutput::close);
        outputs.clear();
    }
}
