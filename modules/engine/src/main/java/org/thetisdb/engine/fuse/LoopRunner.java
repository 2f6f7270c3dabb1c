package org.thetisdb.engine.fuse;

import java.util.Arrays;
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

    /** What is kept by place beside totals, by who takes these. */
    private static final int ARRAYS_OF_PLACES = 4;

    private final LoopVariant variant;
    private final Evaluator[] leaves;
    private final Vector[] values;
    private final LoopArguments arguments;
    private final Vector[] columns;
    private final Vector total = new Vector();
    private int[] selection = {};
    private final KeyPlaces places;
    private final boolean hasKeys;
    private final Optional<MemoryCharge> memory;

    /** The rows that the temporary arrays are charged for, and the places. */
    private int temporaryRows;

    private int chargedPlaces;

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
        this.places = new KeyPlaces(variant.shape(), variant.ranges());
        this.hasKeys = !variant.shape().keys().isEmpty();
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
        try {
            for (int leaf = 0; leaf < leaves.length; leaf++) {
                values[leaf] = leaves[leaf].operand(context, rows);
            }
        } catch (ThetisException failure) {
            // It is an error only if a row needs the value, which the interpreter knows.
            return Outcome.DOUBTFUL;
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
        boolean hasPlaces = !hasKeys || places.assign(given, arguments.keyNumbers);
        if (!hasPlaces || !hasRoom(loop.temporaryCount(), count)) {
            return Outcome.DOUBTFUL;
        }
        prepareResults(count);
        prepareTotals();
        boolean isDoubtful = loop.run(arguments, count) != 0 || isAnySumDoubtful(count);
        return isDoubtful ? Outcome.DOUBTFUL : Outcome.DONE;
    }

    /**
     * Whether there is memory for the temporary arrays of so many rows, and of the longest batch before; and for what
     * is kept by place.
     */
    private boolean hasRoom(int temporaryCount, int count) {
        if (temporaryCount == 0 && !hasKeys || memory.isEmpty()) {
            return true;
        }
        int rows = Math.max(temporaryRows, count);
        int placeCount = Math.max(chargedPlaces, places.count());
        int arrayCount = hasKeys ? arguments.groupTotals.length + ARRAYS_OF_PLACES : 0;
        long bytes = LoopArguments.temporaryBytes(temporaryCount, rows)
                + LoopArguments.temporaryBytes(arrayCount, placeCount);
        if (memory.get().growIfThereIs(bytes)) {
            temporaryRows = rows;
            chargedPlaces = placeCount;
            return true;
        }
        release();
        return false;
    }

    /** Gives back what is kept from batch to batch. */
    void release() {
        arguments.dropTemporaries();
        temporaryRows = 0;
        chargedPlaces = 0;
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

    /** Makes what is kept by place that of no row. */
    private void prepareTotals() {
        if (!hasKeys) {
            return;
        }
        begin(LoopArguments.GROUP_ROWS, 0);
        List<LoopShape.Total> totals = variant.shape().totals();
        for (int total = 0; total < totals.size(); total++) {
            if (hasCounts(total)) {
                begin(LoopArguments.groupCounts(total), 0);
            }
            switch (totals.get(total).function()) {
                case SUM, AVG -> begin(LoopArguments.groupValues(total), 0);
                case MIN -> begin(LoopArguments.groupValues(total), Long.MAX_VALUE);
                case MAX -> begin(LoopArguments.groupValues(total), Long.MIN_VALUE);
                default -> {}
            }
        }
    }

    private void begin(int index, long first) {
        long[] array = arguments.groupTotals[index];
        if (array.length < places.count()) {
            array = new long[places.count()];
            arguments.groupTotals[index] = array;
        }
        Arrays.fill(array, 0, places.count(), first);
    }

    /** Whether the values of a total are counted apart from rows. */
    private boolean hasCounts(int total) {
        Optional<Scalar> argument = variant.shape().totals().get(total).argument();
        return argument.isPresent() && variant.shape().isNullable(argument.get());
    }

    private boolean isAnySumDoubtful(int rowCount) {
        List<LoopShape.Total> totals = variant.shape().totals();
        for (int index = 0; index < totals.size(); index++) {
            boolean isSum = totals.get(index).function() == Step.AggregateFunction.SUM
                    || totals.get(index).function() == Step.AggregateFunction.AVG;
            long valueCount = hasKeys ? rowCount : totalCount(index);
            if (isSum && LongBlocks.sumDoubt(number(index, LoopArguments.TOTAL_SIZES), valueCount) != 0) {
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
        total.reset(totalKind(index), 1);
        total.longs()[0] = number(index, LoopArguments.TOTAL_VALUE);
        return total;
    }

    /** Of what kind a total is; any if values are only counted, as floats are. */
    VectorKind totalKind(int index) {
        LoopShape.Total of = variant.shape().totals().get(index);
        VectorKind kind =
                of.argument().map(Scalar::kind).filter(Scalar.Leaf::hasValues).orElse(VectorKind.INTEGER);
        return kind == VectorKind.FLOAT ? VectorKind.INTEGER : kind;
    }

    /** What places there are, if rows have keys. */
    KeyPlaces places() {
        return places;
    }

    /** By place, how many rows have passed. */
    long[] rowsOfPlaces() {
        return arguments.groupTotals[LoopArguments.GROUP_ROWS];
    }

    /** By place, how many values a total has. */
    long[] countsOfPlaces(int total) {
        return hasCounts(total) ? arguments.groupTotals[LoopArguments.groupCounts(total)] : rowsOfPlaces();
    }

    /** By place, a total's sum, or the least or greatest of its values; nothing if these are counted. */
    long[] valuesOfPlaces(int total) {
        return arguments.groupTotals[LoopArguments.groupValues(total)];
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
