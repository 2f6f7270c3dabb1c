package org.thetisdb.reference.function;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;
import org.thetisdb.value.ThetisException;

/**
 * {@code toX}, {@code toXOrNull} and {@code toXList} for BOOLEAN, INTEGER, FLOAT and STRING. White space around a text
 * does not count.
 */
final class ConversionFunctions {
    private static final Pattern NAMES = Pattern.compile("to(boolean|integer|float|string)(ornull|list)?");
    private static final String NUMBER = "[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?";

    private ConversionFunctions() {}

    static boolean knows(String name) {
        return NAMES.matcher(name).matches();
    }

    static @Nullable Object call(Arguments given) {
        String name = given.function();
        if (name.endsWith("list")) {
            String single = name.substring(0, name.length() - "list".length());
            List<Object> converted = new ArrayList<>();
            for (Object element : given.list(0)) {
                converted.add(convertedOrNull(single, element));
            }
            return converted;
        }
        if (name.endsWith("ornull")) {
            return convertedOrNull(name.substring(0, name.length() - "ornull".length()), given.get(0));
        }
        return convert(name, given.get(0)).orElse(null);
    }

    private static @Nullable Object convertedOrNull(String name, Object value) {
        try {
            return value == null ? null : convert(name, value).orElse(null);
        } catch (ThetisException noSuchConversion) {
            if (noSuchConversion.code() != ErrorCode.TYPE_MISMATCH
                    && noSuchConversion.code() != ErrorCode.NUMBER_OUT_OF_RANGE) {
                throw noSuchConversion;
            }
            return null;
        }
    }

    /** The converted value; empty if the value is of a type that can be converted, but is not one that is. */
    private static Optional<Object> convert(String name, Object value) {
        return switch (name) {
            case "toboolean" -> toBoolean(value);
            case "tointeger" -> toInteger(value);
            case "tofloat" -> toFloat(value);
            default -> Optional.of(toText(value));
        };
    }

    private static Optional<Object> toBoolean(Object value) {
        return switch (value) {
            case Boolean truth -> Optional.of(truth);
            case Long integer -> Optional.of(integer != 0);
            case String text ->
                switch (text.strip().toLowerCase(Locale.ROOT)) {
                    case "true" -> Optional.of(true);
                    case "false" -> Optional.of(false);
                    default -> Optional.empty();
                };
            default -> throw Faults.type("toBoolean()", "a BOOLEAN, STRING or INTEGER", value);
        };
    }

    /** The fraction is cut off. A number that is not an INTEGER without it is an error; NaN is not a number. */
    static Optional<Object> toInteger(Object value) {
        return switch (value) {
            case Long integer -> Optional.of(integer);
            case Boolean truth -> Optional.of(truth ? 1L : 0L);
            case Double number when number.isNaN() -> Optional.empty();
            case Double number
            when number.isInfinite() -> throw Faults.range("no INTEGER is infinite: value=" + number);
            case Double number -> Optional.of(integer(new BigDecimal(number)));
            case String text when text.strip().matches(NUMBER) -> Optional.of(integer(text.strip()));
            case String noNumber -> Optional.empty();
            default -> throw Faults.type("toInteger()", "a number, STRING or BOOLEAN", value);
        };
    }

    /** An exponent that is no int makes nothing of a zero, and of anything else a number far too large or below 1. */
    private static long integer(String text) {
        int mark = text.toLowerCase(Locale.ROOT).indexOf('e');
        if (mark < 0) {
            return integer(new BigDecimal(text));
        }
        BigInteger exponent = new BigInteger(text.substring(mark + 1));
        if (exponent.bitLength() <= 20) {
            return integer(new BigDecimal(text));
        }
        if (new BigDecimal(text.substring(0, mark)).signum() == 0 || exponent.signum() < 0) {
            return 0;
        }
        throw Faults.range("too large for an INTEGER: value=" + text);
    }

    private static long integer(BigDecimal number) {
        // The digits of 1e999999999 need not be written down to see that they are too many.
        BigInteger whole = number.precision() - number.scale() > 30L
                ? BigInteger.ONE.shiftLeft(100)
                : number.setScale(0, RoundingMode.DOWN).toBigInteger();
        if (whole.bitLength() > 63) {
            throw Faults.range("too large for an INTEGER: value=" + number);
        }
        return whole.longValue();
    }

    private static Optional<Object> toFloat(Object value) {
        return switch (value) {
            case Number number -> Optional.of(number.doubleValue());
            case String text
            when text.strip().matches(NUMBER + "|[+-]?(NaN|Infinity)") -> Optional.of(Double.parseDouble(text.strip()));
            case String noNumber -> Optional.empty();
            default -> throw Faults.type("toFloat()", "a number or STRING", value);
        };
    }

    private static String toText(Object value) {
        return switch (value) {
            case String text -> text;
            case Boolean truth -> truth.toString();
            case Long integer -> integer.toString();
            case Double number -> number.toString();
            case Temporal temporal -> temporal.toString();
            case IsoDuration duration -> duration.toString();
            case Point point -> PointFunctions.toText(point);
            default -> throw Faults.type("toString()", "a value that has a text", value);
        };
    }
}
