package org.thetisdb.reference.limit;

/**
 * How much work a run may do: rows made, relationships visited, list elements made. A naive interpreter takes
 * forever on queries that the engine answers at once; the fuzzer gives up on these.
 */
public final class StepBudget {
    private long left;

    /** @param stepsMax at least 0 */
    public StepBudget(long stepsMax) {
        left = stepsMax;
    }

    /** @throws BudgetExhaustedException if that is more than what is left */
    public void take(long steps) {
        if (steps > left) {
            throw new BudgetExhaustedException();
        }
        left -= steps;
    }
}
