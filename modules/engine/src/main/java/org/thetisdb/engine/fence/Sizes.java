package org.thetisdb.engine.fence;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Set;
import org.thetisdb.extension.guard.GuardedNumbers;

/**
 * Arguments of the platform's methods and constructors that say how much is made: those that are checked on their way,
 * and those where nothing can be. Stateless.
 */
final class Sizes {
    private static final ClassDesc NUMBERS = ClassDesc.of(GuardedNumbers.class.getName());
    private static final MethodTypeDesc OF_INT = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int);
    private static final MethodTypeDesc OF_TEXT = MethodTypeDesc.of(ConstantDescs.CD_String, ConstantDescs.CD_String);
    private static final MethodTypeDesc OF_BYTES =
            MethodTypeDesc.of(ConstantDescs.CD_byte.arrayType(), ConstantDescs.CD_byte.arrayType());

    private static final String CONTEXT = "java.math.MathContext";
    private static final String INTEGER = "java.math.BigInteger";
    private static final String DECIMAL = "java.math.BigDecimal";
    private static final String MAKE = ConstantDescs.INIT_NAME;

    /** Methods whose last argument is how much memory is to be taken. */
    private static final Set<String> SIZED = Set.of("copyOf", "copyOfRange", "setLength", "ensureCapacity");

    private Sizes() {}

    /** Where a size is among the arguments, and what checks it. */
    enum Check {
        /** Nowhere. */
        NONE,
        /** The last one is a number of elements. */
        LENGTH,
        /** The last one is a number of digits. */
        DIGITS,
        /** The one before the last one is a number of digits. */
        DIGITS_FIRST,
        /** The last one is the text of a number. */
        TEXT,
        /** The one before the last one is the text of a number. */
        TEXT_FIRST,
        /** The last one has the bytes of a number. */
        BYTES
    }

    /** What of the arguments of a call of others' code has to be checked. */
    static Check of(String type, String name, String descriptor) {
        if (name.equals(MAKE)) {
            return ofMaking(type, descriptor);
        }
        return descriptor.contains("I)") && SIZED.contains(name) ? Check.LENGTH : Check.NONE;
    }

    private static Check ofMaking(String type, String descriptor) {
        return switch (type) {
            case CONTEXT -> descriptor.equals("(I)V") ? Check.DIGITS : Check.DIGITS_FIRST;
            case INTEGER, DECIMAL ->
                switch (descriptor) {
                    case "(Ljava/lang/String;)V" -> Check.TEXT;
                    case "(Ljava/lang/String;I)V", "(Ljava/lang/String;Ljava/math/MathContext;)V" -> Check.TEXT_FIRST;
                    case "([B)V" -> Check.BYTES;
                    default -> Check.NONE;
                };
            default -> descriptor.startsWith("(I)") && isOfRoom(type) ? Check.LENGTH : Check.NONE;
        };
    }

    /** Whether an integer that something is made with says for how many elements. */
    private static boolean isOfRoom(String type) {
        return type.startsWith("java.util.") || type.equals("java.lang.StringBuilder");
    }

    /** Whether something is made with a size where nothing can be checked. */
    static boolean isUnchecked(String type, String name, String descriptor) {
        if (!name.equals(MAKE)) {
            return false;
        }
        return switch (type) {
            case CONTEXT -> descriptor.equals("(Ljava/lang/String;)V");
            case INTEGER -> descriptor.startsWith("(I") || descriptor.startsWith("([B") && !descriptor.equals("([B)V");
            case DECIMAL -> descriptor.startsWith("([C");
            default -> type.startsWith("java.util.") && descriptor.startsWith("(I") && !descriptor.startsWith("(I)");
        };
    }

    /** Writes the check before the call, with its arguments on the stack. */
    static void write(CodeBuilder code, Check check) {
        switch (check) {
            case NONE -> {}
            case LENGTH -> code.invokestatic(Rewrites.GUARD, "length", OF_INT);
            case DIGITS -> code.invokestatic(NUMBERS, "digits", OF_INT);
            case DIGITS_FIRST ->
                code.swap().invokestatic(NUMBERS, "digits", OF_INT).swap();
            case TEXT -> code.invokestatic(NUMBERS, "text", OF_TEXT);
            case TEXT_FIRST ->
                code.swap().invokestatic(NUMBERS, "text", OF_TEXT).swap();
            case BYTES -> code.invokestatic(NUMBERS, "bytes", OF_BYTES);
        }
    }
}
