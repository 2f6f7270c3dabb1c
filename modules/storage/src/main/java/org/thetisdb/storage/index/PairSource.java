package org.thetisdb.storage.index;

import java.lang.foreign.MemorySegment;

/** A walk over pairs of a key and a node in their order, wherever they lie. Belongs to one thread. */
public interface PairSource {
    /** Goes to the next pair; false at the end, where nothing else may be asked. */
    boolean next();

    /** Where the pair is. */
    MemorySegment block();

    /** Where it begins there. */
    long at();

    /** Compares the pair with another one: by the key, then by the node. */
    default int compare(IndexKey key, long node) {
        return IndexPairLayout.compare(block(), at(), key, node);
    }

    /** The key, in an object of its own. */
    default IndexKey key() {
        return IndexPairLayout.key(block(), at());
    }

    default long node() {
        return IndexPairLayout.node(block(), at());
    }
}
