package org.thetisdb.engine.evaluation;

import org.jspecify.annotations.Nullable;

/** Selects the rows of a batch that fulfil a condition. Belongs to one worker. */
public interface Predicate {
    /**
     * Writes the indexes of the rows for which the condition is true (neither false nor null), ascending.
     *
     * @param selection of at least {@code rows.count()} entries
     * @return how many were written
     */
    int select(EvaluationContext context, Rows rows, int[] selection);

    /**
     * Finds those rows without reading any value, if that can be done, of more rows than a batch has.
     *
     * @param chosen which rows are meant, likewise; null for all
     * @return a bit for each row, the first the least significant one of the first word, the others of the last row's
     *     word 0; not to be changed, and valid until the next call; null if it cannot be done
     */
    default long @Nullable [] bits(EvaluationContext context, Rows rows, long @Nullable [] chosen) {
        return null;
    }
}
