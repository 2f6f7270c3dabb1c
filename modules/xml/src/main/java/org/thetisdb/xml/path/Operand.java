package org.thetisdb.xml.path;

import org.jspecify.annotations.Nullable;

/** A value that a filter compares, or nothing. Immutable. */
sealed interface Operand {
    /** As it was written. */
    record Literal(@Nullable Object value) implements Operand {}

    /** The one value of a path that finds one at most. */
    record Single(PathQuery query) implements Operand {}

    /** {@code length}: of a string, an array or an object. */
    record Length(Operand of) implements Operand {}

    /** {@code count}: of what a path finds. */
    record Count(PathQuery query) implements Operand {}

    /** {@code value}: the one value that a path finds; nothing if there are others. */
    record Only(PathQuery query) implements Operand {}
}
