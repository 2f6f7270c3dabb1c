package org.thetisdb.engine.group;

/** Which part of an aggregation an operator does. */
enum GroupPhase {
    /** From rows to results. */
    WHOLE,

    /** From rows to states. */
    PARTIAL,

    /** From states to results. */
    FINAL
}
