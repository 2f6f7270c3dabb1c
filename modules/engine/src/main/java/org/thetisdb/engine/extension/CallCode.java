package org.thetisdb.engine.extension;

import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_Throwable;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.DEFAULT_NAME;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;

/**
 * Writes the class that calls one method for the rows of a batch. The method is a constant of the class, so HotSpot
 * inlines it into the loop, a lambda too:
 *
 * <pre>
 *   void call(Object context, Object[] arguments, Object results, boolean[] skipped, int count) {
 *       long[] a0 = (long[]) arguments[0];                         once for each argument
 *       double[] r = (double[]) results;
 *       int row = 0;
 *       try {
 *           for (; row &lt; count; row++) {
 *               if (skipped == null || !skipped[row]) {
 *                   r[row] = METHOD.invokeExact(context, a0[row]);
 *               }
 *           }
 *       } catch (Throwable thrown) {
 *           throw new CallFailedException(row, thrown);
 *       }
 *   }
 * </pre>
 *
 * <p>What is called for all rows on the same object has that object in the place of the first array, so that HotSpot
 * may keep its fields in registers.
 *
 * <p>The class is hidden, and goes with the function that refers to it. Stateless.
 */
final class CallCode {
    private static final ClassDesc SELF = ClassDesc.of(CallCode.class.getPackageName(), "GeneratedCall");
    private static final ClassDesc FAILED =
            CallFailedException.class.describeConstable().orElseThrow();
    private static final ClassDesc CONTRACT =
            BatchCall.class.describeConstable().orElseThrow();
    private static final MethodTypeDesc CALL =
            MethodTypeDesc.of(CD_void, CD_Object, CD_Object.arrayType(), CD_Object, CD_boolean.arrayType(), CD_int);
    private static final DynamicConstantDesc<?> METHOD = DynamicConstantDesc.ofNamed(
            ConstantDescs.ofConstantBootstrap(
                    MethodHandles.class.describeConstable().orElseThrow(), "classData", CD_Object),
            DEFAULT_NAME,
            CD_MethodHandle);
    private static final int CONTEXT = 1;
    private static final int ARGUMENTS = 2;
    private static final int RESULTS = 3;
    private static final int SKIPPED = 4;
    private static final int COUNT = 5;
    private static final int FIRST_FREE = 6;

    private final MethodHandle target;
    private final CodeBuilder code;
    private final int parameterCount;
    private final boolean sameReceiver;

    private CallCode(MethodHandle target, boolean sameReceiver, CodeBuilder code) {
        this.target = target;
        this.sameReceiver = sameReceiver;
        this.code = code;
        this.parameterCount = target.type().parameterCount();
    }

    /**
     * The class for a method, and an object of it.
     *
     * @param target takes the context as an Object, and then {@code long}, {@code double}, {@code boolean} or Object
     *     each; returns one of these, or nothing
     * @param sameReceiver whether the first argument after the context is one object for all rows instead of an array
     * @throws ReflectiveOperationException if no class may be defined
     */
    static BatchCall define(MethodHandle target, boolean sameReceiver) throws ReflectiveOperationException {
        byte[] bytes = ClassFile.of()
                .build(
                        SELF,
                        type -> type.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER | ClassFile.ACC_SYNTHETIC)
                                .withInterfaceSymbols(List.of(CONTRACT))
                                .withMethodBody(
                                        INIT_NAME,
                                        MTD_void,
                                        0,
                                        init -> init.aload(0)
                                                .invokespecial(CD_Object, INIT_NAME, MTD_void)
                                                .return_())
                                .withMethodBody(
                                        "call",
                                        CALL,
                                        ClassFile.ACC_PUBLIC,
                                        body -> new CallCode(target, sameReceiver, body).write()));
        Class<?> type = MethodHandles.lookup()
                .defineHiddenClassWithClassData(bytes, target, false)
                .lookupClass();
        return (BatchCall) type.getDeclaredConstructor().newInstance();
    }

    private void write() {
        int results = arrays();
        int row = results + 1;
        code.iconst_0().istore(row);
        Label start = code.newBoundLabel();
        Label end = code.newLabel();
        Label next = code.newLabel();
        Label called = code.newLabel();
        code.iload(row).iload(COUNT).if_icmpge(end);
        code.aload(SKIPPED).ifnull(called);
        code.aload(SKIPPED).iload(row).baload().ifne(next);
        code.labelBinding(called);
        call(results, row);
        code.labelBinding(next);
        code.iinc(row, 1).goto_(start);
        code.labelBinding(end);
        code.return_();
        Label handler = code.newBoundLabel();
        code.exceptionCatchAll(start, end, handler);
        int thrown = row + 1;
        code.astore(thrown);
        code.new_(FAILED).dup().iload(row).aload(thrown);
        code.invokespecial(FAILED, INIT_NAME, MethodTypeDesc.of(CD_void, CD_int, CD_Throwable));
        code.athrow();
    }

    /** Takes the arrays into local variables, and gives the place of the one for results. */
    private int arrays() {
        for (int index = 1; index < parameterCount; index++) {
            code.aload(ARGUMENTS).loadConstant(index - 1).aaload();
            if (!isReceiver(index)) {
                code.checkcast(arrayOf(target.type().parameterType(index)));
            }
            code.astore(FIRST_FREE + index - 1);
        }
        int results = FIRST_FREE + parameterCount - 1;
        code.aload(RESULTS);
        if (target.type().returnType() != void.class) {
            code.checkcast(arrayOf(target.type().returnType()));
        }
        code.astore(results);
        return results;
    }

    private void call(int results, int row) {
        Class<?> returned = target.type().returnType();
        if (returned != void.class) {
            code.aload(results).iload(row);
        }
        code.loadConstant(METHOD).aload(CONTEXT);
        for (int index = 1; index < parameterCount; index++) {
            code.aload(FIRST_FREE + index - 1);
            if (!isReceiver(index)) {
                code.iload(row).arrayLoad(kind(target.type().parameterType(index)));
            }
        }
        code.invokevirtual(
                CD_MethodHandle,
                "invokeExact",
                target.type().describeConstable().orElseThrow());
        if (returned != void.class) {
            code.arrayStore(kind(returned));
        }
    }

    private boolean isReceiver(int index) {
        return sameReceiver && index == 1;
    }

    private static ClassDesc arrayOf(Class<?> type) {
        return type.arrayType().describeConstable().orElseThrow();
    }

    private static TypeKind kind(Class<?> type) {
        return TypeKind.from(type);
    }
}
