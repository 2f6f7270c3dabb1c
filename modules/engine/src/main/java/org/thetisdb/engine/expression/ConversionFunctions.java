package org.thetisdb.engine.expression;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;
import org.thetisdb.value.ThetisException;

/** toInteger() and its kin: null for a text that does not fit, an error for a type that does not. */
final class ConversionFunctions {
    /** A conversion of a value that is not null. */
    private interface Conversion {
        Object convert(Object value);
    }

    private ConversionFunctions() {}

    static void register(FunctionTable.Builder table) {
        register(table, "toboolean", ConversionFunctions::toBoolean);
        register(table, "tofloat", ConversionFunctions::toFloat);
        register(table, "tointeger", ConversionFunctions::toInteger);
        register(table, "tostring", ConversionFunctions::toText);
    }

    private static void register(FunctionTable.Builder table, String name, Conversion conversion) {
        table.add(name, (context, values) -> conversion.convert(values[0]));
        table.add(name + "ornull", (context, values) -> orNull(conversion, values[0]));
        table.add(name + "list", (context, values) -> {
            List<Object> converted = new ArrayList<>();
            for (Object element : ScalarFunctions.list(name + "List()", values[0])) {
                converted.add(element == null ? null : orNull(conversion, element));
            }
            return Collections.unmodifiableList(converted);
        });
    }

    private static Object orNull(Conversion conversion, Object value) {
        try {
            return conversion.convert(value);
        } catch (ThetisException unfit) {
            return null;
        }
    }

    private static Object toBoolean(Object value) {
        return switch (value) {
            case Boolean flag -> flag;
            case Long number -> number != 0;
            case String text ->
                switch (text.strip().toLowerCase(Locale.ROOT)) {
                    case "true" -> Boolean.TRUE;
                    case "false" -> Boolean.FALSE;
                    default -> null;
                };
            default -> throw Errors.type("toBoolean()", "a BOOLEAN, STRING or INTEGER", value);
        };
    }

    private static Object toFloat(Object value) {
        return switch (value) {
            case Number number -> number.doubleValue();
            case String text -> parseFloat(text.strip());
            default -> throw Errors.type("toFloat()", "a number or STRING", value);
        };
    }

    private static Double parseFloat(String text) {
        // Java would take the suffixes d and f of its own literals too.
        boolean javaSuffix = !text.isEmpty() && "dDfF".indexOf(text.charAt(text.length() - 1)) >= 0;
        if (javaSuffix) {
            return null;
        }
        try {
            return Double.valueOf(text);
        } catch (NumberFormatException notANumber) {
            return null;
        }
    }

    private static Object toInteger(Object value) {
        return switch (value) {
            case Long number -> number;
            case Double number -> number.longValue();
            case Boolean flag -> flag ? 1L : 0L;
            case String text -> parseInteger(text.strip());
            default -> throw Errors.type("toInteger()", "a number, STRING or BOOLEAN", value);
        };
    }

    private static Long parseInteger(String text) {
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException notWhole) {
            return parseReal(text);
        }
    }

    private static Long parseReal(String text) {
        Double approximate = parseFloat(text);
        if (approximate == null || approximate.isNaN() || approximate.isInfinite()) {
            return null;
        }
        if (Math.abs(approximate) > 1e300) {
            throw Errors.overflow("toInteger()", text, null);
        }
        try {
            BigInteger whole = new BigDecimal(text).toBigInteger();
            return whole.longValueExact();
        } catch (NumberFormatException hexadecimal) {
            return approximate.longValue();
        } catch (ArithmeticException tooLarge) {
            throw Errors.overflow("toInteger()", text, null);
        }
    }

    private static Object toText(Object value) {
        return switch (value) {
            case String text -> text;
            case Boolean flag -> flag.toString();
            case Number number -> number.toString();
            case Temporal temporal -> temporal.toString();
            case IsoDuration duration -> duration.toString();
            case Point point -> point(point);
            default ->
                throw Errors.type("toString()", "a BOOLEAN, number, STRING, temporal value, DURATION or POINT", value);
        };
    }

    static String point(Point point) {
        return "point({x: " + point.x() + ", y: " + point.y()
                + (point.isThreeDimensional() ? ", z: " + point.z() : "")
                + ", crs: '" + point.crs() + "'})";
    }
}
