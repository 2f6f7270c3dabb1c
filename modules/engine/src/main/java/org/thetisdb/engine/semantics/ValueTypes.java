package org.thetisdb.engine.semantics;

import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.CypherType;

/** Types of boxed values, for callers that pass them. */
public final class ValueTypes {
    private ValueTypes() {}

    /** Whether a value is null or of the type. */
    public static boolean matches(@Nullable Object value, CypherType type) {
        return TypeNames.matches(value, type, false);
    }

    /** The type's name as users know it. */
    public static String name(@Nullable Object value) {
        return TypeNames.of(value);
    }
}
