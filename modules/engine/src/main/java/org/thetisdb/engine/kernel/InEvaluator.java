package org.thetisdb.engine.kernel;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.EvaluationTrace;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.semantics.Errors;
import org.thetisdb.engine.semantics.ListIndex;
import org.thetisdb.engine.semantics.ListPass;
import org.thetisdb.engine.semantics.LongRange;
import org.thetisdb.engine.semantics.NodeList;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * {@code value IN list}. A list object that comes twice in a row (a constant, or a list joined with many rows) gets an
 * index, or is gone through once for a batch if there is no memory for one; a list that comes once is scanned.
 */
public final class InEvaluator implements Evaluator {
    private final Evaluator value;
    private final Evaluator list;
    private final Vector result = new Vector();
    private int[] truthOfCode = {};
    private @Nullable Object lastList;
    private @Nullable ListIndex index;

    /** In place of an index that would be too large. */
    private @Nullable ListPass pass;

    /** For the index, by the run of this trace. */
    private long chargedBytes;

    private @Nullable EvaluationTrace payer;

    public InEvaluator(Evaluator value, Evaluator list) {
        this.value = value;
        this.list = list;
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        int count = rows.count();
        Vector values = value.evaluate(context, rows);
        Vector lists = list.operand(context, rows);
        if (payer != null && payer != context.trace()) {
            forget();
        }
        result.reset(VectorKind.BOOLEAN, count);
        if (list.isConstant() && count > 0 && !lists.isNull(0)) {
            List<?> elements = asList(lists, 0);
            meet(context, elements);
            if (pass == null && CodedTruths.isWorthIt(values, count)) {
                lookUp(elements, values, count);
                return result;
            }
            if (index != null) {
                index.answer(values, count, result);
                return result;
            }
        }
        int row = 0;
        while (row < count) {
            int listRow = list.isConstant() ? 0 : row;
            if (lists.isNull(listRow)) {
                result.setNull(row++);
                continue;
            }
            List<?> elements = asList(lists, listRow);
            meet(context, elements);
            if (pass != null) {
                int end = list.isConstant() ? count : endOfSame(lists, row, count);
                pass.answer(values, row, end, context.stop()::checkpoint, result);
                row = end;
            } else {
                Vectors.setTruth(result, row, contains(elements, values, row));
                row++;
            }
        }
        return result;
    }

    /** Asks once for each string of a dictionary, and for nulls. */
    private void lookUp(List<?> elements, Vector values, int count) {
        Vector strings = values.dictionary().strings();
        truthOfCode = Vectors.room(truthOfCode, strings.count());
        for (int code = 0; code < strings.count(); code++) {
            truthOfCode[code] = contains(elements, strings, code);
        }
        int[] codes = values.codes();
        for (int row = 0; row < count; row++) {
            int truth = values.isNull(row) ? contains(elements, values, row) : truthOfCode[codes[row]];
            Vectors.setTruth(result, row, truth);
        }
    }

    private static List<?> asList(Vector lists, int row) {
        Object found = lists.kind() == VectorKind.OBJECT ? lists.objects()[row] : lists.valueAt(row);
        if (found instanceof List<?> elements) {
            return elements;
        }
        throw Errors.type("IN", "a LIST on its right", found);
    }

    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private static int endOfSame(Vector lists, int row, int count) {
        Object elements = lists.objects()[row];
        int end = row + 1;
        while (end < count && lists.objects()[end] == elements && !lists.isNull(end)) {
            end++;
        }
        return end;
    }

    /** Makes an index, or what takes its place, if that is worth it. */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private void meet(EvaluationContext context, List<?> elements) {
        boolean isAgain = elements == lastList;
        if (!isAgain) {
            index = null;
            pass = null;
            release(context);
            lastList = elements;
        }
        boolean isWorthIt = isAgain || list.isConstant() || elements instanceof NodeList;
        if (index == null && pass == null && isWorthIt && !(elements instanceof LongRange)) {
            makeIndex(context, elements);
        }
    }

    private void makeIndex(EvaluationContext context, List<?> elements) {
        IndexRoom room = new IndexRoom(context);
        Optional<ListIndex> made = ListIndex.of(elements, room);
        if (made.isPresent()) {
            index = made.get();
            chargedBytes = room.chargedBytes();
        } else {
            room.release();
            pass = new ListPass(elements);
        }
        if (chargedBytes > 0 || pass != null) {
            payer = context.trace();
            payer.noteLong();
        }
    }

    private void release(EvaluationContext context) {
        if (chargedBytes > 0) {
            context.run().release(chargedBytes);
            chargedBytes = 0;
        }
        payer = null;
    }

    /** That run has ended, and with it what was charged to it. */
    private void forget() {
        lastList = null;
        index = null;
        pass = null;
        chargedBytes = 0;
        payer = null;
    }

    private int contains(List<?> elements, Vector values, int row) {
        if (elements instanceof LongRange range) {
            return range.in(values.valueAt(row));
        }
        return index == null ? ListIndex.scan(elements, values.valueAt(row)) : index.contains(values, row);
    }

    /** What of the run's memory an index takes; little is not asked for. */
    private static final class IndexRoom implements ListIndex.Room {
        private static final long FREE_BYTES = 64 << 10;

        private final EvaluationContext context;
        private long chargedBytes;

        IndexRoom(EvaluationContext context) {
            this.context = context;
        }

        long chargedBytes() {
            return chargedBytes;
        }

        @Override
        public boolean growTo(long bytes) {
            if (bytes <= Math.max(FREE_BYTES, chargedBytes)) {
                return true;
            }
            context.stop().checkpoint();
            if (!context.run().tryReserve(bytes - chargedBytes)) {
                return false;
            }
            chargedBytes = bytes;
            return true;
        }

        void release() {
            context.run().release(chargedBytes);
            chargedBytes = 0;
        }
    }
}
