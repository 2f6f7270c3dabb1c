package org.thetisdb.reference.value;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Expression.Arithmetic.Operator;
import org.thetisdb.reference.function.FunctionLibrary;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.ThetisException;

/** {@code + - * / % ^} and the sign. Integers are exact or an error; floats are those of IEEE 754. */
public final class Operators {
    private final FunctionLibrary functions;

    public Operators(FunctionLibrary functions) {
        this.functions = functions;
    }

    /**
     * The result of an operator on two values; null if one of them is.
     *
     * @throws ThetisException {@code TYPE_MISMATCH}, {@code NUMBER_OUT_OF_RANGE} or {@code DIVISION_BY_ZERO}
     */
    public @Nullable Object apply(Operator operator, @Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return null;
        }
        if (operator == Operator.ADD && (left instanceof List<?> || right instanceof List<?>)) {
            return concatenated(left, right);
        }
        if (operator == Operator.ADD && (left instanceof String || right instanceof String)) {
            return text(left) + text(right);
        }
        if (left instanceof Long leftInteger && right instanceof Long rightInteger && operator != Operator.POWER) {
            return integers(operator, leftInteger, rightInteger);
        }
        if (left instanceof Number leftNumber && right instanceof Number rightNumber) {
            return floats(operator, leftNumber.doubleValue(), rightNumber.doubleValue());
        }
        Optional<Object> temporal = functions.arithmetic(operator, left, right);
        return temporal.orElseThrow(() -> new ThetisException(
                ErrorCode.TYPE_MISMATCH,
                "the operator does not work on these values: operator=" + operator.symbol() + ", left=" + left
                        + ", right=" + right));
    }

    /** {@code -value}. */
    public @Nullable Object negated(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Long integer -> integers(Operator.SUBTRACT, 0, integer);
            case Double number -> -number;
            case IsoDuration duration -> apply(Operator.MULTIPLY, duration, -1L);
            default -> throw new ThetisException(ErrorCode.TYPE_MISMATCH, "only numbers have a sign: value=" + value);
        };
    }

    private static List<Object> concatenated(Object left, Object right) {
        List<Object> all = new ArrayList<>();
        for (Object part : List.of(left, right)) {
            if (part instanceof List<?> list) {
                all.addAll(list);
            } else {
                all.add(part);
            }
        }
        return all;
    }

    /** What can be joined with a string, as {@code toString()} gives it. */
    private @Nullable String text(Object value) {
        return switch (ValueTypes.kind(value)) {
            case MAP, NODE, RELATIONSHIP, PATH, LIST ->
                throw new ThetisException(ErrorCode.TYPE_MISMATCH, "no text for + to join: value=" + value);
            default -> (String) functions.call("tostring", List.of(value));
        };
    }

    private static long integers(Operator operator, long left, long right) {
        boolean divides = operator == Operator.DIVIDE || operator == Operator.MODULO;
        if (divides && right == 0) {
            throw new ThetisException(
                    ErrorCode.DIVISION_BY_ZERO, "an integer divided by zero: " + left + " " + operator.symbol() + " 0");
        }
        try {
            return switch (operator) {
                case ADD -> Math.addExact(left, right);
                case SUBTRACT -> Math.subtractExact(left, right);
                case MULTIPLY -> Math.multiplyExact(left, right);
                case DIVIDE -> Math.divideExact(left, right);
                case MODULO -> left % right;
                case POWER -> throw new IllegalStateException("a power is a float");
            };
        } catch (ArithmeticException e) {
            throw new ThetisException(
                    ErrorCode.NUMBER_OUT_OF_RANGE,
                    "the result is no 64-bit integer: " + left + " " + operator.symbol() + " " + right,
                    e);
        }
    }

    private static double floats(Operator operator, double left, double right) {
        return switch (operator) {
            case ADD -> left + right;
            case SUBTRACT -> left - right;
            case MULTIPLY -> left * right;
            case DIVIDE -> left / right;
            case MODULO -> left % right;
            case POWER -> Math.pow(left, right);
        };
    }
}
