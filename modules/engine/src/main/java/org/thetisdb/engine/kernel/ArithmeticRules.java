package org.thetisdb.engine.kernel;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Expression.Arithmetic.Operator;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Growth;
import org.thetisdb.engine.semantics.Durations;
import org.thetisdb.engine.semantics.Errors;
import org.thetisdb.engine.semantics.PointText;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;

/** What the arithmetic operators mean for boxed values. */
public final class ArithmeticRules {
    private ArithmeticRules() {}

    static @Nullable Object apply(
            EvaluationContext context, Operator operator, @Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return null;
        }
        if (left instanceof Number a && right instanceof Number b) {
            return left instanceof Long x && right instanceof Long y && operator != Operator.POWER
                    ? (Object) integers(operator, x, y)
                    : (Object) floats(operator, a.doubleValue(), b.doubleValue());
        }
        if (operator == Operator.ADD && (left instanceof List<?> || right instanceof List<?>)) {
            return joined(context, left, right);
        }
        if (left instanceof IsoDuration || right instanceof IsoDuration) {
            return durations(operator, left, right);
        }
        if (operator == Operator.ADD && (left instanceof String || right instanceof String)) {
            if (isPrintable(left) && isPrintable(right)) {
                return concatenated(context, text(left), text(right));
            }
        }
        throw Errors.types(operator.symbol(), left, right);
    }

    private static boolean isPrintable(Object value) {
        return switch (value) {
            case String ignored -> true;
            case Number ignored -> true;
            case Boolean ignored -> true;
            case Temporal ignored -> true;
            case IsoDuration ignored -> true;
            case Point ignored -> true;
            default -> false;
        };
    }

    private static String concatenated(EvaluationContext context, String left, String right) {
        Growth.require(context, "+", Growth.CHARACTER_BYTES * ((long) left.length() + right.length()));
        return left.concat(right);
    }

    private static String text(Object value) {
        return value instanceof Point point ? PointText.of(point) : value.toString();
    }

    static long integers(Operator operator, long left, long right) {
        try {
            return switch (operator) {
                case ADD -> Math.addExact(left, right);
                case SUBTRACT -> Math.subtractExact(left, right);
                case MULTIPLY -> Math.multiplyExact(left, right);
                case DIVIDE -> {
                    if (right == 0) {
                        throw Errors.divisionByZero(left);
                    }
                    yield Math.divideExact(left, right);
                }
                case MODULO -> {
                    if (right == 0) {
                        throw Errors.divisionByZero(left);
                    }
                    yield left % right;
                }
                case POWER -> throw new IllegalStateException("POWER gives a FLOAT");
            };
        } catch (ArithmeticException overflow) {
            throw Errors.overflow(operator.symbol(), left, right);
        }
    }

    static double floats(Operator operator, double left, double right) {
        return switch (operator) {
            case ADD -> left + right;
            case SUBTRACT -> left - right;
            case MULTIPLY -> left * right;
            case DIVIDE -> left / right;
            case MODULO -> left % right;
            case POWER -> Math.pow(left, right);
        };
    }

    private static List<?> joined(EvaluationContext context, Object left, Object right) {
        List<?> first = left instanceof List<?> list ? list : List.of(left);
        List<?> second = right instanceof List<?> list ? list : List.of(right);
        return CollectionRules.joined(context, first, second);
    }

    private static Object durations(Operator operator, Object left, Object right) {
        if (left instanceof IsoDuration a && right instanceof IsoDuration b) {
            return switch (operator) {
                case ADD -> Durations.plus(a, b);
                case SUBTRACT -> Durations.minus(a, b);
                default -> throw Errors.types(operator.symbol(), left, right);
            };
        }
        if (operator == Operator.ADD && left instanceof IsoDuration duration && isInstant(right)) {
            return Durations.addTo((Temporal) right, duration);
        }
        if (right instanceof IsoDuration duration && isInstant(left)) {
            if (operator == Operator.ADD) {
                return Durations.addTo((Temporal) left, duration);
            }
            if (operator == Operator.SUBTRACT) {
                return Durations.subtractFrom((Temporal) left, duration);
            }
        }
        if (operator == Operator.MULTIPLY && left instanceof IsoDuration duration && right instanceof Number factor) {
            return Durations.times(duration, factor);
        }
        if (operator == Operator.MULTIPLY && right instanceof IsoDuration duration && left instanceof Number factor) {
            return Durations.times(duration, factor);
        }
        if (operator == Operator.DIVIDE && left instanceof IsoDuration duration && right instanceof Number divisor) {
            if (divisor.doubleValue() == 0) {
                throw Errors.divisionByZero(left);
            }
            return Durations.dividedBy(duration, divisor);
        }
        throw Errors.types(operator.symbol(), left, right);
    }

    private static boolean isInstant(Object value) {
        return value instanceof LocalDate
                || value instanceof LocalTime
                || value instanceof OffsetTime
                || value instanceof LocalDateTime
                || value instanceof ZonedDateTime;
    }

    public static @Nullable Object negate(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Long number -> {
                if (number == Long.MIN_VALUE) {
                    throw Errors.overflow("-", 0L, number);
                }
                yield -number;
            }
            case Double number -> -number;
            case IsoDuration duration -> Durations.negated(duration);
            default -> throw Errors.type("-", "a number", value);
        };
    }
}
