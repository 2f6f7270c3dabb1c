package org.thetisdb.engine.fuse;

import java.util.List;
import java.util.Optional;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.engine.block.LongBlocks;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.expression.ExpressionCompiler;
import org.thetisdb.engine.loop.FusedLoop;
import org.thetisdb.engine.loop.LoopArguments;
import org.thetisdb.engine.loop.LoopShape;
import org.thetisdb.engine.loop.Scalar;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Runs a loop over batches: evaluates its leaves, and has what it computed. What parts of a loop leave to each other is
 * charged to the query's memory; if there is not as much, the interpreter does the batch. Belongs to one worker.
 */
final class LoopRunner {
    /** What came of a batch. */
    enum Outcome {
        /** It is computed. */
        DONE,
        /** The interpreter has to do it: there was a doubt, or not enough memory. */
        DOUBTFUL,
        /** Its values are not of the kinds that the loop was made for. */
        MISMATCH
    }

    private final LoopVariant variant;
    private final Evaluator[] leaves;
    private final Vector[] values;
    private final LoopArguments arguments;
    private final Vector[] columns;
    private final Vector total = new Vector();
    private int[] selection = {};
    private final Optional<MemoryCharge> memory;

    /** The rows that the temporary arrays are charged for. */
    private int temporaryRows;

    /** @param memory is charged for temporary arrays; this runner's alone, as long as it is used */
    LoopRunner(LoopVariant variant, ExpressionCompiler compiler, MemoryCharge memory) {
        this(variant, variant.leaves().stream().map(compiler::compile).toArray(Evaluator[]::new), Optional.of(memory));
    }

    /** One whose values are given. */
    LoopRunner(LoopVariant variant, Optional<MemoryCharge> memory) {
        this(variant, new Evaluator[0], memory);
    }

    private LoopRunner(LoopVariant variant, Evaluator[] leaves, Optional<MemoryCharge> memory) {
        this.variant = variant;
        this.memory = memory;
        this.leaves = leaves;
        this.values = new Vector[leaves.length];
        this.arguments = new LoopArguments(variant.shape());
        this.columns = new Vector[variant.shape().columns().size()];
        for (int column = 0; column < columns.length; column++) {
            columns[column] = new Vector();
        }
    }

    LoopVariant variant() {
        return variant;
    }

    /** Computes a batch; changes nothing that anybody else sees. */
    Outcome run(EvaluationContext context, Rows rows) {
        for (int leaf = 0; leaf < leaves.length; leaf++) {
            if (leaves[leaf].isConstant()) {
                try {
                    values[leaf] = leaves[leaf].constant(context);
                } catch (ThetisException failure) {
                    // It is an error only if a row needs it, which the interpreter knows.
                    return Outcome.DOUBTFUL;
                }
            } else {
                values[leaf] = leaves[leaf].evaluate(context, rows);
            }
        }
        return compute(values, rows.count());
    }

    /**
     * Computes the first rows of some values.
     *
     * @param given by index of the leaf
     */
    Outcome compute(Vector[] given, int count) {
        List<Scalar.Leaf> wanted = variant.shape().leaves();
        for (int leaf = 0; leaf < given.length; leaf++) {
            if (!isAsWanted(wanted.get(leaf), given[leaf])) {
                return Outcome.MISMATCH;
            }
            arguments.setLeaf(leaf, given[leaf]);
        }
        FusedLoop loop = variant.code().loop();
        if (!hasRoom(loop.temporaryCount(), count)) {
            return Outcome.DOUBTFUL;
        }
        prepareResults(count);
        boolean isDoubtful = loop.run(arguments, count) != 0 || isAnySumDoubtful();
        return isDoubtful ? Outcome.DOUBTFUL : Outcome.DONE;
    }

    /** Whether there is memory for the temporary arrays of so many rows, and of the longest batch before. */
    private boolean hasRoom(int temporaryCount, int count) {
        if (temporaryCount == 0 || memory.isEmpty()) {
            return true;
        }
        int rows = Math.max(temporaryRows, count);
        if (memory.get().growIfThereIs(LoopArguments.temporaryBytes(temporaryCount, rows))) {
            temporaryRows = rows;
            return true;
        }
        release();
        return false;
    }

    /** Gives back what is kept from batch to batch. */
    void release() {
        arguments.dropTemporaries();
        temporaryRows = 0;
        memory.ifPresent(MemoryCharge::release);
    }

    private static boolean isAsWanted(Scalar.Leaf wanted, Vector values) {
        boolean mayBe = wanted.isNullable() || !values.hasNulls();
        return mayBe
                && (values.kind() == wanted.kind() || !wanted.hasValues() && !Scalar.Leaf.hasValues(values.kind()));
    }

    private void prepareResults(int count) {
        List<Scalar> shapes = variant.shape().columns();
        for (int column = 0; column < columns.length; column++) {
            columns[column].reset(shapes.get(column).kind(), count);
            arguments.setColumn(column, columns[column]);
        }
        arguments.reserve(count);
    }

    private boolean isAnySumDoubtful() {
        List<LoopShape.Total> totals = variant.shape().totals();
        for (int index = 0; index < totals.size(); index++) {
            boolean isSum = totals.get(index).function() == Step.AggregateFunction.SUM
                    || totals.get(index).function() == Step.AggregateFunction.AVG;
            if (isSum && LongBlocks.sumDoubt(number(index, LoopArguments.TOTAL_SIZES), totalCount(index)) != 0) {
                return true;
            }
        }
        return false;
    }

    private long number(int index, int which) {
        return arguments.totals[index * LoopArguments.TOTAL_LONGS + which];
    }

    /** How many values a total is of. */
    long totalCount(int index) {
        return number(index, LoopArguments.TOTAL_COUNT);
    }

    /** A total as a vector of one entry, valid until the next call; anything if it is of no values. */
    Vector total(int index) {
        LoopShape.Total of = variant.shape().totals().get(index);
        VectorKind kind =
                of.argument().map(Scalar::kind).filter(Scalar.Leaf::hasValues).orElse(VectorKind.INTEGER);
        // Floats are counted, and nothing else.
        total.reset(kind == VectorKind.FLOAT ? VectorKind.INTEGER : kind, 1);
        total.longs()[0] = number(index, LoopArguments.TOTAL_VALUE);
        return total;
    }

    /** How many rows have passed a filter, and those before it. */
    int passedCount(int filter) {
        return (int) arguments.passedCounts[filter];
    }

    /** The rows that have passed all filters, ascending. */
    int[] passed(int count) {
        selection = Vectors.room(selection, count);
        Vectors.select(arguments.passed, count, selection);
        return selection;
    }

    /** A column that was computed for all rows. */
    Vector column(int column) {
        Vector vector = columns[column];
        if (variant.shape().isNullable(variant.shape().columns().get(column))) {
            Vectors.noteNulls(vector);
        }
        return vector;
    }
}
