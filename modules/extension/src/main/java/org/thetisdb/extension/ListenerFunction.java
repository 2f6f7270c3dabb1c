package org.thetisdb.extension;

/** What a listener of the program does. */
@FunctionalInterface
public interface ListenerFunction {
    /**
     * Is called once for an event.
     *
     * @param context of the call
     * @param event that has happened
     * @throws Exception to have it logged and counted
     */
    void call(ListenerContext context, DatabaseEvent event) throws Exception;
}
