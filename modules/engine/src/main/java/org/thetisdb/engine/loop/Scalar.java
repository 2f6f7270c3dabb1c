package org.thetisdb.engine.loop;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.engine.block.NumberFunction;
import org.thetisdb.value.vector.VectorKind;

/**
 * An expression of one row as a fused loop computes it: its kind is known, and whether it can be null; constants are
 * not in it. Equal scalars have equal code, so they are the keys of that code. Immutable.
 *
 * <pre>
 *   r.age * 2 > $limit                       Comparison GREATER
 *                                              ├─ Arithmetic MULTIPLY ─┬─ Leaf 0: a column, INTEGER, with nulls
 *                                              │                       └─ Leaf 1: a constant, INTEGER
 *                                              └─ Leaf 2: a constant, INTEGER
 * </pre>
 */
public sealed interface Scalar {
    /**
     * Which of the records it is: for switches on the way to the first loop of a process, since one over the records
     * themselves is code that the JVM makes first, one or two milliseconds for each switch.
     */
    enum Form {
        LEAF,
        ARITHMETIC,
        FUNCTION,
        WIDENED,
        COMPARISON,
        LOGIC,
        DIFFERENCE,
        INVERSION,
        NULL_TEST,
        CHOICE
    }

    Form form();

    /** How its values are kept. */
    VectorKind kind();

    /** What it is computed from. */
    List<Scalar> operands();

    /**
     * Whether it may be null: as most are, if one of its operands may be.
     *
     * @param table has the operands
     */
    default boolean isNullable(ScalarTable table) {
        for (Scalar operand : operands()) {
            if (table.isNullable(operand)) {
                return true;
            }
        }
        return false;
    }

    /** One that is computed from another. */
    sealed interface OfOne extends Scalar {
        Scalar operand();

        @Override
        default List<Scalar> operands() {
            return List.of(operand());
        }
    }

    /** One that is computed from two others. */
    sealed interface OfTwo extends Scalar {
        Scalar left();

        Scalar right();

        @Override
        default List<Scalar> operands() {
            return List.of(left(), right());
        }
    }

    /** One that is true, false or null. */
    sealed interface Truth extends Scalar {
        @Override
        default VectorKind kind() {
            return VectorKind.BOOLEAN;
        }
    }

    /**
     * A value that the loop is given.
     *
     * @param index which one
     * @param isConstant whether it is one value for all rows, never null
     */
    record Leaf(int index, VectorKind kind, boolean isNullable, boolean isConstant) implements Scalar {
        @Override
        public Form form() {
            return Form.LEAF;
        }

        /** Whether a loop can read its values, and not only whether they are null. */
        public boolean hasValues() {
            return hasValues(kind);
        }

        @Override
        public boolean isNullable(ScalarTable table) {
            return isNullable;
        }

        /** Whether a loop can read values of a kind. */
        public static boolean hasValues(VectorKind kind) {
            return kind.usesLongs() || kind == VectorKind.FLOAT;
        }

        @Override
        public List<Scalar> operands() {
            return List.of();
        }
    }

    /** Of two INTEGER or two FLOAT; what cannot be computed makes the batch doubtful. */
    record Arithmetic(Expression.Arithmetic.Operator operator, Scalar left, Scalar right) implements OfTwo {
        @Override
        public Form form() {
            return Form.ARITHMETIC;
        }

        @Override
        public VectorKind kind() {
            return left.kind();
        }
    }

    /** Of operands of the kinds that the function takes; what it has no answer for makes the batch doubtful. */
    record Function(NumberFunction function, List<Scalar> operands) implements Scalar {
        public Function {
            operands = List.copyOf(operands);
        }

        @Override
        public Form form() {
            return Form.FUNCTION;
        }

        @Override
        public VectorKind kind() {
            return function.kind();
        }
    }

    /** An INTEGER as a FLOAT. */
    record Widened(Scalar operand) implements OfOne {
        @Override
        public Form form() {
            return Form.WIDENED;
        }

        @Override
        public VectorKind kind() {
            return VectorKind.FLOAT;
        }
    }

    /** Of two values of the same kind. Instants of the same second make the batch doubtful. */
    record Comparison(Expression.Comparison.Operator operator, Scalar left, Scalar right) implements OfTwo, Truth {
        @Override
        public Form form() {
            return Form.COMPARISON;
        }
    }

    /** AND over truths, or OR. */
    record Logic(boolean isAnd, List<Scalar> operands) implements Truth {
        public Logic {
            operands = List.copyOf(operands);
        }

        @Override
        public Form form() {
            return Form.LOGIC;
        }
    }

    /** XOR. */
    record Difference(Scalar left, Scalar right) implements OfTwo, Truth {
        @Override
        public Form form() {
            return Form.DIFFERENCE;
        }
    }

    /** NOT. */
    record Inversion(Scalar operand) implements OfOne, Truth {
        @Override
        public Form form() {
            return Form.INVERSION;
        }
    }

    /** IS NULL, or IS NOT NULL. */
    record NullTest(Scalar operand, boolean isNull) implements OfOne, Truth {
        @Override
        public Form form() {
            return Form.NULL_TEST;
        }

        @Override
        public boolean isNullable(ScalarTable table) {
            return false;
        }
    }

    /**
     * CASE: the value of the first branch whose condition is true; all branches have values of one kind.
     *
     * @param otherwise if no condition is; empty for null
     */
    record Choice(List<Branch> branches, Optional<Scalar> otherwise) implements Scalar {
        public Choice {
            branches = List.copyOf(branches);
        }

        @Override
        public Form form() {
            return Form.CHOICE;
        }

        @Override
        public VectorKind kind() {
            return branches.getFirst().value().kind();
        }

        @Override
        public boolean isNullable(ScalarTable table) {
            if (otherwise.isEmpty() || table.isNullable(otherwise.get())) {
                return true;
            }
            for (Branch branch : branches) {
                if (table.isNullable(branch.value())) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public List<Scalar> operands() {
            return Stream.concat(
                            branches.stream().flatMap(each -> Stream.of(each.condition(), each.value())),
                            otherwise.stream())
                    .toList();
        }
    }

    /** A branch of a {@link Choice}. */
    record Branch(Scalar condition, Scalar value) {}
}
