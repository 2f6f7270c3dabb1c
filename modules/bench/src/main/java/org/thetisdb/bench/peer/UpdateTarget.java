package org.thetisdb.bench.peer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

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

    /**
     * Opens a second database with the graph as it is now, loaded as if it came from elsewhere: what reads take there
     * is what they could take at best. To be closed.
     *
     * @param directory what is there is replaced
     * @return nothing if the peer cannot do so
     */
    Optional<Peer> loadAnew(Path directory, long memoryBytes) throws IOException;
}
