package org.thetisdb.storage;

/** What a store has done by itself, or for one who need not be the one that wants to know of it. Immutable. */
public sealed interface StoreEvent {
    /**
     * A checkpoint has ended, and holds.
     *
     * @param revision up to which the data files have all
     * @param writtenBytes of the new data file
     * @param nanos from its beginning to its end, with the rests that it has made
     */
    record CheckpointEnded(long revision, long writtenBytes, long nanos) implements StoreEvent {}

    /**
     * An index or a constraint has come or gone.
     *
     * @param isConstraint whether it is one, with the index that serves it
     * @param isNew whether it has come
     */
    record SchemaChanged(boolean isConstraint, boolean isNew, String name) implements StoreEvent {}
}
