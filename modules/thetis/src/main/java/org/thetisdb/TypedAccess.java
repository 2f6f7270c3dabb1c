package org.thetisdb;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.DisplayText;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Values as the Java types that a program asks for; errors name where the value stood. Stateless. */
final class TypedAccess {
    private static final int SHOWN_CHARACTERS_MAX = 60;

    private TypedAccess() {}

    static long asLong(@Nullable Object value, String where, String name) {
        if (value instanceof Long number) {
            return number;
        }
        throw mismatch(value, "INTEGER", where, name);
    }

    static double asDouble(@Nullable Object value, String where, String name) {
        if (value instanceof Double number) {
            return number;
        }
        if (value instanceof Long number) {
            return number;
        }
        throw mismatch(value, "FLOAT", where, name);
    }

    static boolean asBoolean(@Nullable Object value, String where, String name) {
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw mismatch(value, "BOOLEAN", where, name);
    }

    /** Null stays null. Numbers are converted if nothing is lost. */
    static <T> @Nullable T as(@Nullable Object value, Class<T> type, String where, String name) {
        if (value == null) {
            if (type.isPrimitive()) {
                throw mismatch(null, type.getSimpleName(), where, name);
            }
            return null;
        }
        if (type.isInstance(value)) {
            return type.cast(value);
        }
        Object converted = convert(value, type, where, name);
        if (converted == null) {
            throw mismatch(value, type.getSimpleName(), where, name);
        }
        @SuppressWarnings("unchecked") // convert() gives the wrapper class of the primitive type, or the type itself
        T result = (T) converted;
        return result;
    }

    /** The value as a number of the type, or as it is; null if it is no such number, or the type is another one. */
    private static @Nullable Object convert(Object value, Class<?> type, String where, String name) {
        if (type == long.class) {
            return asLong(value, where, name);
        }
        if (type == double.class || type == Double.class) {
            return asDouble(value, where, name);
        }
        if (type == boolean.class) {
            return asBoolean(value, where, name);
        }
        if (type == float.class || type == Float.class) {
            double number = asDouble(value, where, name);
            return (double) (float) number == number || Double.isNaN(number) ? (Float) (float) number : null;
        }
        if (type == int.class || type == Integer.class) {
            long number = asLong(value, where, name);
            return (int) number == number ? (Integer) (int) number : null;
        }
        if (type == short.class || type == Short.class) {
            long number = asLong(value, where, name);
            return (short) number == number ? (Short) (short) number : null;
        }
        if (type == byte.class || type == Byte.class) {
            long number = asLong(value, where, name);
            return (byte) number == number ? (Byte) (byte) number : null;
        }
        return null;
    }

    private static ThetisException mismatch(@Nullable Object value, String wanted, String where, String name) {
        String found;
        if (value == null) {
            found = "null; ask isNull(\"" + name + "\") first, or give a value in the query with coalesce()";
        } else {
            String text = DisplayText.of(value);
            found = typeName(value) + ", value="
                    + (text.length() <= SHOWN_CHARACTERS_MAX ? text : text.substring(0, SHOWN_CHARACTERS_MAX) + "…");
        }
        return new ThetisException(
                ErrorCode.TYPE_MISMATCH, where + " `" + name + "`: expected " + wanted + ", found " + found);
    }

    private static String typeName(Object value) {
        return switch (value) {
            case Long ignored -> "INTEGER";
            case Double ignored -> "FLOAT";
            case Boolean ignored -> "BOOLEAN";
            case String ignored -> "STRING";
            case List<?> ignored -> "LIST";
            case Map<?, ?> ignored -> "MAP";
            default -> {
                // A node, a relationship and a path have classes of this package, named as their types are.
                boolean entity = value.getClass().getPackage() == TypedAccess.class.getPackage();
                String name = value.getClass().getSimpleName();
                yield entity ? name.toUpperCase(Locale.ROOT) : name;
            }
        };
    }
}
