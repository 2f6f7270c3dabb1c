package org.thetisdb.engine.run;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.MemoryShare;
import org.thetisdb.engine.pipeline.RowFeed;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.spill.GatheredRows;

/**
 * The rows of a run that writes: all are kept until the run is over, because it cannot be begun again, in memory as
 * long as there is some, else on disk.
 *
 * <p>Threads: as those of {@link ResultSink}, of which this is a part.
 */
final class WrittenResult {
    /** Rows that are read from disk at a time. */
    private static final int PAGE_ROWS = 1024;

    private final int[] slots;
    private final MemoryShare share = new MemoryShare("ProduceResults");
    private final List<GatheredRows> parts = new ArrayList<>();
    private final RowStore page;
    private int taken;
    private @Nullable RowFeed feed;

    WrittenResult(int[] slots) {
        this.slots = slots;
        this.page = new RowStore(slots);
    }

    Stage stage(Worker worker) {
        GatheredRows part = new GatheredRows(worker, slots, share, 0);
        parts.add(part);
        return new Keeping(worker, slots, part);
    }

    /** Ends a worker's pipeline: its rows are kept, and so is what their lists refer to. */
    private record Keeping(Worker worker, int[] slots, GatheredRows part) implements Stage {
        @Override
        public void push(Batch rows) {
            ResultStage.keepListsIn(rows, slots, worker.query());
            part.push(rows);
        }

        @Override
        public void finish() {
            part.finish();
        }

        @Override
        public boolean isSatisfied() {
            return part.isSatisfied();
        }
    }

    /** The next rows, valid until the next call; null when all were taken. */
    @Nullable
    RowStore take() {
        while (true) {
            Batch rows = feed == null ? null : feed.next();
            if (rows != null) {
                page.rewind();
                page.append(rows);
                return page;
            }
            feed = null;
            if (taken == parts.size()) {
                return null;
            }
            GatheredRows part = parts.get(taken++);
            if (part.isSpilled()) {
                feed = part.feed(PAGE_ROWS);
            } else if (part.store().count() > 0) {
                return part.store();
            }
        }
    }

    /** Forgets all rows, and is as if new. */
    void clear() {
        parts.forEach(GatheredRows::clear);
        page.clear();
        feed = null;
        taken = 0;
    }
}
