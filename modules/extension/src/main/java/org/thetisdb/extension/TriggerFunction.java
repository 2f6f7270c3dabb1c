package org.thetisdb.extension;

/** What a trigger of the program does. */
@FunctionalInterface
public interface TriggerFunction {
    /**
     * Is called once for a statement or a commit.
     *
     * @param context of the call
     * @param changes that it is called for
     * @throws Exception to fail the transaction, if it is not committed yet; see {@link RefusalException}
     */
    void call(TriggerContext context, Changes changes) throws Exception;
}
