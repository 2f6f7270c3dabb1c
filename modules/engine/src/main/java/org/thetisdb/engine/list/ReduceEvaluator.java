package org.thetisdb.engine.list;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.evaluation.SelectedRows;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.FlatList;
import org.thetisdb.value.vector.TypedList;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * reduce(): step k is one batch of the k-th elements of all lists that have one.
 *
 * <pre>
 *   window   elements k, k + 1, … of all lists that are not at their end, laid one after another
 *   step k:  elements      one of each list, gathered from the window
 *            accumulators  of the rows of these lists  ──body──►  their next ones
 * </pre>
 *
 * <p>Accumulators stay in a vector as long as they are numbers or times of one kind. Others are boxed, since a string
 * that has changed would leave its former bytes in the vector.
 */
public final class ReduceEvaluator implements Evaluator {
    /** A position may take a copy of a list that has grown by one at each position before. */
    private static final int POSITIONS_BETWEEN_CHECKS = 16;

    /** Elements of a window, about. */
    private static final int WINDOW_ELEMENTS = 8192;

    private final Evaluator initial;
    private final Evaluator list;
    private final Evaluator body;
    private final int accumulatorSlot;
    private final int elementSlot;
    private final Vector result = new Vector();
    private final Vector window = new Vector();
    private final Vector elements = new Vector();
    private final Vector accumulators = new Vector();
    private final SelectedRows step = new SelectedRows();

    private List<?>[] lists = {};
    private int[] open = {};
    private int openCount;

    /** By row, where its elements begin in the window; and the place in it of what a step takes. */
    private int[] windowStarts = {};

    private int[] places = {};
    private int windowFrom;
    private int windowEnd;

    /** The accumulators by row, unless they are boxed. */
    private final Vector flat = new Vector();

    private @Nullable Object @Nullable [] boxed;

    public ReduceEvaluator(Evaluator initial, int accumulatorSlot, Evaluator list, int elementSlot, Evaluator body) {
        this.initial = initial;
        this.accumulatorSlot = accumulatorSlot;
        this.list = list;
        this.elementSlot = elementSlot;
        this.body = body;
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        int count = rows.count();
        begin(initial.evaluate(context, rows), count);
        openAll(list.evaluate(context, rows), count);
        for (int position = 0; openCount > 0; position++) {
            if (position % POSITIONS_BETWEEN_CHECKS == 0) {
                context.stop().checkpoint();
            }
            closeShorter(position);
            if (openCount > 0) {
                take(position);
                step.hold(accumulatorSlot, accumulators);
                step.holdSecond(elementSlot, elements);
                put(body.evaluate(context, step.over(rows, open, openCount)), position == 0, count);
            }
        }
        finish(count);
        return result;
    }

    private void begin(Vector starts, int count) {
        boxed = null;
        flat.reset(VectorKind.NULL, 0);
        flat.append(starts, count);
        if (!FlatList.holds(flat.kind()) && flat.kind() != VectorKind.BOOLEAN) {
            box(count);
        }
    }

    private @Nullable Object[] box(int count) {
        @Nullable Object[] values = new @Nullable Object[count];
        for (int row = 0; row < count; row++) {
            values[row] = flat.valueAt(row);
        }
        boxed = values;
        return values;
    }

    private void openAll(Vector values, int count) {
        lists = new List<?>[count];
        open = Vectors.room(open, count);
        windowStarts = Vectors.room(windowStarts, count);
        places = Vectors.room(places, count);
        windowEnd = 0;
        openCount = 0;
        for (int row = 0; row < count; row++) {
            lists[row] = LambdaEvaluator.asList(values.valueAt(row));
            if (lists[row] != null) {
                open[openCount++] = row;
            }
        }
    }

    private void closeShorter(int position) {
        int kept = 0;
        for (int index = 0; index < openCount; index++) {
            if (lists[open[index]].size() > position) {
                open[kept++] = open[index];
            }
        }
        openCount = kept;
    }

    /** Lays out what the next steps take. Strings and boxed values may be long, each of them: one of each list. */
    private void fill(int position) {
        boolean areShort = true;
        for (int index = 0; index < openCount; index++) {
            areShort &= lists[open[index]] instanceof TypedList typed && typed.kind() != VectorKind.STRING;
        }
        int each = areShort ? Math.max(1, WINDOW_ELEMENTS / openCount) : 1;
        window.reset(VectorKind.NULL, 0);
        for (int index = 0; index < openCount; index++) {
            List<?> from = lists[open[index]];
            windowStarts[open[index]] = window.count();
            Vectors.appendElements(from, position, Math.min(each, from.size() - position), window);
        }
        windowFrom = position;
        windowEnd = position + each;
    }

    private void take(int position) {
        if (position >= windowEnd) {
            fill(position);
        }
        for (int index = 0; index < openCount; index++) {
            places[index] = windowStarts[open[index]] + position - windowFrom;
        }
        elements.gather(window, places, openCount);
        @Nullable Object[] values = boxed;
        if (values == null) {
            accumulators.gather(flat, open, openCount);
            return;
        }
        accumulators.reset(VectorKind.NULL, openCount);
        for (int index = 0; index < openCount; index++) {
            accumulators.setValue(index, values[open[index]]);
        }
    }

    /** @param isFirst whether no accumulator has changed yet: if all do now, their kind may as well */
    private void put(Vector next, boolean isFirst, int count) {
        @Nullable Object[] values = boxed;
        if (values == null && next.kind() != flat.kind() && next.kind() != VectorKind.NULL) {
            if (isFirst && openCount == count && FlatList.holds(next.kind())) {
                flat.reset(next.kind(), count);
            } else {
                values = box(count);
            }
        }
        if (values == null) {
            for (int index = 0; index < openCount; index++) {
                flat.copyEntry(open[index], next, index);
            }
            return;
        }
        for (int index = 0; index < openCount; index++) {
            values[open[index]] = next.valueAt(index);
        }
    }

    private void finish(int count) {
        @Nullable Object[] values = boxed;
        boxed = null;
        if (values == null) {
            result.reset(VectorKind.NULL, 0);
            result.append(flat, count);
        } else {
            result.reset(VectorKind.NULL, count);
            for (int row = 0; row < count; row++) {
                result.setValue(row, values[row]);
            }
        }
        for (int row = 0; row < count; row++) {
            if (lists[row] == null) {
                result.setNull(row);
            }
        }
        lists = new List<?>[0];
    }
}
