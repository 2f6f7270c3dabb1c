package org.thetisdb.reference.value;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.reference.function.TemporalOrder;

/**
 * Values as grouping sees them, which is openCypher's equivalence: equality, except that null is equivalent to null and
 * NaN to NaN, at any depth. Two keys are equal if their values are equivalent.
 */
public record GroupKey(List<Object> values) {
    private enum Special {
        NULL,
        NAN
    }

    public static GroupKey of(List<?> values) {
        return new GroupKey(list(values));
    }

    private static List<Object> list(List<?> values) {
        List<Object> canonical = new ArrayList<>(values.size());
        values.forEach(value -> canonical.add(canonical(value)));
        return canonical;
    }

    /** One object for all values that are equivalent. */
    private static Object canonical(Object value) {
        return switch (value) {
            case null -> Special.NULL;
            case Long integer -> Numbers.exact(integer).stripTrailingZeros();
            case Double number when number.isNaN() -> Special.NAN;
            case Double number when number.isInfinite() -> number;
            case Double number -> Numbers.exact(number).stripTrailingZeros();
            case List<?> list -> list(list);
            case Map<?, ?> map -> {
                Map<Object, Object> entries = new HashMap<>();
                map.forEach((key, entry) -> entries.put(key, canonical(entry)));
                yield entries;
            }
            default -> TemporalOrder.covers(value) ? TemporalOrder.key(value) : value;
        };
    }
}
