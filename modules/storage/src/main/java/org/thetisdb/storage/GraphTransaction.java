package org.thetisdb.storage;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Changes to the graph that become visible together or not at all. Reads through {@link #snapshot}: the revision that
 * was the newest when the transaction began, and its own writes.
 *
 * <p>Nothing waits for another transaction. Whoever is second to change what a concurrent transaction has changed gets
 * {@link ErrorCode#TRANSACTION_CONFLICT}, which is transient: rolling back and trying again is the remedy, and the only
 * thing that can be done with the transaction then.
 *
 * <p>Not thread safe; while it writes, none of its readers may be in use on another thread.
 */
public interface GraphTransaction extends AutoCloseable {
    /** What this transaction sees. One object for its whole life; what it shows grows by each write. */
    Snapshot snapshot();

    /** The id of a label, given out if the name is new. Names are never taken back, not even by a rollback. */
    int label(String name);

    /** The id of a relationship type, given out if the name is new. */
    int type(String name);

    /** The id of a property key, given out if the name is new. */
    int propertyKey(String name);

    /** The id of a set of labels, given out if the set is new; ids in any order, doubles ignored. */
    int labelSet(int... labelIds);

    /**
     * Makes a node.
     *
     * @param propertyKeyIds ascending
     * @param values boxed as {@code org.thetisdb.value} lists them, none null
     * @return its id
     */
    long createNode(int labelSetId, int[] propertyKeyIds, Object[] values);

    /** Replaces the label set of a node that exists. */
    void setLabels(long node, int labelSetId);

    /**
     * Sets properties of a node that exists, and leaves its others.
     *
     * @param propertyKeyIds ascending
     * @param values null to remove the property
     */
    void setNodeProperties(long node, int[] propertyKeyIds, @Nullable Object[] values);

    /**
     * Deletes a node that exists.
     *
     * @param detach whether to delete its relationships first; if not and it still has some when the transaction
     *     commits, {@link #commit} fails with {@link ErrorCode#NODE_STILL_CONNECTED}
     * @return how many relationships were deleted
     */
    long deleteNode(long node, boolean detach);

    /**
     * Makes a relationship between two nodes that exist.
     *
     * @return its id
     * @throws ThetisException {@link ErrorCode#ENTITY_DELETED} if one does not, or no more; nothing has been made then
     */
    long createRelationship(long start, int typeId, long end, int[] propertyKeyIds, Object[] values);

    /** As {@link #setNodeProperties}, for a relationship that exists. */
    void setRelationshipProperties(long relationship, int[] propertyKeyIds, @Nullable Object[] values);

    /** Deletes a relationship that exists. */
    void deleteRelationship(long relationship);

    /**
     * Has somebody asked now and then while a change has to wait until there is memory for it. An error from there is
     * thrown by the change, of which nothing is made then.
     *
     * @param stillWanted must not wait itself
     */
    default void whileWaiting(Runnable stillWanted) {}

    /** Whether the entity was deleted by this very transaction. */
    boolean isDeletedHere(long entity, boolean relationship);

    /** Whether anything was written. */
    boolean hasWrites();

    /** Marks where it is, for {@link #changesSinceMark}; the mark before this one is none any more. */
    void mark();

    /** What has been changed since the last mark; all if there is none. Must be closed. */
    ChangedGraph changesSinceMark();

    /** All that has been changed so far. Must be closed. */
    ChangedGraph changes();

    /** How many changes were begun, those among them that have failed. */
    long writeCount();

    /**
     * Makes the changes durable, as the store's durability has it, and visible.
     *
     * @param message kept with the revision
     * @return the number of the new revision; that of the snapshot if nothing was written
     * @throws ThetisException {@link ErrorCode#TRANSACTION_CONFLICT}, {@link ErrorCode#CONSTRAINT_VIOLATED}, {@link
     *     ErrorCode#NODE_STILL_CONNECTED}, {@link ErrorCode#DISK_FULL}, {@link ErrorCode#STORE_READ_ONLY}: nothing of
     *     it is visible then, and the transaction is at its end
     */
    long commit(Optional<String> message);

    /** Takes all changes back. Does nothing after the end. */
    void rollback();

    /** As {@link #rollback}. */
    @Override
    void close();
}
