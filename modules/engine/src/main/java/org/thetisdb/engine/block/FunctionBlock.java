package org.thetisdb.engine.block;

import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleToLongFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongUnaryOperator;
import org.thetisdb.value.vector.VectorKind;

/**
 * A block by its name, as fused loops call it, and as a loop over columns, as the interpreter runs it. Immutable.
 *
 * @param owner the class that has it as a static method
 * @param name of the method
 * @param operands the kind of each
 * @param columns runs it for each row
 */
public record FunctionBlock(
        Class<?> owner, String name, Signature signature, List<VectorKind> operands, Columns columns) {
    private static final List<VectorKind> INTEGER = List.of(VectorKind.INTEGER);
    private static final List<VectorKind> FLOAT = List.of(VectorKind.FLOAT);
    private static final List<VectorKind> FLOATS = List.of(VectorKind.FLOAT, VectorKind.FLOAT);
    private static final List<VectorKind> FLOAT_AND_INTEGER = List.of(VectorKind.FLOAT, VectorKind.INTEGER);

    /** What a block takes and gives: {@code long} for INTEGER, {@code double} for FLOAT. */
    public enum Signature {
        LONG("(J)J"),
        LONG_TO_DOUBLE("(J)D"),
        DOUBLE("(D)D"),
        DOUBLE_TO_LONG("(D)J"),
        DOUBLES("(DD)D"),
        DOUBLE_AND_LONG("(DJ)D"),
        DOUBLE_AND_LONG_TO_LONG("(DJ)J");

        private final String descriptor;

        Signature(String descriptor) {
            this.descriptor = descriptor;
        }

        /** As a class file has it. */
        public String descriptor() {
            return descriptor;
        }
    }

    /** A loop over the rows of a batch. Stateless. */
    public interface Columns {
        /**
         * Computes the block for each row, those too that are null somewhere.
         *
         * @param operands an array for each, {@code long[]} or {@code double[]}
         * @param into takes the results, an array as the signature says
         * @param count rows
         */
        void run(Object[] operands, Object into, int count);
    }

    /** Of a FLOAT and an INTEGER. */
    interface DoubleAndLong {
        double apply(double first, long second);
    }

    /** Of a FLOAT and an INTEGER, to what is kept as an INTEGER. */
    interface DoubleAndLongToLong {
        long apply(double first, long second);
    }

    static FunctionBlock ofLong(Class<?> owner, String name, LongUnaryOperator function) {
        return new FunctionBlock(owner, name, Signature.LONG, INTEGER, (given, into, count) -> {
            long[] values = (long[]) given[0];
            long[] results = (long[]) into;
            for (int row = 0; row < count; row++) {
                results[row] = function.applyAsLong(values[row]);
            }
        });
    }

    static FunctionBlock ofLongToDouble(Class<?> owner, String name, LongToDoubleFunction function) {
        return new FunctionBlock(owner, name, Signature.LONG_TO_DOUBLE, INTEGER, (given, into, count) -> {
            long[] values = (long[]) given[0];
            double[] results = (double[]) into;
            for (int row = 0; row < count; row++) {
                results[row] = function.applyAsDouble(values[row]);
            }
        });
    }

    static FunctionBlock ofDouble(Class<?> owner, String name, DoubleUnaryOperator function) {
        return new FunctionBlock(owner, name, Signature.DOUBLE, FLOAT, (given, into, count) -> {
            double[] values = (double[]) given[0];
            double[] results = (double[]) into;
            for (int row = 0; row < count; row++) {
                results[row] = function.applyAsDouble(values[row]);
            }
        });
    }

    static FunctionBlock ofDoubleToLong(Class<?> owner, String name, DoubleToLongFunction function) {
        return new FunctionBlock(owner, name, Signature.DOUBLE_TO_LONG, FLOAT, (given, into, count) -> {
            double[] values = (double[]) given[0];
            long[] results = (long[]) into;
            for (int row = 0; row < count; row++) {
                results[row] = function.applyAsLong(values[row]);
            }
        });
    }

    static FunctionBlock ofDoubles(Class<?> owner, String name, DoubleBinaryOperator function) {
        return new FunctionBlock(owner, name, Signature.DOUBLES, FLOATS, (given, into, count) -> {
            double[] left = (double[]) given[0];
            double[] right = (double[]) given[1];
            double[] results = (double[]) into;
            for (int row = 0; row < count; row++) {
                results[row] = function.applyAsDouble(left[row], right[row]);
            }
        });
    }

    static FunctionBlock ofDoubleAndLong(Class<?> owner, String name, DoubleAndLong function) {
        return new FunctionBlock(owner, name, Signature.DOUBLE_AND_LONG, FLOAT_AND_INTEGER, (given, into, count) -> {
            double[] left = (double[]) given[0];
            long[] right = (long[]) given[1];
            double[] results = (double[]) into;
            for (int row = 0; row < count; row++) {
                results[row] = function.apply(left[row], right[row]);
            }
        });
    }

    static FunctionBlock ofDoubleAndLongToLong(Class<?> owner, String name, DoubleAndLongToLong function) {
        return new FunctionBlock(
                owner, name, Signature.DOUBLE_AND_LONG_TO_LONG, FLOAT_AND_INTEGER, (given, into, count) -> {
                    double[] left = (double[]) given[0];
                    long[] right = (long[]) given[1];
                    long[] results = (long[]) into;
                    for (int row = 0; row < count; row++) {
                        results[row] = function.apply(left[row], right[row]);
                    }
                });
    }
}
