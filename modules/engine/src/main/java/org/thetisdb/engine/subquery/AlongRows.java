package org.thetisdb.engine.subquery;

import org.thetisdb.engine.expand.TypeSet;
import org.thetisdb.engine.hash.LongTable;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Columns;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.storage.Expansion;
import org.thetisdb.value.vector.Vector;

/**
 * Which outer rows a result of a subplan goes with, where a relationship has to lead from one to the other: the
 * neighbours of the rows' nodes, in a table.
 *
 * <pre>
 *   outer rows   0: f, members p q     table   p ──► row 0
 *                1: g, members q r             q ──► row 0, row 1
 *                                              r ──► row 1          a result with q goes with rows 0 and 1
 * </pre>
 *
 * <p>Where there is no memory for the table, the relationships of all pairs of rows and results are looked for.
 *
 * <p>Belongs to one worker.
 */
final class AlongRows {
    private static final int ENTRIES_MAX = 1 << 21;

    /** What an entry takes: its row, the next one, and its part of the table, which grows by doubling. */
    private static final int ENTRY_BYTES = 64;

    private static final int NONE = -1;

    private final Worker worker;
    private final int outerSlot;
    private final TypeSet types;
    private final int innerSlot;
    private final Expansion expansion;
    private final MemoryCharge charge;
    private final Vector outerScratch = new Vector();
    private final Vector innerScratch = new Vector();
    private final LongTable table = new LongTable();

    private long[] degrees = {};
    private int[] pieceRows = {};
    private long[] pieceNeighbours = {};

    /** By number in the table, the first entry of a neighbour. */
    private int[] first = {};

    /** By entry, the next one of the same neighbour. */
    private int[] next = {};

    private int[] rows = {};
    private int count;

    private Vector outer = outerScratch;
    private long[] from = {};
    private long[] to = {};
    private boolean[] nulls = {};

    AlongRows(Worker worker, int outerSlot, TypeSet types, int innerSlot) {
        this.worker = worker;
        this.outerSlot = outerSlot;
        this.types = types;
        this.innerSlot = innerSlot;
        this.expansion = worker.reader().expansion();
        this.charge = new MemoryCharge(worker, "Apply");
    }

    /** Takes what goes with a result. */
    interface Pairs {
        /** Whether more are wanted. */
        boolean take(int outerRow, int result);
    }

    /** Comes to other outer rows; false if only relationships can be looked for. */
    boolean gather(Batch outerRows) {
        outer = Columns.nodes(outerRows, outerSlot, outerScratch);
        int rowCount = outerRows.count();
        reserve(rowCount);
        table.clear();
        count = 0;
        types.degrees(worker, outer.longs(), Columns.nullsOrNone(outer), rowCount, degrees);
        long entries = 0;
        for (int row = 0; row < rowCount; row++) {
            entries += degrees[row];
        }
        if (entries > ENTRIES_MAX || !charge.growIfThereIs(entries * ENTRY_BYTES)) {
            return false;
        }
        if (entries > 0) {
            fill(rowCount, (int) entries);
        }
        return true;
    }

    private void reserve(int rowCount) {
        if (degrees.length < rowCount) {
            degrees = new long[rowCount];
        }
        int capacity = worker.batchRows();
        if (pieceRows.length < capacity) {
            pieceRows = new int[capacity];
            pieceNeighbours = new long[capacity];
        }
    }

    private void fill(int rowCount, int entries) {
        if (rows.length < entries) {
            rows = new int[entries];
            next = new int[entries];
            first = new int[entries];
        }
        expansion.start(outer.longs(), Columns.nullsOrNone(outer), rowCount, types.ids(), types.side(), false);
        int found = expansion.next(pieceRows, pieceNeighbours, pieceNeighbours, pieceRows.length);
        while (found > 0) {
            for (int index = 0; index < found; index++) {
                int number = table.add(pieceNeighbours[index]);
                next[count] = number < 0 ? first[~number] : NONE;
                first[number < 0 ? ~number : number] = count;
                rows[count++] = pieceRows[index];
            }
            worker.betweenBatches();
            found = expansion.next(pieceRows, pieceNeighbours, pieceNeighbours, pieceRows.length);
        }
    }

    /** Gives all pairs of gathered rows and results between which there is a relationship, once for each. */
    void pairs(Batch results, Pairs pairs) {
        Vector inner = Columns.nodes(results, innerSlot, innerScratch);
        boolean isWanted = true;
        for (int result = 0; result < results.count() && isWanted; result++) {
            int number = inner.isNull(result) ? NONE : table.find(inner.longs()[result]);
            int entry = number < 0 ? NONE : first[number];
            while (entry >= 0 && isWanted) {
                isWanted = pairs.take(rows[entry], result);
                entry = next[entry];
            }
        }
    }

    /** Begins to look for the relationships of some pairs. */
    void search(int[] outerRows, Batch results, int[] resultRows, int pairCount) {
        Vector inner = Columns.nodes(results, innerSlot, innerScratch);
        if (from.length < pairCount) {
            from = new long[pairCount];
            to = new long[pairCount];
            nulls = new boolean[pairCount];
        }
        for (int pair = 0; pair < pairCount; pair++) {
            int row = outerRows[pair];
            int result = resultRows[pair];
            from[pair] = outer.longs()[row];
            to[pair] = inner.longs()[result];
            nulls[pair] = outer.isNull(row) || inner.isNull(result);
        }
        expansion.startBetween(from, to, nulls, pairCount, types.ids(), types.side(), false);
    }

    /** Takes the next of the pairs that there are, once for each of their relationships; 0 at the end. */
    int found(int[] pairs) {
        return expansion.next(pairs, pieceNeighbours, pieceNeighbours, Math.min(pairs.length, pieceNeighbours.length));
    }

    /** Returns the memory. */
    void clear() {
        table.release();
        rows = new int[0];
        next = new int[0];
        first = new int[0];
        charge.release();
    }
}
