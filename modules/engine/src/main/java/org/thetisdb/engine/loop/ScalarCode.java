package org.thetisdb.engine.loop;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.engine.block.FunctionBlock;
import org.thetisdb.engine.block.NumberFunction;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.vector.VectorKind;

/**
 * Writes scalars as steps of a {@link LoopProgram}. Equal scalars become the same step, so each is computed once for a
 * row; masks (-1 or 0) are longs.
 *
 * <p>A truth has two masks, for true and for false; where neither is set, it is null (Kleene's logic as two bits).
 *
 * <p>What a scalar has become is remembered by identity: equal ones are found by their steps, and no key is compared.
 * More may be written than is needed; that is left out later ({@link LoopParts}).
 *
 * <p>Belongs to one loop's program.
 */
final class ScalarCode {
    private final LoopShape shape;
    private final LoopProgram program;
    private final Map<Scalar, Integer> values = new IdentityHashMap<>();
    private final Map<Scalar, Integer> nulls = new IdentityHashMap<>();
    private final Map<Scalar, Integer> truths = new IdentityHashMap<>();
    private final Map<Scalar, Integer> falsehoods = new IdentityHashMap<>();

    ScalarCode(LoopShape shape, LoopProgram program) {
        this.shape = shape;
        this.program = program;
    }

    // ---------------------------------------------------------------- values

    /** The step of the scalar's value: a double, a long, for truths 0 or 1; anything where it is null. */
    int value(Scalar scalar) {
        Integer known = values.get(scalar);
        if (known != null) {
            return known;
        }
        int made = switch (scalar.form()) {
            case LEAF -> leaf((Scalar.Leaf) scalar);
            case ARITHMETIC -> {
                Scalar.Arithmetic arithmetic = (Scalar.Arithmetic) scalar;
                LoopOp operation = operation(arithmetic.operator(), isDouble(scalar));
                yield program.value(operation, value(arithmetic.left()), value(arithmetic.right()));
            }
            case FUNCTION -> {
                NumberFunction function = ((Scalar.Function) scalar).function();
                yield called(function.block(), LoopOp.call(function, false), scalar.operands());
            }
            case WIDENED -> program.value(LoopOp.WIDEN, valueOfOperand(scalar));
            case CHOICE -> scalar.kind() == VectorKind.BOOLEAN ? flag(scalar) : chosen((Scalar.Choice) scalar, values);
            case COMPARISON, LOGIC, DIFFERENCE, INVERSION, NULL_TEST -> flag(scalar);
        };
        values.put(scalar, made);
        return made;
    }

    /** The step of what a block of a function gives. */
    int called(FunctionBlock block, int call, List<Scalar> operands) {
        int[] steps = new int[operands.size()];
        for (int index = 0; index < steps.length; index++) {
            steps[index] = value(operands.get(index));
        }
        return program.call(LoopOp.calling(block.signature()), call, steps);
    }

    static boolean isDouble(Scalar scalar) {
        return scalar.kind() == VectorKind.FLOAT;
    }

    private int leaf(Scalar.Leaf leaf) {
        if (leaf.isConstant()) {
            return program.given(isDouble(leaf) ? LoopOp.CONSTANT_DOUBLE : LoopOp.CONSTANT, leaf.index());
        }
        return program.given(isDouble(leaf) ? LoopOp.LEAF_DOUBLE : LoopOp.LEAF, leaf.index());
    }

    private int valueOfOperand(Scalar scalar) {
        return value(scalar.operands().getFirst());
    }

    private int flag(Scalar truth) {
        return program.flag(isTrue(truth));
    }

    private static LoopOp operation(Expression.Arithmetic.Operator operator, boolean isDouble) {
        return switch (operator) {
            case ADD -> isDouble ? LoopOp.ADD_DOUBLE : LoopOp.ADD;
            case SUBTRACT -> isDouble ? LoopOp.SUBTRACT_DOUBLE : LoopOp.SUBTRACT;
            case MULTIPLY -> isDouble ? LoopOp.MULTIPLY_DOUBLE : LoopOp.MULTIPLY;
            case DIVIDE -> isDouble ? LoopOp.DIVIDE_DOUBLE : LoopOp.DIVIDE;
            case MODULO -> isDouble ? LoopOp.MODULO_DOUBLE : LoopOp.MODULO;
            case POWER -> throw new IllegalStateException("no loop raises to a power");
        };
    }

    /** Writes all that a CASE has, branch by branch, so that nothing of a branch is needed long after it. */
    private void choose(Scalar.Choice choice) {
        boolean isTruth = choice.kind() == VectorKind.BOOLEAN;
        boolean isDouble = isDouble(choice);
        int best = isTruth ? LoopProgram.NONE : otherwise(choice, isDouble);
        int yes = LoopProgram.NONE;
        int no = LoopProgram.NONE;
        int missing = LoopProgram.NONE;
        int rest = LoopProgram.ALL;
        for (int branch = 0; branch <= choice.branches().size(); branch++) {
            boolean isLast = branch == choice.branches().size();
            int condition = isLast
                    ? LoopProgram.ALL
                    : isTrue(choice.branches().get(branch).condition());
            int taken = program.both(rest, condition);
            Optional<Scalar> value = isLast
                    ? choice.otherwise()
                    : Optional.of(choice.branches().get(branch).value());
            if (value.isEmpty()) {
                missing = program.either(missing, taken);
            } else {
                missing = program.either(missing, program.both(taken, nulls(value.get())));
                if (isTruth) {
                    yes = program.either(yes, program.both(taken, isTrue(value.get())));
                    no = program.either(no, program.both(taken, isFalse(value.get())));
                } else if (!isLast) {
                    best = chosen(taken, value(value.get()), best, isDouble);
                }
            }
            rest = program.butNot(rest, condition);
        }
        nulls.put(choice, missing);
        if (isTruth) {
            truths.put(choice, yes);
            falsehoods.put(choice, no);
        } else {
            values.put(choice, best);
        }
    }

    private int otherwise(Scalar.Choice choice, boolean isDouble) {
        return choice.otherwise().isPresent()
                ? value(choice.otherwise().get())
                : program.literal(isDouble ? LoopOp.ZERO_DOUBLE : LoopOp.ZERO);
    }

    /** What {@link #choose} makes: values, truths or nulls. */
    private int chosen(Scalar.Choice choice, Map<Scalar, Integer> made) {
        choose(choice);
        return Invariant.present(made.get(choice), "a choice has its values, or its truths, and its nulls");
    }

    private int chosen(int mask, int yes, int no, boolean isDouble) {
        if (mask == LoopProgram.ALL || mask == LoopProgram.NONE) {
            return mask == LoopProgram.ALL ? yes : no;
        }
        return program.value(isDouble ? LoopOp.CHOOSE_DOUBLE : LoopOp.CHOOSE, mask, yes, no);
    }

    // ---------------------------------------------------------------- nulls

    /** The mask of where the scalar is null. */
    int nulls(Scalar scalar) {
        Integer known = nulls.get(scalar);
        if (known != null) {
            return known;
        }
        int made = shape.isNullable(scalar) ? nullsOf(scalar) : LoopProgram.NONE;
        nulls.put(scalar, made);
        return made;
    }

    private int nullsOf(Scalar scalar) {
        return switch (scalar.form()) {
            case LEAF -> program.given(LoopOp.NULLS, ((Scalar.Leaf) scalar).index());
            case ARITHMETIC, FUNCTION, WIDENED, COMPARISON, DIFFERENCE, INVERSION -> nullOfAny(scalar.operands());
            case LOGIC -> program.inverted(program.either(isTrue(scalar), isFalse(scalar)));
            case NULL_TEST -> LoopProgram.NONE;
            case CHOICE -> chosen((Scalar.Choice) scalar, nulls);
        };
    }

    private int nullOfAny(List<Scalar> operands) {
        int any = LoopProgram.NONE;
        for (Scalar operand : operands) {
            any = program.either(any, nulls(operand));
        }
        return any;
    }

    // ---------------------------------------------------------------- truths

    /** The mask of where the condition is true. */
    int isTrue(Scalar condition) {
        Integer known = truths.get(condition);
        if (known != null) {
            return known;
        }
        int made = truth(condition, true);
        truths.put(condition, made);
        return made;
    }

    /** The mask of where the condition is false, and not null. */
    int isFalse(Scalar condition) {
        Integer known = falsehoods.get(condition);
        if (known != null) {
            return known;
        }
        int made = truth(condition, false);
        falsehoods.put(condition, made);
        return made;
    }

    private int truth(Scalar condition, boolean wanted) {
        return switch (condition.form()) {
            case COMPARISON -> {
                int compared = compared((Scalar.Comparison) condition);
                yield program.butNot(wanted ? compared : program.inverted(compared), nulls(condition));
            }
            case LOGIC -> logic((Scalar.Logic) condition, wanted);
            case INVERSION -> {
                Scalar operand = condition.operands().getFirst();
                yield wanted ? isFalse(operand) : isTrue(operand);
            }
            case DIFFERENCE -> difference((Scalar.Difference) condition, wanted);
            case NULL_TEST -> {
                Scalar.NullTest test = (Scalar.NullTest) condition;
                int isNull = nulls(test.operand());
                yield test.isNull() == wanted ? isNull : program.inverted(isNull);
            }
            case CHOICE -> chosen((Scalar.Choice) condition, wanted ? truths : falsehoods);
            case LEAF, ARITHMETIC, FUNCTION, WIDENED -> {
                int holds = program.value(LoopOp.MASK, value(condition));
                yield program.butNot(wanted ? holds : program.inverted(holds), nulls(condition));
            }
        };
    }

    /** Both masks at once, so that nothing of an operand is needed long after it. */
    private int logic(Scalar.Logic logic, boolean wanted) {
        boolean isAnd = logic.isAnd();
        int yes = isAnd ? LoopProgram.ALL : LoopProgram.NONE;
        int no = isAnd ? LoopProgram.NONE : LoopProgram.ALL;
        for (Scalar operand : logic.operands()) {
            int isTrue = isTrue(operand);
            int isFalse = isFalse(operand);
            yes = isAnd ? program.both(yes, isTrue) : program.either(yes, isTrue);
            no = isAnd ? program.either(no, isFalse) : program.both(no, isFalse);
        }
        truths.put(logic, yes);
        falsehoods.put(logic, no);
        return wanted ? yes : no;
    }

    private int difference(Scalar.Difference difference, boolean wanted) {
        Scalar left = difference.left();
        Scalar right = difference.right();
        int first = program.both(isTrue(left), wanted ? isFalse(right) : isTrue(right));
        int second = program.both(isFalse(left), wanted ? isTrue(right) : isFalse(right));
        return program.either(first, second);
    }

    /** The mask of where the comparison holds, whatever it gives for nulls. */
    private int compared(Scalar.Comparison comparison) {
        int left = value(comparison.left());
        int right = value(comparison.right());
        boolean isDouble = isDouble(comparison.left());
        LoopOp equal = isDouble ? LoopOp.EQUAL_DOUBLE : LoopOp.EQUAL;
        LoopOp less = isDouble ? LoopOp.LESS_DOUBLE : LoopOp.LESS;
        return switch (comparison.operator()) {
            case EQUAL -> program.value(equal, left, right);
            case NOT_EQUAL -> program.inverted(program.value(equal, left, right));
            case LESS -> program.value(less, left, right);
            case GREATER -> program.value(less, right, left);
            case LESS_OR_EQUAL -> lessOrEqual(left, right, isDouble);
            case GREATER_OR_EQUAL -> lessOrEqual(right, left, isDouble);
        };
    }

    private int lessOrEqual(int left, int right, boolean isDouble) {
        return isDouble
                ? program.value(LoopOp.LESS_OR_EQUAL_DOUBLE, left, right)
                : program.inverted(program.value(LoopOp.LESS, right, left));
    }
}
