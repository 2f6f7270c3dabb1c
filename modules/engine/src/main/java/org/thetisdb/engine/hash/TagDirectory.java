package org.thetisdb.engine.hash;

import java.util.Arrays;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Finds entries by their hashes: the core of every hash table whose keys are columns. An entry is a number; what
 * it means, and whether keys are really equal, is up to the caller.
 *
 * <pre>
 *   word    63 ........ 32 31 ......... 0
 *           hash, upper    entry + 1          EMPTY is 0, so that fresh memory is an empty directory
 *
 *   place = the hash's upper bits, as many as the directory needs
 *
 *   places  0 ┌──────┬──────┬──────┬──────┬──────┬──────┬──────┬──────┐ capacity
 *             │      │ word │      │ word │ word │      │      │ word │ linear probing, wraps around
 *             └──────┴──────┴──────┴──────┴──────┴──────┴──────┴──────┘
 * </pre>
 *
 * <p>Linear probing, at most half full: with cheap keys nothing needs fewer cache lines (Richter, Alvarez, Dittrich,
 * PVLDB 9.3, 2015). A word holds a tag, as a "salt" in DuckDB (Kuiper, Boncz, Mühleisen, "Robust External Hash
 * Aggregation in the Solid State Age", ICDE 2024) and the bits beside a pointer in HyPer and Umbra (Leis et al.,
 * "Morsel-Driven Parallelism", SIGMOD 2014; Birler, Schmidt, Fent, Neumann, "Simple, Efficient, and Robust Hash Tables
 * for Join Processing", DaMoN 2024): keys are compared only where tags agree. Changed: the tag is the whole upper
 * half of the hash and holds the place, too. So a directory grows without looking at hashes or keys, reading and
 * writing memory in one direction, and no hashes need to be kept beside it; entries of one place are told apart by
 * the bits that the place does not use, 32 less the logarithm of the capacity.
 *
 * <p>As in Birler's tables, places come from the upper bits. Whoever divides keys by their hashes takes lower ones:
 * keys that share their upper bits would all have the same few places here.
 *
 * <p>Rows are looked up by batches. {@link #first} loads the first word of each row and does nothing else, so that the
 * cache misses of a whole batch overlap (as "group prefetching", Chen, Ailamaki, Gibbons, Mowry, "Improving Hash Join
 * Performance through Prefetching", ICDE 2004; a loop of independent loads takes the place of prefetch instructions,
 * which Java does not have).
 *
 * <p>Invariants: at most half of the places are taken (three quarters where there are 2^30 of them), so that every run
 * of taken places ends; from an entry's own place to where it is, no place is empty. Not thread safe while entries
 * are added.
 */
public final class TagDirectory {
    /** No entry. */
    public static final int NONE = -1;

    private static final long EMPTY = 0;
    private static final long TAG = 0xFFFF_FFFF_0000_0000L;
    private static final int CAPACITY_MIN = 64;
    private static final int CAPACITY_MAX = 1 << 30;

    /** So large a directory may be fuller than others. */
    private static final int ENTRY_COUNT_MAX = CAPACITY_MAX / 4 * 3;

    private long[] words;

    /** The hash's bits that do not belong to its place. */
    private int shift;

    /** @param entryCount how many entries fit before it grows, at least */
    public TagDirectory(int entryCount) {
        allot(capacityFor(entryCount));
    }

    private void allot(int capacity) {
        words = new long[capacity];
        shift = Long.SIZE - Integer.numberOfTrailingZeros(capacity);
    }

    private static int capacityFor(int entryCount) {
        if (entryCount > ENTRY_COUNT_MAX) {
            throw new ThetisException(
                    ErrorCode.LIMIT_EXCEEDED,
                    "a query would keep too many different keys at once: keyCountMax=" + ENTRY_COUNT_MAX
                            + "; filter earlier, or group by fewer keys");
        }
        long wanted = Math.clamp(2L * entryCount, CAPACITY_MIN, CAPACITY_MAX);
        return (int) Long.highestOneBit(2 * wanted - 1);
    }

    public int capacity() {
        return words.length;
    }

    /** How many entries fit before it grows. */
    public int room() {
        return words.length < CAPACITY_MAX ? words.length / 2 : ENTRY_COUNT_MAX;
    }

    /** The bytes of a directory for so many entries. */
    public static long bytes(int entryCount) {
        return (long) Long.BYTES * capacityFor(entryCount);
    }

    public long bytes() {
        return (long) Long.BYTES * words.length;
    }

    /** Loads the word at each hash's own place. */
    public void first(long[] hashes, int count, long[] into) {
        long[] from = words;
        int bits = shift;
        for (int row = 0; row < count; row++) {
            into[row] = from[(int) (hashes[row] >>> bits)];
        }
    }

    /**
     * Goes from each row's {@linkplain #first first word} to the first one with the tag of its hash. Rows that have to
     * continue do so together, place after place, so that no branch depends on where one of them ends.
     *
     * @param firstWords for each row
     * @param walking scratch for {@code count} rows
     * @param entries gets the entry of each row, {@link #NONE} if there is no such word
     * @param rows gets the rows that have an entry
     * @return how many rows have one
     */
    public int candidates(long[] hashes, long[] firstWords, int count, int[] walking, int[] entries, int[] rows) {
        int found = 0;
        int left = 0;
        for (int row = 0; row < count; row++) {
            long word = firstWords[row];
            int entry = (int) word - 1;
            int taken = ~entry >>> 31;
            int tagged = (word ^ hashes[row]) >>> 32 == 0 ? taken : 0;
            entries[row] = entry;
            rows[found] = row;
            found += tagged;
            walking[left] = row;
            left += taken - tagged;
        }
        for (int distance = 1; left > 0; distance++) {
            int still = 0;
            for (int index = 0; index < left; index++) {
                int row = walking[index];
                long word = words[place(hashes[row]) + distance & words.length - 1];
                int entry = (int) word - 1;
                int taken = ~entry >>> 31;
                int tagged = (word ^ hashes[row]) >>> 32 == 0 ? taken : 0;
                entries[row] = entry;
                rows[found] = row;
                found += tagged;
                walking[still] = row;
                still += taken - tagged;
            }
            left = still;
        }
        return found;
    }

    /** Where a hash's entries begin, or would. */
    public int place(long hash) {
        return (int) (hash >>> shift);
    }

    /** The place to look at next. */
    public int after(int place) {
        return place + 1 & words.length - 1;
    }

    public long word(int place) {
        return words[place];
    }

    /** Whether a word is that of a place without entry, where the search for a hash ends. */
    public static boolean isEmpty(long word) {
        return word == EMPTY;
    }

    /** Whether a word that is not empty may be that of an entry with this hash. */
    public static boolean isTagged(long word, long hash) {
        return ((word ^ hash) & TAG) == 0;
    }

    /** The entry of a word; {@link #NONE} of an empty one. */
    public static int entry(long word) {
        return (int) word - 1;
    }

    /** Puts an entry into an empty place, at which the search for its hash has ended. */
    public void put(int place, long hash, int entry) {
        words[place] = hash & TAG | entry + 1;
    }

    /** Puts an entry that nobody has looked for. */
    public void enter(long hash, int entry) {
        int place = place(hash);
        while (!isEmpty(words[place])) {
            place = after(place);
        }
        put(place, hash, entry);
    }

    /** Makes room for so many entries in all; places that were asked for before are void if it grows. */
    public void reserve(int entryCount) {
        int capacity = capacityFor(entryCount);
        if (capacity <= words.length) {
            return;
        }
        long[] former = words;
        allot(capacity);
        int mask = capacity - 1;
        for (long word : former) {
            if (word != EMPTY) {
                int place = (int) (word >>> shift);
                while (words[place] != EMPTY) {
                    place = place + 1 & mask;
                }
                words[place] = word;
            }
        }
    }

    /** Forgets all entries. */
    public void clear() {
        Arrays.fill(words, EMPTY);
    }

    /** Forgets all entries, and releases memory beyond what so many need. */
    public void clear(int entryCountKept) {
        if (words.length > capacityFor(entryCountKept)) {
            allot(CAPACITY_MIN);
        } else {
            clear();
        }
    }
}
