package org.thetisdb.engine.sort;

import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.order.KeyPrefixes;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.BatchParts;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.MemoryShare;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Lets the rows pass that may be among the first of their group. It lets all pass, for the rest of its pipeline, when
 * there is no memory for the groups, or when prefixes of two kinds would have to be compared; and for a while when most
 * rows pass anyway: rows of a chunk may come in the reverse of the order that is wanted, and those of later chunks all
 * be worse.
 */
final class GroupTopKStage implements Stage, BatchParts.Work {
    /** More are not worth a place for each of them in each group. */
    private static final long WANTED_MAX = 64;

    /** After so many rows it is looked whether it pays, and then whenever they have doubled twice. */
    private static final long ROWS_TO_JUDGE = 1 << 15;

    /** So many rows pass when most did, and twice as many the next time. */
    private static final long PAUSE_ROWS = 1 << 18;

    /** A sort is dearer than this filter by more than the row that is dropped of so many. */
    private static final int ROWS_PER_DROPPED_MAX = 8;

    /** Of so few rows in each group none are dropped, but there may be more to come. */
    private static final double ROWS_PER_GROUP_MIN = 1.5;

    /**
     * What to evaluate.
     *
     * @param wanted constants
     * @param counted is null for rows that do not count
     */
    record Work(Evaluator[] groups, Evaluator key, boolean ascending, Evaluator counted, Evaluator[] wanted) {}

    private final Worker worker;
    private final Work work;
    private final Stage next;
    private final Batch passed;
    private final BatchParts parts;
    private final MemoryShare share = new MemoryShare("GroupTopKFilter");
    private final MemoryCharge charge;
    private final KeyPrefixes prefixes = new KeyPrefixes();
    private final Vector[] keys;
    private int[] groups = {};
    private int[] selection = {};
    private Vector counted = new Vector();

    /** Empty before the first row, and after it was given up. */
    private @Nullable GroupBounds bounds;

    private boolean isBegun;
    private @Nullable VectorKind kind;
    private long seenRows;
    private long judgedRows;
    private long nextJudgement = ROWS_TO_JUDGE;
    private long droppedSince;

    /** Up to so many rows seen, all pass; and for how many the next time. */
    private long passedUntil;

    private long pauseRows = PAUSE_ROWS;

    GroupTopKStage(Worker worker, Work work, Stage next) {
        this.worker = worker;
        this.work = work;
        this.next = next;
        this.passed = worker.newBatch();
        this.parts = new BatchParts(worker, this);
        this.charge = new MemoryCharge(worker, share);
        this.keys = new Vector[work.groups.length];
    }

    @Override
    public void push(Batch rows) {
        if (!isBegun) {
            begin();
        }
        if (bounds == null || seenRows < passedUntil) {
            seenRows += rows.count();
            next.push(rows);
        } else {
            parts.push(rows);
        }
    }

    private void begin() {
        isBegun = true;
        long wanted = 1;
        for (Evaluator each : work.wanted) {
            wanted = each.constant(worker.evaluation()).valueAt(0) instanceof Long number && number >= 0
                    ? Math.max(wanted, number)
                    : Long.MAX_VALUE;
        }
        bounds = wanted <= WANTED_MAX ? new GroupBounds(work.groups.length, (int) wanted) : null;
    }

    @Override
    public void prepare(Batch rows) {
        for (int index = 0; index < keys.length; index++) {
            keys[index] = work.groups[index].evaluate(worker.evaluation(), rows);
        }
        prefixes.fill(work.key.evaluate(worker.evaluation(), rows), rows.count(), work.ascending);
        counted = work.counted.presence(worker.evaluation(), rows);
    }

    /** Notes the rows in their groups, which must not be done twice, and chooses those that pass. */
    private int select(GroupBounds known, int count) {
        boolean isComparable = prefixes.kind() != null && (kind == null || kind == prefixes.kind());
        if (!isComparable || !charge.tryGrowTo(known.bytesWith(count))) {
            giveUp();
            return count;
        }
        kind = prefixes.kind();
        if (selection.length < count) {
            selection = new int[count];
            groups = new int[count];
        }
        known.assign(keys, count, groups);
        int taken = known.select(groups, prefixes, counted, count, selection);
        seenRows += count;
        droppedSince += count - taken;
        if (seenRows >= nextJudgement) {
            judge(known);
        }
        return taken;
    }

    private void judge(GroupBounds known) {
        boolean pays = judgedRows == 0
                ? seenRows >= ROWS_PER_GROUP_MIN * known.groupCount()
                : droppedSince * ROWS_PER_DROPPED_MAX >= seenRows - judgedRows;
        droppedSince = 0;
        if (pays) {
            nextJudgement = seenRows + 3 * Math.max(ROWS_TO_JUDGE, seenRows - judgedRows);
            judgedRows = seenRows;
        } else {
            passedUntil = seenRows + pauseRows;
            pauseRows *= 2;
            judgedRows = passedUntil;
            nextJudgement = passedUntil + ROWS_TO_JUDGE;
        }
    }

    private void giveUp() {
        bounds = null;
        charge.release();
    }

    @Override
    public void process(Batch rows) {
        GroupBounds known = bounds;
        int count = known == null ? rows.count() : select(known, rows.count());
        if (count == rows.count()) {
            next.push(rows);
        } else if (count > 0) {
            passed.fillFrom(rows, selection, count);
            next.push(passed);
        }
    }

    @Override
    public boolean takesLongBatches() {
        return next.takesLongBatches();
    }

    @Override
    public void finish() {
        giveUp();
        isBegun = false;
        kind = null;
        seenRows = 0;
        judgedRows = 0;
        nextJudgement = ROWS_TO_JUDGE;
        droppedSince = 0;
        passedUntil = 0;
        pauseRows = PAUSE_ROWS;
        next.finish();
    }

    @Override
    public boolean isSatisfied() {
        return next.isSatisfied();
    }
}
