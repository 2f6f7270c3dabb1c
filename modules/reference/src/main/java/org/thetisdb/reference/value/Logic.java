package org.thetisdb.reference.value;

import org.jspecify.annotations.Nullable;

/** Three-valued logic: true, false, and null for what is not known. */
public final class Logic {
    private Logic() {}

    public static @Nullable Boolean and(@Nullable Boolean left, @Nullable Boolean right) {
        if (Boolean.FALSE.equals(left) || Boolean.FALSE.equals(right)) {
            return false;
        }
        return left == null || right == null ? null : Boolean.TRUE;
    }

    public static @Nullable Boolean or(@Nullable Boolean left, @Nullable Boolean right) {
        return not(and(not(left), not(right)));
    }

    public static @Nullable Boolean xor(@Nullable Boolean left, @Nullable Boolean right) {
        return left == null || right == null ? null : Boolean.valueOf(!left.equals(right));
    }

    public static @Nullable Boolean not(@Nullable Boolean value) {
        return value == null ? null : Boolean.valueOf(!value);
    }
}
