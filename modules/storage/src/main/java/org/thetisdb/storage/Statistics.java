package org.thetisdb.storage;

/**
 * Counts of a snapshot. The optimiser takes them for estimates; where {@link #isExact} says so, they also answer
 * queries. Thread safe.
 */
public interface Statistics {
    /** In place of a label id or a type id: any. */
    int ANY = -1;

    /**
     * Whether the counts of nodes and relationships are those of the very snapshot. Such an object never changes; the
     * same object is given for snapshots with the same counts where that is easily known. A false answer costs only
     * time.
     */
    boolean isExact();

    long nodeCount();

    long relationshipCount();

    long nodesWithLabel(int labelId);

    /** Nodes that carry every one of the labels. */
    long nodesWithLabels(int[] labelIds);

    /** Relationships of a type whose start node has one label and whose end node another; each may be {@link #ANY}. */
    long relationships(int startLabelId, int typeId, int endLabelId);

    /** An estimate of how many different values the property has among nodes with the label (or ANY); at least 1. */
    long distinctValues(int labelId, int propertyKeyId);

    /** Nodes with the label (or ANY) that have the property. */
    long nodesWithProperty(int labelId, int propertyKeyId);

    /** The smallest and largest value of the property among nodes with the label (or ANY), if it has one kind there. */
    ZoneMap range(int labelId, int propertyKeyId);
}
