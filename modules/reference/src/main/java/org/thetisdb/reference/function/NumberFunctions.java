package org.thetisdb.reference.function;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** Functions of numbers. Where real numbers have no result, IEEE 754 has NaN or an infinity. */
final class NumberFunctions {
    private NumberFunctions() {}

    static Object call(Arguments given) {
        return switch (given.function()) {
            case "pi" -> Math.PI;
            case "e" -> Math.E;
            case "atan2" -> Math.atan2(given.number(0), given.number(1));
            case "pow" -> Math.pow(given.number(0), given.number(1));
            case "abs" -> abs(given);
            case "sign" -> (long) Math.signum(given.number(0));
            case "isnan" -> Double.isNaN(given.number(0));
            case "round" -> round(given);
            default -> ofOneFloat(given);
        };
    }

    private static Object ofOneFloat(Arguments given) {
        return switch (given.function()) {
            case "ceil" -> Math.ceil(given.number(0));
            case "floor" -> Math.floor(given.number(0));
            case "exp" -> Math.exp(given.number(0));
            case "log" -> Math.log(given.number(0));
            case "log10" -> Math.log10(given.number(0));
            case "sqrt" -> Math.sqrt(given.number(0));
            case "acos" -> Math.acos(given.number(0));
            case "asin" -> Math.asin(given.number(0));
            case "atan" -> Math.atan(given.number(0));
            case "cos" -> Math.cos(given.number(0));
            case "cosh" -> Math.cosh(given.number(0));
            case "cot" -> 1 / Math.tan(given.number(0));
            case "coth" -> 1 / Math.tanh(given.number(0));
            case "degrees" -> Math.toDegrees(given.number(0));
            case "haversin" -> (1 - Math.cos(given.number(0))) / 2;
            case "radians" -> Math.toRadians(given.number(0));
            case "sin" -> Math.sin(given.number(0));
            case "sinh" -> Math.sinh(given.number(0));
            case "tan" -> Math.tan(given.number(0));
            case "tanh" -> Math.tanh(given.number(0));
            default -> throw new IllegalArgumentException("no such function: name=" + given.function());
        };
    }

    private static Object abs(Arguments given) {
        if (!(given.get(0) instanceof Long integer)) {
            return Math.abs(given.number(0));
        }
        if (integer == Long.MIN_VALUE) {
            throw Faults.range("the absolute value is no INTEGER: value=" + integer);
        }
        return Math.abs(integer);
    }

    /**
     * To a number of decimal places. Without a mode, 0 places take ties towards positive infinity, as {@code round(x)}
     * always did, and more places take them away from zero.
     */
    private static Object round(Arguments given) {
        double value = given.number(0);
        long places = given.count() > 1 ? given.integer(1) : 0;
        RoundingMode mode = given.count() > 2 ? mode(given.text(2)) : tiesOf(value, places);
        // No FLOAT has more than 324 places.
        if (places < 0 || places > 400) {
            throw Faults.argument("round() takes 0 to 400 places: places=" + places);
        }
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return value;
        }
        BigDecimal decimal = given.get(0) instanceof Long integer ? new BigDecimal(integer) : BigDecimal.valueOf(value);
        return places >= decimal.scale()
                ? value
                : decimal.setScale((int) places, mode).doubleValue();
    }

    private static RoundingMode tiesOf(double value, long places) {
        return places == 0 && value < 0 ? RoundingMode.HALF_DOWN : RoundingMode.HALF_UP;
    }

    private static RoundingMode mode(String name) {
        return switch (name.toUpperCase(Locale.ROOT)) {
            case "UP" -> RoundingMode.UP;
            case "DOWN" -> RoundingMode.DOWN;
            case "CEILING" -> RoundingMode.CEILING;
            case "FLOOR" -> RoundingMode.FLOOR;
            case "HALF_UP" -> RoundingMode.HALF_UP;
            case "HALF_DOWN" -> RoundingMode.HALF_DOWN;
            case "HALF_EVEN" -> RoundingMode.HALF_EVEN;
            default -> throw Faults.argument("no such rounding mode: mode=" + name);
        };
    }
}
