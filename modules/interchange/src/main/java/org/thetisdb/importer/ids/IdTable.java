package org.thetisdb.importer.ids;

import java.util.Arrays;

/**
 * A hash table from keys to node ids: open addressing with linear probing in 64 partitions, so that growing needs twice
 * the memory of one partition only.
 *
 * <pre>
 *   partition  [ key | (key 2) | state ][ key | (key 2) | state ] …      state: 0 free, 1 reserved, node id + 2
 * </pre>
 *
 * <p>Not thread safe for changes; any number of threads may look up when nothing changes any more.
 */
final class IdTable {
    static final int PARTITION_BITS = 6;
    static final int PARTITION_COUNT = 1 << PARTITION_BITS;

    private static final int FIRST_CAPACITY = 64;
    private static final long FREE = 0;
    private static final long RESERVED = 1;
    private static final long NODE_BIAS = 2;

    private final int keyWords;
    private final int strideWords;
    private final IdBudget budget;
    private final long[][] partitions = new long[PARTITION_COUNT][];
    private final int[] sizes = new int[PARTITION_COUNT];

    IdTable(int keyWords, IdBudget budget) {
        this.keyWords = keyWords;
        this.strideWords = keyWords + 1;
        this.budget = budget;
    }

    /** A bijection that spreads every bit of the key over the word. */
    static long mix(long key) {
        long hash = key * 0x9e3779b97f4a7c15L;
        hash = (hash ^ hash >>> 32) * 0xd6e8feb86659fd93L;
        return hash ^ hash >>> 29;
    }

    /** What {@link #put} and {@link #reserve} answer. */
    enum Outcome {
        ADDED,
        DUPLICATE,
        NO_MEMORY
    }

    /** Keeps the key's place for a later {@link #put}. */
    Outcome reserve(KeyBatch keys, int row) {
        return set(keys, row, RESERVED);
    }

    Outcome put(KeyBatch keys, int row, long node) {
        return set(keys, row, node + NODE_BIAS);
    }

    private Outcome set(KeyBatch keys, int row, long state) {
        long hash = mix(keys.first[row]);
        int partition = (int) (hash >>> Long.SIZE - PARTITION_BITS);
        if (!ensureRoom(partition)) {
            return Outcome.NO_MEMORY;
        }
        long[] words = partitions[partition];
        int slot = slot(words, hash, keys.first[row], keys.second[row]);
        long former = words[slot + keyWords];
        if (former == FREE) {
            words[slot] = keys.first[row];
            if (keyWords == 2) {
                words[slot + 1] = keys.second[row];
            }
            sizes[partition]++;
        } else if (former != RESERVED || state == RESERVED) {
            return Outcome.DUPLICATE;
        }
        words[slot + keyWords] = state;
        return Outcome.ADDED;
    }

    /** The node with this key, or -1. */
    long find(KeyBatch keys, int row) {
        long hash = mix(keys.first[row]);
        long[] words = partitions[(int) (hash >>> Long.SIZE - PARTITION_BITS)];
        if (words == null) {
            return -1;
        }
        long state = words[slot(words, hash, keys.first[row], keys.second[row]) + keyWords];
        return state >= NODE_BIAS ? state - NODE_BIAS : -1;
    }

    /** The first word of the entry with the key, or of the free entry where it belongs. */
    private int slot(long[] words, long hash, long first, long second) {
        int mask = words.length / strideWords - 1;
        int slot = (int) hash & mask;
        while (true) {
            int word = slot * strideWords;
            if (words[word + keyWords] == FREE
                    || words[word] == first && (keyWords == 1 || words[word + 1] == second)) {
                return word;
            }
            slot = slot + 1 & mask;
        }
    }

    private boolean ensureRoom(int partition) {
        long[] words = partitions[partition];
        int capacity = words == null ? 0 : words.length / strideWords;
        if (sizes[partition] < capacity - (capacity >> 2)) {
            return true;
        }
        int newCapacity = Math.max(FIRST_CAPACITY, capacity * 2);
        if (!budget.take((long) newCapacity * strideWords * Long.BYTES)) {
            return false;
        }
        long[] grown = new long[newCapacity * strideWords];
        for (int word = 0; word < capacity * strideWords; word += strideWords) {
            if (words[word + keyWords] != FREE) {
                long second = keyWords == 2 ? words[word + 1] : 0;
                int slot = slot(grown, mix(words[word]), words[word], second);
                System.arraycopy(words, word, grown, slot, strideWords);
            }
        }
        partitions[partition] = grown;
        budget.give((long) capacity * strideWords * Long.BYTES);
        return true;
    }

    /**
     * Takes a partition's entries out of the table, as words key, (key 2), node id, position; the position is not known
     * and 0. Reserved entries that never got a node are left out.
     */
    long[] takeEntries(int partition) {
        long[] words = partitions[partition];
        if (words == null) {
            return new long[0];
        }
        int entryWords = strideWords + 1;
        long[] entries = new long[sizes[partition] * entryWords];
        int count = 0;
        for (int word = 0; word < words.length; word += strideWords) {
            if (words[word + keyWords] >= NODE_BIAS) {
                System.arraycopy(words, word, entries, count * entryWords, keyWords);
                entries[count * entryWords + keyWords] = words[word + keyWords] - NODE_BIAS;
                count++;
            }
        }
        budget.give((long) words.length * Long.BYTES);
        partitions[partition] = null;
        sizes[partition] = 0;
        return Arrays.copyOf(entries, count * entryWords);
    }
}
