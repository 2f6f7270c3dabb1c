package org.thetisdb.reference.function;

import java.util.List;
import java.util.Map;
import org.thetisdb.value.Point;

/** The arguments of one call, none of them null. */
record Arguments(String function, List<Object> values) {
    int count() {
        return values.size();
    }

    Object get(int index) {
        return values.get(index);
    }

    String text(int index) {
        return get(index) instanceof String text ? text : fail("a STRING", index);
    }

    long integer(int index) {
        return get(index) instanceof Long integer ? integer : fail("an INTEGER", index);
    }

    double number(int index) {
        return get(index) instanceof Number number ? number.doubleValue() : fail("a number", index);
    }

    List<?> list(int index) {
        return get(index) instanceof List<?> list ? list : fail("a LIST", index);
    }

    Map<?, ?> map(int index) {
        return get(index) instanceof Map<?, ?> map ? map : fail("a MAP", index);
    }

    Point point(int index) {
        return get(index) instanceof Point point ? point : fail("a POINT", index);
    }

    /** Never returns; typed, so that it can be used in an expression. */
    @SuppressWarnings("TypeParameterUnusedInFormals") // There is no value whose type could be wrong.
    <T> T fail(String wanted, int index) {
        throw Faults.type(function + "()", wanted, get(index));
    }
}
