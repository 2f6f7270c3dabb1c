package org.thetisdb.engine.aggregate;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.engine.spill.ListFile;
import org.thetisdb.engine.spill.StoredList;
import org.thetisdb.engine.spill.StoredPieces;
import org.thetisdb.engine.table.KeyPartitions;
import org.thetisdb.engine.table.KeyTable;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * The elements of a list, each value once, where it comes first. What fits into a table is told apart in one; else by
 * partitions of the values' hashes, with their places:
 *
 * <pre>
 *   list          a b a c b d …
 *                 │ by hashes
 *   partition 0   a 0 | a 2 | d 5 | …  ──► table ──► first: 0, 5, …      one partition in memory at a time, or a part
 *   partition 1   b 1 | c 3 | b 4 | …  ──► table ──► first: 1, 3, …      of it by further bits of the hashes
 *                 │
 *   first         1 1 0 1 0 1 …         a bit for each element
 *   given out     a b   c   d           the list is read again
 * </pre>
 *
 * <p>Used by one thread.
 */
final class DistinctElements {
    /** What an element takes in a table besides its bytes, about. */
    private static final int ELEMENT_BYTES = 32;

    private static final int RUN_ELEMENTS_MAX = 4096;
    private static final int PARTITION_BITS_MAX = 6;

    private final List<?> list;
    private final long workingBytes;
    private final Runnable betweenPieces;
    private final KeyTable table = new KeyTable(1);
    private final Vector[] column = {new Vector()};
    private int[] rows = {};
    private int[] entries = {};

    /** Which elements come first; null if the table says so. */
    private long @Nullable [] first;

    private Vector run = new Vector();
    private int runFrom;
    private int nextPiece;
    private int given;
    private int selected;

    /**
     * @param list without nulls
     * @param workingBytes what tables and what is not yet written may take
     * @param betweenPieces is called for each piece of the list, and throws if the run is to end
     */
    DistinctElements(List<?> list, long workingBytes, Runnable betweenPieces) {
        this.workingBytes = workingBytes;
        this.list = list;
        this.betweenPieces = betweenPieces;
        if (list instanceof StoredList stored) {
            StoredPieces pieces = stored.pieces();
            long bytes = pieces.storedBytes() + (long) ELEMENT_BYTES * list.size();
            if (bytes > workingBytes) {
                first = findFirst(pieces.file(), bytes);
            }
        }
        rewind();
    }

    private void rewind() {
        run = new Vector();
        runFrom = 0;
        nextPiece = 0;
        given = 0;
        selected = 0;
    }

    /** Advances to the next run of the list; false at its end. */
    private boolean advance() {
        int from = runFrom + run.count();
        if (from == list.size()) {
            return false;
        }
        betweenPieces.run();
        if (list instanceof StoredList stored && nextPiece < stored.pieces().pieceCount()) {
            run = stored.pieces().read(nextPiece++);
        } else {
            run.reset(VectorKind.NULL, 0);
            Vectors.appendElements(list, from, Math.min(RUN_ELEMENTS_MAX, list.size() - from), run);
        }
        runFrom = from;
        return true;
    }

    /**
     * The next elements that come first; false if there are none.
     *
     * @param max how many at most
     */
    boolean next(Vector into, int max) {
        while (given == selected) {
            if (!advance()) {
                return false;
            }
            given = 0;
            selected = first == null ? selectNew(run, run.count()) : selectMarked(first);
        }
        int count = Math.min(max, selected - given);
        if (given > 0) {
            System.arraycopy(rows, given, rows, 0, selected - given);
            selected -= given;
        }
        into.gather(run, rows, count);
        given = count;
        return true;
    }

    private int selectMarked(long[] marks) {
        rows = Vectors.room(rows, run.count());
        int count = 0;
        for (int row = 0; row < run.count(); row++) {
            int place = runFrom + row;
            rows[count] = row;
            count += (int) (marks[place >> 6] >>> place & 1);
        }
        return count;
    }

    /** Writes the rows whose values the table has not had before, and adds them to it. */
    private int selectNew(Vector values, int count) {
        rows = Vectors.room(rows, count);
        entries = Vectors.room(entries, count);
        int next = table.count();
        column[0] = values;
        table.findOrAdd(column, count, entries);
        int found = 0;
        for (int row = 0; row < count; row++) {
            if (entries[row] == next) {
                next++;
                rows[found++] = row;
            }
        }
        return found;
    }

    /** Some of the values and where they are in the list, on disk but for the last ones. */
    private static final class Partition {
        private final StoredPieces values;
        private final StoredPieces places;
        private Vector lastValues = new Vector();
        private Vector lastPlaces = new Vector();
        private final Vector some = new Vector();

        Partition(ListFile file) {
            values = new StoredPieces(file);
            places = new StoredPieces(file);
        }

        void add(Vector run, int[] rows, int runFrom, long bytesMax) {
            some.gather(run, rows, rows.length);
            lastValues.append(some, rows.length);
            some.reset(VectorKind.INTEGER, rows.length);
            for (int index = 0; index < rows.length; index++) {
                some.longs()[index] = (long) runFrom + rows[index];
            }
            lastPlaces.append(some, rows.length);
            if (lastValues.bytesReserved() + lastPlaces.bytesReserved() > bytesMax) {
                write();
            }
        }

        void write() {
            values.add(lastValues);
            places.add(lastPlaces);
            lastValues = new Vector();
            lastPlaces = new Vector();
        }

        long bytes() {
            return values.storedBytes() + (long) ELEMENT_BYTES * values.size();
        }
    }

    private long[] findFirst(ListFile file, long bytes) {
        long[] marks = new long[(list.size() - 1 >> 6) + 1];
        int bits = Math.clamp(bitsFor(bytes), 1, PARTITION_BITS_MAX);
        Partition[] partitions = new Partition[1 << bits];
        Arrays.setAll(partitions, index -> new Partition(file));
        long partBytes = workingBytes >> bits;
        while (advance()) {
            column[0] = run;
            KeyPartitions divided = table.partitions(column, run.count(), bits);
            for (int value = 0; value < partitions.length; value++) {
                int[] some = divided.entries(value);
                if (some.length > 0) {
                    partitions[value].add(run, some, runFrom, partBytes);
                }
            }
        }
        for (int value = 0; value < partitions.length; value++) {
            partitions[value].write();
            int more = Math.clamp(bitsFor(partitions[value].bytes()), 0, KeyPartitions.BITS_MAX - bits);
            for (int part = 0; part < 1 << more; part++) {
                mark(partitions[value], value | part << bits, bits + more, marks);
            }
        }
        return marks;
    }

    /** Into how many parts, as a power of two, so many bytes are to be divided. */
    private int bitsFor(long bytes) {
        return Long.SIZE - Long.numberOfLeadingZeros(bytes / Math.max(1, workingBytes));
    }

    /** Marks what comes first of those values whose hashes end with {@code bits} bits that are {@code value}. */
    private void mark(Partition partition, int value, int bits, long[] marks) {
        Vector values = new Vector();
        for (int piece = 0; piece < partition.values.pieceCount(); piece++) {
            betweenPieces.run();
            Vector all = partition.values.read(piece);
            long[] places = partition.places.read(piece).longs();
            column[0] = all;
            int[] some = table.rowsOf(column, all.count(), value, bits);
            values.gather(all, some, some.length);
            int found = selectNew(values, some.length);
            for (int index = 0; index < found; index++) {
                int place = (int) places[some[rows[index]]];
                marks[place >> 6] |= 1L << place;
            }
        }
        table.rewind();
    }
}
