package org.thetisdb.engine.list;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.BoxedEvaluator;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.kernel.CollectionRules;
import org.thetisdb.engine.kernel.HeldColumn;
import org.thetisdb.value.vector.TypedList;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * {@code list[index]}: an element of a list of one kind is copied from where it lies. Boxed for other lists, and for
 * maps, nodes and relationships.
 */
public final class SubscriptEvaluator implements Evaluator {
    private final HeldColumn target;
    private final HeldColumn index;
    private final Evaluator general;
    private final Vector result = new Vector();

    public SubscriptEvaluator(Evaluator target, Evaluator index) {
        this.target = new HeldColumn(target);
        this.index = new HeldColumn(index);
        this.general = new BoxedEvaluator(new Evaluator[] {this.target, this.index}, true, CollectionRules::subscript);
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        int count = rows.count();
        Vector lists = target.hold(context, rows);
        Vector positions = index.hold(context, rows);
        VectorKind kind = commonKind(lists, count);
        if (kind == VectorKind.NULL || positions.kind() != VectorKind.INTEGER) {
            return general.evaluate(context, rows);
        }
        context.trace().limit(result);
        result.reset(kind, count);
        long[] places = positions.longs();
        for (int row = 0; row < count; row++) {
            TypedList list = positions.isNull(row) ? null : list(lists, row);
            if (list == null) {
                result.setNull(row);
            } else {
                copy(list, places[row], row);
            }
        }
        context.trace().note(result);
        return result;
    }

    private void copy(TypedList list, long position, int row) {
        int size = list.size();
        long at = position < 0 ? position + size : position;
        if (at < 0 || at >= size) {
            result.setNull(row);
        } else {
            list.copyTo((int) at, result, row);
        }
    }

    private static @Nullable TypedList list(Vector lists, int row) {
        return !lists.isNull(row) && lists.objects()[row] instanceof TypedList typed ? typed : null;
    }

    /** The kind of all elements if entries are typed lists of one kind, empty or null; else NULL. */
    private static VectorKind commonKind(Vector lists, int count) {
        if (lists.kind() != VectorKind.OBJECT) {
            return VectorKind.NULL;
        }
        VectorKind kind = VectorKind.NULL;
        for (int row = 0; row < count; row++) {
            if (lists.isNull(row) || lists.objects()[row] instanceof List<?> list && list.isEmpty()) {
                continue;
            }
            if (!(lists.objects()[row] instanceof TypedList typed) || kind != VectorKind.NULL && kind != typed.kind()) {
                return VectorKind.NULL;
            }
            kind = typed.kind();
        }
        return kind;
    }
}
