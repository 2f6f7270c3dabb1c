package org.thetisdb.engine.fence;

import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.thetisdb.extension.guard.Guard;
import org.thetisdb.extension.guard.GuardedCollections;
import org.thetisdb.extension.guard.GuardedNumbers;
import org.thetisdb.extension.guard.GuardedTexts;

/**
 * Which calls of pure code lead elsewhere: those of the platform's methods that can take long, or make something large
 * out of what is not. Stateless.
 */
final class Rewrites {
    static final ClassDesc GUARD = ClassDesc.of(Guard.class.getName());

    /** Of a class, by name and descriptor. */
    private static final Map<String, Target> TARGETS = targets();

    /** Of any class that is not the jar's: those of collections have too many. */
    private static final Map<String, Target> TARGETS_ANYWHERE = targetsAnywhere();

    /** Of a class: what is never called but with a descriptor above. */
    private static final Set<String> GUARDED_NAMES = Set.of(
            "java.math.BigDecimal.add",
            "java.math.BigDecimal.subtract",
            "java.math.BigDecimal.multiply",
            "java.math.BigDecimal.divide",
            "java.math.BigDecimal.divideToIntegralValue",
            "java.math.BigDecimal.divideAndRemainder",
            "java.math.BigDecimal.remainder",
            "java.math.BigDecimal.pow",
            "java.math.BigDecimal.setScale");

    private Rewrites() {}

    /** A static method that is called instead, with the receiver first. */
    record Target(ClassDesc owner, String name, MethodTypeDesc type) {}

    private static Map<String, Target> targets() {
        Table texts = new Table(GuardedTexts.class, String.class);
        texts.add(String.class, "repeat", int.class);
        texts.add(boolean.class, "contains", CharSequence.class);
        for (String each : List.of("indexOf", "lastIndexOf")) {
            texts.add(int.class, each, String.class);
            texts.add(int.class, each, String.class, int.class);
        }
        texts.add(String.class, "replace", CharSequence.class, CharSequence.class);
        texts.add(boolean.class, "matches", String.class);
        texts.add(String.class, "replaceAll", String.class, String.class);
        texts.add(String.class, "replaceFirst", String.class, String.class);
        texts.add(String[].class, "split", String.class);
        texts.add(String[].class, "split", String.class, int.class);
        Table patterns = new Table(GuardedTexts.class, Pattern.class);
        patterns.add(Matcher.class, "matcher", CharSequence.class);
        patterns.addStatic(boolean.class, "matches", "isMatch", String.class, CharSequence.class);
        Table integers = new Table(GuardedNumbers.class, BigInteger.class);
        integers.add(BigInteger.class, "multiply", BigInteger.class);
        integers.add(BigInteger.class, "gcd", BigInteger.class);
        for (String each : List.of("pow", "shiftLeft", "setBit", "clearBit", "flipBit")) {
            integers.add(BigInteger.class, each, int.class);
        }
        Map<String, Target> all = new HashMap<>();
        for (Table each : List.of(texts, patterns, integers, decimals())) {
            all.putAll(each.targets);
        }
        return Map.copyOf(all);
    }

    private static Table decimals() {
        Table decimals = new Table(GuardedNumbers.class, BigDecimal.class);
        for (String each : List.of("add", "subtract", "multiply", "divide", "divideToIntegralValue", "remainder")) {
            decimals.add(BigDecimal.class, each, BigDecimal.class);
            decimals.add(BigDecimal.class, each, BigDecimal.class, MathContext.class);
        }
        decimals.add(BigDecimal.class, "divide", BigDecimal.class, RoundingMode.class);
        decimals.add(BigDecimal.class, "divide", BigDecimal.class, int.class, RoundingMode.class);
        decimals.add(BigDecimal[].class, "divideAndRemainder", BigDecimal.class);
        decimals.add(BigDecimal.class, "pow", int.class);
        decimals.add(BigDecimal.class, "setScale", int.class);
        decimals.add(BigDecimal.class, "setScale", int.class, RoundingMode.class);
        decimals.add(BigInteger.class, "toBigInteger");
        decimals.add(BigInteger.class, "toBigIntegerExact");
        decimals.add(String.class, "toPlainString");
        return decimals;
    }

    private static Map<String, Target> targetsAnywhere() {
        Map<String, Target> all = new HashMap<>();
        for (String each : List.of("containsAll", "removeAll", "retainAll")) {
            Table collections = new Table(GuardedCollections.class, Collection.class);
            collections.add(boolean.class, each, Collection.class);
            collections
                    .targets
                    .values()
                    .forEach(target -> all.put(
                            each + target.type().dropParameterTypes(0, 1).descriptorString(), target));
        }
        return Map.copyOf(all);
    }

    /** Methods of one class that lead to those of one guard. */
    private static final class Table {
        private final Map<String, Target> targets = new HashMap<>();
        private final ClassDesc guard;
        private final Class<?> owner;

        Table(Class<?> guard, Class<?> owner) {
            this.guard = ClassDesc.of(guard.getName());
            this.owner = owner;
        }

        void add(Class<?> result, String name, Class<?>... parameters) {
            MethodTypeDesc type = type(result, parameters);
            ClassDesc receiver = owner.describeConstable().orElseThrow();
            put(name, type, new Target(guard, name, type.insertParameterTypes(0, receiver)));
        }

        void addStatic(Class<?> result, String name, String instead, Class<?>... parameters) {
            MethodTypeDesc type = type(result, parameters);
            put(name, type, new Target(guard, instead, type));
        }

        private void put(String name, MethodTypeDesc type, Target target) {
            targets.put(owner.getName() + "." + name + type.descriptorString(), target);
        }

        private static MethodTypeDesc type(Class<?> result, Class<?>... parameters) {
            return MethodType.methodType(result, parameters).describeConstable().orElseThrow();
        }
    }

    /** What is called instead of a method of others; empty if it is called itself. */
    static Optional<Target> of(String type, String name, String descriptor) {
        Target ofClass = TARGETS.get(type + "." + name + descriptor);
        return Optional.ofNullable(ofClass == null ? TARGETS_ANYWHERE.get(name + descriptor) : ofClass);
    }

    /** Whether other forms of a method are called instead, and this one is not. */
    static boolean isOtherForm(String type, String name, String descriptor) {
        boolean isOfPart = type.equals("java.lang.String") && descriptor.equals("(Ljava/lang/String;II)I");
        return isOfPart
                || GUARDED_NAMES.contains(type + "." + name)
                        && of(type, name, descriptor).isEmpty();
    }
}
