package org.thetisdb.storage.delta;

import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.index.IndexKey;

/**
 * Numbers for the things that a transaction reads or writes. Two things may share a number: then two transactions that
 * have nothing to do with each other are held to be in conflict, which costs a repetition and nothing else.
 */
final class Fact {
    /** In place of a type: any. */
    static final int ANY_TYPE = -1;

    private static final long NODE = 1;
    private static final long RELATIONSHIP = 2;
    private static final long FORWARD_LIST = 3;
    private static final long BACKWARD_LIST = 4;
    private static final long INDEX_KEY = 5;
    private static final long COLUMN = 6;
    private static final long LABELS = 7;

    private Fact() {}

    static long node(long node) {
        return mix(NODE, node);
    }

    /** The labels of all nodes of a chunk. */
    static long labels(int chunk) {
        return mix(LABELS, chunk);
    }

    /** A property of all nodes of a chunk. */
    static long column(int chunk, int propertyKeyId) {
        return mix(mix(COLUMN, chunk), propertyKeyId);
    }

    static long relationship(long relationship) {
        return mix(RELATIONSHIP, relationship);
    }

    static long list(int type, boolean forward, long node) {
        return mix(mix(forward ? FORWARD_LIST : BACKWARD_LIST, type), node);
    }

    static long indexKey(Catalog.IndexDescriptor index, IndexKey key) {
        long keys = mix(INDEX_KEY, index.labelId());
        for (int property : index.propertyKeyIds()) {
            keys = mix(keys, property);
        }
        return mix(keys, key.hashCode());
    }

    /** The finaliser of splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). */
    private static long mix(long seed, long value) {
        long mixed = seed * 0x9E3779B97F4A7C15L + value;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }
}
