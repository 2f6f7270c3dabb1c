package org.thetisdb.engine.table;

import java.util.function.LongConsumer;
import org.thetisdb.engine.hash.TagDirectory;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * The rows of a join's build side by their keys. Immutable, so that all workers may probe it, each with a {@link
 * KeyFinder} of its own.
 *
 * <pre>
 *   directory ──► head: the first row with these keys
 *                   │ rows with equal keys?
 *                   ├─ none anywhere: that is all
 *                   └─ places[head] ──► rows  [ … | head, 7, 12! | … ]   one after another, ! marks the last
 * </pre>
 *
 * <p>Keys are compared once, with those of the head; rows with equal keys then follow without looking at keys or
 * tags, in one piece of memory. So rows are clustered by distinct keys, as in the "3D hash join" (Flachs, Müller,
 * Moerkotte, CIDR 2022), and lie in an array instead of a chain, as in Birler's unchained tables (DaMoN 2024). Changed:
 * the rows themselves stay where they are, only their numbers are put in order, and not even these where all keys are
 * different.
 *
 * <p>Where the key is a node, and the nodes lie close together, {@link DenseEntries} take the directory's place.
 *
 * <p>Invariants: the clusters together hold every row once, and each is ascending; or there are only heads.
 */
public final class JoinTable {
    private static final int SLICE_ROWS = 1024;
    private static final int LAST = Integer.MIN_VALUE;

    private final Vector[] keys;
    private final KeyHashing hashing;
    private final TagDirectory directory;
    private final DenseEntries dense = new DenseEntries();

    /** Where each head's cluster begins; empty if every row is a head. */
    private int[] places = {};

    private int[] rows = {};

    /**
     * @param keys columns without nulls, not to be changed any more
     * @param anyOfEqual whether one row stands for all with the same keys, as if they were different
     * @param memory is called with all the bytes that the table will hold, and throws if these are too many
     */
    public JoinTable(Vector[] keys, int rowCount, KeyHashing hashing, boolean anyOfEqual, LongConsumer memory) {
        this.keys = keys.clone();
        this.hashing = hashing;
        memory.accept(bytes(rowCount, 1));
        boolean isDense = hashing == KeyHashing.USUAL
                && keys.length == 1
                && keys[0].kind() == VectorKind.NODE
                && dense.isTimeToLook(rowCount)
                && dense.take(keys, rowCount);
        directory = new TagDirectory(isDense ? 0 : rowCount);
        int[] heads = new int[rowCount];
        if (enter(heads) && !anyOfEqual) {
            memory.accept(bytes(rowCount, 3));
            cluster(heads);
        }
        assert areClustersComplete(rowCount) : "clusters hold every row once and ascend: rows=" + rowCount;
    }

    /** What a table of so many rows takes at most, beside their keys. */
    public static long bytes(int rowCount) {
        return bytes(rowCount, 3);
    }

    private static long bytes(int rowCount, int arrays) {
        return TagDirectory.bytes(rowCount)
                + DenseEntries.bytesBesides(rowCount)
                + (long) arrays * Integer.BYTES * rowCount;
    }

    /** Finds the head of each row; whether there are rows that are not their own. */
    private boolean enter(int[] heads) {
        if (dense.isUsed()) {
            dense.find(keys[0].longs(), heads.length, heads);
            return isRepeated(heads);
        }
        KeyFinder finder = new KeyFinder(hashing, KeyComparison.SAME_GROUP);
        long[][] longs = new long[keys.length][];
        boolean plain = KeyComparison.takeLongs(keys, longs);
        boolean repeated = false;
        for (int from = 0; from < heads.length; from += SLICE_ROWS) {
            int count = Math.min(SLICE_ROWS, heads.length - from);
            finder.hash(keys, from, count);
            finder.fetch(directory, count);
            long[] hashes = finder.hashes();
            for (int row = from; row < from + count; row++) {
                long hash = hashes[row - from];
                heads[row] = enter(row, hash, longs, plain);
                repeated |= heads[row] != row;
            }
        }
        return repeated;
    }

    private static boolean isRepeated(int[] heads) {
        for (int row = 0; row < heads.length; row++) {
            if (heads[row] != row) {
                return true;
            }
        }
        return false;
    }

    /** @param plain whether the longs that were taken of the keys tell which rows are the same */
    private int enter(int row, long hash, long[][] longs, boolean plain) {
        int place = directory.place(hash);
        long word = directory.word(place);
        while (!TagDirectory.isEmpty(word)) {
            int head = TagDirectory.entry(word);
            if (TagDirectory.isTagged(word, hash)
                    && (plain
                            ? KeyComparison.areSame(longs, row, head)
                            : KeyComparison.SAME_GROUP.isSame(keys, row, keys, head))) {
                return head;
            }
            place = directory.after(place);
            word = directory.word(place);
        }
        directory.put(place, hash, row);
        return row;
    }

    private void cluster(int[] heads) {
        places = new int[heads.length];
        rows = new int[heads.length];
        for (int head : heads) {
            places[head]++;
        }
        int end = 0;
        for (int row = 0; row < heads.length; row++) {
            if (heads[row] == row) {
                end += places[row];
                places[row] = end;
                rows[end - 1] = LAST;
            }
        }
        for (int row = heads.length - 1; row >= 0; row--) {
            rows[--places[heads[row]]] |= row;
        }
    }

    private boolean areClustersComplete(int rowCount) {
        boolean[] seen = new boolean[rowCount];
        for (int place = 0; place < rows.length; place++) {
            int row = row(place);
            if (seen[row] || !isLast(place) && row(place + 1) <= row) {
                return false;
            }
            seen[row] = true;
        }
        return rows.length == 0 || rows.length == rowCount;
    }

    /** A tool for one worker to probe tables that hash so. */
    public static KeyFinder finder(KeyHashing hashing) {
        return new KeyFinder(hashing, KeyComparison.EQUAL);
    }

    /**
     * Finds the first row of the table with keys equal to each row's.
     *
     * @param heads gets it, {@link TagDirectory#NONE} where no row has them or a key is null
     */
    public void find(KeyFinder finder, Vector[] columns, int count, int[] heads) {
        if (dense.isUsed()) {
            findNodes(columns[0], count, heads);
            return;
        }
        finder.hash(columns, 0, count);
        finder.find(directory, columns, keys, count, heads);
    }

    private void findNodes(Vector column, int count, int[] heads) {
        if (column.kind() == VectorKind.NODE) {
            dense.find(column.longs(), count, heads);
            if (column.hasNulls()) {
                boolean[] nulls = column.nulls();
                for (int row = 0; row < count; row++) {
                    heads[row] = nulls[row] ? TagDirectory.NONE : heads[row];
                }
            }
            return;
        }
        for (int row = 0; row < count; row++) {
            heads[row] = column.valueAt(row) instanceof NodeReference node ? dense.find(node.id()) : TagDirectory.NONE;
        }
    }

    /** Whether no two rows have equal keys, so that a head is all there is. */
    public boolean isUnique() {
        return places.length == 0;
    }

    /** Where the rows with a head's keys begin; not to be asked if all keys are different. */
    public int first(int head) {
        return places[head];
    }

    /** The row at a place; the next one with the same keys is at the next place. */
    public int row(int place) {
        return rows[place] & ~LAST;
    }

    /** Whether no further row has the same keys. */
    public boolean isLast(int place) {
        return rows[place] < 0;
    }
}
