package org.thetisdb.fuzz.oracle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** What the oracles' ways from their own values to those of an {@link Answer} have in common. Stateless. */
public final class Shapes {
    private Shapes() {}

    /** A list or map with each element changed, in the same order; any other value as it is. */
    public static Object ofElements(Object value, UnaryOperator<Object> change) {
        return switch (value) {
            case List<?> list -> {
                List<Object> elements = new ArrayList<>(list.size());
                list.forEach(element -> elements.add(change.apply(element)));
                yield elements;
            }
            case Map<?, ?> map -> {
                Map<Object, Object> entries = new LinkedHashMap<>();
                map.forEach((key, element) -> entries.put(key, change.apply(element)));
                yield entries;
            }
            case null, default -> value;
        };
    }
}
