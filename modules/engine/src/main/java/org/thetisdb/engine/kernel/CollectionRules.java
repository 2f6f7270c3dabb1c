package org.thetisdb.engine.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.engine.evaluation.BoxedEvaluator;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.GraphValues;
import org.thetisdb.engine.evaluation.GrowingElements;
import org.thetisdb.engine.evaluation.Growth;
import org.thetisdb.engine.semantics.Errors;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.RelationshipReference;
import org.thetisdb.value.vector.PackedList;
import org.thetisdb.value.vector.PackedListBuilder;
import org.thetisdb.value.vector.TypedList;

/** Lists and maps: making them, and taking elements and parts of them. Boxed. */
public final class CollectionRules {
    private static final int PACKED_ELEMENTS_MIN = 64;

    private CollectionRules() {}

    public static Object list(EvaluationContext context, @Nullable Object[] elements) {
        return Collections.unmodifiableList(Arrays.asList(elements.clone()));
    }

    public static BoxedEvaluator.Function map(List<Expression.Entry> entries) {
        return (context, values) -> {
            Map<String, Object> map = new LinkedHashMap<>();
            for (int index = 0; index < values.length; index++) {
                map.put(entries.get(index).key(), values[index]);
            }
            return Collections.unmodifiableMap(map);
        };
    }

    /** The first value is the target. */
    public static BoxedEvaluator.Function projection(boolean allProperties, List<Expression.Entry> entries) {
        return (context, values) -> {
            if (values[0] == null) {
                return null;
            }
            Map<String, Object> map = new LinkedHashMap<>();
            if (allProperties) {
                GraphValues.properties(context, values[0]).forEach((key, value) -> map.put((String) key, value));
            }
            for (int index = 0; index < entries.size(); index++) {
                map.put(entries.get(index).key(), values[index + 1]);
            }
            return Collections.unmodifiableMap(map);
        };
    }

    public static @Nullable Object subscript(EvaluationContext context, @Nullable Object[] values) {
        Object target = values[0];
        Object index = values[1];
        if (target == null || index == null) {
            return null;
        }
        return switch (target) {
            case List<?> list -> {
                if (!(index instanceof Long position)) {
                    throw Errors.type("list[index]", "an INTEGER", index);
                }
                long at = position < 0 ? position + list.size() : position;
                yield at < 0 || at >= list.size() ? null : list.get((int) at);
            }
            case NodeReference node -> GraphValues.property(context, node, key(index));
            case RelationshipReference relationship -> GraphValues.property(context, relationship, key(index));
            case Map<?, ?> map -> map.get(key(index));
            default -> throw Errors.type("[ ]", "a list, map, node or relationship", target);
        };
    }

    private static String key(Object index) {
        if (index instanceof String key) {
            return key;
        }
        throw Errors.type("map[key]", "a STRING", index);
    }

    /** Values: the list, then {@code from} if present, then {@code to} if present. */
    public static BoxedEvaluator.Function slice(Optional<Expression> from, Optional<Expression> to) {
        int toAt = from.isPresent() ? 2 : 1;
        return (context, values) -> {
            if (!(values[0] instanceof List<?> list)) {
                throw Errors.type("list[from..to]", "a LIST", values[0]);
            }
            int start = from.isPresent() ? position(values[1], list.size()) : 0;
            int end = to.isPresent() ? position(values[toAt], list.size()) : list.size();
            if (start >= end) {
                return List.of();
            }
            return part(context, "list[from..to]", list, start, end);
        };
    }

    /** A list of its own with the elements from {@code start} up to {@code end}. */
    public static List<?> part(EvaluationContext context, String operation, List<?> list, int start, int end) {
        long bytes = (long) (end - start) * Growth.ELEMENT_BYTES;
        if (GrowingElements.isNeeded(context, bytes)) {
            GrowingElements elements = new GrowingElements(context, operation);
            elements.addAll(list, start, end);
            return elements.list();
        }
        Growth.require(context, operation, bytes);
        return list instanceof TypedList typed
                ? PackedList.part(typed, start, end - start)
                : Collections.unmodifiableList(new ArrayList<>(list.subList(start, end)));
    }

    /** A list of the elements of both. */
    static List<?> joined(EvaluationContext context, List<?> first, List<?> second) {
        if (first.isEmpty() || second.isEmpty()) {
            return first.isEmpty() ? second : first;
        }
        if (GrowingElements.isNeeded(context, Growth.copiedBytes(first) + Growth.copiedBytes(second))) {
            GrowingElements elements = new GrowingElements(context, "+");
            elements.addAll(first, 0, first.size());
            elements.addAll(second, 0, second.size());
            return elements.list();
        }
        Growth.requireCopies(context, "+", first, second);
        if (first instanceof TypedList one && second instanceof TypedList other && isPacked(one, other)) {
            PackedListBuilder packed = new PackedListBuilder(one.kind());
            packed.addAll(one, 0, one.size());
            packed.addAll(other, 0, other.size());
            return packed.list();
        }
        List<Object> joined = new ArrayList<>(first);
        joined.addAll(second);
        return Collections.unmodifiableList(joined);
    }

    /** Whether the elements of both are better kept without an object for each. */
    private static boolean isPacked(TypedList one, TypedList other) {
        return one.kind() == other.kind()
                && PackedListBuilder.packs(one.kind())
                && one.size() + other.size() >= PACKED_ELEMENTS_MIN;
    }

    /** A list of the same elements, the last one first. */
    public static List<?> reversed(EvaluationContext context, List<?> list) {
        String operation = "reverse()";
        if (GrowingElements.isNeeded(context, Growth.copiedBytes(list))) {
            GrowingElements elements = new GrowingElements(context, operation);
            for (int index = list.size() - 1; index >= 0; index--) {
                elements.add(list.get(index));
            }
            return elements.list();
        }
        List<Object> reversed = Growth.copy(context, operation, list);
        Collections.reverse(reversed);
        return Collections.unmodifiableList(reversed);
    }

    private static int position(Object value, int size) {
        if (!(value instanceof Long position)) {
            throw Errors.type("list[from..to]", "INTEGER bounds", value);
        }
        long at = position < 0 ? position + size : position;
        return (int) Math.clamp(at, 0L, size);
    }
}
