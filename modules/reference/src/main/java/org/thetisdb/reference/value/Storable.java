package org.thetisdb.reference.value;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.thetisdb.reference.graph.ReferenceNode;
import org.thetisdb.reference.graph.ReferencePath;
import org.thetisdb.reference.graph.ReferenceRelationship;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * What a property can hold: single values, and lists of single values of one type. A list of integers and floats
 * becomes one of floats, as in Neo4j.
 */
public final class Storable {
    private Storable() {}

    /**
     * The value as a property holds it; null stays null.
     *
     * @throws ThetisException {@code TYPE_MISMATCH} for a map, node, relationship or path, and for lists that hold
     *     null, a list, or values of several types
     */
    public static Object of(Object value, String key) {
        if (!(value instanceof List<?> list)) {
            return single(value, key);
        }
        Set<Class<?>> types = new HashSet<>();
        for (Object element : list) {
            if (element == null || element instanceof List<?>) {
                throw refused(value, key);
            }
            types.add(single(element, key).getClass());
        }
        if (types.equals(Set.of(Long.class, Double.class))) {
            List<Object> floats = new ArrayList<>(list.size());
            list.forEach(element -> floats.add(((Number) element).doubleValue()));
            return floats;
        }
        if (types.size() > 1) {
            throw refused(value, key);
        }
        return list;
    }

    private static Object single(Object value, String key) {
        if (value instanceof Map<?, ?>
                || value instanceof ReferenceNode
                || value instanceof ReferenceRelationship
                || value instanceof ReferencePath) {
            throw refused(value, key);
        }
        return value;
    }

    private static ThetisException refused(Object value, String key) {
        return new ThetisException(
                ErrorCode.TYPE_MISMATCH, "a property cannot hold this value: key=" + key + ", value=" + value);
    }
}
