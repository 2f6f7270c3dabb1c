package org.thetisdb.engine.subquery;

import java.util.Arrays;
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
 * <p>As many rows are taken at a time as there is memory for; of a row for which there is none, the relationships to
 * the nodes of the results are looked for.
 *
 * <p>Belongs to one worker.
 */
final class AlongRows {
    private static final int ENTRIES_MAX = 1 << 18;

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
    private long[] nodes = {};
    private boolean[] nulls = {};
    private int[] pieceRows = {};
    private long[] pieceNeighbours = {};

    /** By number in the table, the first entry of a neighbour. */
    private int[] first = {};

    /** By entry, the next one of the same neighbour. */
    private int[] next = {};

    private int[] rows = {};
    private int count;
    private boolean searching;

    AlongRows(Worker worker, int outerSlot, TypeSet types, int innerSlot) {
        this.worker = worker;
        this.outerSlot = outerSlot;
        this.types = types;
        this.innerSlot = innerSlot;
        this.expansion = worker.reader().expansion();
        this.charge = new MemoryCharge(worker, "Apply");
    }

    /** Takes what goes with a result: an outer row, counted from the first of those that were gathered. */
    interface Pairs {
        /** Whether more are wanted. */
        boolean take(int outerRow, int result);
    }

    /**
     * Gathers for outer rows from one on, at least one of them.
     *
     * @return the row after the last
     */
    int gather(Batch outer, int firstRow) {
        int rowCount = outer.count();
        Vector column = Columns.nodes(outer, outerSlot, outerScratch);
        if (firstRow == 0) {
            reserve(rowCount);
            Arrays.fill(degrees, 0, rowCount, 0);
            if (!types.isNone(worker)) {
                worker.reader()
                        .degrees(
                                column.longs(),
                                Columns.nullsOrNone(column),
                                rowCount,
                                types.ids(),
                                types.side(),
                                degrees);
            }
        }
        int end = firstRow;
        long entries = 0;
        while (end < rowCount
                && entries + degrees[end] <= ENTRIES_MAX
                && charge.growIfThereIs((entries + degrees[end]) * ENTRY_BYTES)) {
            entries += degrees[end++];
        }
        searching = end == firstRow;
        end = Math.max(end, firstRow + 1);
        for (int row = firstRow; row < end; row++) {
            nodes[row - firstRow] = column.longs()[row];
            nulls[row - firstRow] = column.isNull(row);
        }
        table.clear();
        count = 0;
        if (!searching && entries > 0) {
            fill(end - firstRow, (int) entries);
        }
        return end;
    }

    private void reserve(int rowCount) {
        if (degrees.length < rowCount) {
            degrees = new long[rowCount];
            nodes = new long[rowCount];
            nulls = new boolean[rowCount];
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
        expansion.start(nodes, nulls, rowCount, types.ids(), types.side(), false);
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
        if (searching) {
            search(results.count(), inner, pairs);
            return;
        }
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

    /** All results that the one row's node leads to. */
    private void search(int resultCount, Vector inner, Pairs pairs) {
        if (nulls[0]) {
            return;
        }
        long[] same = new long[resultCount];
        Arrays.fill(same, nodes[0]);
        expansion.startBetween(
                same, inner.longs(), Columns.nullsOrNone(inner), resultCount, types.ids(), types.side(), false);
        boolean isWanted = true;
        while (isWanted) {
            int found = expansion.next(pieceRows, pieceNeighbours, pieceNeighbours, pieceRows.length);
            isWanted = found > 0;
            for (int index = 0; index < found && isWanted; index++) {
                isWanted = pairs.take(0, pieceRows[index]);
            }
        }
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
