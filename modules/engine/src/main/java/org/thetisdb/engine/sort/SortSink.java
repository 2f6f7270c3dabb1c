package org.thetisdb.engine.sort;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.order.SortKeys;
import org.thetisdb.engine.pipeline.Constant;
import org.thetisdb.engine.pipeline.MemoryShare;
import org.thetisdb.engine.pipeline.MorselDispatcher;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.pipeline.Sink;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.StoreStage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.scan.ScanBound;
import org.thetisdb.engine.spill.SpilledRows;

/**
 * Collects rows and hands them out sorted, all or the first ones: from memory if they fit, else merged from runs on
 * disk. If another breaker needs the memory while they are handed out, those that are left become a run.
 */
public final class SortSink extends Sink<SortPart> {
    private final int[] slots;
    private final SortKeys keys;
    private final Constant skip;
    private final Constant limit;
    private final MemoryShare share;
    private final TopKBound bound;
    private Optional<RunMerge> merge = Optional.empty();
    private @Nullable SortPart inMemory;
    private int[] order = {};

    /**
     * @param operator named in errors
     * @param slots the columns to keep, those of the keys among them
     * @param keys at least one
     * @param skip how many of the first rows are left out
     * @param limit how many follow
     */
    public SortSink(String operator, int[] slots, SortKeys keys, Constant skip, Constant limit) {
        this.slots = slots;
        this.keys = keys;
        this.skip = skip;
        this.limit = limit;
        this.share = new MemoryShare(operator);
        this.bound = new TopKBound(keys.ascending()[0]);
    }

    /** Ends a worker's pipeline of the input. */
    public Stage stage(Worker worker) {
        return register(new SortPart(worker, slots, keys, this::wanted, bound, share));
    }

    /** What is known of the first keys of rows that may be among the first. */
    ScanBound bound() {
        return bound;
    }

    /**
     * Picks the rows that may be among the first, for a stage before this.
     *
     * @param slot where the first key is there
     */
    TopKCandidates candidates(int slot) {
        return new TopKCandidates(bound, slot);
    }

    /** How many rows of the order matter: as many as there can be if the sum leaves the range of numbers. */
    private long wanted(Worker worker) {
        long skipCount = skip.value(worker);
        return skipCount + Math.min(limit.value(worker), Long.MAX_VALUE - skipCount);
    }

    @Override
    protected void merge(Worker worker) {
        if (parts().stream().allMatch(part -> part.runs().isEmpty())) {
            RowStore all =
                    StoreStage.merged(parts().stream().map(SortPart::store).toList());
            if (!all.isOutgrown()) {
                inMemory = parts().getFirst();
                order = inMemory.order();
                long first = Math.min(skip.value(worker), order.length);
                long count = Math.min(limit.value(worker), order.length - first);
                give(all.rows(), order, (int) first, (int) count);
                return;
            }
        }
        giveRuns(worker, skip.value(worker), 0, limit.value(worker));
    }

    /**
     * Hands out what is on disk and still in memory, all as runs.
     *
     * @param first rows that are left out
     * @param given rows that were handed out from memory
     * @param count rows that follow at most
     */
    private void giveRuns(Worker worker, long first, long given, long count) {
        spillRest(worker);
        List<SpilledRows> runs = new ArrayList<>();
        parts().forEach(part -> runs.addAll(part.runs()));
        long rows = runs.stream().mapToLong(SpilledRows::rowCount).sum();
        RunMerge merging = new RunMerge(worker, slots, keys, share, wanted(worker));
        merge = Optional.of(merging);
        give(merging.merged(runs, first, count), given + Math.clamp(rows - first, 0, count));
    }

    /** Writes what is in memory: nothing, one part of the sort, or one of each worker, which are written together. */
    private void spillRest(Worker worker) {
        List<SortPart> rest =
                parts().stream().filter(part -> part.store().count() > 0).toList();
        if (rest.size() < 2 || worker.helperCount() == 0) {
            rest.forEach(SortPart::spill);
            return;
        }
        int threads = Math.min(rest.size(), 1 + worker.helperCount());
        new MorselDispatcher(worker.helpers(), threads, worker.query(), 0).work(rest.size(), (helper, part) -> {
            rest.get(part).spill();
            return true;
        });
    }

    @Override
    protected void makeRoom(Worker worker, int given) {
        SortPart part = inMemory;
        if (part != null && share.isOverdrawn(worker.query())) {
            inMemory = null;
            int from = (int) Math.min(order.length, skip.value(worker) + given);
            part.spill(order, from, order.length - from);
            order = new int[0];
            giveRuns(worker, 0, given, limit.value(worker) - given);
        }
    }

    @Override
    public boolean isOrdered() {
        return true;
    }

    @Override
    protected void clear() {
        parts().forEach(SortPart::clear);
        bound.clear();
        merge.ifPresent(RunMerge::clear);
        merge = Optional.empty();
        inMemory = null;
        order = new int[0];
    }
}
