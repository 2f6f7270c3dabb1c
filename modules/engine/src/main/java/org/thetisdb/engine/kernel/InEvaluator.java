package org.thetisdb.engine.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.semantics.Errors;
import org.thetisdb.engine.semantics.ListIndex;
import org.thetisdb.engine.semantics.LongRange;
import org.thetisdb.engine.semantics.NodeList;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * {@code value IN list}. A list object that comes twice in a row (a constant, or a list joined with many rows)
 * gets an index; one that comes once is scanned.
 */
public final class InEvaluator implements Evaluator {
    private static final int INDEXED_ELEMENTS_MIN = 3;

    private final Evaluator value;
    private final Evaluator list;
    private final Vector result = new Vector();
    private @Nullable Object lastList;
    private @Nullable ListIndex index;

    public InEvaluator(Evaluator value, Evaluator list) {
        this.value = value;
        this.list = list;
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        int count = rows.count();
        Vector values = value.evaluate(context, rows);
        Vector lists = list.operand(context, rows);
        result.reset(VectorKind.BOOLEAN, count);
        for (int row = 0; row < count; row++) {
            int listRow = list.isConstant() ? 0 : row;
            if (lists.isNull(listRow)) {
                result.setNull(row);
                continue;
            }
            Vectors.setTruth(result, row, contains(asList(lists, listRow), values, row));
        }
        return result;
    }

    private static List<?> asList(Vector lists, int row) {
        Object found = lists.kind() == VectorKind.OBJECT ? lists.objects()[row] : lists.valueAt(row);
        if (found instanceof List<?> elements) {
            return elements;
        }
        throw Errors.type("IN", "a LIST on its right", found);
    }

    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private int contains(List<?> elements, Vector values, int row) {
        if (elements instanceof LongRange range) {
            return range.in(values.valueAt(row));
        }
        if (elements == lastList) {
            if (index == null) {
                index = new ListIndex(elements);
            }
            return index.contains(values, row);
        }
        lastList = elements;
        index = list.isConstant() || elements instanceof NodeList ? new ListIndex(elements) : null;
        if (index != null && elements.size() >= INDEXED_ELEMENTS_MIN) {
            return index.contains(values, row);
        }
        return ListIndex.scan(elements, values.valueAt(row));
    }
}
