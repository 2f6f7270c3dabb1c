package org.thetisdb.engine.expand;

import java.util.Arrays;

/**
 * A set of nodes that numbers its elements 0, 1, 2, … in the order in which they come: the visited nodes of a search
 * and its queue in one.
 *
 * <p>Open addressing with linear probing over numbers. Invariant: the table is at most half full. Emptying it costs
 * time by the elements it holds, not by the room it has, so one set serves searches small and large. Not thread safe.
 */
final class NodeSet {
    private static final int EMPTY = -1;
    private static final int CAPACITY_MIN = 64;

    /** Room worth keeping from run to run: 512 KiB. */
    private static final int KEPT_CAPACITY_MAX = 1 << 16;

    private int[] table = new int[CAPACITY_MIN];
    private long[] nodes = new long[CAPACITY_MIN / 2];
    private int count;

    NodeSet() {
        Arrays.fill(table, EMPTY);
    }

    int count() {
        return count;
    }

    /** The elements by their numbers; not to be changed. */
    long[] nodes() {
        return nodes;
    }

    private static int hash(long node) {
        long mixed = node * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32 ^ mixed);
    }

    /** Adds a node: its number if it is new, else the bitwise complement of its number. */
    int add(long node) {
        int mask = table.length - 1;
        int place = hash(node) & mask;
        int number = table[place];
        while (number != EMPTY) {
            if (nodes[number] == node) {
                return ~number;
            }
            place = place + 1 & mask;
            number = table[place];
        }
        int added = count++;
        table[place] = added;
        nodes[added] = node;
        if (count == nodes.length) {
            grow();
        }
        assert count * 2 <= table.length : "the table is at most half full: count=" + count;
        return added;
    }

    /** The number of a node, or -1. */
    int find(long node) {
        int mask = table.length - 1;
        int place = hash(node) & mask;
        int number = table[place];
        while (number != EMPTY && nodes[number] != node) {
            place = place + 1 & mask;
            number = table[place];
        }
        return number;
    }

    private void grow() {
        nodes = Arrays.copyOf(nodes, nodes.length * 2);
        int[] bigger = new int[table.length * 2];
        Arrays.fill(bigger, EMPTY);
        int mask = bigger.length - 1;
        for (int number = 0; number < count; number++) {
            int place = hash(nodes[number]) & mask;
            while (bigger[place] != EMPTY) {
                place = place + 1 & mask;
            }
            bigger[place] = number;
        }
        table = bigger;
    }

    void clear() {
        if (count > table.length / 8) {
            Arrays.fill(table, EMPTY);
        } else {
            clearRuns();
        }
        count = 0;
    }

    /**
     * Empties, from each element's first place on, the places up to the next empty one. A place is only ever emptied
     * together with all that follow it in its run, so no element is left behind.
     */
    private void clearRuns() {
        int mask = table.length - 1;
        for (int number = 0; number < count; number++) {
            int place = hash(nodes[number]) & mask;
            while (table[place] != EMPTY) {
                table[place] = EMPTY;
                place = place + 1 & mask;
            }
        }
    }

    /** Empties the set and gives its room back if it is large. */
    void release() {
        if (table.length > KEPT_CAPACITY_MAX) {
            table = new int[CAPACITY_MIN];
            nodes = new long[CAPACITY_MIN / 2];
            Arrays.fill(table, EMPTY);
            count = 0;
        } else {
            clear();
        }
    }

    long bytes() {
        return 4L * table.length + 8L * nodes.length;
    }
}
