package org.thetisdb.storage.delta;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Tells of nearly all keys that were never added that they were not, at the price of one load (a Bloom filter whose
 * bits of one key lie in one word: Putze, Sanders, Singler, "Cache-, hash- and space-efficient Bloom filters", 2007).
 * Grows with what is added. Thread safe; nobody who asks ever waits.
 */
final class KeyFilter {
    private static final int WORDS_FIRST = 16;
    private static final int KEYS_PER_WORD = 4;

    private volatile AtomicLongArray words = new AtomicLongArray(WORDS_FIRST);

    /** What was added, for when it grows; guarded by this. */
    private long[] hashes = new long[WORDS_FIRST * KEYS_PER_WORD];

    private int count;

    /** Adds the hash of a key; whoever learns of the key afterwards finds it here. */
    synchronized void add(long hash) {
        if (count == hashes.length) {
            hashes = Arrays.copyOf(hashes, count * 2);
            AtomicLongArray larger = new AtomicLongArray(words.length() * 2);
            for (int index = 0; index < count; index++) {
                set(larger, hashes[index]);
            }
            words = larger;
        }
        hashes[count++] = hash;
        set(words, hash);
    }

    boolean mayHave(long hash) {
        AtomicLongArray known = words;
        long bits = bits(hash);
        return (known.get(word(known, hash)) & bits) == bits;
    }

    private static void set(AtomicLongArray words, long hash) {
        int word = word(words, hash);
        words.set(word, words.get(word) | bits(hash));
    }

    private static int word(AtomicLongArray words, long hash) {
        return (int) (hash >>> 32) & words.length() - 1;
    }

    /** Three of the 64 bits of a word. */
    private static long bits(long hash) {
        return 1L << hash | 1L << (hash >>> 6) | 1L << (hash >>> 12);
    }
}
