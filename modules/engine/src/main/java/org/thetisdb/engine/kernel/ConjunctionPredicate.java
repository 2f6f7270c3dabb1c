package org.thetisdb.engine.kernel;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Predicate;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.evaluation.SelectedRows;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Runs conjunct after conjunct, each only on the rows that those before it have left.
 *
 * <p>Conjuncts that cannot fail may change places: after a few batches they are ordered by measured nanoseconds per row
 * divided by the share of rows they drop, and again from time to time. Those that can fail keep their places, for a
 * user may have guarded them by what precedes them. What can fail by functions of extensions alone, which are often
 * dear and which nobody may expect to be called, is overtaken by those behind it that cannot fail.
 *
 * <p>Where many rows are left, a cheap conjunct may cost less on all rows of the batch, which are read one after
 * another, than on those that are left, which have to be gathered. Which of the two it is is measured, too, if its
 * evaluation cannot fail; that it gives a BOOLEAN is asked of rows that are left only.
 *
 * <p>What columns can answer without being read ({@link RangeCondition}, {@link CodeCondition}) comes first, in their
 * order, as far as nothing that may fail comes before it. The answers are bits, which become rows when all are there.
 */
public final class ConjunctionPredicate implements Predicate {
    private static final int BATCHES_BEFORE_REORDER = 8;
    private static final double SMOOTHING = 0.25;

    /** With fewer rows left of a batch, all of them are not tried. */
    private static final int LEFT_DIVISOR = 4;

    /** What takes longer for a row is not tried again on rows that need not be evaluated. */
    private static final double CHEAP_NANOS = 20;

    /** After so many batches, the way that was slower is tried again. */
    private static final int BATCHES_BEFORE_RETRY = 64;

    /**
     * One conjunct.
     *
     * @param condition its value
     * @param isMovable whether it may be evaluated before conjuncts that precede it
     * @param isPassable whether conjuncts that follow and are movable may be evaluated before it
     * @param cannotFail whether it may be evaluated for rows that these have dropped, if nobody looks at what it gives
     * @param range the same, if a column may be able to answer it; of several that are one range, all have the same
     * @param code the same, if it is of a property alone, for all rows of a chunk: it is not worth it for a batch
     */
    public record Conjunct(
            Evaluator condition,
            boolean isMovable,
            boolean isPassable,
            boolean cannotFail,
            Optional<RangeCondition> range,
            Optional<CodeCondition> code) {
        public Conjunct(Evaluator condition, boolean isMovable, boolean isPassable, boolean cannotFail) {
            this(condition, isMovable, isPassable, cannotFail, Optional.empty(), Optional.empty());
        }

        private boolean isOfColumn() {
            return range.isPresent() || code.isPresent();
        }
    }

    private final Conjunct[] conjuncts;
    private final int[] order;
    private final double[] nanosPerRow;
    private final double[] passShare;

    /** By conjunct, nanoseconds for each row of the batch when all are evaluated; 0 while unknown. */
    private final double[] nanosOfAll;

    /** By conjunct, nanoseconds for each row that is left when only these are evaluated; 0 while unknown. */
    private final double[] nanosOfLeft;

    /** By conjunct, whether it was evaluated for all rows, or begun to be. */
    private final boolean[] wasOfAll;

    private final boolean hasRanges;
    private final boolean isOfColumns;

    /** By conjunct, whether its column has answered it for this batch. */
    private final boolean[] isAnswered;

    private final RowBits bits = new RowBits();
    private final SelectedRows survivors = new SelectedRows();
    private int[] passed = {};
    private int batches;

    public ConjunctionPredicate(List<Conjunct> conjuncts) {
        this.conjuncts = conjuncts.toArray(Conjunct[]::new);
        int count = conjuncts.size();
        order = Vectors.iota(new int[0], count);
        nanosPerRow = new double[count];
        passShare = new double[count];
        nanosOfAll = new double[count];
        nanosOfLeft = new double[count];
        wasOfAll = new boolean[count];
        isAnswered = new boolean[count];
        hasRanges = conjuncts.stream().anyMatch(each -> each.range().isPresent());
        isOfColumns = !conjuncts.isEmpty() && conjuncts.stream().allMatch(Conjunct::isOfColumn);
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
        Arrays.fill(isAnswered, false);
        boolean isFirst = !hasRanges || !answer(context, rows, null, false);
        int left = isFirst ? count : bits.select(selection);
        for (int place = 0; place < conjuncts.length && left > 0; place++) {
            int conjunct = order[place];
            if (isAnswered[conjunct]) {
                continue;
            }
            int before = left;
            boolean isOfAll = !isFirst && isOfAll(conjunct, before, count);
            long start = measure ? System.nanoTime() : 0;
            left = isFirst
                    ? Vectors.selectTrue(conjuncts[conjunct].condition.evaluate(context, rows), count, selection)
                    : apply(context, rows, conjunct, isOfAll, before, selection);
            if (measure) {
                long nanos = System.nanoTime() - start;
                learn(conjunct, before, left, nanos);
                if (!isFirst && before < count) {
                    learnWay(conjunct, isOfAll, isOfAll ? (double) nanos / count : (double) nanos / before);
                }
            }
            isFirst = false;
        }
        if (measure && ++batches % BATCHES_BEFORE_REORDER == 0) {
            reorder();
        }
        return left;
    }

    @Override
    public long @Nullable [] bits(EvaluationContext context, Rows rows, long @Nullable [] chosen) {
        Arrays.fill(isAnswered, false);
        return isOfColumns && answer(context, rows, chosen, true) && isAllAnswered() ? bits.words() : null;
    }

    /** Whether columns have answered all that matters: where no row is left, the rest does not. */
    private boolean isAllAnswered() {
        boolean isAll = true;
        for (boolean each : isAnswered) {
            isAll &= each;
        }
        return isAll || bits.isNone();
    }

    /**
     * Asks the columns about the rows that are chosen, or all; whether any has answered, or some are chosen.
     *
     * @param isOfChunk whether the rows are all of a chunk
     */
    private boolean answer(EvaluationContext context, Rows rows, long @Nullable [] chosen, boolean isOfChunk) {
        bits.begin(rows.count(), chosen);
        boolean mayPass = true;
        for (int conjunct : order) {
            Conjunct asked = conjuncts[conjunct];
            if (isAnswered[conjunct]) {
                continue;
            }
            boolean mayBeAsked = mayPass || asked.isMovable;
            if (mayBeAsked && isAnswered(context, rows, chosen, isOfChunk, conjunct)) {
                if (!bits.keep()) {
                    break;
                }
            } else if (asked.isPassable) {
                mayPass = false;
            } else {
                break;
            }
        }
        return !bits.isAll();
    }

    private boolean isAnswered(
            EvaluationContext context, Rows rows, long @Nullable [] chosen, boolean isOfChunk, int conjunct) {
        Conjunct asked = conjuncts[conjunct];
        if (asked.range.isPresent() && asked.range.get().test(context, rows, chosen, bits.next())) {
            noteAnswered(asked.range.get());
            return true;
        }
        isAnswered[conjunct] =
                isOfChunk && asked.code.isPresent() && asked.code.get().test(context, rows, chosen, bits.next());
        return isAnswered[conjunct];
    }

    private void noteAnswered(RangeCondition range) {
        for (int conjunct = 0; conjunct < conjuncts.length; conjunct++) {
            isAnswered[conjunct] |=
                    conjuncts[conjunct].range.filter(of -> of == range).isPresent();
        }
    }

    private int apply(EvaluationContext context, Rows rows, int conjunct, boolean isOfAll, int left, int[] selection) {
        Evaluator condition = conjuncts[conjunct].condition;
        if (isOfAll) {
            return keepTrue(condition.evaluate(context, rows), left, selection);
        }
        passed = Vectors.room(passed, rows.count());
        // With all rows still there, the columns need no gathering.
        Rows remaining = left == rows.count() ? rows : survivors.over(rows, selection, left);
        return keep(Vectors.selectTrue(condition.evaluate(context, remaining), left, passed), selection);
    }

    /** Keeps those of the selected rows whose indexes have passed. */
    private int keep(int kept, int[] selection) {
        for (int index = 0; index < kept; index++) {
            selection[index] = selection[passed[index]];
        }
        return kept;
    }

    /** Keeps those of the selected rows whose condition, known for all rows, is true. */
    private static int keepTrue(Vector condition, int left, int[] selection) {
        int kept = 0;
        if (condition.kind() == VectorKind.BOOLEAN && !condition.hasNulls()) {
            long[] flags = condition.longs();
            for (int index = 0; index < left; index++) {
                int row = selection[index];
                selection[kept] = row;
                kept += (int) flags[row];
            }
            return kept;
        }
        for (int index = 0; index < left; index++) {
            int row = selection[index];
            selection[kept] = row;
            kept += Vectors.truth(condition, row) == ValueSemantics.TRUE ? 1 : 0;
        }
        return kept;
    }

    /**
     * Whether to evaluate a conjunct for all rows of the batch: by what both ways have cost, or to find it out. That is
     * the first way to be tried, because in a cold process, where each step of a row is slow, it has fewer of them.
     */
    private boolean isOfAll(int conjunct, int left, int count) {
        if (left == count || !conjuncts[conjunct].cannotFail || left < count / LEFT_DIVISOR) {
            return false;
        }
        if (!wasOfAll[conjunct]) {
            wasOfAll[conjunct] = true;
            return true;
        }
        double ofAll = nanosOfAll[conjunct];
        double ofLeft = nanosOfLeft[conjunct];
        if (ofAll == 0 || ofLeft == 0) {
            return false;
        }
        boolean isLess = ofAll * count < ofLeft * left;
        boolean isRetried = batches % BATCHES_BEFORE_RETRY == BATCHES_BEFORE_RETRY - 1;
        return isLess ? !isRetried : isRetried && ofLeft < CHEAP_NANOS;
    }

    private void learn(int conjunct, int before, int after, long nanos) {
        passShare[conjunct] =
                nanosPerRow[conjunct] == 0 ? share(after, before) : smoothed(passShare[conjunct], share(after, before));
        nanosPerRow[conjunct] = smoothed(nanosPerRow[conjunct], (double) nanos / before);
    }

    private void learnWay(int conjunct, boolean isOfAll, double nanos) {
        double[] ofWay = isOfAll ? nanosOfAll : nanosOfLeft;
        ofWay[conjunct] = smoothed(ofWay[conjunct], nanos);
    }

    private static double share(int after, int before) {
        return (double) after / before;
    }

    private static double smoothed(double former, double measured) {
        return former == 0 ? measured : former + SMOOTHING * (measured - former);
    }

    /** Moves each movable conjunct over passable ones to its place by rank; few conjuncts, so by insertion. */
    private void reorder() {
        for (int place = 1; place < order.length; place++) {
            int moving = order[place];
            int to = place;
            while (to > 0
                    && conjuncts[moving].isMovable
                    && conjuncts[order[to - 1]].isPassable
                    && rank(moving) < rank(order[to - 1])) {
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
