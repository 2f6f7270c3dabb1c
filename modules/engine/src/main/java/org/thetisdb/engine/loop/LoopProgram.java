package org.thetisdb.engine.loop;

import java.util.Arrays;

/**
 * What a loop does with a row, as steps one after another. A step's number stands for its value; equal steps are one.
 *
 * <pre>
 *   age * 2 > $limit, counted       0  CONSTANT 1                 the limit
 *                                   1  LEAF 0
 *                                   2  CONSTANT 2
 *                                   3  MULTIPLY 1 2
 *                                   4  LESS 0 3                   a mask
 *                                   5  COUNT 4  into number 0     how many have passed
 * </pre>
 *
 * <p>Belongs to who writes it.
 */
final class LoopProgram {
    /** The mask of all rows: no step's. */
    static final int ALL = -1;

    /** The mask of no row. */
    static final int NONE = -2;

    private static final int NO_OPERAND = -3;
    private static final int NO_CUT = -1;
    private static final int OPERANDS = 3;

    private LoopOp[] ops = new LoopOp[64];
    private int[] indexes = new int[64];
    private int[] operands = new int[64 * OPERANDS];
    private int size;
    private int cut = NO_CUT;

    /** Of the steps that have a result: their numbers, plus 1, by hash; open addressing, at most half full. */
    private int[] table = new int[256];

    int size() {
        return size;
    }

    /**
     * Says that the following steps are better a part of their own: they go to places all over an array, and those
     * before do not, so that HotSpot makes several rows one instruction of these.
     */
    void cutHere() {
        cut = size;
    }

    /** Where a part should end; no step's number if nowhere. */
    int cut() {
        return cut;
    }

    /** Whether all steps are such as HotSpot does for several rows at once, and at least one is more than given. */
    boolean isOfWideSteps() {
        boolean isMoreThanGiven = false;
        for (int step = 0; step < size; step++) {
            if (!ops[step].isWide() && !ops[step].isGiven()) {
                return false;
            }
            isMoreThanGiven |= !ops[step].isGiven() && ops[step].hasResult();
        }
        return isMoreThanGiven;
    }

    LoopOp op(int step) {
        return ops[step];
    }

    /** Which leaf, column or number the step is about. */
    int index(int step) {
        return indexes[step];
    }

    /** The step whose value is an operand. */
    int operand(int step, int which) {
        return operands[OPERANDS * step + which];
    }

    /** A value that is given: its step. */
    int given(LoopOp op, int index) {
        return step(op, index, NO_OPERAND, NO_OPERAND, NO_OPERAND);
    }

    /** A literal. */
    int literal(LoopOp op) {
        return given(op, 0);
    }

    int value(LoopOp op, int operand) {
        return step(op, 0, operand, NO_OPERAND, NO_OPERAND);
    }

    int value(LoopOp op, int first, int second) {
        return step(op, 0, first, second, NO_OPERAND);
    }

    int value(LoopOp op, int first, int second, int third) {
        return step(op, 0, first, second, third);
    }

    /** What a block of a function gives, which {@link LoopOp#call} names, of one value or two. */
    int call(LoopOp op, int call, int[] values) {
        return step(op, call, values[0], values.length > 1 ? values[1] : NO_OPERAND, NO_OPERAND);
    }

    private int step(LoopOp op, int index, int first, int second, int third) {
        int hash = ((op.ordinal() * 31 + index) * 31 + first) * 31 + second * 961 + third;
        int slot = (hash ^ hash >>> 15) * 0x9E3779B1 >>> 8 & table.length - 1;
        while (table[slot] != 0) {
            int known = table[slot] - 1;
            if (ops[known] == op
                    && indexes[known] == index
                    && operand(known, 0) == first
                    && operand(known, 1) == second
                    && operand(known, 2) == third) {
                return known;
            }
            slot = slot + 1 & table.length - 1;
        }
        int step = add(op, index, first, second, third);
        table[slot] = step + 1;
        if (2 * size > table.length) {
            rehash();
        }
        return step;
    }

    private void rehash() {
        LoopProgram larger = new LoopProgram();
        larger.table = new int[4 * table.length];
        for (int step = 0; step < size; step++) {
            if (ops[step].hasResult()) {
                larger.step(ops[step], indexes[step], operand(step, 0), operand(step, 1), operand(step, 2));
            } else {
                larger.add(ops[step], indexes[step], operand(step, 0), operand(step, 1), operand(step, 2));
            }
        }
        table = larger.table;
    }

    private int add(LoopOp op, int index, int first, int second, int third) {
        if (size == ops.length) {
            ops = Arrays.copyOf(ops, 2 * size);
            indexes = Arrays.copyOf(indexes, 2 * size);
            operands = Arrays.copyOf(operands, 2 * OPERANDS * size);
        }
        ops[size] = op;
        indexes[size] = index;
        operands[OPERANDS * size] = first;
        operands[OPERANDS * size + 1] = second;
        operands[OPERANDS * size + 2] = third;
        return size++;
    }

    // ---------------------------------------------------------------- what lasts

    /** Does something with each row's value. */
    void effect(LoopOp op, int index, int operand) {
        add(op, index, operand, NO_OPERAND, NO_OPERAND);
    }

    /** Does something with each row's value, at the place that the row has. */
    void effect(LoopOp op, int index, int place, int operand) {
        add(op, index, place, operand, NO_OPERAND);
    }

    /** Adds 1 to a number for a row in the mask. */
    void count(int number, int mask) {
        if (mask == ALL) {
            add(LoopOp.COUNT_ALL, number, NO_OPERAND, NO_OPERAND, NO_OPERAND);
        } else if (mask != NONE) {
            effect(LoopOp.COUNT, number, mask);
        }
    }

    // ---------------------------------------------------------------- masks

    /** The rows in both masks; the second may be any long, of which those in the first are kept. */
    int both(int mask, int other) {
        if (mask == ALL || other == NONE) {
            return other;
        }
        return other == ALL || mask == NONE ? mask : value(LoopOp.AND, mask, other);
    }

    int either(int mask, int other) {
        if (mask == NONE || other == ALL) {
            return other;
        }
        return other == NONE || mask == ALL ? mask : value(LoopOp.OR, mask, other);
    }

    /** The rows that are not in a mask. */
    int inverted(int mask) {
        if (mask == ALL || mask == NONE) {
            return mask == ALL ? NONE : ALL;
        }
        return op(mask) == LoopOp.NOT ? operand(mask, 0) : value(LoopOp.NOT, mask);
    }

    /** The rows in a mask that are not in another one. */
    int butNot(int mask, int other) {
        return both(mask, inverted(other));
    }

    /** The value for a row in the mask, otherwise a literal. */
    int chosen(int mask, int value, LoopOp otherwise) {
        if (mask == ALL) {
            return value;
        }
        int literal = literal(otherwise);
        return mask == NONE ? literal : value(LoopOp.CHOOSE, mask, value, literal);
    }

    /** 1 for a row in the mask, otherwise 0. */
    int flag(int mask) {
        if (mask == ALL || mask == NONE) {
            return literal(mask == ALL ? LoopOp.ONE : LoopOp.ZERO);
        }
        return value(LoopOp.FLAG, mask);
    }
}
