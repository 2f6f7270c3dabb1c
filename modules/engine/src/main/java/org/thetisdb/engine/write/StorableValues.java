package org.thetisdb.engine.write;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.semantics.ShownValue;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.PathReference;
import org.thetisdb.value.RelationshipReference;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.ThetisException.Position;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Decides which values can be properties: single values, and lists of single values of one type. */
final class StorableValues {
    private StorableValues() {}

    /**
     * A column's entry as it is to be stored; null for null.
     *
     * @param place the value's place in the query's text, for the error
     */
    static @Nullable Object at(Vector column, int row, String key, Optional<Position> place) {
        Object value = column.valueAt(row);
        boolean single = column.kind() != VectorKind.OBJECT
                && column.kind() != VectorKind.NODE
                && column.kind() != VectorKind.RELATIONSHIP;
        if (single) {
            return value;
        }
        try {
            return of(value, key);
        } catch (ThetisException failure) {
            throw place.isPresent() ? failure.at(place.get()) : failure;
        }
    }

    /** The value as it is to be stored. */
    static @Nullable Object of(@Nullable Object value, String key) {
        return switch (value) {
            case null -> null;
            case List<?> list -> list(list, key);
            case Map<?, ?> ignored -> throw refused(value, key);
            case NodeReference ignored -> throw refused(value, key);
            case RelationshipReference ignored -> throw refused(value, key);
            case PathReference ignored -> throw refused(value, key);
            default -> value;
        };
    }

    private static List<?> list(List<?> list, String key) {
        boolean integers = false;
        boolean floats = false;
        Class<?> type = null;
        for (Object element : list) {
            if (element == null || element instanceof List<?>) {
                throw refused(list, key);
            }
            of(element, key);
            integers |= element instanceof Long;
            floats |= element instanceof Double;
            boolean number = element instanceof Long || element instanceof Double;
            Class<?> elementType = number ? Number.class : element.getClass();
            if (type != null && type != elementType) {
                throw refused(list, key);
            }
            type = elementType;
        }
        return integers && floats ? asFloats(list) : list;
    }

    private static List<Double> asFloats(List<?> numbers) {
        List<Double> floats = new ArrayList<>(numbers.size());
        for (Object number : numbers) {
            floats.add(((Number) number).doubleValue());
        }
        return List.copyOf(floats);
    }

    private static ThetisException refused(Object value, String key) {
        return new ThetisException(
                ErrorCode.TYPE_MISMATCH,
                "a property holds a single value or a list of values of one type, none null: key=" + key + ", value="
                        + ShownValue.of(value) + "; " + remedy(value));
    }

    private static String remedy(Object value) {
        return switch (value) {
            case Map<?, ?> map -> "make it a node, or several properties";
            case List<?> list -> "convert its elements, or make them nodes";
            default -> "make a relationship to it, or keep one of its properties";
        };
    }
}
