package org.thetisdb.engine.loop;

import org.thetisdb.engine.block.DoubleBlocks;
import org.thetisdb.engine.block.FunctionBlock;
import org.thetisdb.engine.block.FunctionBlock.Signature;
import org.thetisdb.engine.block.GroupBlocks;
import org.thetisdb.engine.block.LongBlocks;
import org.thetisdb.engine.block.NumberFunction;
import org.thetisdb.engine.block.NumberFunctions;

/**
 * What one step of a {@link LoopProgram} does with the values of a row. Most are calls of blocks.
 *
 * <p>A step that has a result depends on its operands and its index alone, so two equal ones are one. The others add to
 * a number that goes on from row to row, or store into an array.
 */
enum LoopOp {
    /** A value of a leaf; its index is the leaf. */
    LEAF("()J"),
    LEAF_DOUBLE("()D"),
    /** The value of a leaf that is the same for all rows. */
    CONSTANT("()J"),
    CONSTANT_DOUBLE("()D"),
    /** The mask of where a leaf is null. */
    NULLS("()J"),
    /** The code of a string; its index is the leaf. */
    CODE("()J"),
    /** What is the same of a key for all rows; its index is one of {@link LoopArguments#keyNumbers}. */
    KEY_NUMBER("()J"),

    ZERO("()J"),
    ONE("()J"),
    LONG_MIN("()J"),
    LONG_MAX("()J"),
    ZERO_DOUBLE("()D"),

    AND("(JJ)J"),
    OR("(JJ)J"),
    NOT("(J)J"),

    FLAG("flag", "(J)J"),
    MASK("mask", "(J)J"),
    EQUAL("equal", "(JJ)J"),
    LESS("less", "(JJ)J"),
    CHOOSE("choose", "(JJJ)J"),
    ADD("add", "(JJ)J"),
    ADD_DOUBT("addDoubt", "(JJ)J"),
    SUBTRACT("subtract", "(JJ)J"),
    SUBTRACT_DOUBT("subtractDoubt", "(JJ)J"),
    MULTIPLY("multiply", "(JJ)J"),
    MULTIPLY_DOUBT("multiplyDoubt", "(JJ)J"),
    DIVIDE("divide", "(JJ)J"),
    DIVIDE_DOUBT("divideDoubt", "(JJ)J"),
    MODULO("modulo", "(JJ)J"),
    MODULO_DOUBT("moduloDoubt", "(JJ)J"),
    SIZE("size", "(J)J"),
    OUTSIDE("outside", "(JJ)J"),

    EQUAL_DOUBLE(true, "equal", "(DD)J"),
    LESS_DOUBLE(true, "less", "(DD)J"),
    LESS_OR_EQUAL_DOUBLE(true, "lessOrEqual", "(DD)J"),
    CHOOSE_DOUBLE(true, "choose", "(JDD)D"),
    ADD_DOUBLE(true, "add", "(DD)D"),
    SUBTRACT_DOUBLE(true, "subtract", "(DD)D"),
    MULTIPLY_DOUBLE(true, "multiply", "(DD)D"),
    DIVIDE_DOUBLE(true, "divide", "(DD)D"),
    MODULO_DOUBLE(true, "modulo", "(DD)D"),
    WIDEN(true, "widen", "(J)D"),

    /** A block of a function of numbers; its index says which, by {@link #call}. */
    CALL_LONG(Signature.LONG),
    CALL_LONG_TO_DOUBLE(Signature.LONG_TO_DOUBLE),
    CALL_DOUBLE(Signature.DOUBLE),
    CALL_DOUBLE_TO_LONG(Signature.DOUBLE_TO_LONG),
    CALL_DOUBLES(Signature.DOUBLES),
    CALL_DOUBLE_AND_LONG(Signature.DOUBLE_AND_LONG),
    CALL_DOUBLE_AND_LONG_TO_LONG(Signature.DOUBLE_AND_LONG_TO_LONG),

    /** Counts a row of the mask; its index is the number that it adds to. */
    COUNT("(J)V"),
    /** Counts each row. */
    COUNT_ALL("()V"),
    SUM("(J)V"),
    /** Adds bits. */
    JOIN("(J)V"),
    MIN("(J)V"),
    MAX("(J)V"),
    /** Add to what is kept of a place, the first operand; their index is one of {@link LoopArguments#groupTotals}. */
    GROUP_COUNT("count", "(JJ)V"),
    GROUP_ADD("add", "(JJ)V"),
    GROUP_LEAST("least", "(JJ)V"),
    GROUP_GREATEST("greatest", "(JJ)V"),
    /** Stores into a column; its index is the column. */
    STORE("(J)V"),
    STORE_DOUBLE("(D)V"),
    /** Stores the mark of a null. */
    STORE_NULL("(J)V"),
    /** Stores the flag of a row that has passed all filters. */
    STORE_PASSED("(J)V");

    private static final String LONG_BLOCKS = LongBlocks.class.getName().replace('.', '/');
    private static final String DOUBLE_BLOCKS = DoubleBlocks.class.getName().replace('.', '/');
    private static final String GROUP_BLOCKS = GroupBlocks.class.getName().replace('.', '/');

    /** Of a block that adds to a group: the array, then the operands. */
    static final String GROUP_DESCRIPTOR = "([JJJ)V";

    private final boolean isOfDoubles;
    private final String block;
    private final String descriptor;
    private final int operandCount;
    private final boolean isCall;

    LoopOp(String descriptor) {
        this(false, "", descriptor, false);
    }

    LoopOp(String block, String descriptor) {
        this(false, block, descriptor, false);
    }

    LoopOp(boolean isOfDoubles, String block, String descriptor) {
        this(isOfDoubles, block, descriptor, false);
    }

    LoopOp(Signature signature) {
        this(false, "", signature.descriptor(), true);
    }

    LoopOp(boolean isOfDoubles, String block, String descriptor, boolean isCall) {
        this.isCall = isCall;
        this.isOfDoubles = isOfDoubles;
        this.block = block;
        this.descriptor = descriptor;
        this.operandCount = descriptor.indexOf(')') - 1;
    }

    /** What calls a block of such a signature. */
    static LoopOp calling(Signature signature) {
        return switch (signature) {
            case LONG -> CALL_LONG;
            case LONG_TO_DOUBLE -> CALL_LONG_TO_DOUBLE;
            case DOUBLE -> CALL_DOUBLE;
            case DOUBLE_TO_LONG -> CALL_DOUBLE_TO_LONG;
            case DOUBLES -> CALL_DOUBLES;
            case DOUBLE_AND_LONG -> CALL_DOUBLE_AND_LONG;
            case DOUBLE_AND_LONG_TO_LONG -> CALL_DOUBLE_AND_LONG_TO_LONG;
        };
    }

    /** The index of a step that calls the block of a function, or the one of its doubt. */
    static int call(NumberFunction function, boolean isDoubt) {
        return 2 * function.index() + (isDoubt ? 1 : 0);
    }

    /** The block that a step with an index of {@link #call} calls. */
    static FunctionBlock called(int call) {
        NumberFunction function = NumberFunctions.all().get(call / 2);
        return call % 2 == 0 ? function.block() : function.doubt().orElseThrow();
    }

    /** Whether it is a block that its index names. */
    boolean isCall() {
        return isCall;
    }

    /** The block's name; empty if it is none, or its index names it. */
    String block() {
        return block;
    }

    /** The internal name of the class that has the block. */
    String owner() {
        if (isOfGroup()) {
            return GROUP_BLOCKS;
        }
        return isOfDoubles ? DOUBLE_BLOCKS : LONG_BLOCKS;
    }

    /** Whether it adds to what is kept of a place, by a block that takes the array as well. */
    boolean isOfGroup() {
        return switch (this) {
            case GROUP_COUNT, GROUP_ADD, GROUP_LEAST, GROUP_GREATEST -> true;
            default -> false;
        };
    }

    /** Operands and result, as a class file has them: {@code J} for a long, {@code D} for a double, {@code V}. */
    String descriptor() {
        return descriptor;
    }

    int operandCount() {
        return operandCount;
    }

    /** Whether HotSpot does it for several rows by one instruction; comparisons and functions are not such. */
    boolean isWide() {
        return switch (this) {
            case ADD, SUBTRACT, MULTIPLY, OUTSIDE, AND, OR, NOT, SIZE, JOIN -> true;
            default -> false;
        };
    }

    /** Whether it gives a value. */
    boolean hasResult() {
        return descriptor.charAt(descriptor.length() - 1) != 'V';
    }

    /** Whether that value is a double, and not a long. */
    boolean isDouble() {
        return descriptor.charAt(descriptor.length() - 1) == 'D';
    }

    /** Whether the value is nothing but a number, the same for all rows and all loops. */
    boolean isLiteral() {
        return switch (this) {
            case ZERO, ONE, LONG_MIN, LONG_MAX, ZERO_DOUBLE -> true;
            default -> false;
        };
    }

    /** Whether the value is as easily had again as it is kept. */
    boolean isGiven() {
        return switch (this) {
            case LEAF, LEAF_DOUBLE, CONSTANT, CONSTANT_DOUBLE, NULLS, CODE, KEY_NUMBER -> true;
            default -> isLiteral();
        };
    }
}
