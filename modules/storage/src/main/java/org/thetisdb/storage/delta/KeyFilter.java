package org.thetisdb.storage.delta;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicLongArray;
import org.thetisdb.storage.arena.RecordArena;
import org.thetisdb.storage.index.KeyFilterLayout;

/**
 * A filter of keys ({@link KeyFilterLayout}) that grows with what is added, up to a million keys; more fill it more
 * densely, so that it is right less often. The hashes of what was added, for when it grows, are records:
 *
 * <pre>
 *   parts[0]   the first 64      parts[1]   the next 64      parts[2]   the next 128      parts[3]   the next 256   …
 * </pre>
 *
 * <p>Thread safe; nobody who asks ever waits.
 */
final class KeyFilter {
    private static final int WORDS_FIRST = 16;
    private static final int WORDS_MAX = 1 << 18;
    private static final int PARTS_MAX =
            1 + Integer.numberOfTrailingZeros(WORDS_MAX) - Integer.numberOfTrailingZeros(WORDS_FIRST);

    private final RecordArena arena;
    private volatile AtomicLongArray words = new AtomicLongArray(WORDS_FIRST);

    /** Handles; guarded by this, as all that follows. */
    private final int[] parts = new int[PARTS_MAX];

    private int partCount;
    private int count;

    /** How many hashes the parts have room for, and how many the last one has. */
    private int room;

    private int lastRoom;

    /** @param arena where the hashes are */
    KeyFilter(RecordArena arena) {
        this.arena = arena;
    }

    /** Adds the hash of a key; whoever learns of the key afterwards finds it here. */
    synchronized void add(long hash) {
        if (count == room && partCount < PARTS_MAX) {
            grow();
        }
        if (count < room) {
            int part = parts[partCount - 1];
            arena.block(part).set(ValueLayout.JAVA_LONG, at(part, count - room + lastRoom), hash);
            count++;
        }
        set(words, hash);
    }

    /** Makes room for as many hashes as there are, and words for twice as many. */
    private void grow() {
        int more = count == 0 ? WORDS_FIRST * KeyFilterLayout.KEYS_PER_WORD : count;
        parts[partCount] = arena.allocate((long) Long.BYTES * more);
        if (count > 0) {
            words = larger();
        }
        partCount++;
        lastRoom = more;
        room += more;
    }

    private AtomicLongArray larger() {
        AtomicLongArray larger = new AtomicLongArray(words.length() * 2);
        arena.countHeap((long) Long.BYTES * words.length());
        int hashCount = WORDS_FIRST * KeyFilterLayout.KEYS_PER_WORD;
        for (int part = 0; part < partCount; part++) {
            setAll(larger, parts[part], hashCount);
            hashCount = part == 0 ? hashCount : hashCount * 2;
        }
        return larger;
    }

    private void setAll(AtomicLongArray into, int part, int hashCount) {
        MemorySegment block = arena.block(part);
        for (int place = 0; place < hashCount; place++) {
            set(into, block.get(ValueLayout.JAVA_LONG, at(part, place)));
        }
    }

    private static long at(int part, int place) {
        return RecordArena.offset(part) + (long) Long.BYTES * place;
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
