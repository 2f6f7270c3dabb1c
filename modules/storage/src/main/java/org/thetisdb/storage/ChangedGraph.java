package org.thetisdb.storage;

import java.util.Optional;
import java.util.PrimitiveIterator;

/**
 * What a transaction has changed, from some point of it up to another: nothing in between is seen. It can be read
 * until it is closed, also when the transaction has been committed; not when it was rolled back. One thread at a time.
 */
public interface ChangedGraph extends AutoCloseable {
    /** Nodes and relationships as they were, or are. */
    interface Images {
        /** A node; empty if there is none. */
        Optional<EntityImage> node(long node);

        /** A relationship; empty if there is none. */
        Optional<EntityImage> relationship(long relationship);
    }

    /** The start and the end of a relationship. */
    record Ends(long start, long end) {}

    /** The ids of nodes that were written, ascending; some may be as they were, or neither have been nor be. */
    PrimitiveIterator.OfLong nodes();

    /** The ids of relationships that were written, likewise. */
    PrimitiveIterator.OfLong relationships();

    /** Before the first of the changes. */
    Images before();

    /** After the last of them: what the transaction shows when this is called. */
    Images after();

    /** Between which nodes a relationship is, or was. */
    Ends ends(long relationship);

    /** Gives pages back that were only needed for what was read so far. */
    void refresh();

    @Override
    void close();
}
