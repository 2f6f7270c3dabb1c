package org.thetisdb.engine.loop;

import java.util.Arrays;
import org.thetisdb.engine.block.FunctionBlock;

/**
 * Writes the method of one part of a loop: arrays into locals, the loop over the rows, numbers back into arrays.
 *
 * <p>Belongs to who writes it.
 */
final class PartCode {
    private static final String ARGUMENTS = LoopClass.internal(LoopArguments.class.getName());
    private static final String INTS = "[I";
    private static final String LONGS = "[J";
    private static final String DOUBLES = "[D";
    private static final String BOOLEANS = "[Z";
    private static final int NO_LOCAL = -1;

    private final LoopProgram program;
    private final LoopParts parts;
    private final int part;

    /** How many numbers are counts of rows that have passed a filter; totals come after them, then the doubt. */
    private final int filterCount;

    private final int doubt;
    private final MethodCode code;
    private final int arguments;
    private final int count;
    private final int row;

    /** By step: how often its value is still to be read in this part. */
    private final int[] uses;

    /** By step: the local that has its value, or the array that it is to be read from. */
    private final int[] locals;

    private final int[] arrays;

    /** By number, column: their locals. */
    private final int[] numbers;

    private final int[] columns;
    private final int[] columnNulls;

    /** By index of what is kept of each place. */
    private final int[] groupTotals;

    private int passed = NO_LOCAL;

    /**
     * Code of a part.
     *
     * @param code of a method, so far without instructions
     * @param firstLocal the first argument, which is what the loop reads and writes; the count of rows comes after it
     */
    PartCode(LoopProgram program, LoopParts parts, int part, LoopShape shape, MethodCode code, int firstLocal) {
        this.program = program;
        this.parts = parts;
        this.part = part;
        this.filterCount = shape.filters().size();
        this.doubt = LoopCode.doubtNumber(shape);
        this.code = code;
        this.arguments = firstLocal;
        this.count = firstLocal + 1;
        this.row = code.fixed(MethodCode.Type.INT);
        this.uses = new int[program.size()];
        this.locals = filled(program.size());
        this.arrays = filled(program.size());
        this.numbers = filled(doubt + 1);
        this.columns = filled(shape.columns().size());
        this.groupTotals = filled(LoopArguments.groupTotalCount(shape));
        this.columnNulls = filled(shape.columns().size());
    }

    private static int[] filled(int length) {
        int[] made = new int[length];
        Arrays.fill(made, NO_LOCAL);
        return made;
    }

    void write() {
        for (int step = parts.begin(part); step < parts.end(part); step++) {
            prepare(step);
        }
        code.pushInt(0);
        code.store(MethodCode.Type.INT, row);
        code.beginRows(row, count);
        for (int step = parts.begin(part); step < parts.end(part); step++) {
            if (parts.isComputed(step)) {
                step(step);
            }
        }
        code.endRows(row);
        end();
    }

    // ---------------------------------------------------------------- before the loop

    private void prepare(int step) {
        LoopOp op = program.op(step);
        if (!parts.isComputed(step)) {
            return;
        }
        for (int which = 0; which < op.operandCount(); which++) {
            int operand = program.operand(step, which);
            if (uses[operand]++ == 0) {
                prepareOperand(operand);
            }
        }
        int index = program.index(step);
        switch (op) {
            case COUNT, COUNT_ALL, SUM, JOIN -> prepareNumber(index, 0);
            case MIN -> prepareNumber(index, Long.MAX_VALUE);
            case MAX -> prepareNumber(index, Long.MIN_VALUE);
            case GROUP_COUNT, GROUP_ADD, GROUP_LEAST, GROUP_GREATEST -> {
                if (groupTotals[index] == NO_LOCAL) {
                    groupTotals[index] = element("groupTotals", LONGS, index);
                }
            }
            case STORE -> columns[index] = element("columnLongs", LONGS, index);
            case STORE_DOUBLE -> columns[index] = element("columnDoubles", DOUBLES, index);
            case STORE_NULL -> columnNulls[index] = element("columnNulls", BOOLEANS, index);
            case STORE_PASSED -> {
                field("passed", LONGS);
                passed = kept(LONGS);
            }
            default -> {
                if (parts.temporary(step) >= 0) {
                    arrays[step] = temporary(step);
                }
            }
        }
    }

    private void prepareOperand(int step) {
        int index = program.index(step);
        switch (program.op(step)) {
            case LEAF -> arrays[step] = element("longs", LONGS, index);
            case LEAF_DOUBLE -> arrays[step] = element("doubles", DOUBLES, index);
            case NULLS -> arrays[step] = element("nulls", BOOLEANS, index);
            case CONSTANT -> locals[step] = constant("longs", LONGS, index);
            case CONSTANT_DOUBLE -> locals[step] = constant("doubles", DOUBLES, index);
            case CODE -> arrays[step] = element("codes", INTS, index);
            case KEY_NUMBER -> locals[step] = keyNumber(index);
            default -> {
                if (step < parts.begin(part) && !program.op(step).isLiteral()) {
                    arrays[step] = temporary(step);
                }
            }
        }
    }

    private void prepareNumber(int number, long first) {
        if (numbers[number] == NO_LOCAL) {
            code.pushLong(first);
            numbers[number] = kept(MethodCode.Type.LONG);
        }
    }

    /** Moves what is on the stack into a local for the whole method. */
    private int kept(MethodCode.Type type) {
        int local = code.fixed(type);
        code.store(type, local);
        return local;
    }

    private int kept(String array) {
        int local = code.fixed(array);
        code.store(MethodCode.Type.REFERENCE, local);
        return local;
    }

    private void field(String name, String descriptor) {
        code.load(MethodCode.Type.REFERENCE, arguments);
        code.field(ARGUMENTS, name, descriptor);
    }

    private void pushElement(String name, String array, int index) {
        field(name, "[".concat(array));
        code.pushInt(index);
        code.simple(MethodCode.AALOAD);
    }

    private int element(String name, String array, int index) {
        pushElement(name, array, index);
        return kept(array);
    }

    private int constant(String name, String array, int index) {
        boolean isDouble = array.equals(DOUBLES);
        pushElement(name, array, index);
        code.pushInt(0);
        code.simple(isDouble ? MethodCode.DALOAD : MethodCode.LALOAD);
        return kept(isDouble ? MethodCode.Type.DOUBLE : MethodCode.Type.LONG);
    }

    private int keyNumber(int index) {
        field("keyNumbers", LONGS);
        code.pushInt(index);
        code.simple(MethodCode.LALOAD);
        return kept(MethodCode.Type.LONG);
    }

    private int temporary(int step) {
        boolean isDouble = program.op(step).isDouble();
        return element(
                isDouble ? "temporaryDoubles" : "temporaryLongs", isDouble ? DOUBLES : LONGS, parts.temporary(step));
    }

    // ---------------------------------------------------------------- a row

    private void step(int step) {
        LoopOp op = program.op(step);
        if (op.hasResult()) {
            for (int which = 0; which < op.operandCount(); which++) {
                push(program.operand(step, which));
            }
            compute(op, program.index(step));
            keep(step);
        } else {
            effect(step);
        }
    }

    private void compute(LoopOp op, int index) {
        if (op.isCall()) {
            FunctionBlock block = LoopOp.called(index);
            String owner = LoopClass.internal(block.owner().getName());
            code.invoke(MethodCode.INVOKESTATIC, owner, block.name(), op.descriptor());
            return;
        }
        switch (op) {
            case AND -> code.simple(MethodCode.LAND);
            case OR -> code.simple(MethodCode.LOR);
            case NOT -> {
                code.pushLong(-1);
                code.simple(MethodCode.LXOR);
            }
            default -> code.invoke(MethodCode.INVOKESTATIC, op.owner(), op.block(), op.descriptor());
        }
    }

    private static MethodCode.Type type(LoopOp op) {
        return op.isDouble() ? MethodCode.Type.DOUBLE : MethodCode.Type.LONG;
    }

    /** Keeps the value that is on the stack for the rest of the row, and for later parts. */
    private void keep(int step) {
        MethodCode.Type type = type(program.op(step));
        int local = code.allocate();
        code.store(type, local);
        locals[step] = local;
        if (arrays[step] != NO_LOCAL) {
            code.load(MethodCode.Type.REFERENCE, arrays[step]);
            code.load(MethodCode.Type.INT, row);
            code.load(type, local);
            code.simple(type == MethodCode.Type.DOUBLE ? MethodCode.DASTORE : MethodCode.LASTORE);
        }
        if (uses[step] == 0) {
            code.release(local);
        }
    }

    /** Puts a value on the stack. */
    private void push(int step) {
        LoopOp op = program.op(step);
        int left = --uses[step];
        switch (op) {
            case ZERO -> code.pushLong(0);
            case ONE -> code.pushLong(1);
            case LONG_MIN -> code.pushLong(Long.MIN_VALUE);
            case LONG_MAX -> code.pushLong(Long.MAX_VALUE);
            case ZERO_DOUBLE -> code.simple(MethodCode.DCONST_0);
            case CONSTANT, CONSTANT_DOUBLE, KEY_NUMBER -> code.load(type(op), locals[step]);
            default -> pushVariable(step, left);
        }
    }

    private void pushVariable(int step, int left) {
        MethodCode.Type type = type(program.op(step));
        if (locals[step] != NO_LOCAL) {
            code.load(type, locals[step]);
            if (left == 0) {
                code.release(locals[step]);
            }
            return;
        }
        code.load(MethodCode.Type.REFERENCE, arrays[step]);
        code.load(MethodCode.Type.INT, row);
        if (program.op(step) == LoopOp.NULLS) {
            code.simple(MethodCode.BALOAD);
            code.invoke(MethodCode.INVOKESTATIC, LoopOp.MASK.owner(), LoopOp.MASK.block(), "(I)J");
        } else if (program.op(step) == LoopOp.CODE) {
            code.simple(MethodCode.IALOAD);
            code.simple(MethodCode.I2L);
        } else {
            code.simple(type == MethodCode.Type.DOUBLE ? MethodCode.DALOAD : MethodCode.LALOAD);
        }
        if (left > 0) {
            locals[step] = code.allocate();
            code.store(type, locals[step]);
            code.load(type, locals[step]);
        }
    }

    private void effect(int step) {
        int index = program.index(step);
        int operand = program.operand(step, 0);
        switch (program.op(step)) {
            case COUNT -> add(index, operand, MethodCode.LSUB);
            case COUNT_ALL -> {
                code.load(MethodCode.Type.LONG, numbers[index]);
                code.pushLong(1);
                code.simple(MethodCode.LADD);
                code.store(MethodCode.Type.LONG, numbers[index]);
            }
            case SUM -> add(index, operand, MethodCode.LADD);
            case JOIN -> add(index, operand, MethodCode.LOR);
            case MIN -> extreme("min", index, operand);
            case MAX -> extreme("max", index, operand);
            case GROUP_COUNT, GROUP_ADD, GROUP_LEAST, GROUP_GREATEST -> addToGroup(step);
            case STORE -> store(columns[index], operand, MethodCode.LASTORE);
            case STORE_DOUBLE -> store(columns[index], operand, MethodCode.DASTORE);
            case STORE_NULL -> store(columnNulls[index], operand, MethodCode.BASTORE);
            case STORE_PASSED -> store(passed, operand, MethodCode.LASTORE);
            default -> throw new IllegalStateException("a step with a result: " + program.op(step));
        }
    }

    private void add(int number, int operand, int instruction) {
        code.load(MethodCode.Type.LONG, numbers[number]);
        push(operand);
        code.simple(instruction);
        code.store(MethodCode.Type.LONG, numbers[number]);
    }

    private void extreme(String function, int number, int operand) {
        code.load(MethodCode.Type.LONG, numbers[number]);
        push(operand);
        code.invoke(MethodCode.INVOKESTATIC, "java/lang/Math", function, "(JJ)J");
        code.store(MethodCode.Type.LONG, numbers[number]);
    }

    private void addToGroup(int step) {
        LoopOp op = program.op(step);
        code.load(MethodCode.Type.REFERENCE, groupTotals[program.index(step)]);
        push(program.operand(step, 0));
        push(program.operand(step, 1));
        code.invoke(MethodCode.INVOKESTATIC, op.owner(), op.block(), LoopOp.GROUP_DESCRIPTOR);
    }

    private void store(int array, int operand, int instruction) {
        code.load(MethodCode.Type.REFERENCE, array);
        code.load(MethodCode.Type.INT, row);
        push(operand);
        if (instruction == MethodCode.BASTORE) {
            code.simple(MethodCode.L2I);
        }
        code.simple(instruction);
    }

    // ---------------------------------------------------------------- after the loop

    private void end() {
        for (int number = 0; number < doubt; number++) {
            if (numbers[number] != NO_LOCAL) {
                boolean isCount = number < filterCount;
                field(isCount ? "passedCounts" : "totals", LONGS);
                code.pushInt(isCount ? number : number - filterCount);
                code.load(MethodCode.Type.LONG, numbers[number]);
                code.simple(MethodCode.LASTORE);
            }
        }
        if (numbers[doubt] == NO_LOCAL) {
            code.pushLong(0);
        } else {
            code.load(MethodCode.Type.LONG, numbers[doubt]);
        }
        code.simple(MethodCode.LRETURN);
    }
}
