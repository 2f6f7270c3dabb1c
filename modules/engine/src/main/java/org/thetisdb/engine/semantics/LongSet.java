package org.thetisdb.engine.semantics;

/** A set of longs: open addressing, at most half full, built once. Immutable after that. */
final class LongSet {
    private final long[] slots;
    private final int mask;
    private boolean hasZero;

    LongSet(long[] values, int count) {
        int capacity = Integer.highestOneBit(Math.max(count, 4)) * 4;
        slots = new long[capacity];
        mask = capacity - 1;
        for (int index = 0; index < count; index++) {
            add(values[index]);
        }
    }

    private void add(long value) {
        if (value == 0) {
            hasZero = true;
            return;
        }
        int slot = (int) ValueHash.mix(value) & mask;
        while (slots[slot] != 0 && slots[slot] != value) {
            slot = slot + 1 & mask;
        }
        slots[slot] = value;
    }

    boolean contains(long value) {
        if (value == 0) {
            return hasZero;
        }
        int slot = (int) ValueHash.mix(value) & mask;
        while (slots[slot] != 0) {
            if (slots[slot] == value) {
                return true;
            }
            slot = slot + 1 & mask;
        }
        return false;
    }
}
