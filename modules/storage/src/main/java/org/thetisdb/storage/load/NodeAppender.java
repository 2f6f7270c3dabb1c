package org.thetisdb.storage.load;

import org.thetisdb.value.vector.Vector;

/** Takes nodes of one label set, a batch at a time. Not thread safe; several may fill the same label set at once. */
public interface NodeAppender extends AutoCloseable {
    /**
     * Appends {@code count} nodes.
     *
     * @param propertyKeyIds one for each column
     * @param columns the values; null entries mean that the node lacks the property. Copied before the call returns
     * @param nodeIds takes the ids given to them
     */
    void append(int[] propertyKeyIds, Vector[] columns, int count, long[] nodeIds);

    /** Writes what is left of the open chunk. */
    @Override
    void close();
}
