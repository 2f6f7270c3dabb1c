package org.thetisdb.value.fuzzing;

import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Takes any bytes, and throws only if they have found a defect. */
@FunctionalInterface
public interface FuzzTarget {
    void run(byte[] input) throws Exception;

    /**
     * Runs what may refuse its input: an error with a code and a message is an answer like any other. What is thrown
     * on is a defect: another exception, an error that calls itself a defect, or one that says nothing.
     */
    static void answersOrRefuses(Runnable work) {
        try {
            work.run();
        } catch (ThetisException refused) {
            boolean explained =
                    refused.getMessage() != null && !refused.getMessage().isBlank();
            if (refused.code() == ErrorCode.INTERNAL || !explained) {
                throw refused;
            }
        }
    }
}
