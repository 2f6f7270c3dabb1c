package org.thetisdb;

import org.jspecify.annotations.Nullable;

/**
 * Where a value stands in a parameter, such as {@code rows[3].id}: one for each list and map that is gone through,
 * which moves along its elements. It is text only when an error needs it. Not thread safe.
 */
final class ParameterPlace {
    private final String name;
    private final @Nullable ParameterPlace outer;
    private @Nullable String key;
    private int index;

    private ParameterPlace(String name, @Nullable ParameterPlace outer) {
        this.name = name;
        this.outer = outer;
    }

    /** The parameter itself. */
    static ParameterPlace of(String name) {
        return new ParameterPlace(name, null);
    }

    /** Of the elements of what stands here; the first of a list at first. */
    ParameterPlace inside() {
        return new ParameterPlace(name, this);
    }

    /** Moves to an element of the list. */
    void at(int element) {
        index = element;
    }

    /** Moves to an entry of the map. */
    void at(String entry) {
        key = entry;
    }

    /** The parameter's name. */
    String name() {
        return name;
    }

    /** Of an element, how a message says where it is; empty for the parameter itself. */
    String where() {
        return outer == null ? "" : " at " + text();
    }

    private String text() {
        if (outer == null) {
            return name;
        }
        return outer.text() + (key == null ? "[" + index + "]" : "." + key);
    }
}
