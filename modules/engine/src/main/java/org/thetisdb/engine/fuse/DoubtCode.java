package org.thetisdb.engine.fuse;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.util.Locale;
import org.thetisdb.value.vector.VectorKind;

/**
 * Writes the code that notices where the blocks give no answer: a sum that leaves 64 bits, a division by zero, instants
 * within the same second. It looks at those rows whose value is needed, as the interpreter evaluates only those: not
 * behind a condition that is false, nor in a branch of CASE that is not taken.
 *
 * <p>Belongs to one loop's code.
 */
final class DoubtCode {
    private final CodeBuilder code;
    private final ScalarCode scalars;
    private final int doubt;

    /** To be made before the loop. */
    DoubtCode(CodeBuilder code, ScalarCode scalars) {
        this.code = code;
        this.scalars = scalars;
        code.lconst_0();
        doubt = scalars.stored(TypeKind.LONG);
    }

    /** The local variable that is not 0 when the batch is doubtful. */
    int doubt() {
        return doubt;
    }

    /** Makes the batch doubtful where the scalar of a row of the mask is. */
    void add(Scalar scalar, int needed) {
        if (!canDoubt(scalar)) {
            return;
        }
        switch (scalar) {
            case Scalar.Logic logic -> {
                int open = needed;
                for (Scalar operand : logic.operands()) {
                    add(operand, open);
                    int decided = logic.isAnd() ? scalars.isFalse(operand) : scalars.isTrue(operand);
                    open = scalars.butNot(open, decided);
                }
            }
            case Scalar.Choice choice -> addBranches(choice, needed);
            default -> {
                scalar.operands().forEach(operand -> add(operand, needed));
                addHere(scalar, needed);
            }
        }
    }

    private void addBranches(Scalar.Choice choice, int needed) {
        int open = needed;
        for (Scalar.Branch branch : choice.branches()) {
            add(branch.condition(), open);
            add(branch.value(), scalars.both(open, scalars.isTrue(branch.condition())));
            open = scalars.butNot(open, scalars.isTrue(branch.condition()));
        }
        int rest = open;
        choice.otherwise().ifPresent(value -> add(value, rest));
    }

    private void addHere(Scalar scalar, int needed) {
        if (!isDoubtfulHere(scalar)) {
            return;
        }
        int doubtful = switch (scalar) {
            case Scalar.Arithmetic arithmetic ->
                scalars.computed(
                        arithmetic.operator().name().toLowerCase(Locale.ROOT) + "Doubt",
                        VectorKind.INTEGER,
                        arithmetic.left(),
                        arithmetic.right());
            case Scalar.Negation negation -> scalars.computed("negateDoubt", VectorKind.INTEGER, negation.operand());
            case Scalar.Comparison comparison ->
                scalars.compared("equal", scalars.value(comparison.left()), scalars.value(comparison.right()), false);
            default -> throw new IllegalStateException("never doubtful: " + scalar);
        };
        int counted = scalars.both(needed, scalars.butNot(doubtful, scalars.nulls(scalar)));
        if (counted != ScalarCode.NONE) {
            code.lload(doubt).lload(counted).lor().lstore(doubt);
        }
    }

    private static boolean isDoubtfulHere(Scalar scalar) {
        return switch (scalar) {
            case Scalar.Arithmetic ignored -> scalar.kind() == VectorKind.INTEGER;
            case Scalar.Negation ignored -> scalar.kind() == VectorKind.INTEGER;
            case Scalar.Comparison comparison -> isInstant(comparison.left().kind());
            default -> false;
        };
    }

    /** Whether the longs of a kind are seconds, and the nanoseconds elsewhere. */
    private static boolean isInstant(VectorKind kind) {
        return kind == VectorKind.LOCAL_DATETIME || kind == VectorKind.ZONED_DATETIME;
    }

    private static boolean canDoubt(Scalar scalar) {
        return isDoubtfulHere(scalar) || scalar.operands().stream().anyMatch(DoubtCode::canDoubt);
    }
}
