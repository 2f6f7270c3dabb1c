package org.thetisdb.engine.loop;

import java.util.Arrays;

/**
 * A program cut into parts that HotSpot compiles as a method each: one after another they go over the rows of a batch,
 * and what a later one needs of an earlier one is kept in a temporary array meanwhile.
 *
 * <pre>
 *   steps    0 … 310        311 … 640                  641 … 700
 *            part 0 ──a──►  part 1, reads a ──b, c──►  part 2, reads b, c
 *   arrays          0              0: a                      1: b  0: c (a is not needed any more)
 * </pre>
 *
 * <p>What is given (leaves, literals) each part reads itself. Not thread safe.
 */
final class LoopParts {
    /** What HotSpot takes at once: it inlines blocks as long as a method is not longer than this with all of them. */
    static final int WEIGHT_MAX = 6_000;

    /** Of a method of some thousand steps nobody should have to wait for, nor of as many arrays. */
    private static final int PARTS_MAX = 64;

    private static final int TEMPORARIES_MAX = 512;
    private static final int OPERAND_WEIGHT = 3;
    private static final int STEP_WEIGHT = 4;
    private static final int BLOCK_WEIGHT = 14;

    private final LoopProgram program;
    private final boolean[] needed;
    private final int[] ends;
    private int count;

    /** By step: the last part that uses its value. */
    private final int[] lastUses;

    /** By step: the array that keeps its value between parts, or -1. */
    private final int[] temporaries;

    private int longTemporaries;
    private int doubleTemporaries;

    /**
     * Cuts a program.
     *
     * @throws LoopTooLongException if there would be too many parts
     */
    LoopParts(LoopProgram program, int weightMax) {
        this.program = program;
        this.needed = needed(program);
        this.ends = new int[PARTS_MAX];
        this.lastUses = new int[program.size()];
        this.temporaries = new int[program.size()];
        Arrays.fill(temporaries, -1);
        cut(weightMax);
        if (count > 1) {
            findUses();
            allocate();
        }
    }

    /** A step is needed if it has an effect, or if one that is needed has its value. */
    private static boolean[] needed(LoopProgram program) {
        boolean[] needed = new boolean[program.size()];
        for (int step = program.size() - 1; step >= 0; step--) {
            needed[step] |= !program.op(step).hasResult();
            for (int which = 0; needed[step] && which < program.op(step).operandCount(); which++) {
                needed[program.operand(step, which)] = true;
            }
        }
        return needed;
    }

    private void cut(int weightMax) {
        int weight = 0;
        for (int step = 0; step < program.size(); step++) {
            int added = needed[step] ? weight(program.op(step)) : 0;
            weight += added;
            if (step == program.cut() && step > 0) {
                endAt(step);
                weight = added;
            }
            if (weight > weightMax) {
                endAt(step);
                weight = added;
            }
        }
        endAt(program.size());
    }

    private void endAt(int step) {
        if (count == PARTS_MAX) {
            throw new LoopTooLongException(program.size());
        }
        ends[count++] = step;
    }

    private static int weight(LoopOp op) {
        if (op.isGiven()) {
            return STEP_WEIGHT;
        }
        boolean isBlock = op.isCall() || !op.block().isEmpty();
        return STEP_WEIGHT + OPERAND_WEIGHT * op.operandCount() + (isBlock ? BLOCK_WEIGHT : 0);
    }

    private void findUses() {
        for (int part = 0; part < count; part++) {
            for (int step = begin(part); step < end(part); step++) {
                for (int which = 0; needed[step] && which < program.op(step).operandCount(); which++) {
                    lastUses[program.operand(step, which)] = part;
                }
            }
        }
    }

    private void allocate() {
        int[] freeAt = new int[2 * TEMPORARIES_MAX];
        for (int part = 0; part < count - 1; part++) {
            for (int step = begin(part); step < end(part); step++) {
                LoopOp op = program.op(step);
                if (isComputed(step) && op.hasResult() && lastUses[step] > part) {
                    temporaries[step] = free(freeAt, op.isDouble() ? TEMPORARIES_MAX : 0, part);
                    freeAt[(op.isDouble() ? TEMPORARIES_MAX : 0) + temporaries[step]] = lastUses[step] + 1;
                    int needed = temporaries[step] + 1;
                    longTemporaries = op.isDouble() ? longTemporaries : Math.max(longTemporaries, needed);
                    doubleTemporaries = op.isDouble() ? Math.max(doubleTemporaries, needed) : doubleTemporaries;
                }
            }
        }
    }

    /** The first array that no part from this one on reads. */
    private int free(int[] freeAt, int from, int part) {
        for (int array = 0; array < TEMPORARIES_MAX; array++) {
            if (freeAt[from + array] <= part) {
                return array;
            }
        }
        throw new LoopTooLongException(program.size());
    }

    /** Whether the step is to be done at all, once in the part that it is in. */
    boolean isComputed(int step) {
        return needed[step] && !program.op(step).isGiven();
    }

    int count() {
        return count;
    }

    /** The first step of a part. */
    int begin(int part) {
        return part == 0 ? 0 : ends[part - 1];
    }

    /** The step after the last one of a part. */
    int end(int part) {
        return ends[part];
    }

    /** The array that keeps a step's value for later parts; -1 if none needs it. */
    int temporary(int step) {
        return temporaries[step];
    }

    /** How many arrays of longs are needed. */
    int longTemporaries() {
        return longTemporaries;
    }

    /** How many arrays of doubles are needed. */
    int doubleTemporaries() {
        return doubleTemporaries;
    }
}
