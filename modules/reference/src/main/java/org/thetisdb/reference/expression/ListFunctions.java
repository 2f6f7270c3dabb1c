package org.thetisdb.reference.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.reference.limit.StepBudget;
import org.thetisdb.reference.value.Equality;
import org.thetisdb.reference.value.ValueTypes;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Functions of lists, those that work on strings too, and those of any value. */
final class ListFunctions {
    private ListFunctions() {}

    static boolean covers(String name) {
        return switch (name) {
            case "head", "last", "tail", "range", "isempty", "nullif", "valuetype", "exists", "size", "reverse" -> true;
            default -> false;
        };
    }

    static @Nullable Object call(String name, List<Object> arguments, StepBudget budget) {
        Object first = arguments.getFirst();
        if (name.equals("valuetype")) {
            return ValueTypes.name(first);
        }
        if (name.equals("exists")) {
            return first != null;
        }
        if (name.equals("nullif")) {
            return Boolean.TRUE.equals(Equality.equal(first, arguments.get(1))) ? null : first;
        }
        if (arguments.contains(null)) {
            return null;
        }
        return switch (name) {
            case "range" -> range(arguments, budget);
            case "size" -> size(first);
            case "isempty" -> first instanceof Map<?, ?> map ? map.isEmpty() : size(first) == 0;
            case "reverse" -> reverse(first);
            case "head" -> head(Lists.require(first));
            case "last" -> head(Lists.require(first).reversed());
            case "tail" -> tail(Lists.require(first));
            default -> throw new IllegalStateException("no such function: name=" + name);
        };
    }

    /** Characters are code points. */
    private static long size(Object value) {
        return value instanceof String text
                ? text.codePointCount(0, text.length())
                : Lists.require(value).size();
    }

    private static Object reverse(Object value) {
        return value instanceof String text
                ? new StringBuilder(text).reverse().toString()
                : new ArrayList<>(Lists.require(value).reversed());
    }

    private static @Nullable Object head(List<?> list) {
        return list.isEmpty() ? null : list.getFirst();
    }

    private static List<Object> tail(List<?> list) {
        return list.isEmpty() ? List.of() : new ArrayList<>(list.subList(1, list.size()));
    }

    /** Both ends are included; an addition that overflows ends it. */
    private static List<Object> range(List<Object> arguments, StepBudget budget) {
        for (Object argument : arguments) {
            if (!(argument instanceof Long)) {
                throw new ThetisException(ErrorCode.TYPE_MISMATCH, "range() needs integers: value=" + argument);
            }
        }
        long end = (Long) arguments.get(1);
        long step = arguments.size() > 2 ? (Long) arguments.get(2) : 1;
        if (step == 0) {
            throw new ThetisException(ErrorCode.INVALID_ARGUMENT, "range() cannot go in steps of 0: step=0");
        }
        List<Object> values = new ArrayList<>();
        long value = (Long) arguments.getFirst();
        while (step > 0 ? value <= end : value >= end) {
            budget.take(1);
            values.add(value);
            long next = value + step;
            if (step > 0 ? next < value : next > value) {
                break;
            }
            value = next;
        }
        return values;
    }
}
