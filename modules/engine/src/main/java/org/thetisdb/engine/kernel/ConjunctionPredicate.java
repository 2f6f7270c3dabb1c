package org.thetisdb.engine.kernel;

import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Predicate;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.evaluation.SelectedRows;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Vector;

/**
 * Runs conjunct after conjunct, each only on the rows that those before it have left.
 *
 * <p>Conjuncts that cannot fail may change places: after a few batches they are ordered by measured nanoseconds per row
 * divided by the share of rows they drop, and again from time to time. Those that can fail keep their places, for a
 * user may have guarded them by what precedes them.
 */
public final class ConjunctionPredicate implements Predicate {
    private static final int BATCHES_BEFORE_REORDER = 8;
    private static final double SMOOTHING = 0.25;

    private final Evaluator[] conjuncts;
    private final boolean[] movable;
    private final int[] order;
    private final double[] nanosPerRow;
    private final double[] passShare;
    private final SelectedRows survivors = new SelectedRows();
    private int[] passed = {};
    private int batches;

    public ConjunctionPredicate(Evaluator[] conjuncts, boolean[] movable) {
        this.conjuncts = conjuncts;
        this.movable = movable;
        order = Vectors.iota(new int[0], conjuncts.length);
        nanosPerRow = new double[conjuncts.length];
        passShare = new double[conjuncts.length];
    }

    @Override
    public int select(EvaluationContext context, Rows rows, int[] selection) {
        int count = rows.count();
        if (conjuncts.length == 0) {
            for (int row = 0; row < count; row++) {
                selection[row] = row;
            }
            return count;
        }
        boolean measure = conjuncts.length > 1;
        int left = count;
        for (int place = 0; place < conjuncts.length && left > 0; place++) {
            int conjunct = order[place];
            long start = measure ? System.nanoTime() : 0;
            int before = left;
            left = apply(context, rows, conjuncts[conjunct], place == 0, left, selection);
            if (measure) {
                learn(conjunct, before, left, System.nanoTime() - start);
            }
        }
        if (measure && ++batches % BATCHES_BEFORE_REORDER == 0) {
            reorder();
        }
        return left;
    }

    private int apply(
            EvaluationContext context, Rows rows, Evaluator conjunct, boolean first, int left, int[] selection) {
        int count = rows.count();
        if (first) {
            return Vectors.selectTrue(conjunct.evaluate(context, rows), count, selection);
        }
        passed = Vectors.room(passed, count);
        // With all rows still there, the columns need no gathering.
        Rows remaining = left == count ? rows : survivors.over(rows, selection, left);
        Vector condition = conjunct.evaluate(context, remaining);
        int kept = Vectors.selectTrue(condition, left, passed);
        for (int index = 0; index < kept; index++) {
            selection[index] = selection[passed[index]];
        }
        return kept;
    }

    private void learn(int conjunct, int before, int after, long nanos) {
        double cost = (double) nanos / before;
        double share = (double) after / before;
        boolean known = nanosPerRow[conjunct] > 0;
        double weight = known ? SMOOTHING : 1;
        nanosPerRow[conjunct] += weight * (cost - nanosPerRow[conjunct]);
        passShare[conjunct] += weight * (share - passShare[conjunct]);
    }

    /** Sorts each run of movable conjuncts by rank; few conjuncts, so by insertion. */
    private void reorder() {
        for (int place = 1; place < order.length; place++) {
            int moving = order[place];
            int to = place;
            while (to > 0 && movable[moving] && movable[order[to - 1]] && rank(moving) < rank(order[to - 1])) {
                order[to] = order[to - 1];
                to--;
            }
            order[to] = moving;
        }
    }

    /** Cost for each row dropped: the lower, the earlier; never measured comes last. */
    private double rank(int conjunct) {
        double dropped = 1 - passShare[conjunct];
        return nanosPerRow[conjunct] == 0 ? Double.MAX_VALUE : nanosPerRow[conjunct] / Math.max(dropped, 1e-6);
    }
}
