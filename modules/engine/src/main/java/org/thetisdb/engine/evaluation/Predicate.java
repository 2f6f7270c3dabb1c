package org.thetisdb.engine.evaluation;

/** Selects the rows of a batch that fulfil a condition. Belongs to one worker. */
public interface Predicate {
    /**
     * Writes the indexes of the rows for which the condition is true (neither false nor null), ascending.
     *
     * @param selection of at least {@code rows.count()} entries
     * @return how many were written
     */
    int select(EvaluationContext context, Rows rows, int[] selection);
}
