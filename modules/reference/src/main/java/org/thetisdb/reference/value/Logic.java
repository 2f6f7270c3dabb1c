package org.thetisdb.reference.value;

/** Three-valued logic: true, false, and null for what is not known. */
public final class Logic {
    private Logic() {}

    public static Boolean and(Boolean left, Boolean right) {
        if (Boolean.FALSE.equals(left) || Boolean.FALSE.equals(right)) {
            return false;
        }
        return left == null || right == null ? null : Boolean.TRUE;
    }

    public static Boolean or(Boolean left, Boolean right) {
        return not(and(not(left), not(right)));
    }

    public static Boolean xor(Boolean left, Boolean right) {
        return left == null || right == null ? null : Boolean.valueOf(!left.equals(right));
    }

    public static Boolean not(Boolean value) {
        return value == null ? null : Boolean.valueOf(!value);
    }
}
