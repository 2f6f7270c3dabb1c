package org.thetisdb.engine.fuse;

import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.engine.block.DoubleBlocks;
import org.thetisdb.engine.block.LongBlocks;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.vector.VectorKind;

/**
 * Writes the code of scalars, as calls of blocks, which HotSpot inlines. Each scalar is computed once for a row, into a
 * local variable; masks (-1 or 0) are longs.
 *
 * <p>A truth has two masks, for true and for false; where neither is set, it is null (Kleene's logic as two bits).
 *
 * <p>Belongs to one loop's code.
 */
final class ScalarCode {
    /** The mask of all rows: none is kept in a variable. */
    static final int ALL = -1;

    /** The mask of no row. */
    static final int NONE = -2;

    private static final ClassDesc LONG_BLOCKS = ClassDesc.of(LongBlocks.class.getName());
    private static final ClassDesc DOUBLE_BLOCKS = ClassDesc.of(DoubleBlocks.class.getName());
    private static final ClassDesc LONGS = CD_long.arrayType();
    private static final ClassDesc DOUBLES = CD_double.arrayType();
    private static final ClassDesc BOOLEANS = CD_boolean.arrayType();

    private final CodeBuilder code;
    private final ClassDesc arguments;
    private final int argumentsLocal;
    private final int row;
    private final Map<Scalar, Integer> arrays = new HashMap<>();
    private final Map<Scalar, Integer> nullArrays = new HashMap<>();
    private final Map<Scalar, Integer> values = new HashMap<>();
    private final Map<Scalar, Integer> nulls = new HashMap<>();
    private final Map<Scalar, Integer> truths = new HashMap<>();
    private final Map<Scalar, Integer> falsehoods = new HashMap<>();
    private final Map<Scalar.Choice, int[]> branches = new HashMap<>();
    private final Map<Integer, int[]> columns = new HashMap<>();

    /**
     * @param arguments the class of what the loop is given
     * @param argumentsLocal the local variable that has it
     * @param row the local variable of the row
     */
    ScalarCode(CodeBuilder code, ClassDesc arguments, int argumentsLocal, int row) {
        this.code = code;
        this.arguments = arguments;
        this.argumentsLocal = argumentsLocal;
        this.row = row;
    }

    // ---------------------------------------------------------------- before the loop

    /** Takes arrays and constants out of the arguments. */
    void begin(LoopShape shape) {
        for (Scalar.Leaf leaf : shape.leaves()) {
            if (leaf.hasValues()) {
                array(leaf.kind(), "longs", "doubles", leaf.index());
                if (leaf.isConstant()) {
                    code.iconst_0();
                    values.put(leaf, loaded(leaf.kind()));
                } else {
                    arrays.put(leaf, stored(TypeKind.REFERENCE));
                }
            }
            if (leaf.isNullable()) {
                element("nulls", BOOLEANS, leaf.index());
                nullArrays.put(leaf, stored(TypeKind.REFERENCE));
            }
        }
        for (int column = 0; column < shape.columns().size(); column++) {
            array(shape.columns().get(column).kind(), "columnLongs", "columnDoubles", column);
            int array = stored(TypeKind.REFERENCE);
            element("columnNulls", BOOLEANS, column);
            columns.put(column, new int[] {array, stored(TypeKind.REFERENCE)});
        }
    }

    private void array(VectorKind kind, String longs, String doubles, int index) {
        boolean isDouble = kind == VectorKind.FLOAT;
        element(isDouble ? doubles : longs, isDouble ? DOUBLES : LONGS, index);
    }

    private void element(String field, ClassDesc array, int index) {
        code.aload(argumentsLocal).getfield(arguments, field, array.arrayType());
        code.loadConstant(index).aaload();
    }

    /** An array's element, both of which are on the stack. */
    private int loaded(VectorKind kind) {
        if (kind == VectorKind.FLOAT) {
            code.daload();
            return stored(TypeKind.DOUBLE);
        }
        code.laload();
        return stored(TypeKind.LONG);
    }

    /** Moves what is on the stack into a new local variable. */
    int stored(TypeKind kind) {
        int local = code.allocateLocal(kind);
        code.storeLocal(kind, local);
        return local;
    }

    // ---------------------------------------------------------------- masks

    /** The rows in both masks; the second may be any long, of which those in the first are kept. */
    int both(int mask, int other) {
        if (mask == ALL || other == NONE) {
            return other;
        }
        if (other == ALL || mask == NONE) {
            return mask;
        }
        code.lload(mask).lload(other).land();
        return stored(TypeKind.LONG);
    }

    /** The rows in a mask that are not in another one. */
    int butNot(int mask, int other) {
        if (other == NONE) {
            return mask;
        }
        return both(mask, inverted(other));
    }

    private int inverted(int mask) {
        if (mask == ALL || mask == NONE) {
            return mask == ALL ? NONE : ALL;
        }
        code.lload(mask).loadConstant(-1L).lxor();
        return stored(TypeKind.LONG);
    }

    private int either(int mask, int other) {
        if (mask == NONE || other == ALL) {
            return other;
        }
        if (other == NONE || mask == ALL) {
            return mask;
        }
        code.lload(mask).lload(other).lor();
        return stored(TypeKind.LONG);
    }

    /** Puts 1 on the stack for a row in the mask, otherwise 0. */
    void flag(int mask) {
        if (mask == ALL || mask == NONE) {
            code.loadConstant(mask == ALL ? 1L : 0L);
        } else {
            code.lload(mask);
            longBlock("flag", 1);
        }
    }

    /** Adds 1 to a local variable for a row in the mask. */
    void count(int local, int mask) {
        if (mask == NONE) {
            return;
        }
        code.lload(local);
        if (mask == ALL) {
            code.lconst_1().ladd();
        } else {
            code.lload(mask).lsub();
        }
        code.lstore(local);
    }

    /** Calls a block over longs, whose operands are on the stack. */
    void longBlock(String name, int operandCount) {
        ClassDesc[] operands = new ClassDesc[operandCount];
        Arrays.fill(operands, CD_long);
        code.invokestatic(LONG_BLOCKS, name, MethodTypeDesc.of(CD_long, operands));
    }

    private void doubleBlock(String name, ClassDesc result, ClassDesc... operands) {
        code.invokestatic(DOUBLE_BLOCKS, name, MethodTypeDesc.of(result, operands));
    }

    // ---------------------------------------------------------------- values

    /** The local variable with the scalar's value: a double, a long, for truths 0 or 1; anything where it is null. */
    int value(Scalar scalar) {
        Integer known = values.get(scalar);
        if (known != null) {
            return known;
        }
        int made = switch (scalar) {
            case Scalar.Leaf leaf -> {
                code.aload(known(arrays, leaf)).iload(row);
                yield loaded(leaf.kind());
            }
            case Scalar.Arithmetic arithmetic ->
                computed(
                        arithmetic.operator().name().toLowerCase(Locale.ROOT),
                        arithmetic.kind(),
                        arithmetic.left(),
                        arithmetic.right());
            case Scalar.Negation negation -> computed("negate", negation.kind(), negation.operand());
            case Scalar.Widened widened -> {
                code.lload(value(widened.operand()));
                doubleBlock("widen", CD_double, CD_long);
                yield stored(TypeKind.DOUBLE);
            }
            case Scalar.Choice choice -> choice.kind() == VectorKind.BOOLEAN ? truthFlag(choice) : chosen(choice);
            default -> truthFlag(scalar);
        };
        values.put(scalar, made);
        return made;
    }

    /** The local variable of a leaf's array. */
    private static int known(Map<Scalar, Integer> locals, Scalar.Leaf leaf) {
        return Invariant.present(locals.get(leaf), "a leaf's arrays are taken before the loop");
    }

    private int truthFlag(Scalar truth) {
        flag(isTrue(truth));
        return stored(TypeKind.LONG);
    }

    /** A block's value for some scalars. */
    int computed(String block, VectorKind kind, Scalar... operands) {
        boolean isDouble = kind == VectorKind.FLOAT;
        int[] locals = Arrays.stream(operands).mapToInt(this::value).toArray();
        TypeKind type = isDouble ? TypeKind.DOUBLE : TypeKind.LONG;
        for (int local : locals) {
            code.loadLocal(type, local);
        }
        if (isDouble) {
            ClassDesc[] types = new ClassDesc[operands.length];
            Arrays.fill(types, CD_double);
            doubleBlock(block, CD_double, types);
        } else {
            longBlock(block, operands.length);
        }
        return stored(type);
    }

    /** The masks of the rows that take each branch, and of those that take none. */
    private int[] branches(Scalar.Choice choice) {
        int[] known = branches.get(choice);
        if (known != null) {
            return known;
        }
        int[] masks = new int[choice.branches().size() + 1];
        int rest = ALL;
        for (int branch = 0; branch < masks.length - 1; branch++) {
            int condition = isTrue(choice.branches().get(branch).condition());
            masks[branch] = both(rest, condition);
            rest = butNot(rest, condition);
        }
        masks[masks.length - 1] = rest;
        branches.put(choice, masks);
        return masks;
    }

    private int chosen(Scalar.Choice choice) {
        boolean isDouble = choice.kind() == VectorKind.FLOAT;
        int[] masks = branches(choice);
        int best = choice.otherwise().map(this::value).orElseGet(() -> zero(isDouble));
        for (int branch = 0; branch < masks.length - 1; branch++) {
            int value = value(choice.branches().get(branch).value());
            best = chosen(masks[branch], value, best, isDouble);
        }
        return best;
    }

    private int zero(boolean isDouble) {
        if (isDouble) {
            code.dconst_0();
            return stored(TypeKind.DOUBLE);
        }
        code.lconst_0();
        return stored(TypeKind.LONG);
    }

    private int chosen(int mask, int yes, int no, boolean isDouble) {
        if (mask == ALL || mask == NONE) {
            return mask == ALL ? yes : no;
        }
        code.lload(mask);
        if (isDouble) {
            code.dload(yes).dload(no);
            doubleBlock("choose", CD_double, CD_long, CD_double, CD_double);
            return stored(TypeKind.DOUBLE);
        }
        code.lload(yes).lload(no);
        longBlock("choose", 3);
        return stored(TypeKind.LONG);
    }

    // ---------------------------------------------------------------- nulls

    /** The mask of where the scalar is null. */
    int nulls(Scalar scalar) {
        if (!scalar.isNullable()) {
            return NONE;
        }
        Integer known = nulls.get(scalar);
        if (known != null) {
            return known;
        }
        int made = switch (scalar) {
            case Scalar.Leaf leaf -> {
                code.aload(known(nullArrays, leaf)).iload(row).baload();
                code.invokestatic(LONG_BLOCKS, "mask", MethodTypeDesc.of(CD_long, CD_int));
                yield stored(TypeKind.LONG);
            }
            case Scalar.Arithmetic ignored -> nullOfAny(scalar.operands());
            case Scalar.Negation ignored -> nullOfAny(scalar.operands());
            case Scalar.Widened ignored -> nullOfAny(scalar.operands());
            case Scalar.Comparison ignored -> nullOfAny(scalar.operands());
            case Scalar.Difference ignored -> nullOfAny(scalar.operands());
            case Scalar.Inversion ignored -> nullOfAny(scalar.operands());
            case Scalar.Logic ignored -> inverted(either(isTrue(scalar), isFalse(scalar)));
            case Scalar.NullTest ignored -> NONE;
            case Scalar.Choice choice -> nullsOf(choice);
        };
        nulls.put(scalar, made);
        return made;
    }

    private int nullOfAny(List<Scalar> operands) {
        int any = NONE;
        for (Scalar operand : operands) {
            any = either(any, nulls(operand));
        }
        return any;
    }

    private int nullsOf(Scalar.Choice choice) {
        int[] masks = branches(choice);
        int rest = masks[masks.length - 1];
        int any = choice.otherwise().isPresent()
                ? both(rest, nulls(choice.otherwise().get()))
                : rest;
        for (int branch = 0; branch < masks.length - 1; branch++) {
            int value = nulls(choice.branches().get(branch).value());
            any = either(any, both(masks[branch], value));
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
        return switch (condition) {
            case Scalar.Comparison comparison -> {
                int holds = wanted ? compared(comparison) : inverted(compared(comparison));
                yield butNot(holds, nulls(condition));
            }
            case Scalar.Logic logic -> logic(logic, wanted);
            case Scalar.Inversion inversion -> wanted ? isFalse(inversion.operand()) : isTrue(inversion.operand());
            case Scalar.Difference difference -> difference(difference, wanted);
            case Scalar.NullTest test -> {
                int isNull = nulls(test.operand());
                yield test.isNull() == wanted ? isNull : inverted(isNull);
            }
            case Scalar.Choice choice -> branchTruth(choice, wanted);
            default -> {
                code.lload(value(condition));
                longBlock("mask", 1);
                int holds = stored(TypeKind.LONG);
                yield butNot(wanted ? holds : inverted(holds), nulls(condition));
            }
        };
    }

    private int logic(Scalar.Logic logic, boolean wanted) {
        boolean isEach = logic.isAnd() == wanted;
        int all = isEach ? ALL : NONE;
        for (Scalar operand : logic.operands()) {
            int mask = wanted ? isTrue(operand) : isFalse(operand);
            all = isEach ? both(all, mask) : either(all, mask);
        }
        return all;
    }

    private int difference(Scalar.Difference difference, boolean wanted) {
        Scalar left = difference.left();
        Scalar right = difference.right();
        int first = both(isTrue(left), wanted ? isFalse(right) : isTrue(right));
        int second = both(isFalse(left), wanted ? isTrue(right) : isFalse(right));
        return either(first, second);
    }

    private int branchTruth(Scalar.Choice choice, boolean wanted) {
        int[] masks = branches(choice);
        int any = NONE;
        for (int branch = 0; branch < masks.length; branch++) {
            Optional<Scalar> value = branch < masks.length - 1
                    ? Optional.of(choice.branches().get(branch).value())
                    : choice.otherwise();
            if (value.isPresent()) {
                any = either(any, both(masks[branch], wanted ? isTrue(value.get()) : isFalse(value.get())));
            }
        }
        return any;
    }

    /** The mask of where the comparison holds, whatever it gives for nulls. */
    private int compared(Scalar.Comparison comparison) {
        int left = value(comparison.left());
        int right = value(comparison.right());
        boolean isDouble = comparison.left().kind() == VectorKind.FLOAT;
        return switch (comparison.operator()) {
            case EQUAL -> compared("equal", left, right, isDouble);
            case NOT_EQUAL -> inverted(compared("equal", left, right, isDouble));
            case LESS -> compared("less", left, right, isDouble);
            case GREATER -> compared("less", right, left, isDouble);
            case LESS_OR_EQUAL ->
                isDouble ? compared("lessOrEqual", left, right, true) : inverted(compared("less", right, left, false));
            case GREATER_OR_EQUAL ->
                isDouble ? compared("lessOrEqual", right, left, true) : inverted(compared("less", left, right, false));
        };
    }

    /** The mask that a block gives for two local variables. */
    int compared(String block, int left, int right, boolean isDouble) {
        if (isDouble) {
            code.dload(left).dload(right);
            doubleBlock(block, CD_long, CD_double, CD_double);
        } else {
            code.lload(left).lload(right);
            longBlock(block, 2);
        }
        return stored(TypeKind.LONG);
    }

    // ---------------------------------------------------------------- columns

    /** Stores the scalar in a column. */
    void storeColumn(Scalar scalar, int column) {
        int[] into = Invariant.present(columns.get(column), "a column's arrays are taken before the loop");
        boolean isDouble = scalar.kind() == VectorKind.FLOAT;
        int value = value(scalar);
        code.aload(into[0]).iload(row).loadLocal(isDouble ? TypeKind.DOUBLE : TypeKind.LONG, value);
        code.arrayStore(isDouble ? TypeKind.DOUBLE : TypeKind.LONG);
        if (scalar.isNullable()) {
            int isNull = nulls(scalar);
            code.aload(into[1]).iload(row);
            flag(isNull);
            code.l2i().bastore();
        }
    }
}
