package org.thetisdb.engine.trail;

import java.util.Arrays;

/**
 * Trails of one length, or a piece of them: entry i ends at {@code nodes[i]} and lengthens entry {@code parents[i]} of
 * the level of those that are shorter by one. The complement of a relationship's id stands for one that is followed
 * against its direction.
 */
final class TrailLevel implements Frontier {
    private static final int ENTRY_BYTES = 2 * Long.BYTES + Integer.BYTES;

    private long[] nodes = new long[64];
    private int[] parents = new int[64];
    private long[] relationships = new long[64];
    private int count;
    private int followed;

    @Override
    public int next(long[] into, int max) {
        int given = Math.min(max, count - followed);
        System.arraycopy(nodes, followed, into, 0, given);
        followed += given;
        return given;
    }

    /** Begins to give its nodes again. */
    TrailLevel fromFirst() {
        followed = 0;
        return this;
    }

    void clear() {
        count = 0;
    }

    void add(long node, int parent, long relationship) {
        if (count == nodes.length) {
            int length = Math.multiplyExact(count, 2);
            nodes = Arrays.copyOf(nodes, length);
            parents = Arrays.copyOf(parents, length);
            relationships = Arrays.copyOf(relationships, length);
        }
        nodes[count] = node;
        parents[count] = parent;
        relationships[count++] = relationship;
    }

    int count() {
        return count;
    }

    long node(int entry) {
        return nodes[entry];
    }

    int parent(int entry) {
        return parents[entry];
    }

    /** The relationship by which an entry's trail ends. */
    long signedRelationship(int entry) {
        return relationships[entry];
    }

    boolean endsBy(int entry, long relationship) {
        return relationships[entry] == relationship || ~relationships[entry] == relationship;
    }

    long bytes() {
        return (long) ENTRY_BYTES * nodes.length;
    }

    /** What it takes at most while so many entries come. */
    long bytesWith(int more) {
        return SearchTree.bytesOfGrowth(nodes.length, (long) count + more, ENTRY_BYTES);
    }
}
