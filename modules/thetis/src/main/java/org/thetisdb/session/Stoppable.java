package org.thetisdb.session;

/** What a session does for long, and another thread may want to end. */
public interface Stoppable {
    /** Ends it soon with an error of its own. Any thread. */
    void cancel();
}
