package org.thetisdb.engine.loop;

/**
 * A run of stages as one loop over the rows of a batch; generated code ({@link LoopCode}). It has no state, so workers
 * may share it.
 */
public interface FusedLoop {
    /**
     * Computes the first rows of the leaves.
     *
     * @param arguments has the leaves, and takes what is computed
     * @return 0 if all was computed; otherwise what was is worth nothing, and the interpreter has to do it, which knows
     *     the rarer rules and the errors
     */
    long run(LoopArguments arguments, int count);

    /** How many arrays its parts leave to each other, of a batch's length; none if it is in one part. */
    default int temporaryCount() {
        return 0;
    }
}
