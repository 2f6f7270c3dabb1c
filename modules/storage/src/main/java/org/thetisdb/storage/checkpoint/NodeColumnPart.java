package org.thetisdb.storage.checkpoint;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.column.EncodedColumn;
import org.thetisdb.storage.column.FreeRows;
import org.thetisdb.storage.column.LongColumnWriter;
import org.thetisdb.storage.statistics.PropertySummary;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * A property's column of a chunk of nodes: written as it is now, or only counted, its values by label set.
 *
 * <p>A column is in memory as a whole, unless its values are too long for that: nodes that are made with long values
 * are few in a chunk, but any node can get one later. Made once, by one thread.
 */
final class NodeColumnPart implements OrderedParts.Part {
    private static final long COLUMN_BYTES_MAX = 12 << 20;
    private static final long COLUMN_BYTES_MIN = 4 << 10;

    /** A column is in memory as what was read, in an array that grows, and as what is written, in another. */
    private static final int MEMORY_DIVISOR = 4;

    /** What a part takes, at most. */
    static final long MEMORY_BYTES_MAX = COLUMN_BYTES_MAX * MEMORY_DIVISOR;

    private final CheckpointRun run;
    private final int chunk;
    private final int key;
    private final int[] setsBefore;
    private final int[] sets;
    private final boolean isRewritten;
    private final long columnBytesMax;

    /** What the column had, by label set. */
    private long[] formerCounts = {};

    /** What it has, by label set. */
    private final Map<Integer, PropertySummary> summaries = new TreeMap<>();

    /**
     * @param setsBefore the label set of each row in the base, or {@link GraphReader#NO_NODE}
     * @param sets the same as it is now
     * @param isRewritten whether it is written; else it stays as it is, and is counted by the label sets that its
     *     nodes have now
     */
    NodeColumnPart(CheckpointRun run, int chunk, int key, int[] setsBefore, int[] sets, boolean isRewritten) {
        this.run = run;
        this.chunk = chunk;
        this.key = key;
        this.setsBefore = setsBefore;
        this.sets = sets;
        this.isRewritten = isRewritten;
        this.columnBytesMax = Math.clamp(run.memoryBytes / MEMORY_DIVISOR, COLUMN_BYTES_MIN, COLUMN_BYTES_MAX);
    }

    @Override
    public Runnable make(Workbench bench) {
        countFormer(bench);
        if (!isRewritten) {
            ColumnPieces pieces = new ColumnPieces(bench.after, chunk, key, sets);
            while (pieces.next()) {
                addPiece(pieces);
            }
            return this::count;
        }
        EncodedColumn encoded = encode(bench);
        return () -> {
            count();
            put(encoded);
        };
    }

    private EncodedColumn encode(Workbench bench) {
        Vector column = new Vector();
        column.reset(VectorKind.NULL, 0);
        long bytes = 0;
        ColumnPieces pieces = new ColumnPieces(bench.after, chunk, key, sets);
        while (pieces.next()) {
            bytes += pieces.bytes();
            if (bytes > columnBytesMax) {
                return encodeLong(bench);
            }
            column.append(pieces.piece(), 0, pieces.piece().count());
        }
        column = ofOneKind(column);
        addValues(sets, column);
        FreeRows.fill(column, freeRows(sets));
        return bench.encoder.encode(column);
    }

    private EncodedColumn encodeLong(Workbench bench) {
        LongColumnWriter column = bench.longColumn();
        ColumnPieces pieces = new ColumnPieces(bench.after, chunk, key, sets);
        while (pieces.next()) {
            addPiece(pieces);
            column.add(pieces.piece());
        }
        return column.finish();
    }

    private void put(EncodedColumn encoded) {
        if (encoded.zoneMap().valueCount() == 0) {
            run.root.removeNodeColumn(key, chunk);
        } else {
            run.root.nodeColumn(key, chunk, run.append(encoded.bytes()), encoded.zoneMap());
        }
    }

    /** Brings the statistics up to date. */
    private void count() {
        for (int set = 0; set < formerCounts.length; set++) {
            if (formerCounts[set] > 0) {
                run.statistics.takeProperty(set, key, formerCounts[set]);
            }
        }
        summaries.forEach((set, summary) -> run.statistics.property(set, key, summary));
    }

    private void addPiece(ColumnPieces pieces) {
        int first = pieces.first();
        addValues(Arrays.copyOfRange(sets, first, first + pieces.piece().count()), ofOneKind(pieces.piece()));
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

    /** Counts the values that the column had. */
    private void countFormer(Workbench bench) {
        if (chunk >= run.former.chunkCount() || !run.former.nodeColumn(key).has(chunk)) {
            return;
        }
        boolean[] present = new boolean[run.former.rowCount(chunk)];
        bench.before.nodePropertyRows(key, chunk, present);
        bench.before.refresh();
        formerCounts = new long[run.snapshot.catalog().labelSetCount()];
        for (int row = 0; row < Math.min(present.length, setsBefore.length); row++) {
            if (present[row] && setsBefore[row] != GraphReader.NO_NODE) {
                formerCounts[setsBefore[row]]++;
            }
        }
    }

    /** Notes values of some rows. */
    private void addValues(int[] rowSets, Vector values) {
        int[] valueCounts = new int[run.snapshot.catalog().labelSetCount()];
        for (int row = 0; row < rowSets.length; row++) {
            if (!values.isNull(row)) {
                valueCounts[rowSets[row]]++;
            }
        }
        for (int set = 0; set < valueCounts.length; set++) {
            if (valueCounts[set] > 0) {
                summaries.computeIfAbsent(set, _ -> new PropertySummary()).add(values, rowSets, set);
            }
        }
    }
}
