package org.thetisdb.engine.expand;

import java.util.Arrays;
import org.thetisdb.engine.hash.LongTable;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader;

/**
 * All neighbours of one node by their ids, for rows that share the node and ask each for another neighbour: one
 * probe instead of a search in two lists. Kept while rows with the same node come.
 *
 * <p>Entries with the same neighbour (parallel relationships) are chained. Belongs to one worker.
 */
final class SharedEnd {
    /** A node with more relationships than this times the number of asking rows is not worth a table. */
    private static final int DEGREE_PER_ROW_MAX = 8;

    private static final int DEGREE_FREE = 1024;
    private static final int PIECE = 1024;
    private static final int NONE = -1;

    private final GraphReader reader;
    private final TypeSet types;
    private final Expansion expansion;
    private boolean filled;
    private long node;
    private int count;
    private long[] neighbours = new long[PIECE];
    private long[] relationships = new long[PIECE];
    private boolean[] forward = new boolean[PIECE];
    private int[] next = new int[PIECE];
    private final LongTable distinct = new LongTable();

    /** The first entry of each distinct neighbour. */
    private int[] first = {};

    /** @param types seen from the shared node */
    SharedEnd(GraphReader reader, TypeSet types) {
        this.reader = reader;
        this.types = types;
        this.expansion = reader.expansion();
    }

    /** Whether all nodes are the same one and a table of its neighbours pays; makes the table if need be. */
    boolean covers(long[] nodes, int rowCount) {
        if (rowCount < 2) {
            return false;
        }
        long first = nodes[0];
        for (int row = 1; row < rowCount; row++) {
            if (nodes[row] != first) {
                return false;
            }
        }
        if (filled && node == first) {
            return true;
        }
        long degree = reader.degree(first, types.ids(), types.side());
        if (degree > Math.max(DEGREE_FREE, (long) DEGREE_PER_ROW_MAX * rowCount)) {
            return false;
        }
        fill(first);
        return true;
    }

    private void fill(long newNode) {
        node = newNode;
        count = 0;
        long[] from = {newNode};
        int[] rows = new int[PIECE];
        long[] ids = new long[PIECE];
        long[] found = new long[PIECE];
        expansion.start(from, null, 1, types.ids(), types.side(), true);
        int piece = expansion.next(rows, ids, found, PIECE);
        while (piece > 0) {
            reserve(count + piece);
            System.arraycopy(found, 0, neighbours, count, piece);
            System.arraycopy(ids, 0, relationships, count, piece);
            Arrays.fill(forward, count, count + piece, expansion.isForward());
            count += piece;
            piece = expansion.next(rows, ids, found, PIECE);
        }
        index();
        filled = true;
    }

    private void reserve(int needed) {
        if (needed > neighbours.length) {
            int length = Math.max(needed, neighbours.length * 2);
            neighbours = Arrays.copyOf(neighbours, length);
            relationships = Arrays.copyOf(relationships, length);
            forward = Arrays.copyOf(forward, length);
            next = new int[length];
        }
    }

    private void index() {
        distinct.release();
        if (first.length < count) {
            first = new int[count];
        }
        for (int entry = count - 1; entry >= 0; entry--) {
            int number = distinct.add(neighbours[entry]);
            next[entry] = number < 0 ? first[~number] : NONE;
            first[number < 0 ? ~number : number] = entry;
        }
    }

    /** The first relationship to a neighbour, or a negative number. */
    int first(long neighbour) {
        int number = distinct.find(neighbour);
        return number < 0 ? NONE : first[number];
    }

    /** The relationship to the same neighbour after this one, or a negative number. */
    int after(int entry) {
        return next[entry];
    }

    long relationship(int entry) {
        return relationships[entry];
    }

    /** Whether the relationship starts at the shared node. */
    boolean isForward(int entry) {
        return forward[entry];
    }

    /** Forgets the node: the next run may see another graph. */
    void clear() {
        filled = false;
    }
}
