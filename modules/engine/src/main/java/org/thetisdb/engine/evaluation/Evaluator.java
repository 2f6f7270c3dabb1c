package org.thetisdb.engine.evaluation;

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

    /**
     * For all rows whether there is a value: null where {@link #evaluate} gives null, and anything else elsewhere. Like
     * that one's result, not to be changed.
     */
    default Vector presence(EvaluationContext context, Rows rows) {
        return evaluate(context, rows);
    }

    /** Whether the value is the same for all rows of a run: a literal, a parameter, or a function of these. */
    default boolean isConstant() {
        return false;
    }

    /** The value of a constant evaluator as a vector of one entry, not to be changed. */
    default Vector constant(EvaluationContext context) {
        throw new IllegalStateException("not a constant");
    }

    /** What a kernel wants of an operand: one entry if it is constant, otherwise one for each row. */
    default Vector operand(EvaluationContext context, Rows rows) {
        return isConstant() ? constant(context) : evaluate(context, rows);
    }
}
