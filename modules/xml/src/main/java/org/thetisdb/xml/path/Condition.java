package org.thetisdb.xml.path;

import java.util.List;

/** What a filter asks. Immutable. */
sealed interface Condition {
    /** One of several. */
    record Or(List<Condition> parts) implements Condition {}

    /** All of several. */
    record And(List<Condition> parts) implements Condition {}

    /** The opposite. */
    record Not(Condition condition) implements Condition {}

    /** Whether a path finds something. */
    record Exists(PathQuery query) implements Condition {}

    /** Whether one text is, or has in it, what a pattern says. */
    record Matches(Operand text, Operand pattern, boolean isWhole) implements Condition {}

    /** Compares two values. */
    record Compared(Operand left, Comparison comparison, Operand right) implements Condition {}

    /** How values are compared. */
    enum Comparison {
        EQUAL,
        UNEQUAL,
        LESS,
        LESS_OR_EQUAL,
        GREATER,
        GREATER_OR_EQUAL
    }
}
