package org.thetisdb.bench.peer;

import java.util.Map;

/**
 * A peer that takes updates while it is open. {@link #update} is called by one thread and {@link #run} by one other at
 * the same time; everything else by one thread while neither runs.
 */
public interface UpdateTarget extends Peer {
    /**
     * Runs a writing text in a transaction of its own. When it returns, the change is durable as the database promises
     * by default; a transient error is retried inside.
     *
     * @return whether it changed anything
     */
    boolean update(String text, Map<String, Object> parameters);

    /** Takes what was committed into the files that reads use (a checkpoint), and returns when that is done. */
    void settle();
}
