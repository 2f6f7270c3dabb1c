package org.thetisdb.storage.index;

import java.lang.foreign.MemorySegment;

/**
 * The bits of a filter of keys, which tells of nearly all keys that were never added that they were not, at the price
 * of one load: a Bloom filter whose bits of one key lie in one word (Putze, Sanders, Singler, "Cache-, hash- and
 * space-efficient Bloom filters", 2007).
 *
 * <pre>
 *   hash of a key   | 32 bits: which word | … | 6 bits | 6 bits | 6 bits |   three of the word's 64 bits
 *   filter          | word | word | word | …                                 a power of two, 8 bytes each
 * </pre>
 */
public final class KeyFilterLayout {
    /** So that about one key of a hundred that were not added seems to be there. */
    public static final int KEYS_PER_WORD = 4;

    private static final int WORDS_MAX = 1 << 24;

    private KeyFilterLayout() {}

    /** How many words so many keys need; more than the most there can be fill those more densely. */
    static int wordCount(long keyCount) {
        long wanted = Math.clamp(keyCount / KEYS_PER_WORD, 1, WORDS_MAX);
        return (int) Long.highestOneBit(wanted * 2 - 1);
    }

    /** What the words for so many keys take. */
    static long bytes(long keyCount) {
        return (long) wordCount(keyCount) * Long.BYTES;
    }

    /** The word of a key, by its number. */
    static int word(long hash, int wordCount) {
        return (int) (hash >>> 32) & wordCount - 1;
    }

    /** The bits of a key in its word. */
    public static long bits(long hash) {
        return 1L << hash | 1L << (hash >>> 6) | 1L << (hash >>> 12);
    }

    /** Adds a key to the words in memory. */
    static void add(MemorySegment words, long hash) {
        long at = offset(hash, (int) (words.byteSize() / Long.BYTES));
        words.set(IndexLayout.LONG, at, words.get(IndexLayout.LONG, at) | bits(hash));
    }

    /** Where a key's word lies in the filter. */
    public static long offset(long hash, int wordCount) {
        return (long) word(hash, wordCount) * Long.BYTES;
    }
}
