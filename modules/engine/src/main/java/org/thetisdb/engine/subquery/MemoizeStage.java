package org.thetisdb.engine.subquery;

import java.util.Optional;
import java.util.function.Function;
import org.thetisdb.engine.join.RowPairs;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.semantics.Vectors;

/**
 * Lets rows go through the steps of a part as they come, and counts how many different keys they have. When each has
 * been asked for twice, on the average, what the part yields for a key is found once more, as a subplan, and kept.
 *
 * <pre>
 *   WATCHING ──── twice as many rows as keys ───► KEEPING
 *       │                                            │ no memory
 *       └──── after many rows, most keys new ────► DIRECT
 * </pre>
 *
 * <p>So what is found for nothing is at most as much as what was needed (the ski rental problem). Where no memory is
 * left, what was kept is forgotten: all goes on as if nothing had ever been kept.
 *
 * <p>Source: the Memoize node of PostgreSQL 14, which decides by estimates, and knows each row by itself.
 *
 * <p>Belongs to one worker, which keeps by itself what it has seen.
 */
final class MemoizeStage implements Stage {
    /** Batches after which the choice begins, and after which it is made in any case. */
    private static final int BATCHES_MIN = 2;

    private static final int BATCHES_MAX = 64;

    private enum Mode {
        WATCHING,
        KEEPING,
        DIRECT
    }

    private final Stage direct;
    private final Stage next;
    private final Function<Stage, LocalSubplan> maker;
    private final KeptResults kept;
    private final Batch fresh;
    private final RowPairs pairs;
    private Optional<LocalSubplan> subplan = Optional.empty();
    private Mode mode = Mode.WATCHING;
    private long watchedRows;
    private int watchedBatches;
    private int[] numbers = {};
    private int[] freshRows = {};

    /**
     * @param kept takes the rows of the subplan
     * @param direct the first of the part's own stages, the last of which gives its rows to {@code next}
     * @param maker makes the part a subplan whose rows are kept
     */
    MemoizeStage(
            Worker worker,
            KeptResults kept,
            int[] outputSlots,
            Stage direct,
            Function<Stage, LocalSubplan> maker,
            Stage next) {
        this.direct = direct;
        this.next = next;
        this.maker = maker;
        this.kept = kept;
        this.fresh = worker.newBatch();
        this.pairs = new RowPairs(worker, outputSlots, next);
    }

    @Override
    public void push(Batch rows) {
        numbers = Vectors.room(numbers, rows.count());
        if (mode == Mode.KEEPING) {
            if (find(rows)) {
                join(rows);
                return;
            }
            goDirect();
        } else if (mode == Mode.WATCHING) {
            watch(rows);
        }
        direct.push(rows);
    }

    private void watch(Batch rows) {
        kept.number(rows, numbers);
        watchedRows += rows.count();
        watchedBatches++;
        if (kept.isRefused() || watchedBatches > BATCHES_MAX) {
            goDirect();
        } else if (watchedBatches >= BATCHES_MIN && watchedRows >= 2L * kept.keyCount()) {
            kept.clear();
            mode = Mode.KEEPING;
        }
    }

    private void goDirect() {
        kept.clear();
        mode = Mode.DIRECT;
    }

    /** Numbers the rows' keys and finds what belongs to those that are new; false if there is no memory for it. */
    private boolean find(Batch rows) {
        kept.number(rows, numbers);
        int known = kept.completed();
        int freshCount = kept.keyCount() - known;
        if (freshCount > 0) {
            freshRows = Vectors.room(freshRows, freshCount);
            int found = 0;
            for (int row = 0; found < freshCount; row++) {
                if (numbers[row] == known + found) {
                    freshRows[found++] = row;
                }
            }
            fresh.fillFrom(rows, freshRows, freshCount);
            if (subplan.isEmpty()) {
                subplan = Optional.of(maker.apply(new Keeping()));
            }
            subplan.get().run(fresh);
            kept.complete();
        }
        return !kept.isRefused();
    }

    private void join(Batch rows) {
        pairs.begin(rows, kept.rows());
        for (int row = 0; row < rows.count() && pairs.isOpen(); row++) {
            int end = kept.end(numbers[row]);
            for (int place = kept.start(numbers[row]); place < end && pairs.isOpen(); place++) {
                pairs.add(row, kept.row(place));
            }
        }
        pairs.end();
    }

    @Override
    public void finish() {
        kept.clear();
        mode = Mode.WATCHING;
        watchedRows = 0;
        watchedBatches = 0;
        direct.finish();
    }

    @Override
    public boolean isSatisfied() {
        return next.isSatisfied();
    }

    /** The last stage of the subplan's chain. */
    private final class Keeping implements Stage {
        @Override
        public void push(Batch rows) {
            kept.add(rows);
        }

        @Override
        public void finish() {
            // What was found is joined when all of it is there.
        }

        @Override
        public boolean isSatisfied() {
            return kept.isRefused();
        }
    }
}
