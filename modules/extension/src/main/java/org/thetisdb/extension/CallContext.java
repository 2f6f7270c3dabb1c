package org.thetisdb.extension;

/** What code that is called by a query may ask. Belongs to the calling thread, and to the call. */
public interface CallContext {
    /**
     * To be called now and then by code that works for long: returns as long as the query may go on, and otherwise
     * throws what ends it (it was cancelled, or its time is up), which is not to be caught.
     */
    void checkpoint();
}
