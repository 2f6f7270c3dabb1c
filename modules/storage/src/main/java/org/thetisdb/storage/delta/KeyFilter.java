package org.thetisdb.storage.delta;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.thetisdb.storage.arena.RecordArena;
import org.thetisdb.storage.index.KeyFilterLayout;

/**
 * A filter of keys ({@link KeyFilterLayout}) that grows with what is added, up to a million keys; more fill it more
 * densely, so that it is right less often. Its words are a record, and so are the hashes of what was added, for when it
 * grows:
 *
 * <pre>
 *   parts[0]   the first 64      parts[1]   the next 64      parts[2]   the next 128      parts[3]   the next 256   …
 *   words      16 of them, then 64, then 256, …: those from before stay until the records are freed, a third as much
 * </pre>
 *
 * <p>Thread safe; nobody who asks ever waits.
 */
final class KeyFilter {
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final int WORDS_FIRST = 16;
    private static final int WORDS_MAX = 1 << 18;
    private static final int WORDS_GROWTH = 4;
    private static final int PARTS_MAX =
            1 + Integer.numberOfTrailingZeros(WORDS_MAX) - Integer.numberOfTrailingZeros(WORDS_FIRST);

    private final RecordArena arena;
    private volatile Words words;

    /** Handles; guarded by this, as all that follows. */
    private final int[] parts = new int[PARTS_MAX];

    private int partCount;
    private int count;

    /** How many hashes the parts have room for, and how many the last one has. */
    private int room;

    private int lastRoom;

    /** The words of which there are so many, a power of two, from a place in a block on. */
    private record Words(MemorySegment block, long at, int count) {
        boolean hasAll(long hash) {
            long bits = KeyFilterLayout.bits(hash);
            return ((long) LONG.getVolatile(block, at + KeyFilterLayout.offset(hash, count)) & bits) == bits;
        }

        void add(long hash) {
            long word = at + KeyFilterLayout.offset(hash, count);
            LONG.setVolatile(block, word, (long) LONG.get(block, word) | KeyFilterLayout.bits(hash));
        }
    }

    /** @param arena where the words and the hashes are */
    KeyFilter(RecordArena arena) {
        this.arena = arena;
        this.words = newWords(WORDS_FIRST);
    }

    private Words newWords(int wordCount) {
        int handle = arena.allocate((long) Long.BYTES * wordCount);
        return new Words(arena.block(handle), RecordArena.offset(handle), wordCount);
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
        words.add(hash);
    }

    /** Makes room for as many hashes as there are, and more words if those were too few for all of them. */
    private void grow() {
        int more = count == 0 ? WORDS_FIRST * KeyFilterLayout.KEYS_PER_WORD : count;
        parts[partCount] = arena.allocate((long) Long.BYTES * more);
        if (room + more > words.count() * KeyFilterLayout.KEYS_PER_WORD) {
            words = larger();
        }
        partCount++;
        lastRoom = more;
        room += more;
    }

    private Words larger() {
        Words larger = newWords(words.count() * WORDS_GROWTH);
        int hashCount = WORDS_FIRST * KeyFilterLayout.KEYS_PER_WORD;
        for (int part = 0; part < partCount; part++) {
            addAll(larger, parts[part], hashCount);
            hashCount = part == 0 ? hashCount : hashCount * 2;
        }
        return larger;
    }

    private void addAll(Words into, int part, int hashCount) {
        MemorySegment block = arena.block(part);
        for (int place = 0; place < hashCount; place++) {
            into.add(block.get(ValueLayout.JAVA_LONG, at(part, place)));
        }
    }

    private static long at(int part, int place) {
        return RecordArena.offset(part) + (long) Long.BYTES * place;
    }

    boolean mayHave(long hash) {
        return words.hasAll(hash);
    }
}
