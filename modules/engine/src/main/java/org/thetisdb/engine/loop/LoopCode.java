package org.thetisdb.engine.loop;

import java.util.List;
import org.thetisdb.cypher.bound.Step;

/**
 * Writes the class of a {@link LoopShape}: arrays into local variables, then one loop without branches, whose body is
 * the blocks of the shape's scalars one after another.
 *
 * <pre>
 *   LoopShape ──ScalarCode, DoubtCode──► LoopProgram ──LoopParts──► PartCode, MethodCode ──► LoopClass
 *
 *   long run(LoopArguments arguments, int count) {
 *       long[] leaf0 = arguments.longs[0];
 *       long constant1 = arguments.longs[1][0];
 *       long doubt = 0, passed0 = 0, total0count = 0;
 *       for (int row = 0; row &lt; count; row++) {
 *           long value0 = leaf0[row];
 *           long truth = LongBlocks.less(constant1, value0);
 *           passed0 -= truth;
 *           total0count -= truth;
 *       }
 *       arguments.passedCounts[0] = passed0;
 *       arguments.totals[0] = total0count;
 *       return doubt;
 *   }
 * </pre>
 *
 * <p>What is computed of a row is computed for each row, whether a filter lets it pass or not; what a row adds to a
 * total is masked. Where there are keys, it is added to the totals of the place that they make ({@link GroupCode}). Doubts are masked, too: by the filters before, and by the branch of a CASE. A loop that is too long
 * for HotSpot is several ({@link LoopParts}), which {@code run} calls one after another.
 *
 * <p>Belongs to who writes it.
 */
public final class LoopCode {
    /** HotSpot compiles no method that is longer than 8,000 bytes. */
    private static final int CODE_BYTES_MAX = 8_000;

    private static final String RUN = "run";
    private static final String TEMPORARY_COUNT = "temporaryCount";
    private static final String INIT = "<init>";
    private static final String OBJECT = "java/lang/Object";
    private static final String NOTHING = "()V";
    private static final String ARGUMENTS = LoopClass.internal(LoopArguments.class.getName());

    private final LoopShape shape;
    private final LoopProgram program = new LoopProgram();
    private final ScalarCode scalars;
    private final DoubtCode doubts;

    /** The mask of the rows that have passed so far. */
    private int passed = LoopProgram.ALL;

    private LoopCode(LoopShape shape) {
        this.shape = shape;
        this.scalars = new ScalarCode(shape, program);
        this.doubts = new DoubtCode(program, scalars, doubtNumber(shape));
    }

    /**
     * The class of a shape.
     *
     * @throws LoopTooLongException if there would be too much of it
     */
    public static byte[] bytes(LoopShape shape) {
        return bytes(shape, LoopParts.WEIGHT_MAX);
    }

    /** As {@link #bytes(LoopShape)}, in parts of which none is heavier. */
    static byte[] bytes(LoopShape shape, int partWeightMax) {
        LoopProgram program = new LoopCode(shape).program();
        int weightMax = partWeightMax;
        while (true) {
            LoopParts parts = new LoopParts(program, weightMax);
            LoopClass type = new LoopClass();
            if (write(shape, program, parts, type) <= CODE_BYTES_MAX) {
                return type.toArray();
            }
            weightMax /= 2;
        }
    }

    /** The numbers of a loop: how many rows have passed each filter, those of its totals, and then whether to doubt. */
    static int doubtNumber(LoopShape shape) {
        return totalNumber(shape, shape.totals().size(), 0);
    }

    /** The number of a total that is one of {@link LoopArguments#totals}. */
    static int totalNumber(LoopShape shape, int total, int which) {
        return shape.filters().size() + total * LoopArguments.TOTAL_LONGS + which;
    }

    // ---------------------------------------------------------------- methods

    /** Returns the length of the longest method. */
    private static int write(LoopShape shape, LoopProgram program, LoopParts parts, LoopClass type) {
        MethodCode init = new MethodCode(type);
        init.load(MethodCode.Type.REFERENCE, init.fixed(LoopClass.NAME));
        init.invoke(MethodCode.INVOKESPECIAL, OBJECT, INIT, NOTHING);
        init.simple(MethodCode.RETURN);
        type.add(false, INIT, NOTHING, init);
        String descriptor = "(L".concat(ARGUMENTS).concat(";I)J");
        MethodCode run = new MethodCode(type);
        run.fixed(LoopClass.NAME);
        int longest = 0;
        if (parts.count() == 1) {
            longest = write(shape, program, parts, 0, run);
        } else {
            for (int part = 0; part < parts.count(); part++) {
                MethodCode code = new MethodCode(type);
                longest = Math.max(longest, write(shape, program, parts, part, code));
                type.add(true, partName(part), descriptor, code);
            }
            callParts(parts, run, descriptor);
            tellTemporaries(parts, type);
        }
        type.add(false, RUN, descriptor, run);
        return longest;
    }

    private static String partName(int part) {
        return "part".concat(Integer.toString(part));
    }

    private static int write(LoopShape shape, LoopProgram program, LoopParts parts, int part, MethodCode code) {
        int arguments = code.fixed(ARGUMENTS);
        code.fixed(MethodCode.Type.INT);
        new PartCode(program, parts, part, shape, code, arguments).write();
        return code.length();
    }

    private static void callParts(LoopParts parts, MethodCode run, String descriptor) {
        int arguments = run.fixed(ARGUMENTS);
        int count = run.fixed(MethodCode.Type.INT);
        run.load(MethodCode.Type.REFERENCE, arguments);
        run.pushInt(parts.longTemporaries());
        run.pushInt(parts.doubleTemporaries());
        run.load(MethodCode.Type.INT, count);
        run.invoke(MethodCode.INVOKEVIRTUAL, ARGUMENTS, "reserveTemporaries", "(III)V");
        run.pushLong(0);
        for (int part = 0; part < parts.count(); part++) {
            run.load(MethodCode.Type.REFERENCE, arguments);
            run.load(MethodCode.Type.INT, count);
            run.invoke(MethodCode.INVOKESTATIC, LoopClass.NAME, partName(part), descriptor);
            run.simple(MethodCode.LOR);
        }
        run.simple(MethodCode.LRETURN);
    }

    private static void tellTemporaries(LoopParts parts, LoopClass type) {
        MethodCode count = new MethodCode(type);
        count.fixed(LoopClass.NAME);
        count.pushInt(parts.longTemporaries() + parts.doubleTemporaries());
        count.simple(MethodCode.IRETURN);
        type.add(false, TEMPORARY_COUNT, "()I", count);
    }

    // ---------------------------------------------------------------- steps

    private LoopProgram program() {
        for (int filter = 0; filter < shape.filters().size(); filter++) {
            filter(shape.filters().get(filter), filter);
        }
        if (shape.totals().isEmpty() && !shape.filters().isEmpty()) {
            program.effect(LoopOp.STORE_PASSED, 0, program.flag(passed));
        }
        for (int column = 0; column < shape.columns().size(); column++) {
            column(shape.columns().get(column), column);
        }
        if (shape.keys().isEmpty()) {
            for (int total = 0; total < shape.totals().size(); total++) {
                add(shape.totals().get(total), total);
            }
        } else if (passed != LoopProgram.NONE) {
            new GroupCode(shape, program, scalars, doubts).write(passed);
        }
        return program;
    }

    private void filter(List<Scalar> conditions, int filter) {
        for (Scalar condition : conditions) {
            doubts.add(condition, passed);
            passed = program.both(passed, scalars.isTrue(condition));
        }
        program.count(filter, passed);
    }

    private void column(Scalar scalar, int column) {
        doubts.add(scalar, passed);
        LoopOp store = ScalarCode.isDouble(scalar) ? LoopOp.STORE_DOUBLE : LoopOp.STORE;
        program.effect(store, column, scalars.value(scalar));
        if (shape.isNullable(scalar)) {
            program.effect(LoopOp.STORE_NULL, column, program.flag(scalars.nulls(scalar)));
        }
    }

    private void add(LoopShape.Total total, int index) {
        int counted = passed;
        if (total.argument().isPresent()) {
            Scalar argument = total.argument().get();
            doubts.add(argument, passed);
            counted = program.butNot(passed, scalars.nulls(argument));
            if (total.function() != Step.AggregateFunction.COUNT) {
                addValue(total.function(), scalars.value(argument), counted, index);
            }
        }
        program.count(totalNumber(shape, index, LoopArguments.TOTAL_COUNT), counted);
    }

    private void addValue(Step.AggregateFunction function, int value, int counted, int index) {
        int best = totalNumber(shape, index, LoopArguments.TOTAL_VALUE);
        switch (function) {
            case SUM, AVG -> {
                int added = counted == LoopProgram.NONE ? program.literal(LoopOp.ZERO) : program.both(counted, value);
                program.effect(LoopOp.SUM, best, added);
                int sizes = totalNumber(shape, index, LoopArguments.TOTAL_SIZES);
                program.effect(LoopOp.JOIN, sizes, program.value(LoopOp.SIZE, added));
            }
            case MIN -> program.effect(LoopOp.MIN, best, program.chosen(counted, value, LoopOp.LONG_MAX));
            case MAX -> program.effect(LoopOp.MAX, best, program.chosen(counted, value, LoopOp.LONG_MIN));
            default -> throw new IllegalStateException("no total of a loop: " + function);
        }
    }
}
