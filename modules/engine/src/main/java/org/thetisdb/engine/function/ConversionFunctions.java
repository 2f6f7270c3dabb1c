package org.thetisdb.engine.function;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.temporal.Temporal;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.GrowingElements;
import org.thetisdb.engine.semantics.Arguments;
import org.thetisdb.engine.semantics.Errors;
import org.thetisdb.engine.semantics.PointText;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;
import org.thetisdb.value.ThetisException;

/** toInteger() and the like: null for a text that does not fit, an error for a type that does not. */
public final class ConversionFunctions {
    /** A conversion of a value that is not null. */
    private interface Conversion {
        @Nullable
        Object convert(Object value);
    }

    private static final Set<String> NOT_FINITE = Set.of("NaN", "+NaN", "-NaN", "Infinity", "+Infinity", "-Infinity");
    private static final int INTEGER_DIGITS_MAX = 19;

    private ConversionFunctions() {}

    static void register(FunctionDefinitions table) {
        register(table, "toboolean", ConversionFunctions::toBoolean);
        register(table, "tofloat", ConversionFunctions::toFloat);
        register(table, "tointeger", ConversionFunctions::toInteger);
        register(table, "tostring", ConversionFunctions::toText);
    }

    private static void register(FunctionDefinitions table, String name, Conversion conversion) {
        table.add(name, (context, values) -> conversion.convert(values[0]));
        table.add(name + "ornull", (context, values) -> orNull(conversion, values[0]));
        table.add(name + "list", (context, values) -> {
            GrowingElements converted = new GrowingElements(context, name + "List()");
            for (Object element : Arguments.list(name + "List()", values[0])) {
                converted.add(element == null ? null : orNull(conversion, element));
            }
            return converted.list();
        });
    }

    private static @Nullable Object orNull(Conversion conversion, Object value) {
        try {
            return conversion.convert(value);
        } catch (ThetisException unfit) {
            return null;
        }
    }

    private static @Nullable Object toBoolean(Object value) {
        return switch (value) {
            case Boolean flag -> flag;
            case Long number -> number != 0;
            case String text ->
                switch (text.strip().toLowerCase(Locale.ROOT)) {
                    case "true" -> true;
                    case "false" -> false;
                    default -> null;
                };
            default -> throw Errors.type("toBoolean()", "a BOOLEAN, STRING or INTEGER", value);
        };
    }

    private static @Nullable Object toFloat(Object value) {
        return switch (value) {
            case Number number -> number.doubleValue();
            case String text -> parseFloat(text.strip());
            default -> throw Errors.type("toFloat()", "a number or STRING", value);
        };
    }

    private static @Nullable Double parseFloat(String text) {
        return isDecimal(text) || NOT_FINITE.contains(text) ? Double.valueOf(text) : null;
    }

    /**
     * Whether a text is {@code [+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?}. Java reads more than a number's
     * digits: the suffixes of its literals, hexadecimal, digits of all scripts.
     */
    static boolean isDecimal(String text) {
        int start = afterSign(text, 0);
        int point = afterDigits(text, start);
        int end = point;
        int digits = point - start;
        if (isAt(text, point, '.')) {
            end = afterDigits(text, point + 1);
            digits += end - point - 1;
        }
        if (digits == 0) {
            return false;
        }
        if (isAt(text, end, 'e') || isAt(text, end, 'E')) {
            int exponent = afterSign(text, end + 1);
            end = afterDigits(text, exponent);
            return end > exponent && end == text.length();
        }
        return end == text.length();
    }

    private static boolean isAt(String text, int at, char character) {
        return at < text.length() && text.charAt(at) == character;
    }

    private static int afterSign(String text, int at) {
        return isAt(text, at, '+') || isAt(text, at, '-') ? at + 1 : at;
    }

    private static int afterDigits(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at;
    }

    private static @Nullable Object toInteger(Object value) {
        return switch (value) {
            case Long number -> number;
            case Double number -> whole(number);
            case Boolean flag -> flag ? 1L : 0L;
            case String text -> parseInteger(text.strip());
            default -> throw Errors.type("toInteger()", "a number, STRING or BOOLEAN", value);
        };
    }

    /** The fraction is cut off; NaN is not a number. */
    static @Nullable Long whole(double number) {
        if (Double.isNaN(number)) {
            return null;
        }
        if (number < -0x1p63 || number >= 0x1p63) {
            throw Errors.overflow("toInteger()", number);
        }
        return (long) number;
    }

    private static @Nullable Long parseInteger(String text) {
        int digits = text.length() - afterSign(text, 0);
        if (digits > 0 && digits < INTEGER_DIGITS_MAX && afterDigits(text, afterSign(text, 0)) == text.length()) {
            return Long.valueOf(text);
        }
        if (!isDecimal(text)) {
            return null;
        }
        // The digits of 1e999999999 or 1e-999999999 are not written down to see that they are too many.
        long wholeDigits = wholeDigits(text);
        if (wholeDigits <= 0) {
            return 0L;
        }
        try {
            return wholeDigits <= INTEGER_DIGITS_MAX
                    ? new BigDecimal(text).setScale(0, RoundingMode.DOWN).longValueExact()
                    : tooLarge(text);
        } catch (ArithmeticException overflow) {
            return tooLarge(text);
        }
    }

    /** How many digits a number has in front of its point; not positive if it is between -1 and 1. */
    private static long wholeDigits(String decimal) {
        try {
            BigDecimal number = new BigDecimal(decimal);
            return number.signum() == 0 ? 0 : (long) number.precision() - number.scale();
        } catch (NumberFormatException exponentBeyondInteger) {
            boolean isZero = Double.parseDouble(decimal.replaceFirst("[eE].*", "")) == 0;
            return isZero || decimal.contains("e-") || decimal.contains("E-") ? 0 : Long.MAX_VALUE;
        }
    }

    private static Long tooLarge(String text) {
        throw Errors.overflow("toInteger()", text);
    }

    private static Object toText(Object value) {
        return switch (value) {
            case String text -> text;
            case Boolean flag -> flag.toString();
            case Number number -> number.toString();
            case Temporal temporal -> temporal.toString();
            case IsoDuration duration -> duration.toString();
            case Point point -> PointText.of(point);
            default ->
                throw Errors.type("toString()", "a BOOLEAN, number, STRING, temporal value, DURATION or POINT", value);
        };
    }
}
