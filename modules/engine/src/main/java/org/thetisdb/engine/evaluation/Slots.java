package org.thetisdb.engine.evaluation;

import org.thetisdb.cypher.bound.Variable;

/** Where the rows that an expression is compiled for keep their variables. */
public interface Slots {
    /** The slot of a variable's column; an IllegalStateException if it has none (a defect of the planner). */
    int slot(Variable variable);
}
