package org.thetisdb.engine.expression;

import org.thetisdb.value.vector.Vector;

/** Computes one expression for a batch. Belongs to one worker: it may keep scratch vectors. */
public interface Evaluator {
    /**
     * The values for all rows.
     *
     * @return a vector of {@code rows.count()} entries that stays valid and unchanged until the next call of this
     *     evaluator; it may be a column of the rows themselves, so the caller must not change it
     */
    Vector evaluate(EvaluationContext context, Rows rows);

    /** Whether the value is the same for all rows of a run: a literal, a parameter, or a function of such. */
    default boolean isConstant() {
        return false;
    }
}
