package org.thetisdb.engine.semantics;

import java.util.List;
import org.thetisdb.value.PathReference;
import org.thetisdb.value.RelationshipReference;

/**
 * A function's arguments as the types that it wants. What is of another type is the caller's mistake: an error names
 * the function, or the field of its map, and what it wanted.
 */
public final class Arguments {
    private Arguments() {}

    public static RelationshipReference relationship(String function, Object value) {
        if (value instanceof RelationshipReference relationship) {
            return relationship;
        }
        throw Errors.type(function, "a relationship", value);
    }

    public static PathReference path(String function, Object value) {
        if (value instanceof PathReference path) {
            return path;
        }
        throw Errors.type(function, "a path", value);
    }

    public static List<?> list(String function, Object value) {
        if (value instanceof List<?> list) {
            return list;
        }
        throw Errors.type(function, "a list", value);
    }

    public static long integer(String function, Object value) {
        if (value instanceof Long number) {
            return number;
        }
        throw Errors.type(function, "an INTEGER", value);
    }

    /** An INTEGER or a FLOAT, as a double. */
    public static double number(String function, Object value) {
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        throw Errors.type(function, "a number", value);
    }

    public static String text(String function, Object value) {
        if (value instanceof String text) {
            return text;
        }
        throw Errors.type(function, "a STRING", value);
    }
}
