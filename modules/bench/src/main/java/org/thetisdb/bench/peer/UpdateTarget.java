package org.thetisdb.bench.peer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A peer that takes updates while it is open. Clients and {@link #run} are used at the same time, each by a thread of
 * its own; everything else is called by one thread while none of them works.
 */
public interface UpdateTarget extends Peer {
    /**
     * As {@link #open}, but a commit ends when the operating system has it, and does not wait for the device.
     *
     * @throws IllegalArgumentException if the peer cannot do so
     */
    default void openUnsynced(Path directory, long memoryBytes) throws IOException {
        throw new IllegalArgumentException("this peer's commits wait for the device: --peers=" + name());
    }

    /** Another client, to be closed before the peer. */
    UpdateClient client();

    /** Moves what was committed into the files that reads use (a checkpoint), and returns when that is done. */
    void settle();

    /**
     * Opens a second database with the graph as it is now, loaded as if it came from elsewhere: the times of reads
     * there are the best that they could be. To be closed.
     *
     * @param directory what is there is replaced
     * @return nothing if the peer cannot do so
     */
    Optional<Peer> loadAnew(Path directory, long memoryBytes) throws IOException;
}
