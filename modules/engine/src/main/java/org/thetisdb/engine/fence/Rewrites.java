package org.thetisdb.engine.fence;

import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.extension.guard.Guard;

/** Which calls of pure code lead elsewhere, and which have their last argument checked. Stateless. */
final class Rewrites {
    static final ClassDesc GUARD = ClassDesc.of(Guard.class.getName());

    private static final ClassDesc TEXT = ConstantDescs.CD_String;
    private static final ClassDesc CHARACTERS = ClassDesc.of("java.lang.CharSequence");
    private static final ClassDesc PATTERN = ClassDesc.of("java.util.regex.Pattern");
    private static final ClassDesc MATCHER = ClassDesc.of("java.util.regex.Matcher");
    private static final ClassDesc INTEGER = ClassDesc.of("java.math.BigInteger");
    private static final ClassDesc DECIMAL = ClassDesc.of("java.math.BigDecimal");
    private static final String STRING = "java.lang.String.";

    /** By class, name and descriptor: the method of {@link Guard}, which takes the receiver first. */
    private static final Map<String, Target> TARGETS = Map.ofEntries(
            target(STRING + "repeat(I)Ljava/lang/String;", "repeat", TEXT, TEXT, ConstantDescs.CD_int),
            target(STRING + "matches(Ljava/lang/String;)Z", "textMatches", ConstantDescs.CD_boolean, TEXT, TEXT),
            target(
                    STRING + "replaceAll(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
                    "replaceAll",
                    TEXT,
                    TEXT,
                    TEXT,
                    TEXT),
            target(
                    STRING + "replaceFirst(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
                    "replaceFirst",
                    TEXT,
                    TEXT,
                    TEXT,
                    TEXT),
            target(STRING + "split(Ljava/lang/String;)[Ljava/lang/String;", "split", TEXT.arrayType(), TEXT, TEXT),
            target(
                    STRING + "split(Ljava/lang/String;I)[Ljava/lang/String;",
                    "split",
                    TEXT.arrayType(),
                    TEXT,
                    TEXT,
                    ConstantDescs.CD_int),
            target(
                    "java.util.regex.Pattern.matcher(Ljava/lang/CharSequence;)Ljava/util/regex/Matcher;",
                    "matcher",
                    MATCHER,
                    PATTERN,
                    CHARACTERS),
            target(
                    "java.util.regex.Pattern.matches(Ljava/lang/String;Ljava/lang/CharSequence;)Z",
                    "matches",
                    ConstantDescs.CD_boolean,
                    TEXT,
                    CHARACTERS),
            target(
                    "java.math.BigInteger.multiply(Ljava/math/BigInteger;)Ljava/math/BigInteger;",
                    "multiply",
                    INTEGER,
                    INTEGER,
                    INTEGER),
            target(
                    "java.math.BigDecimal.multiply(Ljava/math/BigDecimal;)Ljava/math/BigDecimal;",
                    "multiply",
                    DECIMAL,
                    DECIMAL,
                    DECIMAL));

    /** Methods whose last argument is how much memory is to be taken. */
    private static final Set<String> SIZED = Set.of("copyOf", "copyOfRange", "setLength", "ensureCapacity");

    private Rewrites() {}

    private static Map.Entry<String, Target> target(
            String member, String name, ClassDesc result, ClassDesc... parameters) {
        return Map.entry(member, new Target(name, MethodTypeDesc.of(result, parameters)));
    }

    /** A method that is called instead. */
    record Target(String name, MethodTypeDesc type) {}

    /** What is called instead of a method; empty if it is called itself. */
    static Optional<Target> of(String type, String name, String descriptor) {
        return Optional.ofNullable(TARGETS.get(type + "." + name + descriptor));
    }

    /** Whether the last argument of a call of others' code is a size that has to be checked. */
    static boolean isSized(String name, String descriptor) {
        boolean endsInInt = descriptor.contains("I)");
        return endsInInt && (SIZED.contains(name) || name.equals("<init>") && descriptor.startsWith("(I)"));
    }

    /** A collection or number that is made with a size and something else, where nothing can be checked. */
    static boolean isSizedOtherwise(String type, String name, String descriptor) {
        boolean isOfPlatform = type.startsWith("java.util.") || type.equals("java.math.BigInteger");
        return isOfPlatform && name.equals("<init>") && descriptor.startsWith("(I") && !descriptor.startsWith("(I)");
    }
}
