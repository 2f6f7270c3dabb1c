package org.thetisdb.storage.load;

import org.thetisdb.value.vector.Vector;

/** Takes relationships of one type, a batch at a time. Not thread safe; several may fill the same type at once. */
public interface RelationshipAppender extends AutoCloseable {
    /**
     * Appends {@code count} relationships between nodes that were appended before.
     *
     * @param propertyKeyIds one for each column
     * @param columns the values; null entries mean that the relationship lacks the property. Copied before the call
     *     returns
     */
    void append(long[] startNodes, long[] endNodes, int[] propertyKeyIds, Vector[] columns, int count);

    @Override
    void close();
}
