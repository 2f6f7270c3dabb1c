package org.thetisdb.storage.delta;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import org.thetisdb.storage.index.KeyFilterLayout;

/**
 * A filter of keys ({@link KeyFilterLayout}) that grows with what is added. Thread safe; nobody who asks ever waits.
 */
final class KeyFilter {
    private static final int WORDS_FIRST = 16;

    private volatile AtomicLongArray words = new AtomicLongArray(WORDS_FIRST);

    /** What was added, for when it grows; guarded by this. */
    private long[] hashes = new long[WORDS_FIRST * KeyFilterLayout.KEYS_PER_WORD];

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
        long bits = KeyFilterLayout.bits(hash);
        return (known.get(KeyFilterLayout.word(hash, known.length())) & bits) == bits;
    }

    private static void set(AtomicLongArray words, long hash) {
        int word = KeyFilterLayout.word(hash, words.length());
        words.set(word, words.get(word) | KeyFilterLayout.bits(hash));
    }
}
