package org.thetisdb.engine.fuse;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.List;
import org.thetisdb.cypher.bound.Step;

/**
 * Writes the class of a {@link LoopShape}: arrays into local variables, then one loop without branches, whose body is
 * the blocks of the shape's scalars one after another ({@link ScalarCode}).
 *
 * <pre>
 *   long run(LoopArguments arguments, int count) {
 *       long[] leaf0 = arguments.longs[0];
 *       long constant1 = arguments.longs[1][0];
 *       long doubt = 0, passed0 = 0, total0count = 0;
 *       for (int row = 0; row &lt; count; row++) {
 *           long value0 = leaf0[row];
 *           long truth = LongBlocks.less(constant1, value0);
 *           passed0 += LongBlocks.flag(truth);
 *           total0count += LongBlocks.flag(truth);
 *       }
 *       arguments.passedCounts[0] = passed0;
 *       arguments.totals[0] = total0count;
 *       return doubt;
 *   }
 * </pre>
 *
 * <p>What is computed of a row is computed for each row, whether a filter lets it pass or not; what a row adds to a
 * total is masked. Doubts are masked, too: by the filters before, and by the branch of a CASE.
 *
 * <p>Stateless.
 */
final class LoopCode {
    /** HotSpot compiles no method that is longer than 8,000 bytes. */
    private static final int CODE_BYTES_MAX = 8_000;

    private static final ClassDesc LOOP = ClassDesc.of(FusedLoop.class.getName());
    private static final ClassDesc ARGUMENTS = ClassDesc.of(LoopArguments.class.getName());
    private static final ClassDesc NAME = ClassDesc.of(LoopCode.class.getPackageName(), "GeneratedLoop");
    private static final ClassDesc MATH = ClassDesc.of(Math.class.getName());
    private static final ClassDesc LONGS = CD_long.arrayType();
    private static final String RUN = "run";
    private static final int ARGUMENTS_LOCAL = 1;
    private static final int COUNT_LOCAL = 2;

    private final LoopShape shape;
    private final CodeBuilder code;
    private final ScalarCode scalars;
    private final DoubtCode doubts;
    private final int row;

    /** The local variables of how many rows have passed each filter. */
    private final int[] passedCounts;

    /** The local variables of each total's numbers. */
    private final int[][] totals;

    /** The array of flags. */
    private int flags;

    /** The mask of the rows that have passed so far. */
    private int passed = ScalarCode.ALL;

    private LoopCode(LoopShape shape, CodeBuilder code) {
        this.shape = shape;
        this.code = code;
        this.row = code.allocateLocal(TypeKind.INT);
        this.scalars = new ScalarCode(code, ARGUMENTS, ARGUMENTS_LOCAL, row);
        this.doubts = new DoubtCode(code, scalars);
        this.passedCounts = new int[shape.filters().size()];
        this.totals = new int[shape.totals().size()][LoopArguments.TOTAL_LONGS];
    }

    /**
     * The class of a shape.
     *
     * @throws LoopTooLongException if HotSpot would not compile it
     */
    static byte[] bytes(LoopShape shape) {
        byte[] bytes = ClassFile.of()
                .build(
                        NAME,
                        type -> type.withFlags(AccessFlag.FINAL, AccessFlag.SYNTHETIC, AccessFlag.SUPER)
                                .withInterfaceSymbols(LOOP)
                                .withMethodBody(
                                        INIT_NAME,
                                        MTD_void,
                                        ClassFile.ACC_PUBLIC,
                                        code -> code.aload(0)
                                                .invokespecial(CD_Object, INIT_NAME, MTD_void)
                                                .return_())
                                .withMethodBody(
                                        RUN,
                                        MethodTypeDesc.of(CD_long, ARGUMENTS, CD_int),
                                        ClassFile.ACC_PUBLIC,
                                        code -> new LoopCode(shape, code).write()));
        int codeBytes = codeBytes(bytes);
        if (codeBytes > CODE_BYTES_MAX) {
            throw new LoopTooLongException(codeBytes);
        }
        return bytes;
    }

    private static int codeBytes(byte[] type) {
        return ClassFile.of().parse(type).methods().stream()
                .flatMap(method -> method.findAttribute(Attributes.code()).stream())
                .mapToInt(CodeAttribute::codeLength)
                .max()
                .orElse(0);
    }

    private boolean needsFlags() {
        return shape.totals().isEmpty() && !shape.filters().isEmpty();
    }

    private void write() {
        scalars.begin(shape);
        begin();
        Label top = code.newLabel();
        Label end = code.newLabel();
        code.iconst_0().istore(row).labelBinding(top);
        code.iload(row).iload(COUNT_LOCAL).if_icmpge(end);
        for (int filter = 0; filter < passedCounts.length; filter++) {
            filter(shape.filters().get(filter), passedCounts[filter]);
        }
        if (needsFlags()) {
            code.aload(flags).iload(row);
            scalars.flag(passed);
            code.lastore();
        }
        for (int column = 0; column < shape.columns().size(); column++) {
            doubts.add(shape.columns().get(column), passed);
            scalars.storeColumn(shape.columns().get(column), column);
        }
        for (int total = 0; total < totals.length; total++) {
            add(shape.totals().get(total), totals[total]);
        }
        code.iinc(row, 1).goto_(top).labelBinding(end);
        end();
    }

    private void begin() {
        if (needsFlags()) {
            code.aload(ARGUMENTS_LOCAL).getfield(ARGUMENTS, "passed", LONGS);
            flags = scalars.stored(TypeKind.REFERENCE);
        }
        for (int filter = 0; filter < passedCounts.length; filter++) {
            passedCounts[filter] = constant(0);
        }
        for (int total = 0; total < totals.length; total++) {
            long first = switch (shape.totals().get(total).function()) {
                case MIN -> Long.MAX_VALUE;
                case MAX -> Long.MIN_VALUE;
                default -> 0;
            };
            totals[total][LoopArguments.TOTAL_COUNT] = constant(0);
            totals[total][LoopArguments.TOTAL_VALUE] = constant(first);
            totals[total][LoopArguments.TOTAL_SIZES] = constant(0);
        }
    }

    private int constant(long value) {
        code.loadConstant(value);
        return scalars.stored(TypeKind.LONG);
    }

    private void filter(List<Scalar> conditions, int passedCount) {
        for (Scalar condition : conditions) {
            doubts.add(condition, passed);
            passed = scalars.both(passed, scalars.isTrue(condition));
        }
        scalars.count(passedCount, passed);
    }

    private void add(LoopShape.Total total, int[] numbers) {
        int counted = passed;
        if (total.argument().isPresent()) {
            Scalar argument = total.argument().get();
            doubts.add(argument, passed);
            counted = scalars.butNot(passed, scalars.nulls(argument));
            if (total.function() != Step.AggregateFunction.COUNT) {
                addValue(total.function(), scalars.value(argument), counted, numbers);
            }
        }
        scalars.count(numbers[LoopArguments.TOTAL_COUNT], counted);
    }

    private void addValue(Step.AggregateFunction function, int value, int counted, int[] numbers) {
        int best = numbers[LoopArguments.TOTAL_VALUE];
        switch (function) {
            case SUM, AVG -> {
                int added = scalars.both(counted, value);
                code.lload(best).lload(added).ladd().lstore(best);
                int sizes = numbers[LoopArguments.TOTAL_SIZES];
                code.lload(sizes).lload(added);
                scalars.longBlock("size", 1);
                code.lor().lstore(sizes);
            }
            case MIN -> extreme("min", Long.MAX_VALUE, value, counted, best);
            case MAX -> extreme("max", Long.MIN_VALUE, value, counted, best);
            default -> throw new IllegalStateException("no total of a loop: " + function);
        }
    }

    private void extreme(String function, long otherwise, int value, int counted, int best) {
        code.lload(best);
        if (counted == ScalarCode.ALL) {
            code.lload(value);
        } else {
            code.lload(counted).lload(value).loadConstant(otherwise);
            scalars.longBlock("choose", 3);
        }
        code.invokestatic(MATH, function, MethodTypeDesc.of(CD_long, CD_long, CD_long))
                .lstore(best);
    }

    private void end() {
        store("passedCounts", 0, passedCounts);
        for (int total = 0; total < totals.length; total++) {
            store("totals", total * LoopArguments.TOTAL_LONGS, totals[total]);
        }
        code.lload(doubts.doubt()).lreturn();
    }

    private void store(String field, int from, int[] locals) {
        for (int index = 0; index < locals.length; index++) {
            code.aload(ARGUMENTS_LOCAL).getfield(ARGUMENTS, field, LONGS);
            code.loadConstant(from + index).lload(locals[index]).lastore();
        }
    }
}
