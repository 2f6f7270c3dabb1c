package org.thetisdb.engine.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.evaluation.SelectedRows;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** reduce(): step k is one batch of the k-th elements of all lists that have one. */
public final class ReduceEvaluator implements Evaluator {
    /** A position may take a copy of a list that has grown by one at each position before. */
    private static final int POSITIONS_BETWEEN_CHECKS = 16;

    private final Evaluator initial;
    private final Evaluator list;
    private final Evaluator body;
    private final int accumulatorSlot;
    private final int elementSlot;
    private final Vector result = new Vector();
    private final Vector elements = new Vector();
    private final Vector accumulators = new Vector();
    private final SelectedRows step = new SelectedRows();

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
        @Nullable Object[] values = new Object[count];
        Vector starts = initial.evaluate(context, rows);
        for (int row = 0; row < count; row++) {
            values[row] = starts.valueAt(row);
        }
        Vector lists = list.evaluate(context, rows);
        List<?>[] all = new List<?>[count];
        int[] open = new int[count];
        int openCount = 0;
        for (int row = 0; row < count; row++) {
            all[row] = LambdaEvaluator.asList(lists.valueAt(row));
            if (all[row] != null) {
                open[openCount++] = row;
            }
        }
        for (int position = 0; openCount > 0; position++) {
            if (position % POSITIONS_BETWEEN_CHECKS == 0) {
                context.stop().checkpoint();
            }
            openCount = step(context, rows, all, values, open, openCount, position);
        }
        result.reset(VectorKind.NULL, count);
        for (int row = 0; row < count; row++) {
            result.setValue(row, all[row] == null ? null : values[row]);
        }
        return result;
    }

    private int step(
            EvaluationContext context,
            Rows rows,
            List<?>[] lists,
            @Nullable Object[] values,
            int[] open,
            int count,
            int position) {
        int kept = 0;
        for (int index = 0; index < count; index++) {
            if (lists[open[index]].size() > position) {
                open[kept++] = open[index];
            }
        }
        if (kept == 0) {
            return 0;
        }
        elements.reset(VectorKind.NULL, kept);
        accumulators.reset(VectorKind.NULL, kept);
        for (int index = 0; index < kept; index++) {
            elements.setValue(index, lists[open[index]].get(position));
            accumulators.setValue(index, values[open[index]]);
        }
        step.hold(accumulatorSlot, accumulators);
        step.holdSecond(elementSlot, elements);
        Vector next = body.evaluate(context, step.over(rows, open, kept));
        for (int index = 0; index < kept; index++) {
            values[open[index]] = next.valueAt(index);
        }
        return kept;
    }
}
