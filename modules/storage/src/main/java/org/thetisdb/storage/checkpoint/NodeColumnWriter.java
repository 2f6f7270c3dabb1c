package org.thetisdb.storage.checkpoint;

import java.util.Arrays;
import java.util.BitSet;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.column.EncodedColumn;
import org.thetisdb.storage.column.FreeRows;
import org.thetisdb.storage.column.LongColumnWriter;
import org.thetisdb.storage.statistics.PropertySummary;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Writes a property's column of a chunk of nodes, and counts its values by label set.
 *
 * <p>A column is in memory as a whole, unless its values are too long for that: nodes that are made with long values
 * are few in a chunk, but any node can get one later. Used by one thread.
 */
final class NodeColumnWriter {
    private static final long COLUMN_BYTES_MAX = 12 << 20;
    private static final long COLUMN_BYTES_MIN = 4 << 10;

    /** A column is in memory as what was read, in an array that grows, and as what is written, in another. */
    private static final int MEMORY_DIVISOR = 4;

    private final CheckpointRun run;
    private final long columnBytesMax;

    NodeColumnWriter(CheckpointRun run) {
        this.run = run;
        this.columnBytesMax = Math.clamp(run.memoryBytes / MEMORY_DIVISOR, COLUMN_BYTES_MIN, COLUMN_BYTES_MAX);
    }

    /**
     * Writes a column as it is now.
     *
     * @param setsBefore the label set of each row in the base, or {@link GraphReader#NO_NODE}
     * @param sets the same as it is now
     */
    void write(int chunk, int key, int[] setsBefore, int[] sets) {
        takeFormer(chunk, key, setsBefore);
        Vector column = new Vector();
        column.reset(VectorKind.NULL, 0);
        long bytes = 0;
        ColumnPieces pieces = new ColumnPieces(run, chunk, key, sets);
        while (pieces.next()) {
            bytes += pieces.bytes();
            if (bytes > columnBytesMax) {
                writeLong(chunk, key, sets);
                return;
            }
            column.append(pieces.piece(), 0, pieces.piece().count());
        }
        column = ofOneKind(column);
        addValues(key, sets, column);
        FreeRows.fill(column, freeRows(sets));
        put(chunk, key, run.encoder.encode(column));
    }

    private void writeLong(int chunk, int key, int[] sets) {
        try (LongColumnWriter column = new LongColumnWriter(run.space)) {
            ColumnPieces pieces = new ColumnPieces(run, chunk, key, sets);
            while (pieces.next()) {
                addPiece(key, sets, pieces);
                column.add(pieces.piece());
            }
            put(chunk, key, column.finish());
        }
    }

    private void put(int chunk, int key, EncodedColumn encoded) {
        if (encoded.zoneMap().valueCount() == 0) {
            run.root.removeNodeColumn(key, chunk);
        } else {
            run.root.nodeColumn(key, chunk, run.append(encoded.bytes()), encoded.zoneMap());
        }
        run.pause();
    }

    /** Counts the values of a column that stays as it is, by the label sets that its nodes have now. */
    void count(int chunk, int key, int[] setsBefore, int[] sets) {
        takeFormer(chunk, key, setsBefore);
        ColumnPieces pieces = new ColumnPieces(run, chunk, key, sets);
        while (pieces.next()) {
            addPiece(key, sets, pieces);
        }
    }

    private void addPiece(int key, int[] sets, ColumnPieces pieces) {
        int first = pieces.first();
        addValues(key, Arrays.copyOfRange(sets, first, first + pieces.piece().count()), ofOneKind(pieces.piece()));
    }

    private static BitSet freeRows(int[] sets) {
        BitSet free = new BitSet();
        for (int row = 0; row < sets.length; row++) {
            free.set(row, sets[row] == GraphReader.NO_NODE);
        }
        return free;
    }

    /** Where base and changes differ in kind, readers give boxed values; if one kind is left, it is that. */
    private static Vector ofOneKind(Vector column) {
        VectorKind kind = VectorKind.NULL;
        for (int row = 0; row < column.count() && column.kind() == VectorKind.OBJECT; row++) {
            VectorKind found = VectorKind.of(column.objects()[row]);
            if (!column.isNull(row) && found != kind) {
                kind = kind == VectorKind.NULL ? found : VectorKind.OBJECT;
            }
        }
        if (kind == VectorKind.NULL || kind == VectorKind.OBJECT) {
            return column;
        }
        Vector typed = new Vector();
        typed.reset(VectorKind.NULL, 0);
        typed.padWithNulls(column.count());
        for (int row = 0; row < column.count(); row++) {
            typed.setValue(row, column.isNull(row) ? null : column.objects()[row]);
        }
        return typed;
    }

    /** Takes the values that the column had out of the statistics. */
    private void takeFormer(int chunk, int key, int[] setsBefore) {
        if (chunk >= run.former.chunkCount() || !run.former.nodeColumn(key).has(chunk)) {
            return;
        }
        boolean[] present = new boolean[run.former.rowCount(chunk)];
        run.before.nodePropertyRows(key, chunk, present);
        run.before.refresh();
        long[] counts = new long[run.snapshot.catalog().labelSetCount()];
        for (int row = 0; row < Math.min(present.length, setsBefore.length); row++) {
            if (present[row] && setsBefore[row] != GraphReader.NO_NODE) {
                counts[setsBefore[row]]++;
            }
        }
        for (int set = 0; set < counts.length; set++) {
            if (counts[set] > 0) {
                run.statistics.takeProperty(set, key, counts[set]);
            }
        }
    }

    /** Adds values of some rows to the statistics. */
    private void addValues(int key, int[] sets, Vector values) {
        int[] valueCounts = new int[run.snapshot.catalog().labelSetCount()];
        for (int row = 0; row < sets.length; row++) {
            if (!values.isNull(row)) {
                valueCounts[sets[row]]++;
            }
        }
        for (int set = 0; set < valueCounts.length; set++) {
            if (valueCounts[set] > 0) {
                PropertySummary summary = new PropertySummary();
                summary.add(values, sets, set);
                run.statistics.property(set, key, summary);
            }
        }
    }
}
