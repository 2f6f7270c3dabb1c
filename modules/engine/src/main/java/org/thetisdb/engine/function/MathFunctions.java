package org.thetisdb.engine.function;

import java.math.RoundingMode;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import org.thetisdb.engine.block.RoundingBlocks;
import org.thetisdb.engine.semantics.Arguments;
import org.thetisdb.engine.semantics.Errors;

/** Functions of numbers. */
final class MathFunctions {
    private MathFunctions() {}

    static void register(FunctionDefinitions table) {
        table.add("abs", (context, values) -> {
            if (values[0] instanceof Long number) {
                if (number == Long.MIN_VALUE) {
                    throw Errors.overflow("abs()", number);
                }
                return Math.abs(number);
            }
            return Math.abs(Arguments.number("abs()", values[0]));
        });
        table.add("sign", (context, values) -> (long) Math.signum(Arguments.number("sign()", values[0])));
        table.add("isnan", (context, values) -> Double.isNaN(Arguments.number("isNaN()", values[0])));
        table.add("round", (context, values) -> round(values));
        table.add("rand", (context, values) -> context.random().nextDouble());
        table.add("e", (context, values) -> Math.E);
        table.add("pi", (context, values) -> Math.PI);
        table.add(
                "pow",
                (context, values) ->
                        Math.pow(Arguments.number("pow()", values[0]), Arguments.number("pow()", values[1])));
        table.add(
                "atan2",
                (context, values) ->
                        Math.atan2(Arguments.number("atan2()", values[0]), Arguments.number("atan2()", values[1])));
        unary(table, "ceil", Math::ceil);
        unary(table, "floor", Math::floor);
        unary(table, "exp", Math::exp);
        unary(table, "log", Math::log);
        unary(table, "log10", Math::log10);
        unary(table, "sqrt", Math::sqrt);
        unary(table, "acos", Math::acos);
        unary(table, "asin", Math::asin);
        unary(table, "atan", Math::atan);
        unary(table, "cos", Math::cos);
        unary(table, "cosh", Math::cosh);
        unary(table, "cot", value -> 1 / Math.tan(value));
        unary(table, "coth", value -> 1 / Math.tanh(value));
        unary(table, "degrees", Math::toDegrees);
        unary(table, "haversin", value -> (1 - Math.cos(value)) / 2);
        unary(table, "radians", Math::toRadians);
        unary(table, "sin", Math::sin);
        unary(table, "sinh", Math::sinh);
        unary(table, "tan", Math::tan);
        unary(table, "tanh", Math::tanh);
    }

    private static void unary(FunctionDefinitions table, String name, DoubleUnaryOperator function) {
        table.add(name, (context, values) -> function.applyAsDouble(Arguments.number(name + "()", values[0])));
    }

    private static double round(Object[] values) {
        double value = Arguments.number("round()", values[0]);
        if (values.length == 1) {
            return RoundingBlocks.round(value);
        }
        long precision = Arguments.integer("round()", values[1]);
        if (RoundingBlocks.roundDoubt(value, precision) != 0) {
            throw Errors.argument(
                    "round() takes a precision from 0 to " + RoundingBlocks.PRECISION_MAX + ": precision=" + precision);
        }
        if (values.length == 2) {
            return RoundingBlocks.round(value, precision);
        }
        RoundingMode mode = mode(values[2]);
        return Double.isFinite(value)
                ? RoundingBlocks.round(value, (int) precision, mode)
                : RoundingBlocks.round(value);
    }

    private static RoundingMode mode(Object value) {
        String name = Arguments.text("round()", value).toUpperCase(Locale.ROOT);
        return switch (name) {
            case "UP" -> RoundingMode.UP;
            case "DOWN" -> RoundingMode.DOWN;
            case "CEILING" -> RoundingMode.CEILING;
            case "FLOOR" -> RoundingMode.FLOOR;
            case "HALF_UP" -> RoundingMode.HALF_UP;
            case "HALF_DOWN" -> RoundingMode.HALF_DOWN;
            case "HALF_EVEN" -> RoundingMode.HALF_EVEN;
            default ->
                throw Errors.argument("unknown rounding mode: mode=" + name
                        + "; use UP, DOWN, CEILING, FLOOR, HALF_UP, HALF_DOWN or HALF_EVEN");
        };
    }
}
