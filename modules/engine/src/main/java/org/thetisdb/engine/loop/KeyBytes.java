package org.thetisdb.engine.loop;

import java.util.Arrays;

/** Numbers one after another, as few bytes each as will do, to be compared as a whole. Belongs to who writes it. */
final class KeyBytes {
    private static final int LAST = 0x80;

    private byte[] bytes = new byte[32];
    private int size;

    /** @param number at least 0 */
    KeyBytes add(int number) {
        int rest = number;
        while (rest >= LAST) {
            put(rest & LAST - 1);
            rest >>>= 7;
        }
        put(rest | LAST);
        return this;
    }

    KeyBytes add(boolean flag) {
        return add(flag ? 1 : 0);
    }

    /** All of another one. */
    void add(KeyBytes other) {
        for (int index = 0; index < other.size; index++) {
            put(other.bytes[index]);
        }
    }

    private void put(int single) {
        if (size == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * size);
        }
        bytes[size++] = (byte) single;
    }

    byte[] toArray() {
        return Arrays.copyOf(bytes, size);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KeyBytes key && Arrays.equals(bytes, 0, size, key.bytes, 0, key.size);
    }

    @Override
    public int hashCode() {
        int hash = size;
        for (int index = 0; index < size; index++) {
            hash = 31 * hash + bytes[index];
        }
        return hash;
    }
}
