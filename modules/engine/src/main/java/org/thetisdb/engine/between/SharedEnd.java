package org.thetisdb.engine.between;

import java.util.Arrays;
import org.thetisdb.engine.expand.TypeSet;
import org.thetisdb.engine.hash.LongTable;
import org.thetisdb.engine.hash.NodeFilter;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.Worker;
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
    private static final int DEGREE_PER_ROW_MAX = 4;

    /** With so many it is, where a whole batch asks: the next batches may ask as well. */
    private static final int DEGREE_FREE = 1024;

    /** The most entries of a table. */
    private static final int DEGREE_MAX = 1 << 16;

    /** What an entry takes, with its part of the table of neighbours, which grows by doubling. */
    private static final int ENTRY_BYTES = 64;

    /** Of a part of a batch, so many rows have to ask. */
    static final int RUN_ROWS_MIN = 8;

    private static final int PIECE = 1024;
    private static final int NONE = -1;

    private final GraphReader reader;
    private final TypeSet types;
    private final Expansion expansion;
    private final MemoryCharge charge;
    private final LongTable distinct = new LongTable();
    private final NodeFilter bits = new NodeFilter();
    private final long[] from = new long[1];
    private final int[] rows = new int[PIECE];
    private final long[] pieceIds = new long[PIECE];
    private final long[] pieceNeighbours = new long[PIECE];
    private boolean filled;
    private long node;

    /** For how many rows in a row a node was asked for that has no table. */
    private long waitingRows;

    private long waitingNode = -1;
    private int count;
    private long[] neighbours = new long[PIECE];
    private long[] relationships = new long[PIECE];
    private boolean[] forward = new boolean[PIECE];
    private int[] next = new int[PIECE];

    /** The first entry of each distinct neighbour. */
    private int[] first = {};

    /** @param types seen from the shared node */
    SharedEnd(Worker worker, TypeSet types) {
        this.reader = worker.reader();
        this.types = types;
        this.expansion = reader.expansion();
        this.charge = new MemoryCharge(worker, "ExpandInto");
    }

    /**
     * Whether a table of a node's neighbours pays and has room; makes it if need be.
     *
     * @param rowCount how many rows ask, one after the other
     * @param isWholeBatch whether these are all rows of their batch
     */
    boolean covers(long newNode, int rowCount, boolean isWholeBatch) {
        if (filled && node == newNode) {
            return true;
        }
        if (rowCount < (isWholeBatch ? 2 : RUN_ROWS_MIN)) {
            return false;
        }
        waitingRows = newNode == waitingNode ? waitingRows + rowCount : rowCount;
        waitingNode = newNode;
        long degree = reader.degree(newNode, types.ids(), types.side());
        long degreeMax = Math.max(isWholeBatch ? DEGREE_FREE : 0, DEGREE_PER_ROW_MAX * waitingRows);
        if (degree > Math.min(degreeMax, DEGREE_MAX) || !charge.growIfThereIs(degree * ENTRY_BYTES)) {
            return false;
        }
        fill(newNode);
        return true;
    }

    private void fill(long newNode) {
        forget();
        count = 0;
        from[0] = newNode;
        expansion.start(from, null, 1, types.ids(), types.side(), true);
        int piece = expansion.next(rows, pieceIds, pieceNeighbours, PIECE);
        while (piece > 0) {
            reserve(count + piece);
            System.arraycopy(pieceNeighbours, 0, neighbours, count, piece);
            System.arraycopy(pieceIds, 0, relationships, count, piece);
            Arrays.fill(forward, count, count + piece, expansion.isForward());
            count += piece;
            piece = expansion.next(rows, pieceIds, pieceNeighbours, PIECE);
        }
        index();
        node = newNode;
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
        if (first.length < count) {
            first = new int[next.length];
        }
        for (int entry = count - 1; entry >= 0; entry--) {
            int number = distinct.add(neighbours[entry]);
            next[entry] = number < 0 ? first[~number] : NONE;
            first[number < 0 ? ~number : number] = entry;
            bits.add(neighbours[entry]);
        }
    }

    /** As {@link NodeFilter#find}, of what may be neighbours. */
    int candidates(long[] nodes, int firstRow, int endRow, int[] places) {
        return bits.find(nodes, firstRow, endRow, places);
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

    /** Forgets the node, since the next run may see another graph, and returns the memory. */
    void clear() {
        forget();
        if (neighbours.length > PIECE) {
            neighbours = new long[PIECE];
            relationships = new long[PIECE];
            forward = new boolean[PIECE];
            next = new int[PIECE];
            first = new int[0];
        }
        charge.release();
    }

    private void forget() {
        bits.clear(distinct.elements(), distinct.count());
        distinct.release();
        filled = false;
        waitingNode = -1;
    }
}
