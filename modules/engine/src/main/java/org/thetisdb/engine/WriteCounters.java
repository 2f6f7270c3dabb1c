package org.thetisdb.engine;

/**
 * What a query has written.
 *
 * @param nodesCreated nodes created, including those that the query deleted later
 * @param propertiesSet properties set or removed, including those of new nodes and relationships
 * @param labelsAdded labels added to nodes, including new nodes
 * @param labelsRemoved labels removed from nodes, excluding deleted nodes
 */
public record WriteCounters(
        long nodesCreated,
        long nodesDeleted,
        long relationshipsCreated,
        long relationshipsDeleted,
        long propertiesSet,
        long labelsAdded,
        long labelsRemoved,
        long indexesAdded,
        long indexesRemoved,
        long constraintsAdded,
        long constraintsRemoved) {
    public static final WriteCounters NONE = new WriteCounters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Whether nothing was written. */
    public boolean isEmpty() {
        return equals(NONE);
    }

    /** What this and another query have written together. */
    public WriteCounters plus(WriteCounters other) {
        return new WriteCounters(
                nodesCreated + other.nodesCreated,
                nodesDeleted + other.nodesDeleted,
                relationshipsCreated + other.relationshipsCreated,
                relationshipsDeleted + other.relationshipsDeleted,
                propertiesSet + other.propertiesSet,
                labelsAdded + other.labelsAdded,
                labelsRemoved + other.labelsRemoved,
                indexesAdded + other.indexesAdded,
                indexesRemoved + other.indexesRemoved,
                constraintsAdded + other.constraintsAdded,
                constraintsRemoved + other.constraintsRemoved);
    }
}
