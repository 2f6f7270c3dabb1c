package org.thetisdb.storage.arena;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Lists of property keys that records share: entities of one kind mostly have the same ones.
 *
 * <pre>
 *   0       4     8
 *   +-------+-----+-----+-----+
 *   | count | key | key | …   |     ascending
 *   +-------+-----+-----+-----+
 * </pre>
 *
 * <p>Some lists that were made before are found by their hash, and used again; a list that is not found is made once
 * more. Thread safe.
 */
public final class KeyLists {
    private static final int KNOWN_LISTS = 256;
    private static final long KEYS_AT = Integer.BYTES;

    private final RecordArena arena;
    private final AtomicIntegerArray known = new AtomicIntegerArray(KNOWN_LISTS);

    public KeyLists(RecordArena arena) {
        this.arena = arena;
    }

    /**
     * A list with these keys, which nobody changes.
     *
     * @param keys ascending in the first {@code count} places
     * @return its handle; 0 for no keys
     */
    public int list(int[] keys, int count) {
        if (count == 0) {
            return RecordArena.NONE;
        }
        int hash = count;
        for (int index = 0; index < count; index++) {
            hash = hash * 31 + keys[index];
        }
        int slot = hash & KNOWN_LISTS - 1;
        int list = known.get(slot);
        if (list == RecordArena.NONE || !has(list, keys, count)) {
            list = make(keys, count);
            known.set(slot, list);
        }
        return list;
    }

    private boolean has(int list, int[] keys, int count) {
        if (count(list) != count) {
            return false;
        }
        for (int index = 0; index < count; index++) {
            if (key(list, index) != keys[index]) {
                return false;
            }
        }
        return true;
    }

    private int make(int[] keys, int count) {
        int list = arena.allocate(KEYS_AT + (long) Integer.BYTES * count);
        MemorySegment block = arena.block(list);
        long at = RecordArena.offset(list);
        block.set(ValueLayout.JAVA_INT, at, count);
        MemorySegment.copy(keys, 0, block, ValueLayout.JAVA_INT, at + KEYS_AT, count);
        return list;
    }

    /** How many keys a list has. */
    public int count(int list) {
        return list == RecordArena.NONE ? 0 : arena.block(list).get(ValueLayout.JAVA_INT, RecordArena.offset(list));
    }

    /** A key of a list. */
    public int key(int list, int place) {
        return arena.block(list)
                .get(ValueLayout.JAVA_INT, RecordArena.offset(list) + KEYS_AT + (long) Integer.BYTES * place);
    }

    /** All keys of a list, in an array of their own. */
    public int[] keys(int list) {
        int[] keys = new int[count(list)];
        Arrays.setAll(keys, place -> key(list, place));
        return keys;
    }

    /** The place of a key in a list, or -1. */
    public int find(int list, int key) {
        if (list == RecordArena.NONE) {
            return -1;
        }
        MemorySegment block = arena.block(list);
        long at = RecordArena.offset(list);
        int low = 0;
        int high = block.get(ValueLayout.JAVA_INT, at) - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int found = block.get(ValueLayout.JAVA_INT, at + KEYS_AT + (long) Integer.BYTES * middle);
            if (found == key) {
                return middle;
            }
            if (found < key) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }
}
