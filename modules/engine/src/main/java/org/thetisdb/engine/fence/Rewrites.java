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
import java.util.stream.Collectors;
import org.thetisdb.extension.guard.Guard;
import org.thetisdb.extension.guard.GuardedCollections;
import org.thetisdb.extension.guard.GuardedNumbers;
import org.thetisdb.extension.guard.GuardedTexts;

/**
 * Which calls of pure code lead elsewhere: those of the platform's methods that can take long, or make something large
 * out of what is not. Stateless.
 */
final class Rewrites {
    private static final String DECIMAL = BigDecimal.class.getName();

    static final ClassDesc GUARD = ClassDesc.of(Guard.class.getName());

    /** Of a class, by name and descriptor. */
    private static final Map<String, Target> TARGETS = targets();

    /** Of any class that is not the jar's: those of collections have too many. */
    private static final Map<String, Target> TARGETS_ANYWHERE = targetsAnywhere();

    /** Names of methods of decimals that are never called but with a descriptor above. */
    private static final Set<String> NAMES_OF_DECIMALS = decimals().names();

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
        for (Table table : List.of(texts, patterns, integers, decimals())) {
            table.targets.forEach((method, target) -> all.put(table.owner.getName() + "." + method, target));
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
        Table collections = new Table(GuardedCollections.class, Collection.class);
        for (String each : List.of("containsAll", "removeAll", "retainAll")) {
            collections.add(boolean.class, each, Collection.class);
        }
        return Map.copyOf(collections.targets);
    }

    /** Methods of one class that lead to those of one guard, by name and descriptor. */
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
            targets.put(name + type.descriptorString(), target);
        }

        Set<String> names() {
            return targets.keySet().stream()
                    .map(each -> each.substring(0, each.indexOf('(')))
                    .collect(Collectors.toUnmodifiableSet());
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
                || type.equals(DECIMAL)
                        && NAMES_OF_DECIMALS.contains(name)
                        && of(type, name, descriptor).isEmpty();
    }
}
