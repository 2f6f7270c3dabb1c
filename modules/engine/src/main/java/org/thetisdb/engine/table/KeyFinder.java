package org.thetisdb.engine.table;

import org.thetisdb.engine.hash.TagDirectory;
import org.thetisdb.value.vector.Vector;

/**
 * Looks up batches of keys in a directory whose entries are rows of key columns. What it keeps between calls is
 * scratch: each thread has a finder of its own, and several may look up in the same directory while nothing
 * is added.
 *
 * <pre>
 *   columns ──► hashes of all rows ──► first word of all rows ──► candidates: tags agree ──► the same in key 1, 2, …
 *                                            │                         ▲                          │ not the same
 *                                            └─► NONE: empty place     └──────── next word ◄──────┘
 * </pre>
 *
 * <p>Every step runs over the whole batch before the next one begins, so that cache misses of different rows overlap.
 */
public final class KeyFinder {
    /** An entry has the row's tag and other keys. */
    private static final int DIFFERENT = -2;

    private final KeyHashing hashing;
    private final KeyComparison comparison;
    private long[] hashes = {};
    private long[] columnHashes = {};
    private long[] words = {};
    private int[] rows = {};
    private int[] walking = {};

    KeyFinder(KeyHashing hashing, KeyComparison comparison) {
        this.hashing = hashing;
        this.comparison = comparison;
    }

    /** The hashes of the rows of the last batch. */
    long[] hashes() {
        return hashes;
    }

    /** Room for the indexes of a batch's rows, for whoever processes them further. */
    int[] rows() {
        return rows;
    }

    /** Computes the hashes of rows from {@code from} on, over all key columns. */
    void hash(Vector[] columns, int from, int count) {
        if (hashes.length < count) {
            hashes = new long[count];
            columnHashes = new long[count];
            words = new long[count];
            rows = new int[count + 1];
            walking = new int[count + 1];
        }
        hashing.hash(columns, from, count, hashes, columnHashes);
    }

    /** Brings the first words of the rows into the cache. */
    void fetch(TagDirectory directory, int count) {
        directory.first(hashes, count, words);
    }

    /**
     * Finds the entries of the first rows, whose hashes were computed before.
     *
     * @param keys the directory's entries
     * @param entries gets the entry of each row, {@link TagDirectory#NONE} for those that have none
     */
    void find(TagDirectory directory, Vector[] columns, Vector[] keys, int count, int[] entries) {
        fetch(directory, count);
        int candidates = directory.candidates(hashes, words, count, walking, entries, rows);
        int found = comparison.keepSame(columns, keys, rows, candidates, entries, DIFFERENT);
        if (found < candidates) {
            for (int row = 0; row < count; row++) {
                if (entries[row] == DIFFERENT) {
                    entries[row] = find(directory, columns, keys, row);
                }
            }
        }
    }

    private int find(TagDirectory directory, Vector[] columns, Vector[] keys, int row) {
        long hash = hashes[row];
        int place = directory.place(hash);
        long word = directory.word(place);
        while (!TagDirectory.isEmpty(word)) {
            if (TagDirectory.isTagged(word, hash) && comparison.isSame(columns, row, keys, TagDirectory.entry(word))) {
                return TagDirectory.entry(word);
            }
            place = directory.after(place);
            word = directory.word(place);
        }
        return TagDirectory.NONE;
    }
}
