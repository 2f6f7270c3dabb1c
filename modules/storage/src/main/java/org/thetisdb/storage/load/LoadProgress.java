package org.thetisdb.storage.load;

/** Hears how far the end of a load has come. Called by one thread at a time, a few times per second at most. */
@FunctionalInterface
public interface LoadProgress {
    /** Listens to nothing. */
    LoadProgress NONE = (phase, done, total) -> {};

    /**
     * @param done units of the phase that are finished: chunks, buckets or entries
     * @param total units of the phase in all; the phase is at its end when {@code done} equals it
     */
    void advanced(Phase phase, long done, long total);

    /** The steps of {@link BulkLoader#finish}, in order. */
    enum Phase {
        NODES,
        FORWARD_LISTS,
        BACKWARD_LISTS,
        INDEXES,
        PUBLISH
    }
}
