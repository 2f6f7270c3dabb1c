package org.thetisdb.engine.kernel;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.block.NumberFunction;
import org.thetisdb.engine.block.NumberFunctions;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * A function of numbers over whole columns: a loop of its {@link NumberFunction}. Columns of other kinds, and batches
 * with a value that the function has no answer for, are done by the function of boxed values, with its errors.
 *
 * <p>Belongs to one worker.
 */
public final class NumberEvaluator implements Evaluator {
    private final String name;
    private final HeldColumn[] operands;
    private final Evaluator general;
    private final Vector[] columns;
    private final VectorKind[] kinds;
    private final Vector[] widened;
    private final Object[] arrays;
    private final Vector result = new Vector();
    private long[] doubts = {};

    /** For the kinds of the last batch; null if there is none for them. */
    private @Nullable NumberFunction function;

    /**
     * An evaluator.
     *
     * @param name of the function, in lower case
     * @param general makes the function of boxed values, which gives null for null, over these operands
     */
    public NumberEvaluator(String name, Evaluator[] operands, Function<Evaluator[], Evaluator> general) {
        this.name = name;
        this.operands = Arrays.stream(operands).map(HeldColumn::new).toArray(HeldColumn[]::new);
        this.general = general.apply(this.operands);
        this.columns = new Vector[operands.length];
        this.kinds = new VectorKind[operands.length];
        Arrays.fill(kinds, VectorKind.NULL);
        this.widened = Stream.generate(Vector::new).limit(operands.length).toArray(Vector[]::new);
        this.arrays = new Object[operands.length];
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        boolean isAsBefore = true;
        for (int index = 0; index < operands.length; index++) {
            columns[index] = operands[index].hold(context, rows);
            isAsBefore &= columns[index].kind() == kinds[index];
            kinds[index] = columns[index].kind();
        }
        if (!isAsBefore) {
            function = NumberFunctions.of(name, List.of(kinds)).orElse(null);
        }
        NumberFunction current = function;
        return current != null && compute(current, rows.count()) ? result : general.evaluate(context, rows);
    }

    /** False if there is a doubt about a row that is not null. */
    private boolean compute(NumberFunction current, int count) {
        List<VectorKind> wanted = current.block().operands();
        for (int index = 0; index < columns.length; index++) {
            arrays[index] = wanted.get(index) == VectorKind.FLOAT
                    ? ArithmeticEvaluator.widened(columns[index], widened[index])
                            .doubles()
                    : columns[index].longs();
        }
        result.reset(current.kind(), count);
        for (Vector column : columns) {
            Vectors.addNulls(column, false, result);
        }
        if (current.doubt().isPresent()) {
            doubts = doubts.length < count ? new long[count] : doubts;
            current.doubt().get().columns().run(arrays, doubts, count);
            if (isDoubtful(count)) {
                return false;
            }
        }
        Object into = current.kind() == VectorKind.FLOAT ? result.doubles() : result.longs();
        current.block().columns().run(arrays, into, count);
        return true;
    }

    private boolean isDoubtful(int count) {
        long any = 0;
        if (!result.hasNulls()) {
            for (int row = 0; row < count; row++) {
                any |= doubts[row];
            }
            return any != 0;
        }
        boolean[] nulls = result.nulls();
        for (int row = 0; row < count; row++) {
            any |= nulls[row] ? 0 : doubts[row];
        }
        return any != 0;
    }
}
