package org.thetisdb.engine.loop;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.engine.block.NumberFunction;
import org.thetisdb.value.vector.VectorKind;

/**
 * Writes the steps that notice where the blocks give no answer: a sum that leaves 64 bits, a division by zero, instants
 * within the same second. It looks at those rows whose value is needed, as the interpreter evaluates only those: not
 * behind a condition that is false, nor in a branch of CASE that is not taken.
 *
 * <p>Belongs to one loop's program.
 */
final class DoubtCode {
    private final LoopProgram program;
    private final ScalarCode scalars;
    private final int number;
    private final Map<Scalar, Boolean> canDoubt = new IdentityHashMap<>();

    /** For which rows the doubts of a scalar were written last. */
    private final Map<Scalar, Integer> done = new IdentityHashMap<>();

    /** @param number which is not 0 when the batch is doubtful */
    DoubtCode(LoopProgram program, ScalarCode scalars, int number) {
        this.program = program;
        this.scalars = scalars;
        this.number = number;
    }

    /** Makes the batch doubtful where the scalar of a row of the mask is. */
    void add(Scalar scalar, int needed) {
        if (!canDoubt(scalar)) {
            return;
        }
        Integer before = done.put(scalar, needed);
        if (before != null && before == needed) {
            return;
        }
        switch (scalar.form()) {
            case LOGIC -> addOperands((Scalar.Logic) scalar, needed);
            case CHOICE -> addBranches((Scalar.Choice) scalar, needed);
            default -> {
                for (Scalar operand : scalar.operands()) {
                    add(operand, needed);
                }
                addHere(scalar, needed);
            }
        }
    }

    private void addOperands(Scalar.Logic logic, int needed) {
        int open = needed;
        for (Scalar operand : logic.operands()) {
            add(operand, open);
            int decided = logic.isAnd() ? scalars.isFalse(operand) : scalars.isTrue(operand);
            open = program.butNot(open, decided);
        }
    }

    private void addBranches(Scalar.Choice choice, int needed) {
        int open = needed;
        for (Scalar.Branch branch : choice.branches()) {
            add(branch.condition(), open);
            int taken = scalars.isTrue(branch.condition());
            add(branch.value(), program.both(open, taken));
            open = program.butNot(open, taken);
        }
        if (choice.otherwise().isPresent()) {
            add(choice.otherwise().get(), open);
        }
    }

    private void addHere(Scalar scalar, int needed) {
        if (!isDoubtfulHere(scalar)) {
            return;
        }
        List<Scalar> operands = scalar.operands();
        int first = scalars.value(operands.getFirst());
        int doubtful = switch (scalar.form()) {
            case ARITHMETIC ->
                program.value(doubt(((Scalar.Arithmetic) scalar).operator()), first, scalars.value(operands.getLast()));
            case FUNCTION -> {
                NumberFunction function = ((Scalar.Function) scalar).function();
                yield scalars.called(function.doubt().orElseThrow(), LoopOp.call(function, true), operands);
            }
            case COMPARISON -> program.value(LoopOp.EQUAL, first, scalars.value(operands.getLast()));
            default -> throw new IllegalStateException("never doubtful: form=" + scalar.form());
        };
        int counted = program.both(needed, program.butNot(doubtful, scalars.nulls(scalar)));
        if (counted != LoopProgram.NONE) {
            program.effect(LoopOp.JOIN, number, counted);
        }
    }

    private static LoopOp doubt(Expression.Arithmetic.Operator operator) {
        return switch (operator) {
            case ADD -> LoopOp.ADD_DOUBT;
            case SUBTRACT -> LoopOp.SUBTRACT_DOUBT;
            case MULTIPLY -> LoopOp.MULTIPLY_DOUBT;
            case DIVIDE -> LoopOp.DIVIDE_DOUBT;
            case MODULO -> LoopOp.MODULO_DOUBT;
            case POWER -> throw new IllegalStateException("no loop raises to a power");
        };
    }

    private static boolean isDoubtfulHere(Scalar scalar) {
        return switch (scalar.form()) {
            case ARITHMETIC -> scalar.kind() == VectorKind.INTEGER;
            case FUNCTION -> ((Scalar.Function) scalar).function().doubt().isPresent();
            case COMPARISON -> isInstant(scalar.operands().getFirst().kind());
            default -> false;
        };
    }

    /** Whether the longs of a kind are seconds, and the nanoseconds elsewhere. */
    private static boolean isInstant(VectorKind kind) {
        return kind == VectorKind.LOCAL_DATETIME || kind == VectorKind.ZONED_DATETIME;
    }

    private boolean canDoubt(Scalar scalar) {
        Boolean known = canDoubt.get(scalar);
        if (known != null) {
            return known;
        }
        boolean made = isDoubtfulHere(scalar);
        for (Scalar operand : scalar.operands()) {
            made |= canDoubt(operand);
        }
        canDoubt.put(scalar, made);
        return made;
    }
}
