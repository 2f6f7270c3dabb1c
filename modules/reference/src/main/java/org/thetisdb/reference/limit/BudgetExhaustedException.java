package org.thetisdb.reference.limit;

/** The run has used up its {@link StepBudget}: it says nothing about the query, and the graph may be half changed. */
public final class BudgetExhaustedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BudgetExhaustedException() {
        super("the query takes more steps than the reference interpreter was given");
    }
}
