package org.thetisdb.engine.table;

import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.thetisdb.engine.hash.TagDirectory;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorAppends;
import org.thetisdb.value.vector.VectorGrowth;
import org.thetisdb.value.vector.VectorKind;

/**
 * Gives equal keys equal entry numbers, 0, 1, 2, … in the order in which they are first seen: groups, distinct values,
 * rows that ask the same. Keys are kept as columns, one entry each.
 *
 * <pre>
 *   batch of rows ──► KeyFinder: find ──► entries of rows that are there
 *                          │ not found, row by row in order
 *                          ▼
 *                     a directory's empty place, or a key that is new since a few rows  ──► entries
 *                          │ new keys of the batch, column by column
 *                          ▼
 *                     keys   [ … | … ]
 * </pre>
 *
 * <p>Where keys are as good as their longs, and a thousand of them have come that lie close together, {@link
 * DenseEntries} take the directory's place, until one comes that lies apart, or is null or of another kind; where it is
 * one of two keys that lies close together, and the other one comes in runs, {@link RunEntries} do.
 *
 * <p>What is new in a batch is entered row by row, so that numbers follow the order of rows, but compared with the
 * batch's own rows only: with the keys that were there before, it has been compared already.
 *
 * <p>{@code memory} is called before memory is taken, so that it can refuse: directory, keys and what growing
 * them takes.
 *
 * <p>Partitions: {@link #partitions} divides the entries by their hashes, and {@link #merge} takes those of one into
 * another table. Two tables have been merged when all partitions have been, in any order.
 *
 * <p>Invariants: entry e of each key column belongs to entry number e of the directory; no two entries have the same
 * keys. Belongs to one worker.
 */
public final class KeyTable {
    /** Memory worth keeping from run to run. */
    private static final int KEPT_ENTRIES = 1 << 14;

    private static final long KEPT_KEY_BYTES_MAX = 256 << 10;
    private static final int SLICE_ROWS = 1024;

    /** Of so many bytes it is worth knowing beforehand that they have to be copied. */
    private static final int LONG_STRING_BYTES = 1 << 20;

    private final Vector[] keys;
    private final Vector[] gathered;
    private final LongConsumer memory;
    private final TagDirectory directory = new TagDirectory(0);
    private final KeyFinder finder;
    private final KeyCodes codes = new KeyCodes();
    private final CodeEntries known;
    private final DenseEntries dense = new DenseEntries();
    private final RunEntries runs = new RunEntries();

    /** Of both, the one that has the entries, if one has. */
    private DirectEntries direct = dense;

    private final boolean mayBeDirect;
    private final Vector[] chosen;
    /** Those of a batch whose rows are entered by them. */
    private final long[][] longs;

    private int[] entriesOfChosen = {};
    private int count;
    private int generation;
    private long keyBytes;

    /** A table whose size is bounded by whoever fills it. */
    public KeyTable(int keyCount) {
        this(keyCount, KeyHashing.USUAL);
    }

    /** As {@link #KeyTable(int)}. */
    public KeyTable(int keyCount, KeyHashing hashing) {
        this(keyCount, hashing, bytes -> {});
    }

    /** @param memory is called with all the bytes that the table will hold, and throws if these are too many */
    public KeyTable(int keyCount, KeyHashing hashing, LongConsumer memory) {
        this.memory = memory;
        mayBeDirect = keyCount > 0 && hashing == KeyHashing.USUAL;
        finder = new KeyFinder(hashing, KeyComparison.SAME_GROUP);
        keys = vectors(keyCount);
        longs = new long[keyCount][];
        gathered = vectors(keyCount);
        chosen = vectors(keyCount);
        known = new CodeEntries(keyCount);
    }

    private static Vector[] vectors(int count) {
        Vector[] vectors = new Vector[count];
        for (int index = 0; index < count; index++) {
            vectors[index] = new Vector();
        }
        return vectors;
    }

    /** How many different keys there are. */
    public int count() {
        return count;
    }

    /** Whether entries are found as {@link RunEntries} does it. */
    boolean isByRuns() {
        return runs.isUsed();
    }

    /** Another number whenever keys were forgotten. */
    public int generation() {
        return generation;
    }

    /** The key columns, one entry for each number; not to be changed. */
    public Vector[] keys() {
        return keys;
    }

    /** Writes the entry of each row, {@link TagDirectory#NONE} for keys that are not there. */
    public void find(Vector[] columns, int rowCount, int[] entries) {
        if (dense.isUsed() && isPlain(columns)) {
            dense.find(columns, rowCount, entries);
            return;
        }
        leaveDirect();
        finder.hash(columns, 0, rowCount);
        finder.find(directory, columns, keys, rowCount, entries);
    }

    /** Whether there is an entry for each row. */
    public boolean hasAll(Vector[] columns, int rowCount) {
        int[] entries = new int[rowCount];
        find(columns, rowCount, entries);
        return IntStream.of(entries).noneMatch(entry -> entry < 0);
    }

    /**
     * What the keys' strings would take more, where they are long, while their arrays grow and are copied, if all rows
     * made new entries.
     */
    public long stringGrowth(Vector[] columns, int rowCount) {
        long growth = 0;
        long copied = 0;
        for (int key = 0; key < keys.length; key++) {
            long more = keys[key].stringBytes() < LONG_STRING_BYTES
                    ? 0
                    : VectorGrowth.bytes(keys[key], columns[key], 0, rowCount);
            growth += more;
            copied = Math.max(copied, more == 0 ? 0 : keys[key].stringBytes());
        }
        return growth + copied;
    }

    /** Writes the entry of each row, making new ones as needed. */
    public void findOrAdd(Vector[] columns, int rowCount, int[] entries) {
        if (direct.isUsed() && isWithinReach(columns, rowCount)) {
            int former = count;
            count = direct.findOrAdd(columns, rowCount, entries, former);
            if (count > former) {
                append(columns, rowCount, direct.addedRows(), count - former);
            }
            return;
        }
        leaveDirect();
        if (known.assign(columns, rowCount)) {
            while (!known.find(rowCount, entries)) {
                known.learn(entriesOf(columns, known.askedRows(rowCount), known.asked()));
            }
            return;
        }
        if (!codes.assign(columns, rowCount)) {
            findOrAddEach(columns, rowCount, entries);
            return;
        }
        int[] entryOfCode = entriesOf(columns, codes.firstRows(), codes.count());
        int[] codeOfRow = codes.codes();
        for (int row = 0; row < rowCount; row++) {
            entries[row] = entryOfCode[codeOfRow[row]];
        }
    }

    /** Whether rows can be looked up without a hash; there are places for their keys then. */
    private boolean isWithinReach(Vector[] columns, int rowCount) {
        if (!isPlain(columns)) {
            return false;
        }
        return switch (direct.reach(columns, rowCount, count)) {
            case WITHIN -> true;
            case BEYOND -> {
                memory.accept(direct.bytesToExtend(count) + keyBytes);
                direct.extend(count);
                yield true;
            }
            case FAR -> false;
        };
    }

    private boolean isPlain(Vector[] columns) {
        for (int key = 0; key < keys.length; key++) {
            if (!KeyComparison.isPlain(columns[key], keys[key])) {
                return false;
            }
        }
        return true;
    }

    /** From now on entries are found by the keys themselves, if these lie close together, or one of two does. */
    private void becomeDirect() {
        if (isPlain(keys) && (dense.take(keys, count) || runs.take(keys, count))) {
            direct = dense.isUsed() ? dense : runs;
            directory.clear(0);
        }
    }

    /** Entries are found by hashes again. */
    private void leaveDirect() {
        if (!direct.isUsed()) {
            return;
        }
        memory.accept(bytes() + TagDirectory.bytes(count));
        directory.reserve(count);
        for (int from = 0; from < count; from += SLICE_ROWS) {
            int sliceRows = Math.min(SLICE_ROWS, count - from);
            finder.hash(keys, from, sliceRows);
            for (int row = 0; row < sliceRows; row++) {
                directory.enter(finder.hashes()[row], from + row);
            }
        }
        runs.leave(count);
        dense.leave(count);
    }

    /** The entries of chosen rows, made as needed, one after the other. */
    private int[] entriesOf(Vector[] columns, int[] rows, int rowCount) {
        for (int key = 0; key < keys.length; key++) {
            chosen[key].gather(columns[key], rows, rowCount);
        }
        entriesOfChosen = Vectors.room(entriesOfChosen, rowCount);
        findOrAddEach(chosen, rowCount, entriesOfChosen);
        return entriesOfChosen;
    }

    private void findOrAddEach(Vector[] columns, int rowCount, int[] entries) {
        find(columns, rowCount, entries);
        int[] rows = finder.rows();
        int missing = 0;
        for (int row = 0; row < rowCount; row++) {
            rows[missing] = row;
            missing += entries[row] < 0 ? 1 : 0;
        }
        if (missing > 0) {
            add(columns, rowCount, rows, missing, entries);
        }
    }

    private void add(Vector[] columns, int rowCount, int[] rows, int missing, int[] entries) {
        assert !direct.isUsed() : "the directory has all entries: count=" + count;
        int former = count;
        int room = directory.room();
        boolean plain = KeyComparison.takeLongs(columns, longs);
        for (int index = 0; index < missing; index++) {
            int row = rows[index];
            if (count == room) {
                grow();
                room = directory.room();
            }
            entries[row] = enter(columns, row, rows, former, plain);
        }
        append(columns, rowCount, rows, count - former);
    }

    /**
     * The entry of a row that was not there before the batch.
     *
     * @param newRows the rows of entries from {@code former} on; a new one is added to them
     * @param plain whether the longs that were taken of the columns tell which rows are the same
     */
    private int enter(Vector[] columns, int row, int[] newRows, int former, boolean plain) {
        long hash = finder.hashes()[row];
        int place = directory.place(hash);
        long word = directory.word(place);
        while (!TagDirectory.isEmpty(word)) {
            int entry = TagDirectory.entry(word);
            if (entry >= former && TagDirectory.isTagged(word, hash)) {
                int other = newRows[entry - former];
                if (plain
                        ? KeyComparison.areSame(longs, row, other)
                        : KeyComparison.SAME_GROUP.isSame(columns, row, columns, other)) {
                    return entry;
                }
            }
            place = directory.after(place);
            word = directory.word(place);
        }
        int entry = count++;
        directory.put(place, hash, entry);
        newRows[entry - former] = row;
        return entry;
    }

    private void grow() {
        memory.accept(TagDirectory.bytes(count + 1) + keyBytes);
        directory.reserve(count + 1);
    }

    private void append(Vector[] columns, int rowCount, int[] newRows, int added) {
        if (keys[0].nulls().length < count) {
            memory.accept(bytes() + keyBytes / 2);
        }
        for (int key = 0; key < keys.length; key++) {
            if (VectorAppends.codes(keys[key], columns[key], newRows, added)) {
                continue;
            }
            if (added == rowCount) {
                keys[key].append(columns[key], rowCount);
            } else {
                gathered[key].gather(columns[key], newRows, added);
                keys[key].append(gathered[key], added);
            }
        }
        keyBytes = bytesOfKeys();
        if (mayBeDirect && !direct.isUsed() && dense.isTimeToLook(count)) {
            becomeDirect();
        }
        memory.accept(bytes());
        assert count == keys[0].count() : "an entry has keys: count=" + count + ", keys=" + keys[0].count();
    }

    private long bytesOfKeys() {
        long bytes = 0;
        for (Vector key : keys) {
            bytes += key.bytesReserved();
        }
        return bytes;
    }

    /** The memory that the table takes when it has room for so many more keys; keys that are long take more. */
    public long bytesWith(int more) {
        long besides = mayBeDirect ? DenseEntries.bytesBesides(count + more) : 0;
        long directoryBytes = Math.max(directory.bytes() + direct.bytes(), TagDirectory.bytes(count + more) + besides);
        int room = keys[0].nulls().length;
        double growth = count + more <= room ? 1 : Math.max(1.5, (double) (count + more) / Math.max(1, room));
        return directoryBytes + (long) (growth * keyBytes);
    }

    /** The memory that the table takes. */
    public long bytes() {
        return directory.bytes() + direct.bytes() + keyBytes;
    }

    /**
     * Adds some keys of another table with as many key columns.
     *
     * @param otherEntries their numbers there
     * @param entries gets their numbers here; may be the same array
     */
    public void merge(KeyTable other, int[] otherEntries, int entryCount, int[] entries) {
        Invariant.check(keys.length == other.keys.length, "tables that are merged have the same columns");
        Vector[] slice = vectors(keys.length);
        int[] rows = new int[Math.min(SLICE_ROWS, entryCount)];
        int[] found = new int[rows.length];
        for (int from = 0; from < entryCount; from += SLICE_ROWS) {
            int sliceRows = Math.min(SLICE_ROWS, entryCount - from);
            System.arraycopy(otherEntries, from, rows, 0, sliceRows);
            for (int key = 0; key < keys.length; key++) {
                slice[key].gather(other.keys[key], rows, sliceRows);
            }
            findOrAdd(slice, sliceRows, found);
            System.arraycopy(found, 0, entries, from, sliceRows);
        }
    }

    /** The entries by partitions. */
    public KeyPartitions partitions(int bits) {
        return partitions(0, bits);
    }

    /** The entries by partitions of {@code bits} bits of their hashes, of which {@code firstBit} is the lowest. */
    public KeyPartitions partitions(int firstBit, int bits) {
        return KeyPartitions.of(finder, keys, count, firstBit, bits);
    }

    /** Rows by the partitions in which their keys' entries are, or would be. */
    public KeyPartitions partitions(Vector[] columns, int rowCount, int bits) {
        return KeyPartitions.of(finder, columns, rowCount, 0, bits);
    }

    /** The rows whose keys' entries are, or would be, in one of {@code 2^bits} partitions. */
    public int[] rowsOf(Vector[] columns, int rowCount, int value, int bits) {
        return KeyPartitions.rowsOf(finder, columns, rowCount, value, bits);
    }

    /** Forgets all keys, and keeps the memory for as many again. */
    public void rewind() {
        for (int key = 0; key < keys.length; key++) {
            if (keys[key].kind() == VectorKind.OBJECT) {
                keys[key] = new Vector();
            } else {
                keys[key].reset(keys[key].kind(), 0);
            }
        }
        directory.clear();
        dense.rewind();
        runs.rewind();
        keyBytes = bytesOfKeys();
        count = 0;
        generation++;
        known.forget();
    }

    /** Forgets all keys, and releases memory that is large. */
    public void clear() {
        clear(KEPT_KEY_BYTES_MAX, KEPT_ENTRIES);
    }

    /** Forgets all keys, and releases all memory. */
    public void release() {
        clear(0, 0);
    }

    private void clear(long keyBytesKept, int entriesKept) {
        boolean large = keyBytes > keyBytesKept;
        for (int key = 0; key < keys.length; key++) {
            if (large) {
                keys[key] = new Vector();
            } else {
                keys[key].reset(VectorKind.NULL, 0);
            }
        }
        directory.clear(entriesKept);
        dense.clear();
        runs.clear();
        keyBytes = bytesOfKeys();
        count = 0;
        generation++;
        known.forget();
    }
}
