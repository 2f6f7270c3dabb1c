package org.thetisdb.engine.evaluation;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** A value that is computed once in a run and repeated for every row where somebody wants a whole vector of it. */
public final class ConstantEvaluator implements Evaluator {
    /** The one row, without columns, for which constants are computed. */
    static final Rows ONE_ROW = new Rows() {
        @Override
        public int count() {
            return 1;
        }

        @Override
        public Vector column(int slot) {
            throw new IllegalStateException("a constant has no columns: slot=" + slot);
        }
    };

    private final Evaluator source;
    private final Vector one = new Vector();
    private final Vector repeated = new Vector();

    /** Not the context itself, which would keep its run for as long as nobody runs the plan again. */
    private @Nullable EvaluationTrace computedFor;

    private int filled;

    /** @param source needs no columns */
    public ConstantEvaluator(Evaluator source) {
        this.source = source;
    }

    @Override
    public boolean isConstant() {
        return true;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    public Vector constant(EvaluationContext context) {
        if (computedFor != context.trace()) {
            Vector value = source.evaluate(context, ONE_ROW);
            one.gather(value, new int[] {0}, 1);
            computedFor = context.trace();
            context.trace().note(one);
            filled = -1;
        }
        return one;
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        constant(context);
        int count = rows.count();
        if (count == 1) {
            return one;
        }
        if (count > filled) {
            repeat(one, repeated, count);
            filled = count;
        } else if (repeated.count() != count) {
            repeated.resize(count);
            if (one.isNull(0)) {
                repeated.setAllNull();
            }
        }
        return repeated;
    }

    /** Fills a vector with copies of a vector's only entry. */
    public static void repeat(Vector one, Vector into, int count) {
        VectorKind kind = one.kind();
        into.reset(kind, count);
        if (one.isNull(0)) {
            into.setAllNull();
            return;
        }
        switch (kind) {
            case NULL -> into.setAllNull();
            case FLOAT -> Arrays.fill(into.doubles(), 0, count, one.doubles()[0]);
            case OBJECT -> Arrays.fill(into.objects(), 0, count, one.objects()[0]);
            case STRING -> {
                int length = one.lengths()[0];
                int start = into.reserveBytes(length);
                System.arraycopy(one.bytes(), one.starts()[0], into.bytes(), start, length);
                Arrays.fill(into.starts(), 0, count, start);
                Arrays.fill(into.lengths(), 0, count, length);
            }
            default -> {
                Arrays.fill(into.longs(), 0, count, one.longs()[0]);
                if (kind.usesLongs2()) {
                    Arrays.fill(into.longs2(), 0, count, one.longs2()[0]);
                }
                if (kind == VectorKind.RELATIONSHIP) {
                    Arrays.fill(into.longs3(), 0, count, one.longs3()[0]);
                }
            }
        }
    }
}
