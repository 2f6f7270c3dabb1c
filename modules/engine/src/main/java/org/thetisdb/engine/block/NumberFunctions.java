package org.thetisdb.engine.block;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.thetisdb.value.vector.VectorKind;

/**
 * The functions of numbers, each with the kinds that it takes. One more is a line here; what it gives is decided by the
 * function over boxed values of the same name, which does what these doubt.
 *
 * <p>Immutable.
 */
public final class NumberFunctions {
    private static final Class<?> MATH = Math.class;
    private static final Class<?> LONGS = LongBlocks.class;
    private static final Class<?> DOUBLES = DoubleBlocks.class;

    /** In this order: of those that can take an operand, the first that takes it as it is, else the first. */
    private static final List<NumberFunction> ALL = new NumberFunctions().defineAll();

    private static final Map<String, List<NumberFunction>> BY_NAME = byName();

    private final List<NumberFunction> defined = new ArrayList<>();

    private NumberFunctions() {}

    private List<NumberFunction> defineAll() {
        doubted(
                "-",
                VectorKind.INTEGER,
                FunctionBlock.ofLong(LONGS, "negate", LongBlocks::negate),
                FunctionBlock.ofLong(LONGS, "negateDoubt", LongBlocks::negateDoubt));
        ofDouble("-", DOUBLES, "negate", DoubleBlocks::negate);
        doubted(
                "abs",
                VectorKind.INTEGER,
                FunctionBlock.ofLong(LONGS, "absolute", LongBlocks::absolute),
                FunctionBlock.ofLong(LONGS, "negateDoubt", LongBlocks::negateDoubt));
        ofDouble("abs", MATH, "abs", Math::abs);
        define("sign", VectorKind.INTEGER, FunctionBlock.ofLong(LONGS, "sign", LongBlocks::sign));
        define("sign", VectorKind.INTEGER, FunctionBlock.ofDoubleToLong(DOUBLES, "sign", DoubleBlocks::sign));
        define("isnan", VectorKind.BOOLEAN, FunctionBlock.ofDoubleToLong(DOUBLES, "isNan", DoubleBlocks::isNan));
        define("tointeger", VectorKind.INTEGER, FunctionBlock.ofLong(LONGS, "same", LongBlocks::same));
        doubted(
                "tointeger",
                VectorKind.INTEGER,
                FunctionBlock.ofDoubleToLong(DOUBLES, "truncate", DoubleBlocks::truncate),
                FunctionBlock.ofDoubleToLong(DOUBLES, "truncateDoubt", DoubleBlocks::truncateDoubt));
        define("tofloat", VectorKind.FLOAT, FunctionBlock.ofLongToDouble(DOUBLES, "widen", DoubleBlocks::widen));
        ofDouble("tofloat", DOUBLES, "same", DoubleBlocks::same);
        define("pow", VectorKind.FLOAT, FunctionBlock.ofDoubles(MATH, "pow", Math::pow));
        define("atan2", VectorKind.FLOAT, FunctionBlock.ofDoubles(MATH, "atan2", Math::atan2));
        ofDouble("round", RoundingBlocks.class, "round", RoundingBlocks::round);
        doubted(
                "round",
                VectorKind.FLOAT,
                FunctionBlock.ofDoubleAndLong(RoundingBlocks.class, "round", RoundingBlocks::round),
                FunctionBlock.ofDoubleAndLongToLong(RoundingBlocks.class, "roundDoubt", RoundingBlocks::roundDoubt));
        defineElementary();
        return List.copyOf(defined);
    }

    private void defineElementary() {
        ofDouble("ceil", MATH, "ceil", Math::ceil);
        ofDouble("floor", MATH, "floor", Math::floor);
        ofDouble("sqrt", MATH, "sqrt", Math::sqrt);
        ofDouble("exp", MATH, "exp", Math::exp);
        ofDouble("log", MATH, "log", Math::log);
        ofDouble("log10", MATH, "log10", Math::log10);
        ofDouble("acos", MATH, "acos", Math::acos);
        ofDouble("asin", MATH, "asin", Math::asin);
        ofDouble("atan", MATH, "atan", Math::atan);
        ofDouble("cos", MATH, "cos", Math::cos);
        ofDouble("cosh", MATH, "cosh", Math::cosh);
        ofDouble("cot", DOUBLES, "cotangent", DoubleBlocks::cotangent);
        ofDouble("coth", DOUBLES, "hyperbolicCotangent", DoubleBlocks::hyperbolicCotangent);
        ofDouble("degrees", MATH, "toDegrees", Math::toDegrees);
        ofDouble("haversin", DOUBLES, "haversine", DoubleBlocks::haversine);
        ofDouble("radians", MATH, "toRadians", Math::toRadians);
        ofDouble("sin", MATH, "sin", Math::sin);
        ofDouble("sinh", MATH, "sinh", Math::sinh);
        ofDouble("tan", MATH, "tan", Math::tan);
        ofDouble("tanh", MATH, "tanh", Math::tanh);
    }

    private void ofDouble(String name, Class<?> owner, String block, DoubleUnaryOperator operator) {
        define(name, VectorKind.FLOAT, FunctionBlock.ofDouble(owner, block, operator));
    }

    private void define(String name, VectorKind kind, FunctionBlock block) {
        defined.add(new NumberFunction(defined.size(), name, kind, block, Optional.empty()));
    }

    private void doubted(String name, VectorKind kind, FunctionBlock block, FunctionBlock doubt) {
        defined.add(new NumberFunction(defined.size(), name, kind, block, Optional.of(doubt)));
    }

    private static Map<String, List<NumberFunction>> byName() {
        Map<String, List<NumberFunction>> found = new HashMap<>();
        for (NumberFunction each : ALL) {
            found.computeIfAbsent(each.name(), ignored -> new ArrayList<>()).add(each);
        }
        return found;
    }

    /** All of them, each at its index. */
    public static List<NumberFunction> all() {
        return ALL;
    }

    /** Whether there is one of that name with so many operands. */
    public static boolean has(String name, int operandCount) {
        for (NumberFunction each : BY_NAME.getOrDefault(name, List.of())) {
            if (each.block().operands().size() == operandCount) {
                return true;
            }
        }
        return false;
    }

    /**
     * The function for operands of these kinds; an INTEGER may be made a FLOAT for it.
     *
     * @param name in lower case
     * @return empty if there is none
     */
    public static Optional<NumberFunction> of(String name, List<VectorKind> operands) {
        NumberFunction widening = null;
        for (NumberFunction each : BY_NAME.getOrDefault(name, List.of())) {
            List<VectorKind> wanted = each.block().operands();
            if (wanted.equals(operands)) {
                return Optional.of(each);
            }
            if (widening == null && takes(wanted, operands)) {
                widening = each;
            }
        }
        return Optional.ofNullable(widening);
    }

    private static boolean takes(List<VectorKind> wanted, List<VectorKind> given) {
        if (wanted.size() != given.size()) {
            return false;
        }
        for (int index = 0; index < wanted.size(); index++) {
            boolean widens = wanted.get(index) == VectorKind.FLOAT && given.get(index) == VectorKind.INTEGER;
            if (wanted.get(index) != given.get(index) && !widens) {
                return false;
            }
        }
        return true;
    }
}
