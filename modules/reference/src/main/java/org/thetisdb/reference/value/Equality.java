package org.thetisdb.reference.value;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.reference.function.TemporalOrder;

/** Cypher's {@code =}. */
public final class Equality {
    private Equality() {}

    /**
     * Whether two values are equal: true, false, or null if that depends on a null. Values of different types are not
     * equal, but integers and floats are numbers both; NaN equals nothing.
     */
    public static @Nullable Boolean equal(@Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return null;
        }
        if (Numbers.isNumber(left) && Numbers.isNumber(right)) {
            return !Numbers.isNaN(left) && !Numbers.isNaN(right) && Numbers.compare((Number) left, (Number) right) == 0;
        }
        if (left instanceof List<?> leftList && right instanceof List<?> rightList) {
            return equalLists(leftList, rightList);
        }
        if (left instanceof Map<?, ?> leftMap && right instanceof Map<?, ?> rightMap) {
            return equalMaps(leftMap, rightMap);
        }
        if (TemporalOrder.covers(left) && TemporalOrder.covers(right)) {
            return TemporalOrder.equal(left, right);
        }
        return left.equals(right);
    }

    /** One pair that differs decides, whatever else is unknown. */
    private static @Nullable Boolean equalLists(List<?> left, List<?> right) {
        if (left.size() != right.size()) {
            return false;
        }
        Boolean all = true;
        Iterator<?> others = right.iterator();
        for (Object element : left) {
            all = Logic.and(all, equal(element, others.next()));
        }
        return all;
    }

    private static @Nullable Boolean equalMaps(Map<?, ?> left, Map<?, ?> right) {
        if (!left.keySet().equals(right.keySet())) {
            return false;
        }
        Boolean all = true;
        for (Map.Entry<?, ?> entry : left.entrySet()) {
            all = Logic.and(all, equal(entry.getValue(), right.get(entry.getKey())));
        }
        return all;
    }
}
