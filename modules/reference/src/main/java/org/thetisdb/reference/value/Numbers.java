package org.thetisdb.reference.value;

import java.math.BigDecimal;

/** Integers and floats together, compared exactly and never by rounding one to the other. */
final class Numbers {
    private Numbers() {}

    static boolean isNaN(Object value) {
        return value instanceof Double number && number.isNaN();
    }

    static boolean isNumber(Object value) {
        return value instanceof Long || value instanceof Double;
    }

    /** Compares two numbers, neither of them NaN; the two zeros of floats are equal. */
    static int compare(Number left, Number right) {
        boolean finite = Double.isFinite(left.doubleValue()) && Double.isFinite(right.doubleValue());
        return finite ? exact(left).compareTo(exact(right)) : Double.compare(left.doubleValue(), right.doubleValue());
    }

    /** A finite number as it is. */
    static BigDecimal exact(Number number) {
        return number instanceof Long integer ? BigDecimal.valueOf(integer) : new BigDecimal(number.doubleValue());
    }
}
